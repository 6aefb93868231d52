// says: one of them can be a whole chain, not both
#include "given.hpp"

int main() { (void)hs::overlap_any(hs::whole(laser), hs::whole(laser)); }
