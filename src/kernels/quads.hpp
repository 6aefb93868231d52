// Four floats at a time, whatever the ISA: rows to columns and back. FORCED is declared before this file is included.
#pragma once

namespace hitscan::detail {
namespace {

typedef float quad __attribute__((vector_size(16)));
FORCED quad load_quad(const float* p) {
  quad q;
  __builtin_memcpy(&q, p, sizeof q);
  return q;
}
FORCED void store_quad(float* p, quad q) { __builtin_memcpy(p, &q, sizeof q); }
FORCED void transpose(quad& a, quad& b, quad& c, quad& d) {
  const quad ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), cd = __builtin_shufflevector(c, d, 0, 4, 1, 5),
             ba = __builtin_shufflevector(a, b, 2, 6, 3, 7), dc = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab, cd, 0, 1, 4, 5), b = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
  c = __builtin_shufflevector(ba, dc, 0, 1, 4, 5), d = __builtin_shufflevector(ba, dc, 2, 3, 6, 7);
}

}  // namespace
}  // namespace hitscan::detail
