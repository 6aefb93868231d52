// Which of a world's items overlap each other: the kernels that this takes.
#include <hitscan/world.hpp>

#include "pairs.hpp"

namespace hitscan {

using namespace detail;
using namespace detail::broad;

namespace {
constexpr question* overlaps =
    between<test::overlap_boxes, test::overlap_circles, test::overlap_circles_boxes, test::overlap_hulls>;
}

found_pairs world::overlap_pairs(const pair_columns& out, const query& q, const workers& with) const {
  return pairs_within(lender::of(*this), overlaps, find_pairs, true, {{out.first, out.second}}, q, with);
}
found_pairs world::overlap_pairs_unordered(const pair_columns& out, const query& q, const workers& with) const {
  return pairs_within(lender::of(*this), overlaps, find_pairs, false, {{out.first, out.second}}, q, with);
}

}  // namespace hitscan
