// says: a whole chain is asked about by any, count, mask and list alone
#include "given.hpp"

int main() { return hs::sweep_nearest(circles, steps, hs::whole(laser)).time < 1; }
