// says: rebuild(items), rebuild(items, motions)
#include "given.hpp"

int main() { hs::world().rebuild(); }
