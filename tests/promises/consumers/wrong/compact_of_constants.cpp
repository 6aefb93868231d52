// says: columns ...): vectors, arrays or spans that can be written to
#include "given.hpp"

int main() { hs::compact(words, x); }
