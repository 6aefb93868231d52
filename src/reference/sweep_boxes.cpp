#include "sweep_boxes.hpp"

namespace hitscan::detail::textbook {

template moment<2> sweep_boxes(const box_at<2>&, const float (&)[2], const box_at<2>&, const float (&)[2],
                               const rules&) noexcept;
template moment<3> sweep_boxes(const box_at<3>&, const float (&)[3], const box_at<3>&, const float (&)[3],
                               const rules&) noexcept;

}  // namespace hitscan::detail::textbook
