// The first hit or deepest contact of each of many, among a few or many items: whoever asks whom, with each option, on
// every ISA, what the reference says asking one by one. Few items are asked first whom they meet, block by block of who
// asks (src/api/nearest_of_each.cpp): so there are about as many, and densities from nobody to all.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>
#include <string>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/worlds.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

// What hit and contact records have, in one.
template <int D> struct answers {
  std::vector<hs::index> index;
  std::vector<float> time, normal[D], position[D], push[D];
  std::vector<std::uint8_t> flags;
  explicit answers(std::size_t n) : index(n, 77), time(n, 77.0f), flags(n, 77) {
    for (auto* const columns : {normal, position, push})
      for (int k = 0; k < D; ++k) columns[k].assign(n, 77.0f);
  }
  void expect(const answers& right, bool contact, const std::string& what) const {
    for (std::size_t i = 0; i < index.size(); ++i) {
      const auto same = [&](float got, float expected, const char* column) {
        ASSERT_TRUE(same_bits(got, expected)) << what << ", " << column << " of " << i << " of " << index.size() << ": "
                                              << hex(got) << ", not " << hex(expected);
      };
      ASSERT_EQ(index[i], right.index[i]) << what << ", " << i << " of " << index.size();
      same(time[i], right.time[i], "time");
      ASSERT_EQ(flags[i], right.flags[i]) << what << ", flags of " << i;
      for (int k = 0; k < D; ++k) {
        same(normal[k][i], right.normal[k][i], "normal"), same(position[k][i], right.position[k][i], "position");
        if (contact) same(push[k][i], right.push[k][i], "push");
      }
    }
  }
};

struct told {
  std::size_t asked = 0, hits = 0;
};

template <int D, shape_kind Who, shape_kind What>
void try_pair(kind_constant<Who> asks, kind_constant<What> asked, layout kind, rng& r, told& count) {
  constexpr std::size_t sizes[] = {15, 16, 48, 100, 192, 255, 256, 257, 600},
                        items_of[] = {0, 1, 2, 5, 16, 30, 63, 64, 65};
  const std::size_t n = sizes[r.below(9)], m = items_of[r.below(9)];
  const float side = std::exp2(r.real(2, 8)) * std::sqrt(static_cast<float>(m) + 1);
  const bool moving = r.one_in(3), layered = r.one_in(3);
  const auto world = draw_crowd<D>(kind, m, side, moving ? 9.0f : 0.0f, r), who = draw_crowd<D>(kind, n, side, 12, r);
  const auto others = who.as(asks, layered);
  const auto items = [&] {
    if constexpr ((Who == shape_kind::points || Who == shape_kind::rays) && What == shape_kind::points)
      return world.specks(layered);
    else
      return world.as(asked, layered);
  }();
  const hs::query q = draw_query(r);
  const auto same = [&](const char* verb, bool contact, const auto& ask) {
    answers<D> right(n);
    ask(right, by_reference(q));
    for (const hs::isa on : hs::supported_isas()) {
      answers<D> got(n);
      hs::query here = q;
      here.on = on;
      ask(got, here);
      got.expect(right, contact,
                 std::string(verb) + ", " + name_of(Who) + " and " + std::to_string(m) + " " + name_of(What) + ", " +
                     std::to_string(D) + "D on " + hs::name(on) + ", " + name_of(kind));
      if (testing::Test::HasFatalFailure()) return;
    }
    for (const hs::index i : right.index) ++count.asked, count.hits += i != hs::none;
  };
  const auto sweep = [&](const auto& these) {
    same("sweep", false, [&](answers<D>& to, const hs::query& how) {
      if constexpr (Who == shape_kind::rays)
        hs::cast_nearest(others, these, hits_in<D>(to), how);
      else
        hs::sweep_nearest(others, who.steps(), these, hits_in<D>(to), how);
    });
  };
  moving ? sweep(hs::moving(items, world.steps())) : sweep(items);
  if constexpr (Who != shape_kind::rays)
    same("contact", true, [&](answers<D>& to, hs::query how) {
      how.until = 1, how.start = hs::start_overlap::hits;
      hs::contact_deepest(others, items, contacts_in<D>(to), how);
    });
}

template <int D> void every_pair(std::uint64_t seed) {
  rng r(seed);
  for (const shape_kind who : every_kind)
    for (const shape_kind what : every_kind)
      with_kind(who, [&](auto asks) {
        with_kind(what, [&](auto asked) {
          if constexpr (asked.value != shape_kind::rays && there_are<D, asks.value, asked.value>) {
            told count;
            for (std::size_t c = 0; c < cases(11); ++c) {
              try_pair<D>(asks, asked, static_cast<layout>(c % static_cast<std::size_t>(layout::count)), r, count);
              if (testing::Test::HasFatalFailure()) return;
            }
            if (whole_run()) {
              EXPECT_LT(count.hits, count.asked) << name_of(who) << " at " << name_of(what);
            }
          }
        });
      });
}
TEST(nearest_of_each, is_the_references_whoever_asks_whom_in_2d) { every_pair<2>(1); }
TEST(nearest_of_each, is_the_references_whoever_asks_whom_in_3d) { every_pair<3>(2); }

TEST(nearest_of_each, is_the_references_of_what_grows) {
  rng r(3);
  for (std::size_t round = 0; round < cases(80); ++round) {
    const std::size_t n = 250 + r.below(300), m = 1 + r.below(20);
    const float side = std::exp2(r.real(4, 8)) * std::sqrt(static_cast<float>(m) + 1);
    const auto world = draw_crowd<2>(layout::uniform, m, side, 9, r),
               who = draw_crowd<2>(layout::sizes, n, side, 12, r);
    const std::span<const float> by = who.ray.delta.axis[0], much = world.ray.delta.axis[0];
    const hs::query q = draw_query(r);
    const auto ask = [&](answers<2>& to, const hs::query& how) {
      if (round % 2)
        hs::sweep_nearest(hs::growing(who.circles(false), by), who.steps(), hs::growing(world.circles(false), much),
                          hits_in<2>(to), how);
      else
        hs::sweep_nearest(hs::growing(who.boxes(false), by, by), who.steps(),
                          hs::growing(world.boxes(false), much, much), hits_in<2>(to), how);
    };
    answers<2> right(n);
    ask(right, by_reference(q));
    on_every_isa([&] {
      answers<2> got(n);
      ask(got, q);
      got.expect(right, false, "round " + std::to_string(round));
    });
    if (testing::Test::HasFatalFailure()) return;
  }
}

// Four boxes that are reached at once, by one of many who ask.
TEST(nearest_of_each, at_the_same_time_a_face_goes_before_a_corner_and_then_the_lower_index) {
  std::vector<float> x(64, 1000), y(64, 1000);
  x[5] = y[5] = 0;
  const std::vector<float> dx(64, 4), dy(64, 4), low_x{2, 2, 2, 2}, low_y{2, 2, 1, 0}, high(4, 9);
  std::vector<hs::index> first(64);
  on_every_isa([&] {
    const auto ask = [&](std::size_t items) {
      const auto of = [&](const std::vector<float>& column) { return std::span(column).first(items); };
      hs::sweep_nearest(hs::boxes{x, y, x, y}, hs::motions{dx, dy}, hs::boxes{of(low_x), of(low_y), of(high), of(high)},
                        {.index = first});
    };
    ask(2);
    EXPECT_EQ(first[5], 0u) << "corners both";
    ask(4);
    EXPECT_EQ(first[5], 2u) << "a face";
    EXPECT_EQ(first[4], hs::none);
  });
}

}  // namespace
