// How far a box or circle is from each of many boxes or circles, a register at a time: src/reference/distance.hpp's
// operations in its order, in two registers of doubles. A point is a circle without radius.
//
// A column of one value is a register of it, which is read again and again; the last items are copied to one, so that
// no byte behind a column is read.
#include "../dispatch/engines.hpp"
#include "../kernels/boxes.hpp"

namespace hitscan::detail {
namespace {

template <class A, int D> struct columns_by_register {
  static constexpr int W = floats<A>::size;
  const float* from[2 * D];
  std::size_t moves[2 * D];  // all bits: a column; none: a register
  alignas(64) float room[2 * D][W];
  int count;

  FORCED columns_by_register(const side& s, std::size_t first) : count(columns_of(s.what, D)) {
    for (int c = 0; c < count; ++c) {
      const feed& f = s.column[c];
      from[c] = f.data ? f.data + first : room[c], moves[c] = f.data ? ~(std::size_t)0 : 0;
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
  FORCED doubles<A> half(int c, std::size_t at, int h) const {
    using R = doubles<A>;
    return R(widen(from[c] + (at & moves[c]) + h * (int)R::size, typename R::register_type{}));
  }
};

template <class A, int D> ONCE void run_distances(const request& r, std::size_t first, std::size_t n, float* out) {
  using F = floats<A>;
  using R = doubles<A>;
  const bool corners = r.b.what == kind::corners, centred = r.b.what == kind::centred, round = r.b.what == kind::circle;
  side core = r.a;
  if (core.what == kind::circle) core.what = kind::point;
  float low_a[3], high_a[3];
  const float radius = r.a.what == kind::circle ? r.a.column[D].one : 0.f;
  const bool sound = valid_box(core, D, low_a, high_a) && radius >= 0 && finite(radius);
  columns_by_register<A, D> items(r.b, first);
  for (std::size_t i = 0; i < n; i += F::size) {
    const bool last = n - i < F::size;
    if (last) items.keep_last(i, n - i);
    R far[2];
    for (int h = 0; h < 2; ++h) {
      const auto in = [&](int c) INLINED { return items.half(c, i, h); };
      R sum(0.), reach(radius);
      auto ok = R(sound ? 1. : 0.) > R(0.);
      if (round) {
        const R own = in(D);
        ok = ok & (own >= R(0.)) & finite_double(own);
        reach = reach + own;
      }
      each_axis<D>([&](auto k) INLINED {
        R low = in(corners ? 2 * k : (int)k), high = low;
        if (corners) high = in(2 * k + 1);
        if (centred) {
          const R half = in(D + k);
          high = to_float_and_back(low + half), low = to_float_and_back(low - half);
        }
        ok = ok & interval(low, high);
        const R gap = larger(larger(low - R(high_a[k]), R(low_a[k]) - high), R(0.));
        sum = sum + gap * gap;
      });
      const R length = square_root(sum), gap = length - reach;
      far[h] = xsimd::select(ok, xsimd::select(gap > length * R(0x1p-50), gap, R(0.)), R(__builtin_inf()));
    }
    const F all = to_floats(far[0], far[1]);
    if (!last) {
      all.store_unaligned(out + i);
    } else {
      alignas(64) float lanes[F::size];
      all.store_aligned(lanes);
      for (std::size_t j = 0; i + j < n; ++j) out[i + j] = lanes[j];
    }
  }
}

}  // namespace

namespace HITSCAN_ISA {
void distances(const request& r, std::size_t first, std::size_t n, float* out) noexcept;
void distances(const request& r, std::size_t first, std::size_t n, float* out) noexcept {
  r.dims == 2 ? run_distances<HITSCAN_ARCH, 2>(r, first, n, out) : run_distances<HITSCAN_ARCH, 3>(r, first, n, out);
}
}  // namespace HITSCAN_ISA

}  // namespace hitscan::detail
