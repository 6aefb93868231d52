// says: one exit is of two single shapes; of those found it is _exits
#include "given.hpp"

int main() { return hs::sweep_exit(hs::circle{}, hs::vec2{}, circles) > 0; }
