// says: exits are of boxes, points and segments with boxes, and of circles, points and segments with circles
#include "given.hpp"

int main() { return hs::sweep_exit(hs::circle{}, hs::vec2{}, hs::box{}) > 0; }
