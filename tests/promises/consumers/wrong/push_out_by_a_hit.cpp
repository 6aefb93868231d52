// says: push_out(a, the contact that a has)
#include "given.hpp"

int main() { (void)hs::push_out(ship, hs::hit{}); }
