// says: cast(segments, b, indices or columns, options)
#include "given.hpp"

int main() { (void)hs::cast(hs::segment{{0, 0}, {9, 9}}, circles); }
