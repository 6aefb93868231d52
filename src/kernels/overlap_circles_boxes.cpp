// Circles against boxes: is the point of the box that is nearest to the centre nearer than the radius?
//
//       min         max
//        |-----------|      .-.         gap = max(min - c, c - max, 0) on each axis
//        |           |     ( c )        hit:  sum of gap^2 < r^2, or c strictly inside (all that is left when r = 0)
//        |-----------| gap  '-'
//                    |-----|
//
// Gaps are differences of inputs; what was said of overlap_circles' filter and exact step holds here too.
#include "circle_boxes.hpp"

namespace hitscan::detail {
namespace {

struct circle_box_state {
  float c[3], r, min[3], max[3];  // the uniform circle (r alone where only the radius is), the uniform box
  float low[3], high[3];          // what near compares with
  bool closed;
};

// ---- one circle against many boxes -----------------------------------------------------------------------------

template <class Arch, int D> struct circle_against_boxes {  // columns: corners
  using arch = Arch;
  using state = circle_box_state;
  using F = floats<Arch>;
  using maths = circle_box_maths<Arch, D>;
  static constexpr int dims = D, columns = 2 * D;
  static constexpr bool moving = false, cheap = true;
  const state& s;
  F low[D], high[D];

  FORCED explicit circle_against_boxes(const state& s_) : s(s_) {
    each_axis<D>([&](auto k) INLINED { low[k] = F(s.low[k]), high[k] = F(s.high[k]); });
  }
  template <class In> static FORCED auto get(const state& s, const In& in) {
    using R = typename In::value;
    return [&](auto k) INLINED { return where<R>{R(s.c[k]), in[2 * k], in[2 * k + 1]}; };
  }
  template <class In> FORCED flags<Arch> near(const In& in) const {
    return all_axes<D>([&](auto k) INLINED { return (in[2 * k] < high[k]) & (in[2 * k + 1] > low[k]); });
  }
  template <class In> FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {
    const F r(s.r);
    return maths::test(get(s, in), r * r, close);
  }
  template <class In> static FORCED u32 exact(const state& s, const In& in) {
    using R = typename In::value;
    return maths::template exact<R>(get(s, in), R((double)s.r), s.closed);
  }
};

// ---- many circles of one radius against a box ------------------------------------------------------------------

template <class Arch, int D> struct circles_against_box {  // columns: centres
  using arch = Arch;
  using state = circle_box_state;
  using F = floats<Arch>;
  using maths = circle_box_maths<Arch, D>;
  static constexpr int dims = D, columns = D;
  static constexpr bool moving = false, cheap = true;
  const state& s;
  F low[D], high[D];

  FORCED explicit circles_against_box(const state& s_) : s(s_) {
    each_axis<D>([&](auto k) INLINED { low[k] = F(s.low[k]), high[k] = F(s.high[k]); });
  }
  template <class In> static FORCED auto get(const state& s, const In& in) {
    using R = typename In::value;
    return [&](auto k) INLINED { return where<R>{in[k], R(s.min[k]), R(s.max[k])}; };
  }
  template <class In> FORCED flags<Arch> near(const In& in) const {
    return all_axes<D>([&](auto k) INLINED { return (in[k] < high[k]) & (in[k] > low[k]); });
  }
  template <class In> FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {
    const F r(s.r);
    return maths::test(get(s, in), r * r, close);
  }
  template <class In> static FORCED u32 exact(const state& s, const In& in) {
    using R = typename In::value;
    return maths::template exact<R>(get(s, in), R((double)s.r), s.closed);
  }
};

// ---- choosing --------------------------------------------------------------------------------------------------

template <class A, int D> bool bind(const request& r, plan& p) {  // a: circles, b: boxes
  const bool closed = r.touch == touching::hits;
  if (r.batch == batch::one_many) {
    circle_box_state& s = state_of<circle_box_state>(p);
    s.closed = closed;
    if (!valid_circle(r.a, D, s.c, s.r)) return false;
    for (int k = 0; k < D; ++k) s.low[k] = down(s.c[k] - s.r), s.high[k] = up(s.c[k] + s.r);
    p.scan = scan<circle_against_boxes<A, D>>;
    p.columns = put_corners<D>(p, 0, r.b);
    return true;
  }
  if (r.batch == batch::many_one && one_radius_for_all(r.a, D)) {
    circle_box_state& s = state_of<circle_box_state>(p);
    s.closed = closed, s.r = radius_for_all(r.a, D);
    if (!valid_box(r.b, D, s.min, s.max) || !(s.r >= 0 && finite(s.r))) return false;
    for (int k = 0; k < D; ++k) s.low[k] = down(s.min[k] - s.r), s.high[k] = up(s.max[k] + s.r);
    p.scan = scan<circles_against_box<A, D>>;
    put_circles<D>(p, 0, r.a);
    keep_columns(p, D);
    return true;
  }
  p.scan = scan<circle_box_pairs<A, D>>;
  p.columns = put_corners<D>(p, put_circles<D>(p, 0, r.a, r.first, limit_of(r.a)), r.b, r.second, limit_of(r.b));
  state_of<closed_state>(p) = {closed};
  return true;
}

}  // namespace
}  // namespace hitscan::detail

HITSCAN_KERNEL(overlap_circles_boxes, bind)
