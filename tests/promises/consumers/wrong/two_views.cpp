// says: both are views
#include "given.hpp"

int main() { hs::overlap_mask(circles, circles, words); }
