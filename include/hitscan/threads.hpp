// Several threads for one query. Nothing in the library starts a thread: you hand over something that runs jobs, and
// the same answers come out, to the bit and in the same order, for any number of threads.
//
//   struct pool { void operator()(std::size_t jobs, hs::job job); };   // yours: job(i) for each i below jobs
//   pool threads;
//   hs::workspace spaces[8];                                           // as many jobs at a time
//   world.sweep_nearest(bullets, steps, out, {}, { threads, spaces });
//   hs::in_ranges(threads, bullets.size(), 4096, [&](std::size_t first, std::size_t n) {
//     hs::overlap_mask(hs::part(bullets, first, n), ship, std::span(words).subspan(first / 64));
//   });
//
// examples/threads.cpp has a pool of std::thread and one of oneTBB.
#pragma once

#include <concepts>
#include <type_traits>

#include "views.hpp"

namespace hitscan {

/// Work to be done: called once with each number below some count, on any thread.
struct job {
  void (*call)(void* data, std::size_t i) = nullptr;
  void* data = nullptr;
  void operator()(std::size_t i) const { call(data, i); }
};

/// Whatever runs jobs: run(jobs, job) calls job(i) once for every i below jobs, in any order, on any threads, and
/// returns when all have returned; a single job is called without it. When none is at work any more it may throw: so
/// does the query then, which can be asked again. Refers to it: it has to outlive the query.
class executor {
 public:
  template <class Run>
  requires(!std::same_as<Run, executor> && std::is_object_v<Run> && std::invocable<Run&, std::size_t, job>)
  executor(Run& run) noexcept
      : run_(const_cast<void*>(static_cast<const void*>(&run))),
        start_([](void* to, std::size_t jobs, job j) { (*static_cast<Run*>(to))(jobs, j); }) {}
  executor(void (&run)(std::size_t, job)) noexcept  // a plain function
      : run_(reinterpret_cast<void*>(&run)),
        start_([](void* to, std::size_t jobs, job j) { reinterpret_cast<void (*)(std::size_t, job)>(to)(jobs, j); }) {}
  void operator()(std::size_t jobs, job j) const {
    if (jobs == 1)
      j(0);
    else if (jobs > 1)
      start_(run_, jobs, j);
  }

 private:
  void* run_;
  void (*start_)(void*, std::size_t, job);
};

/// Calls f(first, n) for consecutive ranges of `count` items, `size` long each, rounded up to whole words of a mask.
template <class F> void in_ranges(const executor& run, std::size_t count, std::size_t size, F f) {
  constexpr std::size_t most = static_cast<std::size_t>(-1) / 64;
  if (size > count) size = count;
  size = size / 64 + (size % 64 != 0);
  size = 64 * (size == 0 ? 1 : size < most ? size : most);
  struct range {
    F& f;
    std::size_t count, size;
  } of{f, count, size};
  run(count / size + (count % size != 0), {[](void* data, std::size_t i) {
                                             const range& r = *static_cast<range*>(data);
                                             const std::size_t first = i * r.size, left = r.count - first;
                                             r.f(first, left < r.size ? left : r.size);
                                           },
                                           &of});
}

// ---- n items of a view, from `first` on ------------------------------------------------------------------------

/// Of a column: what is one value for all stays so.
template <class T> constexpr basic_column<T> part(const basic_column<T>& c, std::size_t first, std::size_t n) noexcept {
  if (c.data() == nullptr) return c;
  if (!c.span()) return {c.from(first), n, c.gap()};
  return std::span<const T>(c.data(), c.size()).subspan(first, n);
}
/// Of a view, with its layers; of motions, with their promise.
constexpr points part(const points& v, std::size_t i, std::size_t n) noexcept {
  return {part(v.x, i, n), part(v.y, i, n), part(v.layers, i, n)};
}
constexpr boxes part(const boxes& v, std::size_t i, std::size_t n) noexcept {
  return {part(v.min_x, i, n), part(v.min_y, i, n), part(v.max_x, i, n), part(v.max_y, i, n), part(v.layers, i, n)};
}
constexpr centred_boxes part(const centred_boxes& v, std::size_t i, std::size_t n) noexcept {
  return {part(v.x, i, n), part(v.y, i, n), part(v.half_x, i, n), part(v.half_y, i, n), part(v.layers, i, n)};
}
constexpr circles part(const circles& v, std::size_t i, std::size_t n) noexcept {
  return {part(v.x, i, n), part(v.y, i, n), part(v.radius, i, n), part(v.layers, i, n)};
}
constexpr segments part(const segments& v, std::size_t i, std::size_t n) noexcept {
  return {part(v.x, i, n), part(v.y, i, n), part(v.dx, i, n), part(v.dy, i, n), part(v.layers, i, n)};
}
constexpr capsules part(const capsules& v, std::size_t i, std::size_t n) noexcept {
  return {part(v.x, i, n),  part(v.y, i, n),      part(v.dx, i, n),
          part(v.dy, i, n), part(v.radius, i, n), part(v.layers, i, n)};
}
constexpr obbs part(const obbs& v, std::size_t i, std::size_t n) noexcept {
  return {part(v.x, i, n),      part(v.y, i, n),      part(v.half_x, i, n), part(v.half_y, i, n),
          part(v.axis_x, i, n), part(v.axis_y, i, n), part(v.layers, i, n)};
}
constexpr polygons part(const polygons& v, std::size_t i, std::size_t n) noexcept {  // of n there are n + 1 offsets
  return {v.x, v.y, v.offsets.subspan(i, n + 1), part(v.layers, i, n)};
}
constexpr points3 part(const points3& v, std::size_t i, std::size_t n) noexcept {
  return {part(v.x, i, n), part(v.y, i, n), part(v.z, i, n), part(v.layers, i, n)};
}
constexpr boxes3 part(const boxes3& v, std::size_t i, std::size_t n) noexcept {
  return {part(v.min_x, i, n), part(v.min_y, i, n), part(v.min_z, i, n), part(v.max_x, i, n),
          part(v.max_y, i, n), part(v.max_z, i, n), part(v.layers, i, n)};
}
constexpr centred_boxes3 part(const centred_boxes3& v, std::size_t i, std::size_t n) noexcept {
  return {part(v.x, i, n),      part(v.y, i, n),      part(v.z, i, n),     part(v.half_x, i, n),
          part(v.half_y, i, n), part(v.half_z, i, n), part(v.layers, i, n)};
}
constexpr spheres part(const spheres& v, std::size_t i, std::size_t n) noexcept {
  return {part(v.x, i, n), part(v.y, i, n), part(v.z, i, n), part(v.radius, i, n), part(v.layers, i, n)};
}
constexpr segments3 part(const segments3& v, std::size_t i, std::size_t n) noexcept {
  return {part(v.x, i, n),  part(v.y, i, n),  part(v.z, i, n),     part(v.dx, i, n),
          part(v.dy, i, n), part(v.dz, i, n), part(v.layers, i, n)};
}
constexpr motions3 part(const motions3& v, std::size_t i, std::size_t n) noexcept {
  return {part(v.dx, i, n), part(v.dy, i, n), part(v.dz, i, n), v.longest};
}
constexpr motions part(const motions& v, std::size_t i, std::size_t n) noexcept {
  return {part(v.dx, i, n), part(v.dy, i, n), v.longest};
}
template <class S, std::size_t N>
constexpr growing_shape<S, N> part(const growing_shape<S, N>& v, std::size_t i, std::size_t n) noexcept {
  growing_shape<S, N> some{part(v.shape, i, n), v.by};
  for (column& c : some.by) c = part(c, i, n);
  return some;
}
template <class No = void> points part(...) {
  static_assert(detail::never<No>,
                "hitscan: part(a view, the first item, how many); not of chains, whose items share nodes");
  return {};
}

}  // namespace hitscan
