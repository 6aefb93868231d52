// Circles and points inside circles: how far, and which way is out?
//
//         .-----.                   N = (a - b) / |a - b|, from centre to centre; coincident: +1 on the last axis
//        /   .---\---.              depth = ra + rb - |a - b|
//       |   /    |    \             push = N * (depth + margin)
//       |  |  b  | * a |  -> N
//        \  \    /    /             Whether they overlap is overlap_circles' business. The rest in double; the margin
//         `--`--'----'              makes up for centres that round: src/reference/contact_circles.hpp.
//
// The scan is that of overlap_circles' pairs, for all batches: a side that is the same for all items is a column in
// L1. What stands for the time is -depth.
#include "circles.hpp"
#include "contacts.hpp"
#include "kernel.hpp"

HITSCAN_BIND(overlap_circle_pairs)

namespace hitscan::detail {
namespace {

template <class Arch, int D> struct contact_circle_pairs {
  using arch = Arch;
  using state = closed_state;
  using F = floats<Arch>;
  using R = doubles<Arch>;
  static constexpr int dims = D, columns = overlap_circles_pairs<Arch, D>::columns;

  FORCED explicit contact_circle_pairs(const state&) {}
  template <class In> static FORCED way<R, D> way_between(const In& in) {
    way<R, D> w;
    R length2(0.);
    each_axis<D>([&](auto k) INLINED {
      w.from[k] = in[D + 1 + k];
      w.N[k] = (in[k] - w.from[k]) + R(0.);  // never -0
      length2 = length2 + w.N[k] * w.N[k];
    });
    w.distance = square_root(length2), w.reach = in[D] + in[2 * D + 1];
    each_axis<D>([&](auto k) INLINED {
      w.N[k] = xsimd::select(w.distance > R(0.), quotient(w.N[k], w.distance), R(k == D - 1 ? 1. : 0.));
    });
    return w;
  }
  template <class In> FORCED moment<Arch> when(const In& in) const {
    R depth[2];
    for (int h = 0; h < 2; ++h) {
      const way<R, D> w = way_between(in.half(h));
      depth[h] = depth_of(w.reach, w.distance);
    }
    return {F(0.f) - to_floats<Arch>(depth[0], depth[1]), no_lanes<Arch>(), no_lanes<Arch>()};
  }
  template <class In> FORCED pushing_contact<Arch, D> touch(const In& in, const moment<Arch>&) const {
    return both_halves<Arch, D>([&](int h, contact_halves<Arch, D>& c) INLINED {
      const auto wide = in.half(h);
      const way<R, D> w = way_between(wide);
      const R push = depth_of(w.reach, w.distance) + push_margin<D>(w.N, w.from, w.reach), rb = wide[2 * D + 1];
      each_axis<D>([&](auto k) INLINED {
        c.normal[k] = w.N[k], c.position[k] = w.from[k] + rb * w.N[k], c.push[k] = w.N[k] * push;
      });
    });
  }
};

template <class A, int D> bool bind(const request& r, plan& p) {
  p.moments = packed_moments<contact_circle_pairs<A, D>>;
  return HITSCAN_ISA::HITSCAN_NAME(overlap_circle_pairs, HITSCAN_DIMS)(r, p);
}

}  // namespace
}  // namespace hitscan::detail

HITSCAN_KERNEL(contact_circles, bind)
