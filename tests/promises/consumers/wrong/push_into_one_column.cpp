// says: push(velocity, normal)
#include "given.hpp"

int main() { hs::push(steps, hs::hit_columns{}, here); }
