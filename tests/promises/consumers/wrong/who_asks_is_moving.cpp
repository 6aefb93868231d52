// says: who asks has its motion next
#include "given.hpp"

int main() { (void)hs::sweep_any(hs::moving(ship, hs::vec2{1, 0}), hs::vec2{1, 0}, circles); }
