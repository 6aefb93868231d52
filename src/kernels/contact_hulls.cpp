// Rounded hulls inside each other: how far, and which way is out?
//
//        .---------.            Whether they overlap is overlap_hulls' business: the scan is its own.
//        | a   .---|-----.      What there is to tell of those that do is what the reference tells
//        |     |   |  b  |      (src/reference/contact_hulls.hpp), a register of doubles at a time: hull_moments.hpp.
//        '-----|---'     |      What stands for the time is -depth.
//              '---------'
#include "hull_moments.hpp"
#include "kernel.hpp"

HITSCAN_BIND(overlap_hulls)

namespace hitscan::detail {
namespace {

template <class Arch> struct any_contact_hulls {
  using arch = Arch;
  using state = hulls_state;
  static constexpr int dims = 2, columns = most_hull_columns;
  static constexpr bool slow_to_tell = true;
  const state& s;

  FORCED explicit any_contact_hulls(const state& s_) : s(s_) {}
  template <class In>
  FORCED told<Arch, pushing_contact<Arch, 2>> tell_hit(const In& in, u32 hits, bool contacts) const {
    return tell_pairs<Arch, pushing_contact<Arch, 2>>(
        s, in, hits, contacts,
        [](int, const auto& a, const auto& b, u32 lanes, auto& to)
            INLINED { hull_moments::contact_of(a, b, lanes, to); },
        [&](int j) INLINED { return contact_of_hulls(s, in.column, in.at + (unsigned)j); });
  }
};

template <class A, int D> bool bind(const request& r, plan& p) {
  if constexpr (D == 3)
    return false;  // never asked
  else {
    p.moments = packed_moments<any_contact_hulls<A>>;
    return HITSCAN_ISA::HITSCAN_NAME(overlap_hulls, HITSCAN_DIMS)(r, p);
  }
}

}  // namespace
}  // namespace hitscan::detail

HITSCAN_KERNEL(contact_hulls, bind)
