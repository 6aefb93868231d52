// says: a mask lies at whole pixels
#include "given.hpp"

int main() { (void)hs::pixel_mask{}.moved_to(1.5f, 2); }
