// How far is rounded hull a inside rounded hull b, and which way is out?
//
//        .---------.
//        | a   .---|-----.           Cores that overlap: through the side, of either, that takes the least, plus R.
//        |     |   |  b  |           depth = gap / |n| over all sides; compared as gap^2 |n'|^2 < gap'^2 |n|^2, so no
//        '-----|---'     |           root decides; a's sides before b's, the first of equals.
//              '---------'           Cores apart by less than R: from b's nearest point to a's, by R - distance.
//
// A side has a direction, outwards, so there is no other choice of sign: what is wholly inside leaves by the nearest
// side. All of it in double (hull_moments.cpp), for a pair of which the exact test says that it overlaps. The push
// makes up for corners that round: see contact_circles.hpp.
#pragma once

#include "overlap_hulls.hpp"

namespace hitscan::detail::textbook {

template <int D> moment<D> told(const hull_moment& of) noexcept {
  moment<D> m;
  m.hit = true, m.time = of.time, m.started = of.started;
  for (int k = 0; k < 2; ++k) m.normal[k] = of.normal[k], m.position[k] = of.position[k], m.push[k] = of.push[k];
  return m;
}

template <int D> moment<D> contact_hulls(const hull& a, const hull& b, const rules& rule) noexcept {
  if (!overlap_hulls<D>(a, b, rule.touch)) return {};
  return told<D>(hulls_contact(a, b));
}

}  // namespace hitscan::detail::textbook
