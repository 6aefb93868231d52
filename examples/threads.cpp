// Four thousand bullets against four hundred enemies, by two threads: a pool of std::thread, kept from frame to frame,
// and oneTBB where it is there. The library starts no thread; it hands out jobs.
#include <hitscan/hitscan.hpp>

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>
#if defined(EXAMPLE_HAS_TBB)
#include <tbb/parallel_for.h>
#endif

namespace hs = hitscan;

// The caller works too, so a pool of one helper is two threads.
class pool {
 public:
  explicit pool(unsigned helpers) {
    for (unsigned k = 0; k < helpers; ++k) threads_.emplace_back([this] { help(); });
  }
  ~pool() {
    {
      const std::lock_guard hold(mutex_);
      over_ = true;
    }
    wake_.notify_all();
    for (std::thread& t : threads_) t.join();
  }
  void operator()(std::size_t jobs, hs::job job) {
    {
      const std::lock_guard hold(mutex_);
      job_ = job, jobs_ = jobs, next_ = 0, busy_ = threads_.size(), ++turn_;
    }
    wake_.notify_all();
    work();
    std::unique_lock hold(mutex_);
    done_.wait(hold, [this] { return busy_ == 0; });
  }

 private:
  void work() {
    for (std::size_t i; (i = next_++) < jobs_;) job_(i);
  }
  void help() {
    for (unsigned seen = 0;;) {
      {
        std::unique_lock hold(mutex_);
        wake_.wait(hold, [&] { return over_ || turn_ != seen; });
        if (over_) return;
        seen = turn_;
      }
      work();
      const std::lock_guard hold(mutex_);
      if (--busy_ == 0) done_.notify_one();
    }
  }
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  hs::job job_;
  std::size_t jobs_ = 0, busy_ = 0;
  std::atomic<std::size_t> next_{0};
  unsigned turn_ = 0;
  bool over_ = false;
  std::vector<std::thread> threads_;
};

int main() {
  constexpr std::size_t bullets = 4000, enemies = 400;
  std::vector<float> x, y, dx, dy, enemy_x, enemy_y;
  for (std::size_t i = 0; i < bullets; ++i) {
    x.push_back(static_cast<float>(i * 37 % 1920)), y.push_back(static_cast<float>(i * 61 % 1080));
    dx.push_back(static_cast<float>(i % 17) - 8), dy.push_back(static_cast<float>(i % 13) - 6);
  }
  for (std::size_t i = 0; i < enemies; ++i) {
    enemy_x.push_back(static_cast<float>(i * 101 % 1920)), enemy_y.push_back(static_cast<float>(i * 67 % 1080));
  }
  const hs::centred_boxes shots{.x = x, .y = y, .half_x = 4.0f, .half_y = 4.0f};
  const hs::motions steps{.dx = dx, .dy = dy};
  hs::world world;
  world.rebuild(hs::centred_boxes{.x = enemy_x, .y = enemy_y, .half_x = 16.0f, .half_y = 16.0f});

  std::vector<hs::index> by_one(bullets), by_two(bullets);
  world.sweep_nearest(shots, steps, {.index = by_one});

  pool two(1);
  hs::workspace spaces[2];  // as many jobs at a time
  world.sweep_nearest(shots, steps, {.index = by_two}, {}, {two, spaces});
  std::size_t hits = 0;
  for (const hs::index who : by_two) hits += who != hs::none;
  std::printf("%zu of %zu hit something; two threads say %s\n", hits, bullets, by_one == by_two ? "the same" : "else");

  // A flat query goes in ranges, each a batch of its own.
  const hs::box ship = hs::box::from_center({960, 540}, {200, 200});
  std::vector<std::uint64_t> near(hs::mask_words(bullets));
  hs::in_ranges(two, bullets, 1024, [&](std::size_t first, std::size_t n) {
    hs::overlap_mask(hs::part(shots, first, n), ship, std::span(near).subspan(first / 64));
  });
  std::size_t close = 0;
  for (std::size_t i = 0; i < bullets; ++i) close += near[i / 64] >> (i % 64) & 1;
  std::printf("%zu are near the ship, %zu by one thread\n", close, hs::overlap_count(shots, ship));

#if defined(EXAMPLE_HAS_TBB)
  auto tbb = [](std::size_t jobs, hs::job job) { tbb::parallel_for(std::size_t{0}, jobs, job); };
  world.sweep_nearest(shots, steps, {.index = by_two}, {}, {tbb, spaces});
  std::printf("oneTBB says %s\n", by_one == by_two ? "the same" : "else");
#endif
  return by_one == by_two && close == hs::overlap_count(shots, ship) ? 0 : 1;
}
