// Circles and points against circles: |c1 - c2|^2 < (r1 + r2)^2.
//
//          .--.                    The squared distance in float has at most four roundings a side: with eight units in
//        (  c1--\-)--.             the last place of room it decides all but the lanes that almost touch. Those are the
//          '--(  \ c2  )           sign of a sum of products of two floats each, exact in double: an expansion.
//              '------'
#pragma once

#include "exact.hpp"
#include "feeds.hpp"

namespace hitscan::detail {
namespace {

// Sign of sum (p_k - q_k)^2 - (ra + rb)^2 for floats held in doubles.
template <int D, class R, class Gap> FORCED R distance_sign(Gap gap, R ra, R rb) {
  expansion<R, 3 * (D + 1)> sum;
  each_axis<D>([&](auto k) INLINED {
    R p, q;
    gap(k, p, q);
    sum.add(p * p), sum.add(q * q), sum.add(R(-2.) * p * q);
  });
  const R minus(-1.);
  sum.add(minus * ra * ra), sum.add(minus * rb * rb), sum.add(R(-2.) * ra * rb);
  return sum.sign();
}

template <class R> FORCED auto radius_ok(R r) { return (r >= R(0.)) & (r <= R((double)largest)); }

// ---- one circle against many -----------------------------------------------------------------------------------

struct overlap_circle_state {
  float c[3], r, item_r;  // item_r: where all items share it
  bool closed;
};

template <class Arch, int D, bool OneRadius> struct overlap_circles_one {  // columns: centre, radius
  using arch = Arch;
  using state = overlap_circle_state;
  using F = floats<Arch>;
  static constexpr int dims = D, columns = OneRadius ? D : D + 1;
  static constexpr bool moving = false, cheap = true;
  const state& s;
  F c[D], r, reach;

  FORCED explicit overlap_circles_one(const state& s_) : s(s_), r(s_.r) {
    each_axis<D>([&](auto k) INLINED { c[k] = F(s.c[k]); });
    const F sum = F(s.r) + F(s.item_r);
    reach = sum * sum;
  }
  template <class In> FORCED F gap2(const In& in) const {
    const F x = in[0] - c[0];
    F sum = x * x;
    each_axis<D>([&](auto k) INLINED {
      if constexpr (k > 0) {
        const F y = in[k] - c[k];
        sum = sum + y * y;
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
  template <class In> FORCED flags<Arch> near(const In& in) const { return ordered_gt(nudge(reach2(in), 9), gap2(in)); }
  template <class In> FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {
    const F g = gap2(in), q = reach2(in);
    flags<Arch> sure = ordered_gt(q, nudge(g, 8)) & (g >= F(0.f)) & (q <= F(largest));  // no NaN, nothing overflowed
    if constexpr (!OneRadius) sure = sure & (in[D] >= F(0.f));
    return {close, sure};
  }
  template <class In> static FORCED u32 exact(const state& s, const In& in) {
    using R = typename In::value;
    R item_r;
    if constexpr (OneRadius)
      item_r = R((double)s.item_r);
    else
      item_r = in[D];
    const R lead = distance_sign<D, R>([&](auto k, R& p, R& q) INLINED { p = in[k], q = R((double)s.c[k]); }, item_r,
                                       R((double)s.r));
    auto ok = radius_ok(item_r);
    each_axis<D>([&](auto k) INLINED { ok = ok & finite_double(in[k]); });
    return bits(ok & (s.closed ? lead <= R(0.) : lead < R(0.)));
  }
};

// ---- circle against circle -------------------------------------------------------------------------------------

struct closed_state {
  bool closed;
};

template <class Arch, int D> struct overlap_circles_pairs {  // columns: centre and radius of a, then of b
  using arch = Arch;
  using state = closed_state;
  using F = floats<Arch>;
  static constexpr int dims = D, columns = 2 * D + 2;
  static constexpr bool moving = false, cheap = true;

  FORCED explicit overlap_circles_pairs(const state&) {}
  template <class In> static FORCED F gap2(const In& in) {
    const F x = in[0] - in[D + 1];
    F sum = x * x;
    each_axis<D>([&](auto k) INLINED {
      if constexpr (k > 0) {
        const F y = in[k] - in[D + 1 + k];
        sum = sum + y * y;
      }
    });
    return sum;
  }
  template <class In> static FORCED F reach2(const In& in) {
    const F sum = in[D] + in[2 * D + 1];
    return sum * sum;
  }
  template <class In> FORCED flags<Arch> near(const In& in) const { return ordered_gt(nudge(reach2(in), 9), gap2(in)); }
  template <class In> FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {
    const F g = gap2(in), q = reach2(in);
    return {close, ordered_gt(q, nudge(g, 8)) & (g >= F(0.f)) & (q <= F(largest)) & (in[D] >= F(0.f)) &
                       (in[2 * D + 1] >= F(0.f))};
  }
  template <class In> static FORCED u32 exact(const state& s, const In& in) {
    using R = typename In::value;
    const R lead =
        distance_sign<D, R>([&](auto k, R& p, R& q) INLINED { p = in[k], q = in[D + 1 + k]; }, in[D], in[2 * D + 1]);
    auto ok = radius_ok(in[D]) & radius_ok(in[2 * D + 1]);
    each_axis<D>([&](auto k) INLINED { ok = ok & finite_double(in[k]) & finite_double(in[D + 1 + k]); });
    return bits(ok & (s.closed ? lead <= R(0.) : lead < R(0.)));
  }
};

// ---- choosing --------------------------------------------------------------------------------------------------

inline bool valid_circle(const side& s, int dims, float* c, float& r) {
  r = s.what == kind::circle ? s.column[dims].one : 0;
  bool valid = r >= 0 && finite(r);
  for (int k = 0; k < dims; ++k) c[k] = s.column[k].one, valid = valid && finite(c[k]);
  return valid;
}
FORCED bool one_radius_for_all(const side& s, int dims) { return s.what != kind::circle || !s.column[dims].data; }
FORCED float radius_for_all(const side& s, int dims) { return s.what == kind::circle ? s.column[dims].one : 0; }

template <class A, int D> bool bind_overlap_circles(const request& r, plan& p) {
  const bool closed = r.touch == touching::hits;
  p.shrink = nullptr;
  if (r.batch == batch::each) {
    p.scan = scan<overlap_circles_pairs<A, D>>;
    p.columns = put_circles<D>(p, put_circles<D>(p, 0, r.a, r.first, limit_of(r.a)), r.b, r.second, limit_of(r.b));
    state_of<closed_state>(p) = {closed};
    return true;
  }
  const bool a_many = r.batch == batch::many_one;
  const side &one = a_many ? r.b : r.a, &many = a_many ? r.a : r.b;
  overlap_circle_state& s = state_of<overlap_circle_state>(p);
  if (!valid_circle(one, D, s.c, s.r)) return false;
  s.closed = closed;
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
