// The slab test of one axis: when is an edge reached? Over registers V, mirrored so that the mover goes up.
//
//         +---+   L                            exactly   fl(gap / L), as the reference has it: times that are equal
//         | a |------->                                  stay equal, and those in order stay in order
//         +---+     +-------+                  about     (edge - origin) * (1 / L), with no division
//          origin   |   b   |
//             |-gap-| edge  |
//
// The second has a rounding each of the difference, the product and, if that was divided, the reciprocal: (1 + e)^3
// with |e| <= u = 2^-24, off by 3 u and a little (Higham, Accuracy and Stability of Numerical Algorithms, lemma 3.1),
// which is at most 4 units in the last place. So two such times that are more than 8 apart, as integers, are in the
// order of the exact ones, and their rounded quotients are, too (tests/queries/slab_test.cpp). That is for what is
// normal: where a gap, a reciprocal or a product may vanish or overflow, whoever asks looks before.
#pragma once

#include "registers.hpp"

namespace hitscan::detail {
namespace {

// When a gap that closes by `length` is closed: minus infinity on an axis at rest.
template <class V, class Mask> FORCED V slab_time(V gap, V length, Mask moves) {
  return pick(moves, quotient(gap, pick(moves, length, V(1.f))), V(-__builtin_inff()));
}

template <class V> FORCED V about_slab_time(V edge, V origin, V inverse) { return (edge - origin) * inverse; }

}  // namespace
}  // namespace hitscan::detail
