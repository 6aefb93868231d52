// Boxes and points inside boxes: how far, and which way is out?
//
//            |<- left ->|           Whether they overlap: compares of inputs. The way out: the lesser of
//       +----|-----+----|---+          left = a.max - b.min  and  right = b.max - a.min,
//       | a  |     |    | b |       of the axes the least; one rounding each. The push is longer by 2^-22 of itself:
//       +----|-----+----|---+       enough for edges that round as they move (src/reference/contact_boxes.hpp).
//       |<---- right ------>|
//
// The scan is that of overlap_boxes' pairs, for all batches: a side that is the same for all items is a column in L1.
// What stands for the time is -depth.
#include "boxes.hpp"
#include "kernel.hpp"

HITSCAN_BIND(overlap_box_pairs)

namespace hitscan::detail {
namespace {

template <class Arch, int D> struct contact_box_pairs {  // columns: those of overlaps
  using arch = Arch;
  struct state {};  // nothing of the scan's
  using F = floats<Arch>;
  using M = flags<Arch>;
  static constexpr int dims = D, columns = 4 * D;

  FORCED explicit contact_box_pairs(const state&) {}
  template <class R> struct both {
    R a_min, a_max, b_min, b_max;
  };
  template <class In> static FORCED auto get(const In& in) {
    return [&](auto k) INLINED {
      return both<typename In::value>{in[2 * k], in[2 * k + 1], in[2 * D + 2 * k], in[2 * D + 2 * k + 1]};
    };
  }
  template <class In> FORCED moment<Arch> when(const In& in) const {
    return {F(0.f) - way_out<Arch, D>(get(in)).depth, no_lanes<Arch>(), no_lanes<Arch>()};
  }
  template <class In> FORCED pushing_contact<Arch, D> touch(const In& in, const moment<Arch>&) const {
    const exit<Arch, D> out = way_out<Arch, D>(get(in));
    const F push = out.depth * F(1 + 0x1p-22f);
    pushing_contact<Arch, D> c;
    each_axis<D>([&](auto k) INLINED {
      const auto v = get(in)(k);
      const F sign = xsimd::select(out.up[k], F(1.f), F(-1.f)), zero(0.f);
      const F low = larger(v.a_min, v.b_min), high = smaller(v.a_max, v.b_max);
      c.normal[k] = xsimd::select(out.axis[k], sign, zero);
      c.push[k] = xsimd::select(out.axis[k], sign * push, zero);
      c.position[k] =
          xsimd::select(out.axis[k], xsimd::select(out.up[k], v.b_max, v.b_min), F(.5f) * low + F(.5f) * high);
    });
    return c;
  }
};

template <class A, int D> bool bind(const request& r, plan& p) {
  p.moments = moments<contact_box_pairs<A, D>>;
  return HITSCAN_ISA::HITSCAN_NAME(overlap_box_pairs, HITSCAN_DIMS)(r, p);
}

}  // namespace
}  // namespace hitscan::detail

HITSCAN_KERNEL(contact_boxes, bind)
