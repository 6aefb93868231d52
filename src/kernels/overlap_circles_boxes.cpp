// Circles against boxes: is the point of the box that is nearest to the centre nearer than the radius?
//
//       min         max
//        |-----------|      .-.         gap = c - n on each axis, n = min(max(c, min), max): the box's nearest place
//        |           |     ( c )        hit:  sum of gap^2 < r^2, or c strictly inside (all that is left when r = 0)
//        |-----------| gap  '-'
//                    |-----|
//
// Gaps are differences of inputs; what was said of overlap_circles' filter and exact step holds here too.
#include "circle_boxes.hpp"
#include "kernel.hpp"

namespace hitscan::detail {
namespace {

struct circle_box_state {
  float c[3], r, min[3], max[3];  // the uniform circle (r alone where only the radius is), the uniform box
  float low[3], high[3];          // what near compares with
  float level, room;              // of the sketch
  bool closed;
};

// ---- one circle against many boxes -----------------------------------------------------------------------------

// Words of 64 boxes, straight through, where many are near. With M = 2^-19 r^2, and sums that are rounded as they come,
//
//     h = gap_x^2 - (r^2 - M) + gap_y^2          h < 0: hits       0 <= h <= 2 M: open       h > 2 M: does not
//
// Let u = 2^-24, g the sum of gaps squared. A gap is good to u of itself, its square to 2.1 u; r^2 and r^2 - M are each
// off by u r^2, the first sum by u of the larger of its terms, and the last by u |h|: so h is off from g - r^2 + M by
// no more than 6.2 u max(g, r^2). Where g < 2 r^2 that is less than M = 32 u r^2; beyond, h is above g / 2 - M. All of
// it holds while M is not among the subnormals: for smaller r, and where r^2 overflows, everything is open.
template <class A, int D> struct circle_boxes_sketch {
  using F = floats<A>;
  reader<A, 2 * D> in{};
  F c[D], level;
  float room;
  least_difference<A> apart;
  widths_of_hits<A> sizes;

  FORCED circle_boxes_sketch(const circle_box_state& s, const float* const* column) : level(s.level), room(s.room) {
    for (int k = 0; k < 2 * D; ++k) in.column[k] = column[k];
    each_axis<D>([&](auto k) INLINED { c[k] = F(s.c[k]); });
  }
  static void prepare(circle_box_state& s) {
    const float r2 = s.r * s.r;
    const bool usable = r2 > 0x1p-80f && r2 <= largest;
    s.level = usable ? r2 - 0x1p-19f * r2 : 0, s.room = usable ? 0x1p-18f * r2 : __builtin_inff();
  }
  FORCED void begin() { apart = {}, sizes = {}; }
  FORCED u32 hits(std::size_t at) {
    in.at = at;
    F h = level;
    each_axis<D>([&](auto k) INLINED {
      const F gap = c[k] - minimum(maximum(c[k], in[2 * k]), in[2 * k + 1]);
      h = k == 0 ? product_less(gap, gap, h) : product_more(gap, gap, h);
    });
    const flags<A> hit = sign_set(h);
    apart.add(h);
    sizes.add(hit, widths_of<A, D>([&](auto k) INLINED { return in[2 * k + 1] - in[2 * k]; }));
    return bits(hit);
  }
  FORCED bool clear() { return (bits(apart.within(room)) | (bits(sizes.fine()) ^ (u32)((1ull << F::size) - 1))) == 0; }
};

template <class Arch, int D> struct circle_against_boxes {  // columns: corners
  using arch = Arch;
  using pairs = circle_box_pairs<Arch, D>;
  using state = circle_box_state;
  using F = floats<Arch>;
  using maths = circle_box_maths<Arch, D>;
  static constexpr int dims = D, columns = 2 * D;
  static constexpr bool moving = false, cheap = true;
  template <bool>
  requires(F::size >= 8)
  using sketch = circle_boxes_sketch<Arch, D>;
  const state& s;
  F low[D], high[D];

  FORCED explicit circle_against_boxes(const state& s_) : s(s_) {
    each_axis<D>([&](auto k) INLINED { low[k] = F(s.low[k]), high[k] = F(s.high[k]); });
  }
  template <class In> FORCED flags<Arch> near(const In& in) const {
    return all_axes<D>([&](auto k) INLINED { return (in[2 * k] < high[k]) & (in[2 * k + 1] > low[k]); });
  }
  template <class In> FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {
    const F r(s.r);
    return maths::test([&](auto k) INLINED { return where<F>{F(s.c[k]), in[2 * k], in[2 * k + 1]}; }, r * r, close);
  }
  template <class To> static FORCED closed_state place(const state& s, const float* const* own, To& to) {
    for (int k = 0; k < D; ++k) to.same(k, s.c[k]);
    for (int c = 0; c < columns; ++c) to.column(D + 1 + c, own[c]);
    to.same(D, s.r);
    return {s.closed};
  }
};

// ---- many circles of one radius against a box ------------------------------------------------------------------

template <class Arch, int D> struct circles_against_box {  // columns: centres
  using arch = Arch;
  using pairs = circle_box_pairs<Arch, D>;
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
  template <class In> FORCED flags<Arch> near(const In& in) const {
    return all_axes<D>([&](auto k) INLINED { return (in[k] < high[k]) & (in[k] > low[k]); });
  }
  template <class In> FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {
    const F r(s.r);
    return maths::test([&](auto k) INLINED { return where<F>{in[k], F(s.min[k]), F(s.max[k])}; }, r * r, close);
  }
  template <class To> static FORCED closed_state place(const state& s, const float* const* own, To& to) {
    for (int k = 0; k < D; ++k)
      to.column(k, own[k]), to.same(D + 1 + 2 * k, s.min[k]), to.same(D + 2 + 2 * k, s.max[k]);
    to.same(D, s.r);
    return {s.closed};
  }
};

// ---- choosing --------------------------------------------------------------------------------------------------

template <class A, int D> ONCE bool bind_pairs(const request& r, plan& p) {  // a: circles, b: boxes
  p.scan = scan<circle_box_pairs<A, D>>;
  put_pairs<D>(p, r, {.a_circle = true});
  state_of<closed_state>(p) = {r.touch == touching::hits};
  return true;
}
template <class A, int D> bool bind(const request& r, plan& p) {
  const bool closed = r.touch == touching::hits;
  if (r.batch == batch::one_many) {
    circle_box_state& s = state_of<circle_box_state>(p);
    s.closed = closed;
    if (!valid_circle(r.a, D, s.c, s.r)) return false;
    widen_by<D>(s.c, s.c, s.r, s.low, s.high);
    if constexpr (sketches<circle_against_boxes<A, D>>) circle_boxes_sketch<A, D>::prepare(s);
    p.scan = scan<circle_against_boxes<A, D>>;
    p.columns = put_corners<D>(p, 0, r.b);
    return true;
  }
  if (r.batch == batch::many_one && one_radius_for_all(r.a, D)) {
    circle_box_state& s = state_of<circle_box_state>(p);
    s.closed = closed, s.r = radius_for_all(r.a, D);
    if (!valid_box(r.b, D, s.min, s.max) || !(s.r >= 0 && finite(s.r))) return false;
    widen_by<D>(s.min, s.max, s.r, s.low, s.high);
    p.scan = scan<circles_against_box<A, D>>;
    put_circles<D>(p, 0, r.a);
    keep_columns(p, D);
    return true;
  }
  return bind_pairs<A, D>(r, p);
}

}  // namespace
}  // namespace hitscan::detail

HITSCAN_KERNEL(overlap_circles_boxes, bind)
HITSCAN_KERNEL(overlap_circle_box_pairs, bind_pairs)
