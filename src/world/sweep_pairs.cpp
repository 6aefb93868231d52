// Which of a world's items meet on their ways: the kernels that this takes.
#include <hitscan/world.hpp>

#include "pairs.hpp"

namespace hitscan {

using namespace detail;
using namespace detail::broad;

namespace {
constexpr question* meetings =
    between<test::sweep_boxes, test::sweep_circles, test::sweep_circles_boxes, test::sweep_hulls>;
}

found_pairs world::sweep_pairs(const meeting_columns& out, const query& q, const workers& with) const {
  return pairs_within(lender::of(*this), meetings, find_meetings, true, {out}, q, with);
}

}  // namespace hitscan
