// says: words of hits, words of close ones
#include "given.hpp"

int main() { (void)hs::graze_mask(circles, hs::circle{}, 2.0f, room, room); }
