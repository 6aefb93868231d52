// Circles inside boxes, boxes inside circles: how far, and which way is out?
//
//        .--------------------.         centre outside the box: away from its nearest point, depth = r - distance
//       |  +----------------+ * |       centre within: through the nearest face, depth = way to the face + r
//       |  |      b    c -> |   |       push = N * (depth + margin)
//       |  +----------------+   |
//        `--------------------'         N leads from the box to the circle, or with `flip` the other way.
//
// Whether they overlap is overlap_circles_boxes' business: the scan is that of its pairs, for all batches, and a side
// that is the same for all items is a column in L1. The rest in double, in the order of
// src/reference/contact_circles_boxes.hpp. What stands for the time is -depth.
#include "circle_boxes.hpp"
#include "exit_from_box.hpp"
#include "kernel.hpp"

HITSCAN_BIND(overlap_circle_box_pairs)

namespace hitscan::detail {
namespace {

struct contact_circles_boxes_state : closed_state {  // that of the scan, and what it leaves alone
  bool flip;
};

template <class Arch, int D> struct contact_circle_box_pairs {
  using arch = Arch;
  using F = floats<Arch>;
  using R = doubles<Arch>;
  using state = contact_circles_boxes_state;
  static constexpr int dims = D, columns = circle_box_pairs<Arch, D>::columns;
  const bool flip;

  FORCED explicit contact_circle_box_pairs(const state& s) : flip(s.flip) {}
  template <class In> static FORCED way<R, D> way_from(const In& in) {
    way<R, D> w = leave_box<D, R>([&](auto k) INLINED { return circle_box_pairs<Arch, D>::get(in)(k); });
    w.reach = in[D];
    return w;
  }
  template <class In> FORCED moment<Arch> when(const In& in) const {
    R depth[2];
    for (int h = 0; h < 2; ++h) {
      const way<R, D> w = way_from(in.half(h));
      depth[h] = depth_of(w.reach, w.distance);
    }
    return {F(0.f) - to_floats<Arch>(depth[0], depth[1]), no_lanes<Arch>(), no_lanes<Arch>()};
  }
  template <class In> FORCED pushing_contact<Arch, D> touch(const In& in, const moment<Arch>&) const {
    return both_halves<Arch, D>([&](int h, contact_halves<Arch, D>& c) INLINED {
      const auto wide = in.half(h);
      const way<R, D> w = way_from(wide);
      const R depth = depth_of(w.reach, w.distance);
      const R push = depth + push_margin<D>(w.N, w.from, larger(depth, w.reach));
      each_axis<D>([&](auto k) INLINED {
        const R N = flip ? R(0.) - w.N[k] : w.N[k];
        c.normal[k] = N, c.position[k] = flip ? wide[k] + w.reach * N : w.from[k], c.push[k] = N * push;
      });
    });
  }
};

template <class A, int D> bool bind(const request& r, plan& p) {  // a: circles, b: boxes
  p.moments = packed_moments<contact_circle_box_pairs<A, D>>;
  state_of<contact_circles_boxes_state>(p).flip = r.flip;
  return HITSCAN_ISA::HITSCAN_NAME(overlap_circle_box_pairs, HITSCAN_DIMS)(r, p);
}

}  // namespace
}  // namespace hitscan::detail

HITSCAN_KERNEL(contact_circles_boxes, bind)
