// One ISA's engine: the result forms, over whatever kernel a request names.
#include "../dispatch/engines.hpp"
#include "../lanes/forms.hpp"

namespace hitscan::detail {
namespace {

template <class A> bool bind(const request& r, plan& p) {
  if (!(r.until > 0)) return false;  // no time is below 0; nor is NaN above
  if (!r.a.layer_data && !r.b.layer_data && !(r.a.layer_one & r.b.layer_one & r.layers)) return false;
  p.written = 0, p.item = 0, p.first = nullptr, p.moments = nullptr;
  return r.kernel->bind[(int)isa::HITSCAN_ISA](r, p);
}

using arch = HITSCAN_ARCH;

}  // namespace

#if defined(__AVX2__)
namespace HITSCAN_ISA {
// Which bits of a byte are set, the lowest first. Here, since an engine is always there.
constinit const byte_table lanes_of_byte = [] {
  byte_table t{};
  for (int m = 0; m < 256; ++m)
    for (int j = 0, k = 0; j < 8; ++j)
      if (m >> j & 1) t.at[m][k++] = (u8)j;
  return t;
}();
}  // namespace HITSCAN_ISA
#endif

#define HITSCAN_ENGINE(isa) HITSCAN_JOINED(engine, _, isa)
constinit const engine HITSCAN_ENGINE(HITSCAN_ISA) = {
    isa::HITSCAN_ISA, (int)floats<arch>::size, any<arch>,  count<arch>, mask<arch>, times<arch>,
    list<arch>,       nearest<arch>,           each<arch>,
};

}  // namespace hitscan::detail
