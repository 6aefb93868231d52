// says: a whole chain is asked about by any, count, mask and list alone
#include "given.hpp"

const hs::circle eye{};
int main() { (void)hs::graze(hs::whole(laser), eye, 2, room, room); }
