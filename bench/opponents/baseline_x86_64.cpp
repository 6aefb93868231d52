// Built as programs are shipped: plain -O3 for every machine of the family.
#define HITSCAN_PLAIN plain_x86_64
#define HITSCAN_PLAIN_NAME "plain"
#include "baseline.ipp"
