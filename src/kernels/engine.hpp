// One ISA's engine: which bind serves which test, and the table of result forms. Included by src/isa/<isa>.cpp alone.
#pragma once

#include "forms.hpp"
#include "overlap_boxes.hpp"
#include "overlap_circles.hpp"
#include "overlap_circles_boxes.hpp"
#include "sweep_boxes.hpp"
#include "sweep_circles.hpp"

namespace hitscan::detail {
namespace {

template <class A, int D> bool bind_dims(const request& r, plan& p) {
  switch (r.test) {
    case test::overlap_boxes: return bind_overlap_boxes<A, D>(r, p, false);
    case test::inside_boxes: return bind_overlap_boxes<A, D>(r, p, true);
    case test::overlap_circles: return bind_overlap_circles<A, D>(r, p);
    case test::overlap_circles_boxes: return bind_overlap_circles_boxes<A, D>(r, p);
    case test::sweep_boxes: return bind_sweep_boxes<A, D>(r, p);
    case test::sweep_circles: return bind_sweep_circles<A, D>(r, p);
  }
  return false;
}

template <class A> bool bind(const request& r, plan& p) {
  if (!(r.until > 0)) return false;  // no time is below 0; nor is NaN above
  if (!r.a.layer_data && !r.b.layer_data && !(r.a.layer_one & r.b.layer_one & r.layers)) return false;
  p.written = 0, p.item = 0;
  return r.dims == 2 ? bind_dims<A, 2>(r, p) : bind_dims<A, 3>(r, p);
}

using arch = HITSCAN_ARCH;
constexpr engine engine_for_this_isa = {
    isa::HITSCAN_ISA, (int)floats<arch>::size, any<arch>,  count<arch>, mask<arch>, times<arch>,
    list<arch>,       nearest<arch>,           each<arch>,
};

}  // namespace
}  // namespace hitscan::detail
