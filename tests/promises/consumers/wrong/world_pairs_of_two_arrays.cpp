// says: overlap_pairs([others,] columns)
#include "given.hpp"

int main() { hs::world{}.overlap_pairs(room, room); }
