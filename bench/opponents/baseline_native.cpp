// Built for this very machine (-O3 -march=native): the best the compiler does when nobody has to ship the program.
#define HITSCAN_PLAIN plain_native
#define HITSCAN_PLAIN_NAME "native"
#include "baseline.ipp"
