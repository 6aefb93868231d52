// No query allocates: operator new is counted.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <hitscan/hitscan.hpp>
#include <new>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace {
std::atomic<std::size_t> allocations{0};
}

// Not inlined: GCC would see malloc and delete, or new and free, in one function and warn.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* const p = std::malloc(size ? size : 1)) return p;
  std::abort();
}
void* operator new[](std::size_t size) { return operator new(size); }
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { operator delete(p); }
void operator delete(void* p, std::size_t) noexcept { operator delete(p); }
void operator delete[](void* p, std::size_t) noexcept { operator delete(p); }

namespace {

using namespace trial;
namespace hs = hitscan;

TEST(allocation, this_test_sees_allocations) {
  const std::size_t before = allocations;
  int* volatile one = new int;  // volatile: a compiler may leave out both halves of a pair
  delete one;
  EXPECT_EQ(allocations, before + 1);
}

TEST(allocation, no_query_of_any_form_or_size_allocates) {
  rng r(9);
  const family& f = families()[1];
  constexpr std::size_t n = 2500;
  box_columns<3> boxes;
  circle_columns<2> circles;
  vectors<3> steps3;
  vectors<2> steps;
  for (std::size_t i = 0; i < n; ++i) {
    boxes.push(draw_box<3>(f, r)), circles.push(draw_circle<2>(f, r));
    steps3.push(draw_step<3>(f, r)), steps.push(draw_step<2>(f, r));
  }
  struct in_struct {
    hs::circle at;
    hs::vec2 step;
  };
  std::vector<in_struct> structs;
  for (std::size_t i = 0; i < n; ++i) structs.push_back({circles[i], steps[i]});
  const auto gaps = [&](const float& first) { return hs::strided(&first, n, sizeof(in_struct)); };
  const hs::circles discs{.x = gaps(structs[0].at.center.x), .y = gaps(structs[0].at.center.y), .radius = 1.5f};
  const hs::motions ways{.dx = gaps(structs[0].step.x), .dy = gaps(structs[0].step.y)};
  records<3> out3(n);
  records<2> out(n);
  std::vector<hs::index> list(n), order(n);
  std::vector<float> times(n);
  std::vector<std::uint64_t> words(hs::mask_words(n));
  for (std::size_t i = 0; i < n; ++i) order[i] = r.below(n);
  const hs::index_pairs pairs{order, order};
  const auto motions3 = steps3.as_motions();
  const auto motions = steps.as_motions();
  const hs::box3 ship{{-1, -1, -1}, {1, 1, 1}};
  const hs::circle disc{{0, 0}, 2};
  const hs::query closed{.touch = hs::touching::hits, .start = hs::start_overlap::hits_unless_leaving};
  std::vector<hs::hit> hits(500);
  const hs::chain laser{.x = circles.center.axis[0], .y = circles.center.axis[1], .radius = 1.0f, .first = 1000};
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    const std::size_t before = allocations;
    std::size_t total = 0;
    total += hs::overlap_any(boxes.view(), ship) + hs::overlap_count(boxes.view(), ship, closed) +
             hs::overlap(boxes.view(), ship, list).total;
    hs::overlap_mask(circles.view(), disc, words);
    hs::overlap_each_mask(circles.view(), circles.view(), words, {.pairs = pairs});
    total += hs::inside(boxes.view(), ship, list).total;
    total += hs::overlap(discs, disc, list).total + hs::sweep_count(discs, ways, disc);
    hs::sweep_each(discs, ways, circles.view(), out.columns(), {.pairs = pairs});
    total += hs::sweep(boxes.view(), motions3, ship, out3.columns(), closed).total;
    total += hs::sweep_nearest(ship, hs::vec3{3, 2, 1}, boxes.view()).index;
    hs::sweep_times(circles.view(), motions, disc, {times, words}, closed);
    hs::sweep_each(boxes.view(), motions3, hs::moving(boxes.view(), motions3), out3.columns(), {.pairs = pairs});
    hs::sweep_each(circles.view(), motions, circles.view(), out.columns());
    total += hs::cast_count(hs::segment3{{-9, 0, 0}, {20, 1, 1}}, boxes.view());
    hs::sweep_nearest(circles.view(), motions,
                      hs::circles{.x = std::span(circles.center.axis[0]).first(30), .y = 0.0f, .radius = 1.0f},
                      out.columns());
    const auto few = [&](const std::vector<float>& column) { return std::span(column).first(20); };
    const hs::obstacles level{.circles = {few(circles.center.axis[0]), few(circles.center.axis[1]), 1.0f},
                              .segments = {few(steps.axis[0]), few(steps.axis[1]), 3.0f, 1.0f},
                              .platforms = {.boxes = {few(boxes.min.axis[0]), few(boxes.min.axis[1]),
                                                      few(boxes.max.axis[0]), few(boxes.max.axis[1])},
                                            .steps = {few(steps.axis[0]), few(steps.axis[1])}}};
    for (std::size_t i = 0; i < 50; ++i) total += hs::move_and_slide(disc, steps[i], level, {.snap = 1}).flags;
    total += hs::sweep_in_order(disc, hs::vec2{9, 9}, circles.view(), hits, closed).total;
    const hs::found met = hs::sweep(disc, hs::vec2{9, 9}, circles.view(), list, closed);
    hs::sweep_exits(disc, hs::vec2{9, 9}, circles.view(), met.span(), times, closed);
    total += hs::graze_mask(circles.view(), motions, disc, 5, words, {}).hits;
    total += hs::overlap_count(disc, laser) + hs::overlap_count(circles.view(), hs::whole(laser));
    const std::size_t broken = hs::validate(boxes.view());
    const std::size_t made = hs::from_center(times, 1.0f, times, circles.radius);
    const std::size_t after = allocations;
    EXPECT_EQ(broken, hs::none);
    EXPECT_EQ(made, times.size());
    EXPECT_EQ(after, before) << hs::name(isa);
    EXPECT_GT(total, 0u);
    for (float& x : circles.radius) x = 1;
  }
}

}  // namespace
