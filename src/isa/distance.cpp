// How far a box or circle is from each of many boxes or circles, a register at a time: src/reference/distance.hpp's
// operations in its order, in two registers of doubles. A point is a circle without radius.
//
// Before them, in float: who is certainly no box or circle, and, where a limit is given, who is certainly further away.
// The roundings there are a few 2^-24 of a square, or less than 2^-147: a limit that is larger by 2^-20 and 2^-120
// leaves nobody out.
//
// A column of one value is a register of it, which is read again and again; the last items are copied to one, so that
// no byte behind a column is read.
#include "../dispatch/engines.hpp"
#include "../kernels/boxes.hpp"
#include "../lanes/wide_lanes.hpp"

namespace hitscan::detail {
namespace {

template <class A, int D> struct columns_by_register {
  static constexpr int W = floats<A>::size;
  const float* from[2 * D];
  std::size_t moves[2 * D];  // all bits: a column; none: a register
  alignas(64) float room[2 * D][W];
  int count;

  FORCED explicit columns_by_register(const side& s) : count(columns_of(s.what, D)) {
    for (int c = 0; c < count; ++c) {
      const feed& f = s.column[c];
      from[c] = f.data ? f.data : room[c], moves[c] = f.data ? ~(std::size_t)0 : 0;
      for (int j = 0; j < W; ++j) room[c][j] = f.one;
    }
  }
  FORCED void keep_last(std::size_t at, std::size_t n) {
    for (int c = 0; c < count; ++c) {
      if (!moves[c]) continue;
      for (std::size_t j = 0; j < W; ++j) room[c][j] = from[c][j < n ? at + j : at];
      from[c] = room[c], moves[c] = 0;
    }
  }
  // NOLINTNEXTLINE(clang-analyzer-core.*): columns below `count` have both
  FORCED floats<A> get(int c, std::size_t at) const { return floats<A>::load_unaligned(from[c] + (at & moves[c])); }
};

struct who_asks {
  float low[3], high[3], radius;
};

// Items that are surely further away than the limit are infinitely far. Returns whether there are others.
template <class A, int D>
ONCE bool run_distances(const who_asks& a, const side& b, std::size_t n, float limit, float* out) {
  using F = floats<A>;
  using R = doubles<A>;
  constexpr u32 all = (u32)((1ull << F::size) - 1);
  const bool corners = b.what == kind::corners, centred = b.what == kind::centred, round = b.what == kind::circle;
  const bool limited = limit < __builtin_inff();
  columns_by_register<A, D> items(b);
  wide_lanes<A, 2 * D + 1> edges;
  bool any = false;
  for (std::size_t i = 0; i < n; i += F::size) {
    const bool last = n - i < F::size;
    if (last) items.keep_last(i, n - i);

    F low[D], high[D], own(0.f), sum(0.f);
    if (round) own = items.get(D, i);
    widths<A> width(own);
    each_axis<D>([&](auto k) INLINED {
      low[k] = high[k] = items.get(corners ? 2 * k : (int)k, i);
      if (corners) high[k] = items.get(2 * k + 1, i);
      if (centred) {
        const F half = items.get(D + k, i);
        high[k] = low[k] + half, low[k] = low[k] - half;
      }
      width.add(high[k] - low[k]);
      const F gap = larger(larger(low[k] - F(a.high[k]), F(a.low[k]) - high[k]), F(0.f));
      sum = sum + gap * gap;
    });
    const F near = F(limit + a.radius) + own;
    const bool beyond = limited && bits(sum > near * near * F(1 + 0x1p-20f) + F(0x1p-120f)) == all;
    F told(__builtin_inff());
    if (!beyond) {
      any = true;
      edges.put(2 * D, own);
      each_axis<D>([&](auto k) INLINED { edges.put(2 * k, low[k]), edges.put(2 * k + 1, high[k]); });
      R far[2];
      for (int h = 0; h < 2; ++h) {
        R squares(0.);
        each_axis<D>([&](auto k) INLINED {
          const R below = edges.half(2 * k, h) - R(a.high[k]), above = R(a.low[k]) - edges.half(2 * k + 1, h);
          const R gap = maximum(maximum(below, above), R(0.));
          squares = squares + gap * gap;
        });
        const R length = square_root(squares), gap = length - (R(a.radius) + edges.half(2 * D, h));
        far[h] = xsimd::select(gap > length * R(0x1p-50), gap, R(0.));
      }
      told = to_floats(far[0], far[1]);
      if (bits(width.fine()) != all) {  // who is not surely valid: a width may have overflown
        flags<A> ok = (own >= F(0.f)) & (own <= F(largest));
        each_axis<D>([&](auto k) INLINED {
          ok = ok & (low[k] <= high[k]) & (magnitude(low[k]) <= F(largest)) & (magnitude(high[k]) <= F(largest));
        });
        told = xsimd::select(ok, told, F(__builtin_inff()));
      }
    }
    float lanes[F::size];
    told.store_unaligned(last ? lanes : out + i);
    for (std::size_t j = 0; last && i + j < n; ++j) out[i + j] = lanes[j];
  }
  return any;
}

template <class A, int D> bool distances_of(const request& r, float limit, float* out) {
  who_asks a{};
  side core = r.a;
  if (core.what == kind::circle) core.what = kind::point, a.radius = r.a.column[D].one;
  if (valid_box(core, D, a.low, a.high) && a.radius >= 0 && finite(a.radius))
    return run_distances<A, D>(a, r.b, r.n, limit, out);
  for (std::size_t i = 0; i < r.n; ++i) out[i] = __builtin_inff();
  return false;
}

}  // namespace

namespace HITSCAN_ISA {
bool distances(const request& r, float limit, float* out) noexcept;
bool distances(const request& r, float limit, float* out) noexcept {
  return r.dims == 2 ? distances_of<HITSCAN_ARCH, 2>(r, limit, out) : distances_of<HITSCAN_ARCH, 3>(r, limit, out);
}
}  // namespace HITSCAN_ISA

}  // namespace hitscan::detail
