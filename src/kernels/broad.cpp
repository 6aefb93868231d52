// The broadphase of one ISA: what src/broadphase says over a register of lanes.
#include "lanes.hpp"

namespace hitscan::detail::broad {
namespace {

template <class A> FORCED floats<A> pick(flags<A> m, floats<A> a, floats<A> b) { return xsimd::select(m, a, b); }
template <class A> FORCED floats<A> whole(floats<A> a) { return xsimd::to_float(xsimd::to_int(a)); }

template <class A> FORCED void put_whole(floats<A> a, u32* to) {
  xsimd::to_int(a).store_unaligned(reinterpret_cast<std::int32_t*>(to));
}

// The lanes of 16 floats that are in mask, in order. May write all 16.
#if defined(__AVX512BW__)
FORCED void put_lanes(const float* from, u32 mask, float* to) {
  _mm512_storeu_ps(to, _mm512_maskz_compress_ps((__mmask16)mask, _mm512_loadu_ps(from)));
}
#else
FORCED void put_lanes(const float* from, u32 mask, float* to) {
  for (; mask; mask &= mask - 1) *to++ = from[__builtin_ctz(mask)];
}
#endif

}  // namespace
}  // namespace hitscan::detail::broad

#include "../broadphase/drift.hpp"
#include "../broadphase/nearest.hpp"
#include "../broadphase/walk.hpp"

namespace hitscan::detail::broad {
namespace {

using V = floats<HITSCAN_ARCH>;
#if defined(__AVX512BW__)
using W = floats<xsimd::avx2>;
#else
using W = V;
#endif
#include "../broadphase/table.ipp"

}  // namespace
}  // namespace hitscan::detail::broad

namespace hitscan::detail::HITSCAN_ISA {
extern const detail::broad::kernels broad;
constinit const detail::broad::kernels broad = detail::broad::table;
}  // namespace hitscan::detail::HITSCAN_ISA
