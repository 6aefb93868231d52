// Rounded hulls inside each other: how far, and which way is out?
//
//        .---------.            Whether they overlap is overlap_hulls' business: the same filter, the same exact step.
//        | a   .---|-----.      What there is to tell of those that do is told one lane at a time by the scalar code of
//        |     |   |  b  |      the reference (src/reference/contact_hulls.hpp): it walks over sides and corners, and
//        '-----|---'     |      those that overlap are few. What stands for the time is -depth.
//              '---------'
#include "hull_pairs.hpp"

namespace hitscan::detail {
namespace {

template <class Arch, int NA, int NB> struct contact_hulls_pairs : overlap_hulls_pairs<Arch, NA, NB> {
  using base = overlap_hulls_pairs<Arch, NA, NB>;
  using F = floats<Arch>;
  static constexpr bool moving = true;
  using base::base;

  template <class In> hull_moment tell(const In& in, int lane) const {
    hull a, b;
    base::lone_pair(this->s, in, lane, a, b);
    return this->s.swap ? hulls_contact(b, a) : hulls_contact(a, b);
  }
  template <class In> FORCED moment<Arch> when_hit(const In& in, u32 hits) const {
    alignas(64) float time[F::size] = {};
    for (; hits; hits &= hits - 1) {
      const int j = __builtin_ctz(hits);
      time[j] = tell(in, j).time;
    }
    return {F::load_aligned(time), no_lanes<Arch>(), no_lanes<Arch>()};
  }
  template <class In> FORCED pushing_contact<Arch, 2> touch_hit(const In& in, u32 hits) const {
    alignas(64) float normal[2][F::size] = {}, position[2][F::size] = {}, push[2][F::size] = {};
    for (; hits; hits &= hits - 1) {
      const int j = __builtin_ctz(hits);
      const hull_moment m = tell(in, j);
      for (int k = 0; k < 2; ++k) normal[k][j] = m.normal[k], position[k][j] = m.position[k], push[k][j] = m.push[k];
    }
    pushing_contact<Arch, 2> c;
    for (int k = 0; k < 2; ++k) {
      c.normal[k] = F::load_aligned(normal[k]), c.position[k] = F::load_aligned(position[k]);
      c.push[k] = F::load_aligned(push[k]);
    }
    return c;
  }
};

template <class A, int D> bool bind(const request& r, plan& p) {
  if constexpr (D == 3)
    return false;  // never asked
  else {
    overlap_hulls_state& s = state_of<overlap_hulls_state>(p);
    put_hulls(r, p, s);
    p.scan = scan_of<A, contact_hulls_pairs>(s.a, s.b);
    return true;
  }
}

}  // namespace
}  // namespace hitscan::detail

HITSCAN_KERNEL(contact_hulls, bind)
