// Rounded hulls inside each other: how far, and which way is out?
//
//        .---------.            Whether they overlap is overlap_hulls' business: the scan is its own.
//        | a   .---|-----.      What there is to tell of those that do is what the reference tells
//        |     |   |  b  |      (src/reference/contact_hulls.hpp), a register of doubles at a time: hull_moments.hpp.
//        '-----|---'     |      What stands for the time is -depth.
//              '---------'
#include "hull_moments.hpp"

HITSCAN_BIND(overlap_hulls)

namespace hitscan::detail {
namespace {

template <class Arch> struct any_contact_hulls : any_overlap_hulls<Arch> {
  using base = any_overlap_hulls<Arch>;
  using base::base;

  template <class In> hull_moment tell(const In& in, int lane) const {
    hull a, b;
    base::lone_pair(this->s, in, lane, a, b);
    return this->s.swap ? hulls_contact(b, a) : hulls_contact(a, b);
  }
  template <class In>
  FORCED told<Arch, pushing_contact<Arch, 2>> tell_hit(const In& in, u32 hits, bool contacts) const {
    return tell_pairs<Arch, pushing_contact<Arch, 2>>(
        this->s, in, hits, contacts,
        [](int, const auto& a, const auto& b, u32 lanes, auto& to)
            INLINED { hull_moments<Arch>::contact_of(a, b, lanes, to); },
        [&](int j) INLINED { return tell(in, j); });
  }
};

template <class A, int D> bool bind(const request& r, plan& p) {
  if constexpr (D == 3)
    return false;  // never asked
  else {
    p.moments = moments<any_contact_hulls<A>>;
    return HITSCAN_ISA::HITSCAN_NAME(overlap_hulls, HITSCAN_DIMS)(r, p);
  }
}

}  // namespace
}  // namespace hitscan::detail

HITSCAN_KERNEL(contact_hulls, bind)
