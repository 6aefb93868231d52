// says: who asks how far many are is one shape
#include "given.hpp"

int main() { (void)hs::distance_within(circles, circles, 9, room); }
