// says: a whole chain is asked about by any, count, mask and list alone
#include "given.hpp"

float when[3];

int main() { hs::sweep_times(circles, steps, hs::whole(laser), when); }
