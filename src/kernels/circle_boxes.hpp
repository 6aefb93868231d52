// What kernels of circles with boxes share: the distance from a centre to a box, squared, against the radius.
#pragma once

#include "boxes.hpp"
#include "circles.hpp"

namespace hitscan::detail {
namespace {

// get(k) -> where<R>: centre and edges on an axis.
template <class R> struct where {
  R c, min, max;
};

template <class A, int D> struct circle_box_maths {
  using F = floats<A>;
  template <class Get> static FORCED F gap2(Get get) {
    F sum(0.f);
    each_axis<D>([&](auto k) INLINED {
      const where<F> v = get(k);
      const F gap = v.c - minimum(maximum(v.c, v.min), v.max);
      if constexpr (k == 0)
        sum = gap * gap;
      else
        sum = sum + gap * gap;
    });
    return sum;
  }
  template <class Get> static FORCED verdict<A> test(Get get, F r2, flags<A> close) {
    const F g = gap2(get);
    const flags<A> boxes =
        surely_boxes<A, D>([&](auto k) INLINED { return get(k).min; }, [&](auto k) INLINED { return get(k).max; });
    return {close & ordered_gt(nudge(r2, 9), g), close & ordered_gt(r2, nudge(g, 8)) & (r2 <= F(largest)) & boxes};
  }
  template <class R, class Get> static FORCED u32 exact(Get get, R r, bool closed) {
    auto ok = radius_ok(r), within = R(0.) == R(0.);
    each_axis<D>([&](auto k) INLINED {
      const where<R> v = get(k);
      ok = ok & finite_double(v.c) & interval(v.min, v.max);
      within = within & (v.min < v.c) & (v.c < v.max);
    });
    const R lead = distance_sign<D, R>(
        [&](auto k, R& p, R& q) INLINED {
          const where<R> v = get(k);
          q = v.c, p = xsimd::select(v.c < v.min, v.min, xsimd::select(v.c > v.max, v.max, v.c));
        },
        r, R(0.));
    return bits(ok & (closed ? lead <= R(0.) : (lead < R(0.)) | within));
  }
};

// ---- circle against box ----------------------------------------------------------------------------------------

template <class Arch, int D> struct circle_box_pairs {  // columns: centre and radius, then corners
  using arch = Arch;
  using state = closed_state;
  using F = floats<Arch>;
  using maths = circle_box_maths<Arch, D>;
  static constexpr int dims = D, columns = 3 * D + 1;
  static constexpr bool moving = false, cheap = true;

  FORCED explicit circle_box_pairs(const state&) {}
  template <class In> static FORCED auto get(const In& in) {
    using R = typename In::value;
    return [&](auto k) INLINED { return where<R>{in[k], in[D + 1 + 2 * k], in[D + 2 + 2 * k]}; };
  }
  template <class In> FORCED flags<Arch> near(const In& in) const {
    return ordered_gt(nudge(in[D] * in[D], 9), maths::gap2(get(in)));
  }
  template <class In> FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {
    verdict<Arch> v = maths::test(get(in), in[D] * in[D], close);
    v.sure = v.sure & (in[D] >= F(0.f));
    each_axis<D>([&](auto k) INLINED {
      v.sure = v.sure & (in[k] - in[k] == F(0.f));
    });  // a NaN may have left no trace in the gap
    return v;
  }
  template <class In> static FORCED u32 exact(const state& s, const In& in) {
    using R = typename In::value;
    return maths::template exact<R>(get(in), R(in[D]), s.closed);
  }
};

}  // namespace
}  // namespace hitscan::detail
