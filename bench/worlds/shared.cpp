// One query shared by two threads.
#include "shared.hpp"

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <thread>

#include "scenes.hpp"

namespace {

using namespace many;

constexpr hs::query by_grid{.by = hs::method::grid};

// The caller and one helper, who waits for the next query without sleeping: what is measured is the sharing.
class pair_of_threads {
 public:
  pair_of_threads() : helper_([this] { help(); }) {}
  ~pair_of_threads() {
    over_ = true;
    helper_.join();
  }
  void operator()(std::size_t jobs, hs::job job) {
    job_ = job, jobs_ = jobs, next_ = 0, idle_ = false;
    ++turn_;
    work();
    while (!idle_) std::this_thread::yield();
  }

 private:
  void work() {
    for (std::size_t i; (i = next_++) < jobs_;) job_(i);
  }
  void help() {
    for (unsigned seen = 0; !over_;) {
      if (turn_ == seen) {
        std::this_thread::yield();
        continue;
      }
      seen = turn_;
      work();
      idle_ = true;
    }
  }
  hs::job job_;
  std::size_t jobs_ = 0;
  std::atomic<std::size_t> next_{0};
  std::atomic<unsigned> turn_{0};
  std::atomic<bool> idle_{true}, over_{false};
  std::thread helper_;
};

template <class Prepare, class Run> double wall_ms(int rounds, Prepare prepare, Run run) {
  double best = 1e30;
  for (int k = 0; k < rounds; ++k) {
    prepare();
    const auto before = std::chrono::steady_clock::now();
    run();
    best = std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count());
  }
  return best;
}

std::size_t row(const char* name, std::size_t n, std::size_t items, double one, double two, bool same) {
  std::printf("shared %-10s %8zu %6zu %9.3f %9.3f  x %.2f%s\n", name, n, items, one, two, one / two,
              same ? "" : "  OTHER ANSWERS");
  return !same;
}

std::size_t lists(std::size_t n, std::size_t m, pair_of_threads& threads) {
  const scene s = draw("uniform", n, m);
  hs::world w;
  w.rebuild(view(s.targets));
  hs::workspace spaces[2];
  std::vector<std::size_t> starts(n + 1), right_starts(n + 1);
  std::vector<hs::index> items(16 * n), right(16 * n);
  std::size_t all = 0, got = 0;
  const double one = wall_ms(
      15, [] {},
      [&] {
        all = w.overlap(view(s.movers), {right_starts, right}, by_grid, spaces[0]);
      });
  const double two = wall_ms(
      15, [] {},
      [&] {
        got = w.overlap(view(s.movers), {starts, items}, by_grid, {threads, spaces});
      });
  return row("lists", n, m, one, two, got == all && starts == right_starts && items == right);
}

std::size_t firsts(std::size_t n, std::size_t m, pair_of_threads& threads) {
  const scene s = draw("uniform", n, m);
  const hs::motions steps{.dx = s.dx, .dy = s.dy};
  hs::world w;
  w.rebuild(view(s.targets));
  hs::workspace spaces[2];
  std::vector<hs::index> index(n), right_index(n);
  std::vector<float> time(n), right_time(n);
  const double one = wall_ms(
      25, [] {},
      [&] { w.sweep_nearest(view(s.movers), steps, {.index = right_index, .time = right_time}, by_grid, spaces[0]); });
  const double two = wall_ms(
      25, [] {},
      [&] {
        w.sweep_nearest(view(s.movers), steps, {.index = index, .time = time}, by_grid, {threads, spaces});
      });
  return row("first hits", n, m, one, two, index == right_index && time == right_time);
}

std::size_t in_order(std::size_t n, std::size_t m, pair_of_threads& threads) {
  const scene s = draw("uniform", n, m);
  const hs::motions steps{.dx = s.dx, .dy = s.dy};
  hs::world w;
  w.rebuild(view(s.targets));
  hs::workspace spaces[2];
  std::vector<std::size_t> starts(n + 1), right_starts(n + 1);
  std::vector<hs::index> items(3 * n), right(3 * n);
  const auto ask = [&](const hs::hit_lists& out, const hs::workers& with) {
    return wall_ms(
        15, [] {}, [&] { w.sweep_in_order(view(s.movers), steps, 3, out, by_grid, with); });
  };
  const double one = ask({right_starts, right}, spaces[0]), two = ask({starts, items}, {threads, spaces});
  return row("in order", n, m, one, two, starts == right_starts && items == right);
}

// Pairs of n items among themselves, ascending. They are new in each round, so that sorting them is a part of it.
std::size_t pairs(std::size_t n, pair_of_threads& threads) {
  const scene s = draw("uniform", n, 1);
  hs::world w;
  hs::workspace spaces[2];
  std::vector<hs::index> first(16 * n), second(16 * n), right_first(16 * n), right_second(16 * n);
  const auto fresh = [&] { w.rebuild(view(s.movers)); };
  hs::found_pairs all, got;
  const double one = wall_ms(15, fresh, [&] {
    all = w.overlap_pairs({right_first, right_second}, by_grid, spaces[0]);
  });
  const double two = wall_ms(15, fresh, [&] { got = w.overlap_pairs({first, second}, by_grid, {threads, spaces}); });
  return row("pairs", n, n, one, two, got.total == all.total && first == right_first && second == right_second);
}

std::size_t nearest(std::size_t n, std::size_t m, pair_of_threads& threads) {
  const scene s = draw("uniform", n, m);
  const hs::points points{.x = s.movers.min_x, .y = s.movers.min_y};
  hs::world w;
  w.rebuild(view(s.targets));
  hs::workspace spaces[2];
  std::vector<hs::index> index(n), right(n);
  std::vector<float> distance(n), right_distance(n);
  const auto ask = [&](const hs::near_columns& out, const hs::workers& with) {
    return wall_ms(
        15, [] {}, [&] { w.nearest(points, HUGE_VALF, out, {}, with); });
  };
  const double one = ask({.index = right, .distance = right_distance}, spaces[0]);
  const double two = ask({.index = index, .distance = distance}, {threads, spaces});
  return row("nearest", n, m, one, two, index == right && distance == right_distance);
}

std::size_t swarm(const char* name, std::size_t n, float half, pair_of_threads& threads) {
  const flock start = draw_flock(n, half);
  hs::world w;
  w.rebuild(view(start.walls));
  hs::workspace spaces[2];
  flock right, moved;
  std::size_t turned = 0, got = 0;
  const double one = wall_ms(
      7, [&] { right = start; },
      [&] {
        turned = hs::integrate_and_deflect({right.x, right.y, right.dx, right.dy}, 1 / 60.0f, w, {}, spaces[0]);
      });
  const double two = wall_ms(
      7, [&] { moved = start; },
      [&] {
        got = hs::integrate_and_deflect({moved.x, moved.y, moved.dx, moved.dy}, 1 / 60.0f, w, {}, {threads, spaces});
      });
  return row(name, n, turned, one, two,
             got == turned && moved.x == right.x && moved.y == right.y && moved.dx == right.dx && moved.dy == right.dy);
}

}  // namespace

std::size_t shared() {
  std::printf("%28s %6s %9s %9s\n", "asking", "items", "one", "two");
  pair_of_threads threads;
  std::size_t wrong = 0;
  for (const std::size_t m : {1000ul, 10000ul})
    wrong += firsts(100000, m, threads) + lists(100000, m, threads) + nearest(100000, m, threads) +
             in_order(100000, m, threads);
  wrong += pairs(100000, threads);
  return wrong + swarm("few walls", 1000000, 4, threads) + swarm("half walls", 1000000, 16, threads);
}
