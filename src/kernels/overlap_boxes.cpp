// Boxes and points against boxes: do they overlap? Also the kernel of: inside_boxes.
//
//        a.min      a.max
//          |----------|               overlap, per axis:   a.min < b.max  and  b.min < a.max
//                 |----------|        inside,  per axis:   b.min < a.min  and  a.max < b.max
//               b.min      b.max
//
// Compares of inputs: exact in float as they stand. Both questions ask, per axis, x0 < y0 and x1 < y1; which columns
// these are is decided once a query. Where one side is uniform the touching policy goes into its edges, since
// x <= e means x < the next float after e. All that is left to exact is whether the item is a box at all.
#include "boxes.hpp"
#include "kernel.hpp"

namespace hitscan::detail {
namespace {

// ---- one box against many --------------------------------------------------------------------------------------

struct overlap_one_state {
  float high_of_low[3], low_of_high[3];  // item.low < high_of_low and item.high > low_of_high
  float half[3], half_up[3];             // see centres
  bool swap;                             // many inside one: the columns of low and high have changed places
};

template <class Kernel, class Source, bool Swap> struct overlap_sketch;

template <class Arch, int D, class Source> struct overlap_one {
  using arch = Arch;
  using state = overlap_one_state;
  using F = floats<Arch>;
  template <bool Swap>
  requires(F::size >= 8)  // of registers of four it is twice the code for next to nothing
  using sketch = overlap_sketch<overlap_one, Source, Swap && Source::columns == 2 * D>;
  static bool second_sketch(const state& s) { return s.swap; }
  static constexpr int dims = D, columns = Source::columns;
  static constexpr bool moving = false, cheap = true;
  static constexpr bool straight = F::size == 16 && D == 2;  // Intel's compares go another way than sums: both at once
  const state& s;
  F below[D], above[D], flip;

  FORCED explicit overlap_one(const state& s_) : s(s_), flip(s_.swap ? -0.f : 0.f) {
    each_axis<D>([&](auto k) INLINED { below[k] = F(s.high_of_low[k]), above[k] = F(s.low_of_high[k]); });
  }
  template <class In> FORCED flags<Arch> near(const In& in) const {
    return all_axes<D>(
        [&](auto k) INLINED { return (Source::low(s, in, k) < below[k]) & (Source::high(s, in, k) > above[k]); });
  }
  template <class In>
  FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {  // swapped widths come out negative
    const auto w =
        widths_of<Arch, D>([&](auto k) INLINED { return (Source::high(s, in, k) - Source::low(s, in, k)) ^ flip; });
    return {close, close & w.fine()};
  }
  template <class In> static FORCED u32 exact(const state& s, const In& in) {  // near has decided; is it a box?
    if (s.swap)
      return bits(all_axes<D>([&](auto k) INLINED { return interval(Source::high(s, in, k), Source::low(s, in, k)); }));
    return bits(all_axes<D>([&](auto k) INLINED { return interval(Source::low(s, in, k), Source::high(s, in, k)); }));
  }
};

// Words of 64 boxes, straight through: near is exact, and all that is open is whether those that hit are boxes.
template <class Kernel, class Source, bool Swap> struct overlap_sketch {
  using A = typename Kernel::arch;
  const Kernel kernel;
  reader<A, Source::columns> columns{};
  widths_of_hits<A> sizes;

  FORCED overlap_sketch(const overlap_one_state& s, const float* const* column) : kernel(s) {
    for (int c = 0; c < Source::columns; ++c) columns.column[c] = column[c];
  }
  FORCED void begin() { sizes = {}; }
  FORCED u32 hits(std::size_t at) {
    columns.at = at;
    const held<A, Source::columns> in(columns);
    const flags<A> hit = kernel.near(in);
    sizes.add(hit, widths_of<A, Kernel::dims>([&](auto k) INLINED {
                const auto low = Source::low(kernel.s, in, k), high = Source::high(kernel.s, in, k);
                return Swap ? low - high : high - low;
              }));
    return bits(hit);
  }
  FORCED bool clear() { return bits(sizes.fine()) == (u32)((1ull << floats<A>::size) - 1); }
};

// ---- box against box -------------------------------------------------------------------------------------------

struct overlap_pairs_state {
  bool closed, inside;
};

// Columns: corners of two, with the question low < other_high and other_low < high on each axis.
//   overlap: those of a, those of b        inside, and a point half open: those of b, those of a the other way round
template <class R> struct two_spans {
  R low, high, other_low, other_high;
};
template <class Arch, int D> struct overlap_pairs {
  using arch = Arch;
  using state = overlap_pairs_state;
  static constexpr int dims = D, columns = 4 * D;
  static constexpr bool moving = false, cheap = true;
  bool closed, inside;

  FORCED explicit overlap_pairs(const state& s) : closed(s.closed), inside(s.inside) {}
  template <class In> static FORCED auto get(const In& in, int k) {
    return two_spans<typename In::value>{in[2 * k], in[2 * k + 1], in[2 * D + 2 * k], in[2 * D + 2 * k + 1]};
  }
  template <class In> FORCED flags<Arch> near(const In& in) const {
    const auto x = [&](auto j) INLINED {
      const auto v = get(in, j / 2);
      return j % 2 == 0 ? v.low : v.other_low;
    };
    const auto y = [&](auto j) INLINED {
      const auto v = get(in, j / 2);
      return j % 2 == 0 ? v.other_high : v.high;
    };
    if (closed) return all_axes<2 * D>([&](auto j) INLINED { return x(j) <= y(j); });
    return all_axes<2 * D>([&](auto j) INLINED { return x(j) < y(j); });
  }
  // Two boxes an axis, j = 2 k and 2 k + 1.
  template <class In> static FORCED auto low(const In& in, bool inside, int j) {
    const auto v = get(in, j / 2);
    return j % 2 == 0 ? v.low : inside ? v.other_high : v.other_low;
  }
  template <class In> static FORCED auto high(const In& in, bool inside, int j) {
    const auto v = get(in, j / 2);
    return j % 2 == 0 ? v.high : inside ? v.other_low : v.other_high;
  }
  template <class In> FORCED verdict<Arch> test(const In& in, flags<Arch> close) const {
    const auto boxes = [&](bool is_inside) INLINED {
      return surely_boxes<Arch, 2 * D>([&](auto j) INLINED { return low(in, is_inside, j); },
                                       [&](auto j) INLINED { return high(in, is_inside, j); });
    };
    return {close, close & (inside ? boxes(true) : boxes(false))};
  }
  template <class In> static FORCED u32 exact(const state& s, const In& in) {
    return bits(all_axes<2 * D>([&](auto j) INLINED { return interval(low(in, s.inside, j), high(in, s.inside, j)); }));
  }
};

// A point half open in a box: as inside, but also at its lower edge.
template <class Arch, int D> struct half_open_pairs : overlap_pairs<Arch, D> {
  using twin = overlap_pairs<Arch, D>;
  using twin::twin;
  template <class In> FORCED flags<Arch> near(const In& in) const {
    return all_axes<D>([&](auto k) INLINED {
      const auto v = twin::get(in, k);
      return (v.low <= v.other_high) & (v.other_low < v.high);
    });
  }
};

// ---- choosing --------------------------------------------------------------------------------------------------

template <class A, int D> ONCE bool bind_pairs(const request& r, plan& p, bool is_inside) {
  const bool closed = r.touch == touching::hits, half_open = r.touch == touching::half_open;
  p.scan = half_open ? scan<half_open_pairs<A, D>> : scan<overlap_pairs<A, D>>;
  put_pairs<D>(p, r, {});
  is_inside = is_inside || half_open;
  if (is_inside) {
    const bool swap = half_open && r.a.what != kind::point;  // then b is
    int order[4 * D];
    for (int j = 0; j < 2 * D; ++j) order[j] = j + (swap ? 0 : 2 * D), order[2 * D + j] = (j ^ 1) + (swap ? 2 * D : 0);
    reorder(p, order, 4 * D);
  }
  state_of<overlap_pairs_state>(p) = {closed, is_inside};
  return true;
}
// One against many whose columns are not corners as they are, lower ones first.
template <class A, int D> ONCE bool bind_other(const side& many, plan& p, overlap_one_state& s) {
  if (one_half_for_all(many, D) && !s.swap) {
    for (int k = 0; k < D; ++k) put_half(s, many, D, k), put_column(p, k, many.column[k]);
    p.scan = scan<overlap_one<A, D, centres<D>>>;
    p.columns = D;
  } else {
    p.columns = put_corners<D>(p, 0, many);
    constexpr int swapped[] = {1, 0, 3, 2, 5, 4};
    if (s.swap) reorder(p, swapped, 2 * D);
  }
  return true;
}
template <class A, int D> bool bind(const request& r, plan& p, bool is_inside) {
  if (r.batch == batch::each) return bind_pairs<A, D>(r, p, is_inside);
  const bool closed = r.touch == touching::hits, half_open = r.touch == touching::half_open;
  const bool a_many = r.batch == batch::many_one;
  const side &one = a_many ? r.b : r.a, &many = a_many ? r.a : r.b;
  const bool points = many.what == kind::point;
  float low[3], high[3];
  if (!valid_box(one, D, low, high)) return false;
  overlap_one_state& s = state_of<overlap_one_state>(p);
  s.swap = is_inside && a_many && !points;  // a point's edges are one column
  // overlap, and many inside one:  item.min < one.max, item.max > one.min, or both columns the other way round
  // one inside many:               item.min < one.min, item.max > one.max
  const bool one_inside = is_inside && !a_many;
  const float *const below = one_inside ? low : high, *const above = one_inside ? high : low;
  for (int k = 0; k < D; ++k) s.high_of_low[k] = below[k], s.low_of_high[k] = above[k];
  if (closed || (half_open && !points))
    for (int k = 0; k < D; ++k) s.high_of_low[k] = up(below[k]);
  if (closed || (half_open && points))
    for (int k = 0; k < D; ++k) s.low_of_high[k] = down(above[k]);
  p.scan = scan<overlap_one<A, D, corners<D>>>;
  p.columns = 2 * D;
  if (many.what == kind::corners && !s.swap && put_spans<2 * D>(p, 0, many.column)) return true;
  return bind_other<A, D>(many, p, s);
}

template <class A, int D> bool bind_overlap(const request& r, plan& p) { return bind<A, D>(r, p, false); }
template <class A, int D> bool bind_inside(const request& r, plan& p) { return bind<A, D>(r, p, true); }
template <class A, int D> bool bind_of_pairs(const request& r, plan& p) { return bind_pairs<A, D>(r, p, false); }

}  // namespace
}  // namespace hitscan::detail

HITSCAN_KERNEL(overlap_boxes, bind_overlap)
HITSCAN_KERNEL(overlap_box_pairs, bind_of_pairs)
HITSCAN_KERNEL(inside_boxes, bind_inside)
