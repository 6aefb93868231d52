// One query by many threads: the same answers, to the bit and in the same order, as by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <hitscan/hitscan.hpp>
#include <mutex>
#include <thread>
#include <vector>

#include "../support/by_method.hpp"
#include "../support/columns.hpp"
#include "../support/random.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

// The threads of all crowds. They are kept: Wine starts one in some ten thousand that never begins.
class helpers {
 public:
  explicit helpers(unsigned n) {
    for (unsigned k = 0; k < n; ++k) threads_.emplace_back([this] { help(); });
  }
  ~helpers() {
    {
      const std::lock_guard hold(mutex_);
      over_ = true;
    }
    wake_.notify_all();
    for (std::thread& t : threads_) t.join();
  }
  void ask(std::function<void()> what) {
    const std::lock_guard hold(mutex_);
    asked_.push_back(std::move(what));
    wake_.notify_one();
  }

 private:
  void help() {
    for (std::unique_lock hold(mutex_);;) {
      wake_.wait(hold, [this] { return over_ || !asked_.empty(); });
      if (asked_.empty()) return;
      const std::function<void()> what = std::move(asked_.front());
      asked_.pop_front();
      hold.unlock();
      what();
      hold.lock();
    }
  }
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> asked_;
  bool over_ = false;
  std::vector<std::thread> threads_;
};

struct crowd {
  unsigned width;
  std::size_t started = 0;
  void operator()(std::size_t jobs, hs::job job) {
    static helpers all(16);  // two crowds of eight at a time
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::condition_variable done;
    unsigned busy = width;
    for (unsigned k = 0; k < width; ++k, ++started)
      all.ask([&] {
        for (std::size_t i; (i = next++) < jobs;) job(i);
        const std::lock_guard hold(mutex);
        if (--busy == 0) done.notify_one();
      });
    std::unique_lock hold(mutex);
    done.wait(hold, [&] { return busy == 0; });
  }
};

struct scene {
  std::vector<float> x, y, dx, dy, size;
  hs::centred_boxes boxes() const { return {.x = x, .y = y, .half_x = size, .half_y = 4.0f}; }
  hs::circles circles() const { return {.x = x, .y = y, .radius = size}; }
  hs::motions steps() const { return {.dx = dx, .dy = dy}; }
};
scene draw(std::size_t n, rng& r) {
  scene s;
  const float field = 20 * std::sqrt(static_cast<float>(n));
  for (std::size_t i = 0; i < n; ++i) {
    s.x.push_back(r.real(0, field)), s.y.push_back(r.real(0, field));
    s.dx.push_back(r.real(-30, 30)), s.dy.push_back(r.real(-30, 30)), s.size.push_back(r.real(1, 12));
  }
  return s;
}

constexpr unsigned counts[] = {1, 2, 3, 8};
const std::size_t sizes[] = {0, 1, 40, 3000, cases(40000)};

TEST(threads, find_the_first_hits_that_one_thread_finds) {
  rng r(1);
  for (const std::size_t n : sizes) {
    const scene movers = draw(n, r), items = draw(1000, r);
    for (const bool round : {false, true}) {
      by_grid g;
      records<2> right(n), got(n);
      round ? g.rebuild(items.circles()) : g.rebuild(items.boxes());
      round ? g.sweep_nearest(movers.circles(), movers.steps(), right.columns())
            : g.sweep_nearest(movers.boxes(), movers.steps(), right.columns());
      for (const unsigned k : counts) {
        crowd threads{k};
        std::vector<hs::workspace> spaces(k);
        for (const hs::method by : {hs::method::brute, hs::method::grid, hs::method::tree}) {
          if (by == hs::method::brute && n > 4000) continue;  // it would take its time
          std::fill(got.index.begin(), got.index.end(), 7u), std::fill(got.time.begin(), got.time.end(), 7.0f);
          round ? g.sweep_nearest(movers.circles(), movers.steps(), got.columns(), {.by = by}, {threads, spaces})
                : g.sweep_nearest(movers.boxes(), movers.steps(), got.columns(), {.by = by}, {threads, spaces});
          ASSERT_EQ(got.index, right.index) << n << " by " << k << ", " << hs::name(by);
          for (std::size_t i = 0; i < n; ++i) {
            ASSERT_TRUE(same_bits(got.time[i], right.time[i]) && got.flags[i] == right.flags[i]);
            for (int a = 0; a < 2; ++a)
              ASSERT_TRUE(same_bits(got.normal[a][i], right.normal[a][i]) &&
                          same_bits(got.position[a][i], right.position[a][i]));
          }
          if (by == hs::method::brute && k > 1 && n > 1000) {
            EXPECT_GT(threads.started, 0u) << "nobody was asked to help";
          }
        }
        if (k > 1 && n > 4096) {
          EXPECT_GT(threads.started, 0u) << "nobody was asked to help";
        }
        std::vector<hs::index> rays(n), rays_right(n);
        const hs::segments shots{.x = movers.x, .y = movers.y, .dx = movers.dx, .dy = movers.dy};
        g.cast_nearest(shots, {.index = rays_right});
        g.cast_nearest(shots, {.index = rays}, {}, {threads, spaces});
        ASSERT_EQ(rays, rays_right) << n << " rays by " << k;
      }
    }
  }
}

TEST(threads, find_the_pairs_that_one_thread_finds_in_the_same_order) {
  rng r(2);
  for (const std::size_t n : sizes) {
    const scene items = draw(n, r), others = draw(700, r);
    by_grid g;
    for (const bool round : {false, true}) {
      round ? g.rebuild(items.circles()) : g.rebuild(items.boxes());
      std::vector<hs::index> first(20 * n + 1), second(20 * n + 1), a(20 * n + 1), b(20 * n + 1);
      const auto compare = [&](auto by_one, auto by_many) {
        const std::size_t all = by_one(hs::pair_columns{first, second}).total;
        for (const unsigned k : counts)
          for (const std::size_t room : {all + 1, all / 2}) {  // with room for all, and not
            crowd threads{k};
            std::vector<hs::workspace> spaces(k);
            const hs::found_pairs f =
                by_many(hs::pair_columns{std::span(a).first(room), b}, hs::workers(threads, spaces));
            ASSERT_EQ(f.total, all) << n << " by " << k;
            ASSERT_EQ(f.written, std::min(all, room));
            ASSERT_TRUE(std::equal(f.pairs.first.begin(), f.pairs.first.end(), first.begin())) << n << " by " << k;
            ASSERT_TRUE(std::equal(f.pairs.second.begin(), f.pairs.second.end(), second.begin())) << n << " by " << k;
          }
      };
      compare([&](hs::pair_columns out) { return g.overlap_pairs(out); },
              [&](hs::pair_columns out, const hs::workers& with) { return g.overlap_pairs(out, {}, with); });
      compare([&](hs::pair_columns out) { return g.overlap_pairs(others.circles(), out); },
              [&](hs::pair_columns out, const hs::workers& with) {
                return g.overlap_pairs(others.circles(), out, {}, with);
              });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// Long lists are ordered in another way.
TEST(threads, find_the_pairs_of_a_crowd_in_the_same_order) {
  rng r(7);
  const std::size_t n = 400;
  scene items = draw(n, r);
  for (std::size_t i = 0; i < n; ++i) items.x[i] *= 0.03f, items.y[i] *= 0.03f;
  by_grid g;
  g.rebuild(items.boxes());
  std::vector<hs::index> first(n * n), second(n * n), a(n * n), b(n * n);
  const std::size_t all = g.overlap_pairs({first, second}).total;
  ASSERT_GT(all, 40 * n);
  const auto end = static_cast<std::ptrdiff_t>(all);
  for (const unsigned k : counts) {
    crowd threads{k};
    std::vector<hs::workspace> spaces(k);
    ASSERT_EQ(g.overlap_pairs({a, b}, {}, {threads, spaces}).total, all);
    ASSERT_TRUE(std::equal(a.begin(), a.begin() + end, first.begin())) << "by " << k;
    ASSERT_TRUE(std::equal(b.begin(), b.begin() + end, second.begin())) << "by " << k;
  }
}

TEST(threads, find_the_lists_that_one_thread_finds) {
  rng r(5);
  std::size_t listed = 0;
  for (const std::size_t n : sizes)
    for (const bool round : {false, true}) {
      const scene others = draw(n, r), items = draw(r.one_in(4) ? 0 : 3000, r);
      by_grid grid;
      hs::world world;
      const auto put = [&](const auto& view) { grid.rebuild(view), world.rebuild(view); };
      round ? put(items.circles()) : put(items.boxes());
      const auto compare = [&](const char* name, const auto& who) {
        const auto ask = [&](hs::list_columns to, const hs::workers& with) {
          return round ? who.overlap(others.boxes(), to, {}, with) : who.overlap(others.circles(), to, {}, with);
        };
        hs::workspace w;
        std::vector<hs::index> right(20 * n + 1), got(20 * n + 1);
        std::vector<std::size_t> right_starts(n + 3), starts(n + 3);
        const std::size_t all = ask({right_starts, right}, w);
        ASSERT_LE(all, right.size());
        listed += all;
        for (const unsigned k : counts)
          for (const std::size_t room : {all + 1, all, all / 2, std::size_t{0}}) {  // with room for all, and not
            crowd threads{k};
            std::vector<hs::workspace> spaces(k);
            std::fill(starts.begin(), starts.end(), 77), std::fill(got.begin(), got.end(), 77);
            ASSERT_EQ(ask({starts, std::span(got).first(room)}, {threads, spaces}), all)
                << name << ", " << n << " by " << k;
            ASSERT_EQ(starts, right_starts) << name << ", " << n << " by " << k;
            const std::size_t written = std::min(all, room);
            ASSERT_TRUE(std::equal(got.begin(), got.begin() + static_cast<std::ptrdiff_t>(written), right.begin()))
                << name << ", " << n << " by " << k;
            for (std::size_t i = room; i < got.size(); ++i) ASSERT_EQ(got[i], 77u) << "written beyond its room";
            if (k > 1 && all > 10000) {
              EXPECT_GT(threads.started, 0u) << "nobody was asked to help";
            }
          }
      };
      compare("by grid", grid), compare("as it likes", world);
      if (testing::Test::HasFatalFailure()) return;
    }
  if (whole_run()) {
    EXPECT_GT(listed, 1000u);
  }
}

TEST(threads, find_who_meets_anything_as_one_thread_does) {
  rng r(9);
  for (const std::size_t n : sizes) {
    const scene who = draw(n, r), items = draw(1500, r);
    const hs::segments shots{.x = who.x, .y = who.y, .dx = who.dx, .dy = who.dy};
    hs::world w;
    for (int kind = 0; kind < 3; ++kind) {
      kind == 0   ? w.rebuild(items.boxes())
      : kind == 1 ? w.rebuild(items.circles())
                  : w.rebuild(hs::several(items.boxes(), hs::moving(items.circles(), items.steps())));
      for (const hs::method by : {hs::method::brute, hs::method::grid, hs::method::tree}) {
        if (by == hs::method::brute && n > 4000) continue;
        const hs::query q{.by = by};
        const auto compare = [&](const char* name, const auto& ask) {
          std::vector<std::uint64_t> right(hs::mask_words(n)), got(right.size());
          ask(right, hs::workers{});
          for (const unsigned k : counts) {
            crowd threads{k};
            std::vector<hs::workspace> spaces(k);
            std::fill(got.begin(), got.end(), ~std::uint64_t{0});
            ask(got, hs::workers(threads, spaces));
            ASSERT_EQ(got, right) << name << ", " << n << " by " << k << ", " << hs::name(by);
            if (k > 1 && n > 10000) {
              EXPECT_GT(threads.started, 0u) << "nobody was asked to help";
            }
          }
        };
        compare("points", [&](std::span<std::uint64_t> to, const hs::workers& with) {
          w.overlap_mask(hs::points{.x = who.x, .y = who.y}, to, q, with);
        });
        compare("circles", [&](std::span<std::uint64_t> to, const hs::workers& with) {
          w.overlap_mask(who.circles(), to, q, with);
        });
        compare("shots",
                [&](std::span<std::uint64_t> to, const hs::workers& with) { w.cast_mask(shots, to, q, with); });
        compare("boxes", [&](std::span<std::uint64_t> to, const hs::workers& with) {
          w.sweep_mask(who.boxes(), who.steps(), to, q, with);
        });
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(threads, find_what_is_near_as_one_thread_does) {
  rng r(8);
  for (const std::size_t n : sizes) {
    const scene points = draw(n, r), items = draw(2000, r);
    const hs::points who{.x = points.x, .y = points.y};
    hs::world w;
    n % 2 ? w.rebuild(items.boxes()) : w.rebuild(items.circles());
    std::vector<hs::index> right(n), got(n), list(9 * n + 1), got_list(9 * n + 1);
    std::vector<float> far(n), got_far(n), fars(9 * n + 1), got_fars(9 * n + 1);
    std::vector<std::size_t> starts(n + 2), got_starts(n + 2);
    w.nearest(who, 60, {right, far});
    for (const std::size_t wanted : {1ul, 4ul, 9ul}) {
      const std::size_t all = w.nearest_k(who, wanted, 60, {starts, list, fars});
      for (const unsigned k : counts) {
        crowd threads{k};
        std::vector<hs::workspace> spaces(k);
        w.nearest(who, 60, {got, got_far}, {}, {threads, spaces});
        ASSERT_TRUE(got == right && got_far == far) << n << " by " << k;
        if (k > 1 && n > 4096) {
          EXPECT_GT(threads.started, 0u) << "nobody was asked to help";
        }
        for (const std::size_t room : {9 * n + 1, all / 2}) {  // with room for all, and not
          ASSERT_EQ(w.nearest_k(who, wanted, 60, {got_starts, std::span(got_list).first(room), got_fars}, {},
                                {threads, spaces}),
                    all);
          ASSERT_EQ(got_starts, starts) << n << " by " << k;
          for (std::size_t i = 0; i < all; ++i) {
            ASSERT_TRUE(i >= room || got_list[i] == list[i]) << n << " by " << k << ", " << i;
            ASSERT_TRUE(same_bits(got_fars[i], fars[i])) << n << " by " << k << ", " << i;
          }
        }
      }
    }
  }
}

TEST(threads, let_particles_fly_as_one_thread_does) {
  rng r(4);
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{40}, cases(40000), cases(150000)}) {
    const scene start = draw(n, r), items = draw(300, r);
    const float field = 20 * std::sqrt(static_cast<float>(n));
    scene spread = items;
    for (float* column : {spread.x.data(), spread.y.data()})
      for (std::size_t i = 0; i < 300; ++i) column[i] *= field / (20 * std::sqrt(300.0f));
    std::vector<std::uint8_t> solid(64 * 64);
    for (std::uint8_t& t : solid) t = r.one_in(5);
    const hs::tile_map map{.width = 64, .height = 64, .cell = {field / 64 + 1, field / 64 + 1}, .tiles = solid};
    hs::world g, round;
    round.rebuild(spread.circles());
    for (const int walls : {0, 1, 2, 3}) {  // boxes, circles, tiles, all of them
      walls == 1 ? g.rebuild(spread.circles()) : g.rebuild(spread.boxes());
      const auto fly = [&](scene& s, const hs::workers& with) {
        const hs::particles p{s.x, s.y, s.dx, s.dy};
        return walls == 3   ? hs::integrate_and_deflect(p, 0.1f, hs::several(g, round, map), {}, with)
               : walls == 2 ? hs::integrate_and_deflect(p, 0.1f, map, {}, with)
                            : hs::integrate_and_deflect(p, 0.1f, g, {}, with);
      };
      scene right = start;
      hs::workspace w;
      const std::size_t turned = fly(right, w);
      if (n > 10000) {
        EXPECT_GT(turned, 20u);
      }
      for (const unsigned k : counts) {
        crowd threads{k};
        std::vector<hs::workspace> spaces(k);
        scene got = start;
        ASSERT_EQ(fly(got, {threads, spaces}), turned) << n << " by " << k;
        for (std::size_t i = 0; i < n; ++i)
          ASSERT_TRUE(same_bits(got.x[i], right.x[i]) && same_bits(got.y[i], right.y[i]) &&
                      same_bits(got.dx[i], right.dx[i]) && same_bits(got.dy[i], right.dy[i]))
              << n << " by " << k << ", particle " << i;
        if (k > 1 && n > 10000) {
          EXPECT_GT(threads.started, 0u) << "nobody was asked to help";
        }
      }
    }
  }
}

// Whoever comes first sorts, and the others wait; with memory of their own or without.
TEST(threads, ask_one_world_that_nobody_has_asked_before) {
  rng r(6);
  const std::size_t n = 300;
  const scene movers = draw(n, r), items = draw(3000, r);
  struct answers {
    records<2> hits{n};
    std::vector<std::size_t> starts = std::vector<std::size_t>(n + 1);
    std::vector<hs::index> items = std::vector<hs::index>(60 * n), near = std::vector<hs::index>(n);
    void ask(const hs::world& w, const scene& who, hs::method by, const hs::workers& with) {
      w.sweep_nearest(who.circles(), who.steps(), hits.columns(), {.by = by}, with);
      EXPECT_LE(w.overlap(who.boxes(), {starts, items}, {.by = by}, with), items.size());
      w.nearest(hs::points{.x = who.x, .y = who.y}, 50, {.index = near}, {}, with);
    }
  };
  hs::world w;
  answers right;
  w.rebuild(items.boxes());
  right.ask(w, movers, hs::method::brute, {});
  for (int round = 0; round < 20; ++round) {
    w.rebuild(items.boxes());
    std::vector<answers> got(6);
    std::vector<std::thread> threads;
    for (int k = 0; k < 6; ++k)
      threads.emplace_back([&, k] {
        hs::workspace own;
        got[static_cast<std::size_t>(k)].ask(w, movers, static_cast<hs::method>(k % 3),
                                             k < 3 ? hs::workers(own) : hs::workers());
      });
    for (std::thread& t : threads) t.join();
    for (const answers& a : got) {
      EXPECT_EQ(a.hits.index, right.hits.index);
      EXPECT_EQ(a.hits.time, right.hits.time);
      EXPECT_EQ(a.starts, right.starts);
      const std::size_t total = right.starts.back();
      for (std::size_t i = 0; i < a.items.size() && i < total; ++i)
        ASSERT_EQ(a.items[i], right.items[i]) << i << " of " << total;
      EXPECT_EQ(a.near, right.near);
    }
  }
}

void one_after_the_other(std::size_t jobs, hs::job job) {
  for (std::size_t i = 0; i < jobs; ++i) job(i);
}
// Crowds within crowds, large ones and some that are not valid: the order they are sorted into is that of one thread,
// which pairs that come as they are found show; and so it is when two queries sort the same items at a time.
template <class View> void compare_orders(const View& items, std::size_t room) {
  const auto ask = [&](const hs::world& w, std::vector<hs::index>(&to)[2], const hs::workers& with) {
    for (auto& column : to) column.assign(room, 77u);
    return w.overlap_pairs_unordered({to[0], to[1]}, {.by = hs::method::grid}, with).total;
  };
  hs::workspace alone;
  hs::world world;
  std::vector<hs::index> right[2], got[2];
  world.rebuild(items);
  const std::size_t all = ask(world, right, alone);
  ASSERT_GT(all, items.size() / 4);
  ASSERT_LE(all, room);
  for (const unsigned k : counts) {
    crowd threads{k};
    std::vector<hs::workspace> spaces(k), others(k);
    for (int turn = 0; turn < 2; ++turn) {  // in memory that was used before, too
      world.rebuild(items);
      ASSERT_EQ(ask(world, got, {threads, spaces}), all);
      if (k > 1) {
        EXPECT_GT(threads.started, 0u) << "nobody was asked to help";
      }
      ASSERT_EQ(ask(world, got, alone), all);  // what was sorted by k, asked by one
      ASSERT_EQ(got[0], right[0]) << "by " << k;
      ASSERT_EQ(got[1], right[1]) << "by " << k;
    }
    world.rebuild(items);
    std::vector<hs::index> there[2];
    std::thread beside([&] {
      crowd more{k};
      EXPECT_EQ(ask(world, there, {more, others}), all);
    });
    EXPECT_EQ(ask(world, got, {threads, spaces}), all);
    beside.join();
    ASSERT_EQ(ask(world, got, alone), all);
    ASSERT_EQ(got[0], right[0]) << "twice by " << k;
    ASSERT_EQ(got[1], right[1]) << "twice by " << k;
  }
}
TEST(threads, sort_as_one_thread_does) {
  rng r(31);
  const std::size_t n = whole_run() ? 30000 : 10000;
  std::vector<float> at[3], half;
  for (std::size_t i = 0; i < n; ++i) {
    const float knot = 700.0f * static_cast<float>(i % 3), wide = i % 8 < 5 ? 4000 : i % 8 < 7 ? 40 : .5f;
    for (auto& column : at) column.push_back(knot + r.real(0, wide));
    half.push_back(i % 997 == 0 ? 400 : i % 89 == 0 ? NAN : wide / 600);
  }
  compare_orders(hs::centred_boxes{.x = at[0], .y = at[1], .half_x = half, .half_y = half}, 60 * n);
  compare_orders(hs::circles{.x = at[0], .y = at[1], .radius = half}, 60 * n);
  compare_orders(hs::centred_boxes3{.x = at[0], .y = at[1], .z = at[2], .half_x = half, .half_y = half, .half_z = half},
                 60 * n);
}

TEST(threads, may_be_a_plain_function) {
  std::size_t items = 0;
  hs::in_ranges(one_after_the_other, 1000, 128, [&](std::size_t, std::size_t n) { items += n; });
  EXPECT_EQ(items, 1000u);
}

TEST(threads, ranges_of_as_many_as_there_can_be_are_few) {
  constexpr std::size_t all = static_cast<std::size_t>(-1);
  for (const std::size_t count : {all, all - 63, all / 64 * 64})
    for (const std::size_t size : {all, all - 1, all / 2}) {
      std::size_t jobs = 0, items = 0;
      const auto run = [&](std::size_t n, hs::job job) {
        jobs = n;
        for (std::size_t i = 0; n < 9 && i < n; ++i) job(i);
      };
      hs::in_ranges(run, count, size, [&](std::size_t first, std::size_t n) {
        EXPECT_EQ(first, items);
        items += n;
      });
      EXPECT_LE(jobs, 3u);
      EXPECT_EQ(items, count);
    }
}

// Of each view: what of its columns there is many of is n items from the first one on.
TEST(threads, parts_of_views_are_views_of_their_items) {
  const std::vector<float> x{0, 1, 2, 3, 4, 5};
  const std::vector<std::uint32_t> on{1, 2, 4, 8, 16, 32}, offsets{0, 1, 2, 3, 4, 5, 6};
  const auto all_of = [&](const auto& view) {
    const auto some = hs::part(view, 2, 3);
    EXPECT_EQ(some.size(), 3u);
    EXPECT_EQ(some.layers[0], 4u);
    const auto from = view.columns(), to = some.columns();
    for (std::size_t c = 0; c < from.size(); ++c) {
      ASSERT_EQ(to[c].many(), from[c].many());
      for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(to[c][i], from[c][from[c].many() ? 2 + i : 0]) << c;
    }
  };
  all_of(hs::points{x, 1.0f, on}), all_of(hs::points3{x, 1.0f, x, on});
  all_of(hs::boxes{x, 1.0f, x, 3.0f, on}), all_of(hs::boxes3{x, 1.0f, x, x, 3.0f, 4.0f, on});
  all_of(hs::centred_boxes{x, 1.0f, x, 3.0f, on}), all_of(hs::centred_boxes3{1.0f, x, x, 2.0f, x, 4.0f, on});
  all_of(hs::circles{x, 1.0f, x, on}), all_of(hs::spheres{x, 1.0f, 2.0f, x, on});
  all_of(hs::segments{x, 1.0f, 2.0f, x, on}), all_of(hs::segments3{x, 1.0f, 2.0f, x, 4.0f, x, on});
  all_of(hs::capsules{x, 1.0f, 2.0f, x, x, on}), all_of(hs::obbs{x, 1.0f, 2.0f, x, 1.0f, x, on});
  const hs::polygons some = hs::part(hs::polygons{x, x, offsets, on}, 2, 3);
  EXPECT_EQ(some.size(), 3u);
  EXPECT_EQ(some.offsets[0], 2u);
  EXPECT_EQ(some.layers[0], 4u);
  EXPECT_EQ(hs::part(hs::motions3{x, 1.0f, x}, 2, 3).dz[0], 2.0f);
}

TEST(threads, take_the_ranges_of_a_flat_batch) {
  rng r(3);
  for (const std::size_t n : {0ul, 1ul, 64ul, 65ul, 5000ul}) {
    const scene s = draw(n, r);
    const hs::box ship = hs::box::from_center({300, 300}, {150, 150});
    std::vector<std::uint64_t> right(hs::mask_words(n)), got(hs::mask_words(n));
    std::vector<float> times_right(n), times(n);
    if (n) hs::overlap_mask(s.boxes(), ship, right), hs::sweep_times(s.boxes(), s.steps(), ship, times_right);
    for (const std::size_t size : {0ul, 1ul, 64ul, 100ul, 1000000ul}) {
      crowd threads{3};
      std::atomic<std::size_t> seen{0};
      hs::in_ranges(threads, n, size, [&](std::size_t first, std::size_t count) {
        seen += count;
        hs::overlap_mask(hs::part(s.boxes(), first, count), ship, std::span(got).subspan(first / 64));
        hs::sweep_times(hs::part(s.boxes(), first, count), hs::part(s.steps(), first, count), ship,
                        std::span(times).subspan(first));
      });
      EXPECT_EQ(seen, n);
      EXPECT_EQ(got, right);
      EXPECT_EQ(times, times_right);
    }
  }
}

}  // namespace
