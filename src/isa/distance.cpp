// How far a box or circle is from each of many boxes or circles, a register at a time: src/reference/distance.hpp's
// operations in its order, in two registers of doubles. A point is a circle without radius.
//
// Before them, in float: who is certainly no box or circle, which points are nearest, and, where a limit is given, who
// is certainly further away or nearer. The roundings there are a few 2^-24 of a square, or less than 2^-147: of a limit
// that is larger by 2^-20 and 2^-120, or as much smaller, none is on the wrong side. A limit below 0 has nobody within.
//
// A column of one value is a register of it, which is read again and again; the last items are copied to one, so that
// no byte behind a column is read.
#include "../dispatch/engines.hpp"
#include "../kernels/boxes.hpp"
#include "../lanes/lanes.hpp"
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

// Items that are surely further away than the limit are infinitely far; and those that are surely nearer are 0 away
// where nobody asks how far. Returns whether there are others than the first.
template <class A, int D>
ONCE bool run_distances(const who_asks& a, const side& b, std::size_t n, float limit, bool how_far, float* out,
                        u64* near) {
  using F = floats<A>;
  using R = doubles<A>;
  constexpr u32 all = (u32)((1ull << F::size) - 1);
  const F infinite(__builtin_inff());
  const bool corners = b.what == kind::corners, centred = b.what == kind::centred, round = b.what == kind::circle;
  const bool limited = limit < __builtin_inff();
  columns_by_register<A, D> items(b);
  wide_lanes<A, 2 * D + 1> wide;
  bool any = false;
  for (std::size_t i = 0; i < n; i += F::size) {
    const bool last = n - i < F::size;
    if (last) items.keep_last(i, n - i);

    F low[D], high[D], of_a[D], of_b[D], own(0.f);
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
      of_b[k] = minimum(maximum(F(a.low[k]), low[k]), high[k]);  // the nearest points of both
      of_a[k] = minimum(maximum(of_b[k], F(a.low[k])), F(a.high[k]));
    });
    F told = infinite;
    u32 beyond = 0, within = 0;
    if (limited) {
      F sum(0.f);
      each_axis<D>([&](auto k) INLINED { sum = sum + (of_b[k] - of_a[k]) * (of_b[k] - of_a[k]); });
      const F reach = F(limit + a.radius) + own, square = reach * reach;
      beyond = bits(sum > square * F(1 + 0x1p-20f) + F(0x1p-120f));
      if (!how_far) {
        // Nothing is surely nearer than what no float can tell the square of.
        const flags<A> nearer = (sum < square * F(1 - 0x1p-20f) - F(0x1p-120f)) & (square < infinite);
        within = bits(nearer), told = xsimd::select(nearer, F(0.f), infinite);
      }
    }
    if (beyond != all) {
      any = true;
      const bool fine = bits(width.fine()) == all;
      if ((beyond | within) != all) {
        wide.put(2 * D, own);
        each_axis<D>([&](auto k) INLINED { wide.put(2 * k, of_b[k]), wide.put(2 * k + 1, of_a[k]); });
        R far[2];
        for (int h = 0; h < 2; ++h) {
          R squares(0.);
          each_axis<D>([&](auto k) INLINED {
            const R gap = wide.half(2 * k, h) - wide.half(2 * k + 1, h);
            squares = squares + gap * gap;
          });
          const R length = square_root(squares), gap = length - (R(a.radius) + wide.half(2 * D, h));
          far[h] = xsimd::select(gap > length * R(0x1p-50), gap, R(0.));
        }
        told = to_floats(far[0], far[1]);
      }
      if (!fine) {  // who is not surely valid: a width may have overflown
        flags<A> ok = (own >= F(0.f)) & (own <= F(largest));
        each_axis<D>([&](auto k) INLINED {
          ok = ok & (low[k] <= high[k]) & (magnitude(low[k]) <= F(largest)) & (magnitude(high[k]) <= F(largest));
        });
        told = xsimd::select(ok, told, infinite);
      }
    }
    if (near) store_bits<F::size>(near, i, bits(told <= F(limit)) & (last ? all >> (F::size - (n - i)) : all));
    float lanes[F::size];
    told.store_unaligned(last ? lanes : out + i);
    for (std::size_t j = 0; last && i + j < n; ++j) out[i + j] = lanes[j];
  }
  return any;
}

template <class A, int D> bool distances_of(const request& r, float limit, bool how_far, float* out, u64* near) {
  who_asks a{};
  side core = r.a;
  if (core.what == kind::circle) core.what = kind::point, a.radius = r.a.column[D].one;
  if (valid_box(core, D, a.low, a.high) && a.radius >= 0 && finite(a.radius))
    return run_distances<A, D>(a, r.b, r.n, limit, how_far, out, near);
  for (std::size_t i = 0; i < r.n; ++i) out[i] = __builtin_inff();
  return false;
}

}  // namespace

namespace HITSCAN_ISA {
bool distances(const request& r, float limit, bool how_far, float* out, u64* near) noexcept;
bool distances(const request& r, float limit, bool how_far, float* out, u64* near) noexcept {
  return r.dims == 2 ? distances_of<HITSCAN_ARCH, 2>(r, limit, how_far, out, near)
                     : distances_of<HITSCAN_ARCH, 3>(r, limit, how_far, out, near);
}
}  // namespace HITSCAN_ISA

}  // namespace hitscan::detail
