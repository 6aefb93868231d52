// Does a world pick well? In a small map of sizes and motions, what it picks takes at most twice what the quickest
// method takes. Time is that of the thread, the best of several; where somebody else was in the way it is taken again.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <hitscan/hitscan.hpp>

#include "../support/random.hpp"
#include "../support/worlds.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

double thread_us() {
#if defined(CLOCK_THREAD_CPUTIME_ID)
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
#else
  return 0;
#endif
}

class choice : public testing::Test {
  void SetUp() override {
#if !defined(CLOCK_THREAD_CPUTIME_ID)
    GTEST_SKIP() << "there is no clock of a thread here";
#endif
    if (slow_run()) GTEST_SKIP() << "under emulators and sanitizers other things are dear";
  }
};

// How much more what is picked takes than the best of some methods. frame(world, by) is what is done.
template <class Frame> double worse_than_the_best(int methods, int turns, const Frame& frame) {
  double ratio = 9;
  for (int attempt = 0; attempt < 4 && ratio > 2; ++attempt) {
    double us[4] = {1e30, 1e30, 1e30, 1e30};
    for (int turn = 0; turn < turns; ++turn)
      for (int k = 0; k <= methods; ++k) {
        hs::world w;
        const auto by = k == 0 ? std::nullopt : std::optional(static_cast<hs::method>(k - 1));
        frame(w, by);
        const double before = thread_us();
        frame(w, by);
        us[k] = std::min(us[k], thread_us() - before);
      }
    ratio = us[0] / std::min({us[1], us[2], us[3]});
  }
  return ratio;
}

struct place {
  layout kind;
  bool round, rays, kept;
  std::size_t asking, items;
};

// What each method takes of the same question, and how much more the one that is picked takes than the best; 0 where
// that is too short to be told.
double worse_than_the_best(const place& p, std::string& said) {
  rng r(1);
  const float side = 40 * std::sqrt(static_cast<float>(p.items));
  const auto items = draw_crowd<2>(p.kind, p.items, side, 0, r);
  const auto who = draw_crowd<2>(layout::uniform, p.asking, side, p.rays ? side / 2 : 12, r);
  std::vector<hs::index> index(p.asking);
  std::vector<float> time(p.asking);
  hs::world world[4];
  const auto rebuild = [&](hs::world& w) { p.round ? w.rebuild(items.circles(false)) : w.rebuild(items.boxes(false)); };
  const auto frame = [&](int k) {
    const hs::query q{.by = k < 3 ? std::optional(static_cast<hs::method>(k)) : std::nullopt};
    if (!p.kept) rebuild(world[k]);
    if (p.rays)
      world[k].cast_nearest(who.rays(false), {.index = index, .time = time}, q);
    else
      world[k].sweep_nearest(who.boxes(false), who.steps(), {.index = index, .time = time}, q);
  };
  std::array<double, 3> us{1e30, 1e30, 1e30};
  for (hs::world& w : world) rebuild(w);
  for (int turn = 0; turn < 7; ++turn)
    for (int k = 0; k < 3; ++k) {
      const double before = thread_us();
      frame(k);
      us[static_cast<std::size_t>(k)] = std::min(us[static_cast<std::size_t>(k)], thread_us() - before);
    }
  for (int k = 0; k < 40; ++k) frame(3);  // by then it has seen how long items stay
  const hs::method picked = world[3].used();
  const double best = std::min({us[0], us[1], us[2]});
  said = std::string(name_of(p.kind)) + (p.rays ? ", rays" : ", boxes") + (p.round ? " among circles" : "") +
         (p.kept ? ", kept: " : ", new: ") + std::to_string(p.asking) + " ask " + std::to_string(p.items) + ", brute " +
         std::to_string(us[0]) + " us, grid " + std::to_string(us[1]) + ", tree " + std::to_string(us[2]) +
         ", picked " + hs::name(picked);
  return best < 20 ? 0 : us[static_cast<std::size_t>(picked)] / best;
}

TEST_F(choice, takes_at_most_twice_what_the_quickest_method_takes) {
  std::size_t looked_at = 0;
  for (const layout kind : {layout::uniform, layout::clustered})
    for (const bool round : {false, true})
      for (const bool rays : {false, true})
        for (const bool kept : {false, true})
          for (const std::size_t items : {30ul, 1000ul, 10000ul})
            for (const std::size_t asking : {10ul, 300ul, 10000ul}) {
              const place p{kind, round, rays, kept, asking, items};
              if (asking * items > 10000000) continue;
              std::string said;
              double worse = 9;
              for (int attempt = 0; attempt < 4 && worse > 2; ++attempt) worse = worse_than_the_best(p, said);
              EXPECT_LE(worse, 2) << said;
              looked_at += worse > 0;
            }
  EXPECT_GT(looked_at, 40u);
}

// Where much overlaps the sorted ways find, ask about and put in order what brute force reads off.
TEST_F(choice, takes_at_most_twice_what_the_quickest_method_takes_where_all_overlap) {
  rng r(2);
  for (const std::size_t n : {300ul, 1500ul})
    for (const bool round : {false, true})
      for (const int verb : {0, 1, 2}) {
        std::vector<float> x, y, size, right, top, step(n, 0.25f), time(n);
        for (std::size_t i = 0; i < n; ++i) {
          x.push_back(r.real(0, 100)), y.push_back(r.real(0, 100)), size.push_back(r.real(60, 90));
          right.push_back(x[i] + size[i]), top.push_back(y[i] + size[i]);
        }
        const hs::circles balls{.x = x, .y = y, .radius = size};
        const hs::boxes boxes{.min_x = x, .min_y = y, .max_x = right, .max_y = top};
        std::vector<hs::index> first(n * n), second(n * n);
        const auto frame = [&](hs::world& w, std::optional<hs::method> by) {
          round ? w.rebuild(balls) : w.rebuild(boxes);
          if (verb == 0) (void)w.overlap_pairs({first, second}, {.by = by});
          if (verb == 1) (void)w.overlap_pairs(balls, {first, second}, {.by = by});
          if (verb == 2)
            w.sweep_nearest(balls, hs::motions{.dx = step, .dy = step}, {.index = first, .time = time}, {.by = by});
        };
        EXPECT_LE(worse_than_the_best(verb == 2 ? 3 : 2, 4, frame), 2)
            << n << (round ? " circles" : " boxes") << ", verb " << verb;
      }
}

// Beyond the field there is nothing to meet: what goes on for ten times as long takes no longer.
TEST_F(choice, takes_at_most_twice_what_the_quickest_method_takes_where_ways_are_long) {
  constexpr std::size_t n = 2000;
  for (const std::size_t items : {60ul, 300ul, 1000ul})
    for (const float far : {1000.0f, 20000.0f})
      for (const bool moving : {false, true})
        for (const int verb : {0, 1}) {
          rng r(4);
          std::vector<float> x[2], y[2], dx[2], dy[2], size, time(20 * n);
          std::vector<hs::index> first(20 * n), second(20 * n);
          for (int k = 0; k < 2; ++k)
            for (std::size_t i = 0; i < (k ? items : n); ++i) {
              x[k].push_back(r.real(0, 1900)), y[k].push_back(r.real(0, 1100));
              dx[k].push_back(r.real(-1, 1) * (k ? 3 : far)), dy[k].push_back(r.real(-1, 1) * (k ? 3 : far));
              if (k) size.push_back(r.real(4, 20));
            }
          const hs::circles given{.x = x[1], .y = y[1], .radius = size};
          const hs::circles movers{.x = x[0], .y = y[0], .radius = 4.0f};
          const auto frame = [&](hs::world& w, std::optional<hs::method> by) {
            moving ? w.rebuild(given, hs::motions{.dx = dx[1], .dy = dy[1]}) : w.rebuild(given);
            const hs::motions steps{.dx = dx[0], .dy = dy[0]};
            if (verb)
              (void)w.sweep_pairs(movers, steps, {first, second, time}, {.by = by});
            else
              w.sweep_nearest(movers, steps, {.index = first, .time = time}, {.by = by});
          };
          EXPECT_LE(worse_than_the_best(3, 3, frame), 2)
              << items << (moving ? " that move, " : ", ") << far << " far, verb " << verb;
        }
}

// Fights and heaps, in one place or in many: who starts in something is told by the first that it starts in.
TEST_F(choice, takes_at_most_twice_what_the_quickest_method_takes_where_many_are_over_each) {
  constexpr std::size_t n = 1000, items = 10000;
  for (const bool heaps : {false, true})
    for (const bool round : {false, true})
      for (const float over : {40.0f, 150.0f}) {
        rng r(5);
        const float width = std::sqrt(over * (heaps ? 36000.0f : 1e6f) / items), half = width / 4;
        std::vector<float> x[2], y[2], step(n, 1), time(n);
        std::vector<hs::index> first(n);
        for (int k = 0; k < 2; ++k)
          for (std::size_t i = 0; i < (k ? items : n); ++i) {
            const float at = static_cast<float>(r.below(10));
            x[k].push_back(heaps ? 100 * at + r.real(-30, 30) : r.real(0, 1000));
            y[k].push_back(heaps ? std::fmod(337 * at, 1000.0f) + r.real(-30, 30) : r.real(0, 1000));
          }
        const auto boxes = [&](int k) {
          return hs::centred_boxes{.x = x[k], .y = y[k], .half_x = half, .half_y = half};
        };
        const auto circles = [&](int k) { return hs::circles{.x = x[k], .y = y[k], .radius = half}; };
        const hs::motions steps{.dx = step, .dy = step};
        const auto frame = [&](hs::world& w, std::optional<hs::method> by) {
          round ? w.rebuild(circles(1)) : w.rebuild(boxes(1));
          if (round)
            w.sweep_nearest(circles(0), steps, {.index = first, .time = time}, {.by = by});
          else
            w.sweep_nearest(boxes(0), steps, {.index = first, .time = time}, {.by = by});
        };
        EXPECT_LE(worse_than_the_best(3, 3, frame), 2)
            << (heaps ? "heaps of " : "") << (round ? "circles, " : "boxes, ") << over << " over each";
      }
}

// Items that stay are sorted, or filed, once that has paid: for however few who ask, and wherever some are parked.
TEST_F(choice, takes_at_most_twice_what_the_quickest_method_takes_where_few_ask_what_stays) {
  constexpr std::size_t n = 10, items = 10000;
  for (const bool rays : {false, true})
    for (const float parked : {0.0f, 1e5f}) {
      rng r(6);
      std::vector<float> x[2], y[2], step(n, 300), time(n);
      for (int k = 0; k < 2; ++k)
        for (std::size_t i = 0; i < (k ? items : n); ++i)
          x[k].push_back(r.real(0, 2000)), y[k].push_back(r.real(0, 2000));
      if (parked > 0)
        for (std::size_t i = 0; i < items; i += 500) x[1][i] = y[1][i] = parked;
      std::vector<hs::index> first(4096), second(4096);
      const hs::circles given{.x = x[1], .y = y[1], .radius = 4.0f}, who{.x = x[0], .y = y[0], .radius = 4.0f};
      const auto ask = [&](hs::world& w, const hs::query& q) {
        if (rays)
          w.cast_nearest(hs::segments{.x = x[0], .y = y[0], .dx = step, .dy = step}, {.index = first, .time = time}, q);
        else
          (void)w.overlap_pairs(who, {first, second}, q);
      };
      double ratio = 9;
      for (int attempt = 0; attempt < 4 && ratio > 2; ++attempt) {
        double us[4] = {1e30, 1e30, 1e30, 1e30};
        for (int k = 0; k < 4; ++k) {
          hs::world w;
          w.rebuild(given);
          hs::query q;
          if (k > 0) q.by = static_cast<hs::method>(k - 1);
          for (int frame = 0; frame < 600; ++frame) {
            const double before = thread_us();
            ask(w, q);
            us[k] = std::min(us[k], thread_us() - before);
          }
        }
        ratio = us[0] / std::min({us[1], us[2], us[3]});
      }
      EXPECT_LE(ratio, 2) << (rays ? "rays" : "pairs") << ", some parked at " << parked;
    }
}

// Whether is asked until it is known: in heaps that is soon, by whatever way.
TEST_F(choice, takes_at_most_three_times_what_the_quickest_method_takes_where_anything_will_do_and_all_are_in_a_heap) {
  constexpr std::size_t n = 5000;
  for (const std::size_t items : {300ul, 5000ul})
    for (const bool round : {false, true})
      for (const int verb : {0, 1, 2}) {
        rng r(7);
        std::vector<float> x[2], y[2], size, right, top, step(n, 3);
        for (int k = 0; k < 2; ++k)
          for (std::size_t i = 0; i < (k ? items : n); ++i)
            x[k].push_back(r.real(-3, 3)), y[k].push_back(r.real(-3, 3));
        for (std::size_t i = 0; i < items; ++i)
          size.push_back(r.real(2, 6)), right.push_back(x[1][i] + size[i]), top.push_back(y[1][i] + size[i]);
        const hs::circles who{.x = x[0], .y = y[0], .radius = 2.0f};
        std::vector<std::uint64_t> words(hs::mask_words(n));
        const auto frame = [&](hs::world& w, std::optional<hs::method> by) {
          round ? w.rebuild(hs::circles{.x = x[1], .y = y[1], .radius = size})
                : w.rebuild(hs::boxes{.min_x = x[1], .min_y = y[1], .max_x = right, .max_y = top});
          if (verb == 0) w.overlap_mask(who, words, {.by = by});
          if (verb == 1) w.sweep_mask(who, hs::motions{.dx = step, .dy = step}, words, {.by = by});
          if (verb == 2) w.cast_mask(hs::segments{.x = x[0], .y = y[0], .dx = step, .dy = step}, words, {.by = by});
        };
        EXPECT_LE(worse_than_the_best(3, 3, frame), 3) << items << (round ? " circles" : " boxes") << ", verb " << verb;
      }
}

// One in a hundred is as wide as an eighth of the field: among the items, or among few who ask.
TEST_F(choice, takes_at_most_three_times_what_the_quickest_method_takes_where_a_few_are_large) {
  constexpr std::size_t items = 20000;
  for (const bool asking : {false, true})
    for (const std::size_t n : {20ul, 10000ul}) {
      rng r(8);
      std::vector<float> x[2], y[2], size[2], step(n, 30), time(n);
      for (int k = 0; k < 2; ++k)
        for (std::size_t i = 0; i < (k ? items : n); ++i) {
          x[k].push_back(r.real(0, 5600)), y[k].push_back(r.real(0, 5600));
          size[k].push_back(i % 100 == 7 && (k == 1) != asking ? 700.0f : 1.0f);
        }
      std::vector<hs::index> first(n);
      const auto frame = [&](hs::world& w, std::optional<hs::method> by) {
        w.rebuild(hs::centred_boxes{.x = x[1], .y = y[1], .half_x = size[1], .half_y = size[1]});
        w.sweep_nearest(hs::circles{.x = x[0], .y = y[0], .radius = size[0]}, hs::motions{.dx = step, .dy = step},
                        {.index = first, .time = time}, {.by = by});
      };
      EXPECT_LE(worse_than_the_best(3, 3, frame), 3) << n << " ask, large ones " << (asking ? "among them" : "there");
    }
}

// Walls in a few rooms, and shots all over the map: most of them meet nothing.
TEST_F(choice, takes_at_most_three_times_what_the_quickest_method_takes_where_clusters_stay_and_others_are_elsewhere) {
  constexpr std::size_t n = 10000;
  rng r(9);
  std::vector<float> x[2], y[2], dx, dy, time(n);
  for (std::size_t i = 0; i < n; ++i) {
    const float at = static_cast<float>(r.below(8));
    x[0].push_back(r.real(0, 4000)), y[0].push_back(r.real(0, 4000));
    x[1].push_back(500 * at + r.real(0, 130)), y[1].push_back(std::fmod(1337 * at, 4000.0f) + r.real(0, 130));
    dx.push_back(r.real(-300, 300)), dy.push_back(r.real(-300, 300));
  }
  std::vector<hs::index> first(n);
  const hs::circles walls{.x = x[1], .y = y[1], .radius = 4.0f};
  hs::world w;
  w.rebuild(walls);
  double us[4] = {1e30, 1e30, 1e30, 1e30};
  for (int turn = 0; turn < 40; ++turn)
    for (int k = 0; k < 4; ++k) {
      if (k == 1 && turn > 1) continue;  // brute force takes its time
      hs::query q;
      if (k > 0) q.by = static_cast<hs::method>(k - 1);
      const double before = thread_us();
      w.sweep_nearest(hs::circles{.x = x[0], .y = y[0], .radius = 4.0f}, hs::motions{.dx = dx, .dy = dy},
                      {.index = first, .time = time}, q);
      us[k] = std::min(us[k], thread_us() - before);
    }
  EXPECT_LE(us[0] / std::min({us[1], us[2], us[3]}), 3);
}

// Cells are as wide as the field of who asks: somebody far away has all others in one, which is divided again.
TEST_F(choice, a_mover_far_away_costs_the_others_next_to_nothing) {
  constexpr std::size_t n = 12000;
  rng r(3);
  std::vector<float> x[2], y[2], dx, dy, time(n);
  std::vector<hs::index> index(n), want(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (auto* c : {x, y})
      for (int k = 0; k < 2; ++k) c[k].push_back(r.real(0, 2000));
    dx.push_back(r.real(-12, 12)), dy.push_back(r.real(-12, 12));
  }
  const hs::circles items{.x = x[1], .y = y[1], .radius = 5.0f}, movers{.x = x[0], .y = y[0], .radius = 4.0f};
  const auto frame = [&](std::vector<hs::index>& to, std::optional<hs::method> by) {
    hs::world w;
    double us = 1e30;
    for (int turn = 0; turn < 4; ++turn) {
      w.rebuild(items);
      const double before = thread_us();
      w.sweep_nearest(movers, hs::motions{.dx = dx, .dy = dy}, {.index = to, .time = time}, {.by = by});
      us = std::min(us, thread_us() - before);
    }
    return us;
  };
  const float was = x[0][0];
  for (const float far : {1e6f, -1e9f, 1e30f}) {
    double ratio = 9;
    for (int attempt = 0; attempt < 4 && ratio > 3; ++attempt) {
      x[0][0] = was;
      const double near = frame(index, hs::method::grid);
      x[0][0] = far;
      ratio = frame(index, hs::method::grid) / near;
    }
    EXPECT_LE(ratio, 3) << "at " << far;
    (void)frame(want, hs::method::brute);
    EXPECT_EQ(index, want);
  }
}

// Items that ask about each other: that each meets itself does not tell that anybody is met soon.
TEST(what_is_picked, is_not_brute_force_where_items_ask_among_themselves) {
  constexpr std::size_t n = 20000;
  rng r(12);
  hs::world w;
  std::vector<float> x(n), y(n), z(n), time(n);
  std::vector<hs::index> first(n);
  for (int round = 0; round < 60; ++round) {
    const float side = round < 50 ? 1400.0f : 135.0f;
    for (std::size_t i = 0; i < n; ++i) x[i] = r.real(0, side), y[i] = r.real(0, side), z[i] = r.real(0, side);
    if (round < 50) {
      const hs::circles all{.x = x, .y = y, .radius = 2.0f};
      w.rebuild(all);
      w.sweep_nearest(all, hs::motions{.dx = 5.0f, .dy = 3.0f}, {.index = first, .time = time});
    } else {
      const hs::spheres all{.x = x, .y = y, .z = z, .radius = 2.0f};
      w.rebuild(all);
      w.sweep_nearest(all, hs::motions3{.dx = 5.0f, .dy = 3.0f, .dz = 1.0f}, {.index = first, .time = time});
    }
    EXPECT_NE(w.used(), hs::method::brute) << "round " << round;
  }
}

}  // namespace
