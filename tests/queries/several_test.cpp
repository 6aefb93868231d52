// The nearest over several views is the nearest of the nearest of each, on every ISA.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>
#include <vector>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

TEST(several, tells_which_view_and_which_item_a_ball_meets_first) {
  const std::vector<float> x{50, 30}, x1{60, 35}, at{90, 20};
  const hs::boxes walls{.min_x = x, .min_y = -5.0f, .max_x = x1, .max_y = 5.0f};
  const hs::circles pillars{.x = at, .y = 0.0f, .radius = 2.0f};
  const hs::circle ball{{0, 0}, 3};
  const hs::mixed_hit h = hs::sweep_nearest(ball, hs::vec2{100, 0}, hs::several(walls, pillars));
  EXPECT_EQ(h.view, 1u);
  EXPECT_EQ(h.index, 1u);
  EXPECT_EQ(h.time, 0.15f);
  EXPECT_EQ(hs::sweep_nearest(ball, hs::vec2{0, 100}, hs::several(walls, pillars)), hs::mixed_hit{});
  const hs::mixed_hit shot = hs::cast_nearest(hs::segment{{0, 0}, {100, 0}}, hs::several(pillars, walls));
  EXPECT_EQ(shot.view, 0u);
  EXPECT_EQ(shot.time, 0.18f);
}

TEST(several, at_equal_times_a_face_goes_before_a_corner_and_then_the_first_view) {
  const hs::box a{{0, 0}, {1, 1}}, face{{2, 0}, {3, 9}}, corner{{2, 2}, {3, 3}};
  const hs::vec2 d{2, 2};
  const auto view_of = [&](const auto&... views) {
    const hs::mixed_hit h = hs::sweep_nearest(a, d, hs::several(views...));
    EXPECT_EQ(h.time, 0.5f);
    return h.view;
  };
  EXPECT_EQ(view_of(corner, face), 1u);
  EXPECT_EQ(view_of(face, corner), 0u);
  EXPECT_EQ(view_of(corner, corner), 0u);
  EXPECT_EQ(view_of(face, face), 0u);
}

TEST(several, agrees_with_asking_view_by_view) {
  constexpr unsigned views = 3;
  std::size_t met[views + 1]{};
  rng r(0x5e7);
  for (std::size_t round = 0; round < cases(3000); ++round) {
    const family& f = families()[round % families().size()];
    box_columns<2> some_boxes, more_boxes;
    circle_columns<2> some_circles;
    for (std::uint32_t i = r.below(20); i > 0; --i) some_boxes.push(draw_box<2>(f, r));
    for (std::uint32_t i = r.below(20); i > 0; --i) more_boxes.push(draw_box<2>(f, r));
    for (std::uint32_t i = r.below(20); i > 0; --i) some_circles.push(draw_circle<2>(f, r));
    const hs::vec2 d = draw_step<2>(f, r);
    const hs::query q{.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses,
                      .start = static_cast<hs::start_overlap>(r.below(3)),
                      .until = r.one_in(4) ? 0.5f : 1.0f};
    const auto compare = [&](const auto& mover) {
      const auto first = some_boxes.view(), third = more_boxes.view();
      const auto second = some_circles.view();
      const hs::hit each[views] = {hs::sweep_nearest(mover, d, first, by_reference(q)),
                                   hs::sweep_nearest(mover, d, second, by_reference(q)),
                                   hs::sweep_nearest(mover, d, third, by_reference(q))};
      hs::mixed_hit expected;
      for (unsigned v = 0; v < views; ++v) {
        const bool face = (expected.flags & hs::corner) && !(each[v].flags & hs::corner);
        if (!each[v] || (expected && !(each[v].time < expected.time || (each[v].time == expected.time && face))))
          continue;
        static_cast<hs::hit&>(expected) = each[v], expected.view = v;
      }
      ++met[expected ? expected.view : views];
      for (const hs::isa isa : hs::supported_isas()) {
        const forced here(isa);
        const hs::mixed_hit got = hs::sweep_nearest(mover, d, hs::several(first, second, third), q);
        EXPECT_EQ(got, expected) << hs::name(isa) << ", " << f.name << ": view " << got.view << " " << text(got)
                                 << ", not view " << expected.view << " " << text(expected);
      }
    };
    compare(draw_circle<2>(f, r));
    if (HasFailure()) return;
  }
  for (const std::size_t n : met)
    if (trial::whole_run()) {
      EXPECT_GT(n, 20u) << "one of the views never has the nearest: this tests nothing";
    }
}

}  // namespace
