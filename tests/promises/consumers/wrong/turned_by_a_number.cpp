// says: direction
#include "given.hpp"

int main() { return hs::overlap_any(hs::obb{{0, 0}, {4, 2}, 0.5f}, circles) ? 1 : 0; }
