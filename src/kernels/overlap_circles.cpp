// Circles and points against circles: |c1 - c2|^2 < (r1 + r2)^2.
//
//          .--.                    The squared distance in float has at most four roundings a side: with eight units in
//        (  c1--\-)--.             the last place of room it decides all but the lanes that almost touch. Those are the
//          '--(  \ c2  )           sign of a sum of products of two floats each, exact in double: an expansion.
//              '------'
#include "circles.hpp"
#include "kernel.hpp"

namespace hitscan::detail {
namespace {

// ---- one circle against many -----------------------------------------------------------------------------------

struct overlap_circle_state {
  float c[3], r, item_r;  // item_r: where all items share it
  bool closed;
};

template <class Arch, int D, bool OneRadius> struct overlap_circles_one {  // columns: centre, radius
  using arch = Arch;
  using pairs = overlap_circles_pairs<Arch, D>;
  using state = overlap_circle_state;
  using F = floats<Arch>;
  static constexpr int dims = D, columns = OneRadius ? D : D + 1;
  static constexpr bool moving = false, cheap = true;
  const state& s;
  F c[D], r, reach, wider, wide_r;

  FORCED explicit overlap_circles_one(const state& s_) : s(s_), r(s_.r), wider(1 + 0x1p-20f) {
    each_axis<D>([&](auto k) INLINED { c[k] = F(s.c[k]); });
    const F sum = F(s.r) + F(s.item_r);
    reach = sum * sum;
    wide_r = (OneRadius ? sum : r) * wider + F(0x1p-70f);
  }
  template <class In> FORCED F gap2(const In& in) const {
    const F x = in[0] - c[0];
    F sum = x * x;
    each_axis<D>([&](auto k) INLINED {
      if constexpr (k > 0) {
        const F y = in[k] - c[k];
        sum = product_more(y, y, sum);
      }
    });
    return sum;
  }
  template <class In> FORCED F reach2(const In& in) const {
    if constexpr (OneRadius)
      return reach;
    else {
      const F sum = in[D] + r;
      return sum * sum;
    }
  }
  // Alone: radii grow by 2^-20 of themselves and by 2^-70, so their square by 32 units of rounding, of which both sides
  // have at most ten, and where that is a denormal by 512 steps. Nothing is missed; where both overflow it is near.
  // With a test behind it in any case: from what the test works out too.
  template <class In> FORCED flags<Arch> near(const In& in) const {
    if constexpr (!fuses<Arch>) return near_in_crowd(in);
    F wide = wide_r;
    if constexpr (!OneRadius) wide = product_more(in[D], wider, wide_r);
    return wide * wide >= gap2(in);
  }
  template <class In> FORCED flags<Arch> near_in_crowd(const In& in) const {
    return ordered_gt(nudge(reach2(in), 9), gap2(in));
  }
  template <class In> FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {
    const F g = gap2(in), q = reach2(in);
    flags<Arch> sure = ordered_gt(q, nudge(g, 8)) & (g >= F(0.f)) & (q <= F(largest));  // no NaN, nothing overflowed
    if constexpr (!OneRadius) sure = sure & (in[D] >= F(0.f));
    return {close, sure};
  }
  template <class To> static FORCED closed_state place(const state& s, const float* const* own, To& to) {
    for (int k = 0; k < D; ++k) to.column(k, own[k]), to.same(D + 1 + k, s.c[k]);
    if constexpr (OneRadius)
      to.same(D, s.item_r);
    else
      to.column(D, own[D]);
    to.same(2 * D + 1, s.r);
    return {s.closed};
  }
};

// ---- choosing --------------------------------------------------------------------------------------------------

template <class A, int D> ONCE bool bind_pairs(const request& r, plan& p) {
  p.scan = scan<overlap_circles_pairs<A, D>>;
  put_pairs<D>(p, r, {.a_circle = true, .b_circle = true});
  state_of<closed_state>(p) = {r.touch == touching::hits};
  return true;
}
template <class A, int D> bool bind(const request& r, plan& p) {
  if (r.batch == batch::each) return bind_pairs<A, D>(r, p);
  const bool a_many = r.batch == batch::many_one;
  const side &one = a_many ? r.b : r.a, &many = a_many ? r.a : r.b;
  overlap_circle_state& s = state_of<overlap_circle_state>(p);
  if (!valid_circle(one, D, s.c, s.r)) return false;
  s.closed = r.touch == touching::hits;
  s.item_r = 0;
  p.columns = put_circles<D>(p, 0, many);
  if (one_radius_for_all(many, D)) {
    s.item_r = radius_for_all(many, D);
    if (!(s.item_r >= 0 && finite(s.item_r))) return false;
    p.scan = scan<overlap_circles_one<A, D, true>>;
    keep_columns(p, D);
  } else
    p.scan = scan<overlap_circles_one<A, D, false>>;
  return true;
}

}  // namespace
}  // namespace hitscan::detail

HITSCAN_KERNEL(overlap_circles, bind)
HITSCAN_KERNEL(overlap_circle_pairs, bind_pairs)
