// says: (segments, b or moving(b, its motion), indices or columns)
#include "given.hpp"

int main() { (void)hs::cast(hs::segment{{0, 0}, {9, 9}}, circles); }
