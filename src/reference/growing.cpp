#include "growing.hpp"

#include "sweep_growing_boxes.hpp"
#include "sweep_growing_circles.hpp"

namespace hitscan::detail {
namespace {

using namespace textbook;

template <int D> growing_box_at<D> box_of(const growing_body& from) noexcept {
  growing_box_at<D> b;
  for (int k = 0; k < D; ++k)
    b.box.min[k] = from.at[2 * k], b.box.max[k] = from.at[2 * k + 1], b.grow[k] = from.grow[k];
  return b;
}
template <int D> growing_circle_at<D> circle_of(const growing_body& from) noexcept {
  growing_circle_at<D> c;
  for (int k = 0; k < D; ++k) c.circle.center[k] = from.at[k];
  c.circle.radius = from.at[D], c.grow = from.grow[0];
  return c;
}

template <int D>
growing_verdict meet(test which, const growing_body& a, const growing_body& b, const rules& rule) noexcept {
  float da[D], db[D];
  for (int k = 0; k < D; ++k) {
    da[k] = a.step[k], db[k] = b.step[k];
    if (!finite(da[k]) || !finite(db[k])) return {};
  }
  const auto ask = [&](const auto& x, const auto& y, auto sweep) {
    if (!valid(x) || !valid(y)) return growing_verdict{};
    const moment<D> m = sweep(x, da, y, db, rule);
    return growing_verdict{m.hit, m.started};
  };
  return which == test::sweep_growing_boxes ? ask(box_of<D>(a), box_of<D>(b), sweep_growing_boxes<D>)
                                            : ask(circle_of<D>(a), circle_of<D>(b), sweep_growing_circles<D>);
}

}  // namespace

growing_verdict growing_meet(test which, int dims, const growing_body& a, const growing_body& b, start_overlap start,
                             bool closed) noexcept {
  const rules rule{closed ? touching::hits : touching::misses, start};
  return dims == 2 ? meet<2>(which, a, b, rule) : meet<3>(which, a, b, rule);
}

}  // namespace hitscan::detail

namespace hitscan::detail::textbook {
template moment<2> sweep_growing_boxes(const growing_box_at<2>&, const float (&)[2], const growing_box_at<2>&,
                                       const float (&)[2], const rules&) noexcept;
template moment<3> sweep_growing_boxes(const growing_box_at<3>&, const float (&)[3], const growing_box_at<3>&,
                                       const float (&)[3], const rules&) noexcept;
template moment<2> sweep_growing_circles(const growing_circle_at<2>&, const float (&)[2], const growing_circle_at<2>&,
                                         const float (&)[2], const rules&) noexcept;
template moment<3> sweep_growing_circles(const growing_circle_at<3>&, const float (&)[3], const growing_circle_at<3>&,
                                         const float (&)[3], const rules&) noexcept;
}  // namespace hitscan::detail::textbook
