// The reference as an engine: the fallback on any CPU, and what every SIMD engine must agree with to the bit.
#include "../../reference/forms.hpp"
#include "../../reference/squared.hpp"
#include "../../respond/walls.hpp"

#include "../../dispatch/engines.hpp"

namespace hitscan::detail {
namespace {

template <class Form, int D, class... Out> auto run_dims(const request& r, const Out&... out) noexcept {
  using textbook::question;
  switch (r.test) {
    case test::overlap_boxes: return Form::run(question<test::overlap_boxes, D>(r), out...);
    case test::inside_boxes: return Form::run(question<test::inside_boxes, D>(r), out...);
    case test::overlap_circles: return Form::run(question<test::overlap_circles, D>(r), out...);
    case test::overlap_circles_boxes: return Form::run(question<test::overlap_circles_boxes, D>(r), out...);
    case test::sweep_boxes: return Form::run(question<test::sweep_boxes, D>(r), out...);
    case test::sweep_circles: return Form::run(question<test::sweep_circles, D>(r), out...);
    case test::contact_boxes: return Form::run(question<test::contact_boxes, D>(r), out...);
    case test::contact_circles: return Form::run(question<test::contact_circles, D>(r), out...);
    case test::overlap_hulls: return Form::run(question<test::overlap_hulls, 2>(r), out...);
    case test::contact_circles_boxes: return Form::run(question<test::contact_circles_boxes, D>(r), out...);
    case test::sweep_circles_boxes: return Form::run(question<test::sweep_circles_boxes, D>(r), out...);
    case test::contact_hulls: return Form::run(question<test::contact_hulls, 2>(r), out...);
    case test::sweep_hulls: return Form::run(question<test::sweep_hulls, 2>(r), out...);
    case test::sweep_growing_boxes: return Form::run(question<test::sweep_growing_boxes, D>(r), out...);
    case test::sweep_growing_circles: break;
  }
  return Form::run(question<test::sweep_growing_circles, D>(r), out...);
}

template <class Form, class... Out> auto run(const request& r, const Out&... out) noexcept {
  return r.dims == 2 ? run_dims<Form, 2>(r, out...) : run_dims<Form, 3>(r, out...);
}

bool any(const request& r) noexcept { return run<textbook::any_loop>(r); }
std::size_t count(const request& r) noexcept { return run<textbook::count_loop>(r); }
void mask(const request& r, std::uint64_t* words) noexcept { run<textbook::mask_loop>(r, words); }
void times(const request& r, float* time, std::uint64_t* words) noexcept { run<textbook::times_loop>(r, time, words); }
tally list(const request& r, const records& out, std::size_t capacity) noexcept {
  return run<textbook::list_loop>(r, out, capacity);
}
outcome nearest(const request& r) noexcept { return run<textbook::nearest_loop>(r); }
void each(const request& r, const records& out) noexcept { run<textbook::each_loop>(r, out); }
void squared(const squared_request& r, std::uint64_t* words) noexcept {
  for (std::size_t i = 0; i < r.n; ++i) {
    const bool hit = r.dims == 2 ? textbook::squared<2>(r, i) : textbook::squared<3>(r, i);
    textbook::put_bit(words, i, hit);
  }
}

void walls_one_by_one(const wall_request& r) noexcept {
  for (std::size_t i = 0; i < r.n; ++i) {
    float v[3]{}, n[3]{}, out[3]{};
    for (int k = 0; k < r.dims; ++k) v[k] = r.step[k].data ? r.step[k].data[i] : r.step[k].one, n[k] = r.normal[k][i];
    wall_answer(r.dims, v, n, r.time ? 1 - r.time[i] : 1, r.what, out);
    for (int k = 0; k < r.dims; ++k) r.out[k][i] = out[k];
  }
}

void bounce_one_by_one(const bounce_request& r) noexcept {
  for (std::size_t i = 0; i < r.n; ++i) bounce_item(r, i);
}

}  // namespace

constinit const engine engine_scalar{.which = isa::scalar,
                                     .lanes = 1,
                                     .any = any,
                                     .count = count,
                                     .mask = mask,
                                     .times = times,
                                     .list = list,
                                     .nearest = nearest,
                                     .each = each,
                                     .squared = squared,
                                     .walls = walls_one_by_one,
                                     .bounce = bounce_one_by_one,
                                     .keep = nullptr,
                                     .broad = &broad_scalar,
                                     .pixels = &pixels_scalar,
                                     .tiled = nullptr};

}  // namespace hitscan::detail
