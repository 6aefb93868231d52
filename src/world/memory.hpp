// What a workspace and a world keep, in memory that only grows.
#pragma once

#include <array>
#include <atomic>
#include <cstring>
#include <hitscan/world.hpp>
#include <memory>
#include <utility>

#include "broad.hpp"

namespace hitscan::detail::broad {

// Memory that only grows, aligned to cache lines; what is large in huge pages (memory.cpp). Growing forgets what was
// there.
class pages {
 public:
  pages() = default;
  pages(pages&& other) noexcept : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  pages& operator=(pages&& other) noexcept {
    std::swap(data_, other.data_), std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~pages() { leave(); }
  void* need(std::size_t bytes) {
    if (bytes > bytes_) grow(bytes);
    return data_;
  }
  void extend(std::size_t bytes, std::size_t kept);  // to so many; the first of them stay what they are
  void* get() const noexcept { return data_; }
  std::size_t bytes() const noexcept { return bytes_; }

 private:
  void grow(std::size_t bytes);
  void leave() noexcept;
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

// Room for plain values.
template <class T> class room {
 public:
  T* need(std::size_t n) { return static_cast<T*>(in_.need(n * sizeof(T))); }
  void extend(std::size_t n, std::size_t kept) { in_.extend(n * sizeof(T), kept * sizeof(T)); }
  T* get() const noexcept { return static_cast<T*>(in_.get()); }
  std::size_t bytes() const noexcept { return in_.bytes(); }

 private:
  pages in_;
};

struct cell_memory {
  room<float> items, rows, near, near_list;
  room<std::uint32_t> marks, starts, numbers;
  room<std::uint64_t> places;
  bool taken = false;  // while a grid is looked at, what is asked beside it goes without

  std::size_t bytes() const noexcept {
    return items.bytes() + rows.bytes() + near.bytes() + near_list.bytes() + marks.bytes() + starts.bytes() +
           numbers.bytes() + places.bytes();
  }
};

struct memory {
  room<float> rows, spare, aside, tree, next_tree, list, flying, edges, asking;
  room<std::uint32_t> keys, cells, counts, digits, firsts, pairs, asking_layers;
  cell_memory grid;
  room<unsigned char> shelf;     // of several views' answers (views.hpp)
  room<unsigned char> meetings;  // that are put in order
  std::size_t listed = 0;        // what one part of several has found

  first_memory for_firsts(std::size_t n, std::size_t items, int dims) {
    const std::size_t words = first_list_words(items, n, dims), table = row_table_words(n, dims);
    return {rows.need(table), spare.need(table), aside.need(table), keys.need(key_words(n)), list.need(words), words};
  }
  index* numbers_of(std::size_t n) { return firsts.need(n + width); }
  std::size_t bytes() const noexcept {
    return rows.bytes() + spare.bytes() + aside.bytes() + tree.bytes() + next_tree.bytes() + list.bytes() +
           keys.bytes() + cells.bytes() + counts.bytes() + digits.bytes() + firsts.bytes() + pairs.bytes() +
           flying.bytes() + edges.bytes() + asking.bytes() + asking_layers.bytes() + grid.bytes() + shelf.bytes() +
           meetings.bytes();
  }
};

// Of who asks, copies in place of columns with gaps.
void close_gaps(side& who, motion& by, int dims, memory& s);

// What is behind them: made when somebody asks, as what was moved from has none. A world without one has no items.
struct lender {
  static memory& of(workspace&);
  static world_body& of(const world&) noexcept;
};

// What the first of several queries does, while the others wait.
class once {
 public:
  bool done() const noexcept { return done_.load(std::memory_order_acquire); }
  void forget() noexcept { done_.store(false, std::memory_order_relaxed); }
  template <class F> void run(std::atomic_flag& busy, F f) {
    alone(busy, [&] {
      f();
      done_.store(true, std::memory_order_release);
    });
  }
  // f() alone, unless it is done.
  template <class F> void alone(std::atomic_flag& busy, F f) {
    if (done()) return;
    while (busy.test_and_set(std::memory_order_acquire)) {
#if defined(__cpp_lib_atomic_flag_test) && defined(__cpp_lib_atomic_wait)
      busy.wait(true, std::memory_order_relaxed);
#endif
    }
    struct free_again {
      std::atomic_flag& busy;
      ~free_again() {
        busy.clear(std::memory_order_release);
#if defined(__cpp_lib_atomic_flag_test) && defined(__cpp_lib_atomic_wait)
        busy.notify_all();
#endif
      }
    } const after{busy};
    if (!done()) f();
  }

 private:
  std::atomic<bool> done_{false};
};

// What a sample of the items says: how far from one to the next, how wide the field and an item are, how many a place
// is in, whether they crowd (1) or are spread (0), and, of 8 x 8 squares of so many a unit, which have any.
struct field {
  float spacing = 0, across = 0, size = 0, cover = 0, crowding = 0;
  float low[3]{}, extent[3]{}, squares_per[2]{};
  std::uint64_t squares = ~std::uint64_t{0};
};

struct uniform_grid;      // rings/uniform_grid.hpp
struct nested_grid_body;  // nested_grid_build.hpp
struct release_of_rays {
  void operator()(nested_grid_body*) const noexcept;
};

struct release_of_grid {
  void operator()(uniform_grid*) const noexcept;
};

struct world_body {
  world_body() noexcept;
  int dims = 2;
  bool built = false;  // does it have dimensions yet?
  side items{};        // as they are asked: in the caller's order, in `columns`, `corners`, `offsets` and `layers`
  motion by{};         // and how they move, in `steps`
  const hull_kernels* hull_tests = nullptr;
  side bounds{};  // as they are looked for: the same, or corners of boxes around them, in `edges`
  side ways{};    // the same of all their way, in `way_edges`
  room<float> columns, corners, steps, edges, way_edges, tree, way_tree, lists, in_cells;
  room<std::uint32_t> layers, offsets, cell_words;

  // What is made of them when somebody asks. A thread at a time makes something.
  std::atomic_flag making;
  once surveyed, listed, sorted, swept, filed, gridded;
  field seen;                                               // surveyed
  item_columns list;                                        // listed: all their way, as first hits look at them
  bvh over;                                                 // sorted: where they are at the start
  bvh over_ways;                                            // swept: all their way
  std::unique_ptr<nested_grid_body, release_of_rays> rays;  // filed: all their way, for single descents
  std::unique_ptr<uniform_grid, release_of_grid> cells;     // gridded: where they are, for what is near

  std::atomic<std::size_t> asked{0};  // how many asked these items
  std::size_t before = 0;             // and those before them
  std::atomic<std::size_t> flown{0};  // and of particles among them, one by one
  std::atomic<method> used{method::brute};
  void note(std::size_t n, method by) noexcept {
    asked.fetch_add(n, std::memory_order_relaxed), used.store(by, std::memory_order_relaxed);
  }
  void note_flown(std::size_t n) noexcept { flown.fetch_add(n, std::memory_order_relaxed); }
  workspace own;  // of queries that bring none, one at a time
  std::atomic_flag own_taken;

  // Of several views this is the first. The others' items have their numbers from `from` on.
  std::array<std::unique_ptr<world_body, release_of_body>, world::most_views - 1> more;
  std::size_t views = 1;
  index from = 0;
  world_body& view(std::size_t k) const noexcept { return k ? *more[k - 1] : const_cast<world_body&>(*this); }

  void forget() noexcept;
  void take(const request&);
  std::size_t bytes() const noexcept;
  const item_columns& as_list();
  const bvh& as_bvh(const workers&);
  const bvh& as_bvh_of_ways(const workers&);
  void sort(const side&, room<float>& words, once& made, bvh& to, const workers&);
  const nested_grid_body& as_rays();
  const uniform_grid& as_grid(const workers&);
  const field& as_field();

  bool round() const noexcept { return items.what == kind::circle; }
  bool hulls() const noexcept { return items.what > kind::circle; }
  // The items as a test takes them: boxes meet points as boxes without extent.
  void put_items(side& to, test t) const noexcept {
    to = items;
    if (items.what == kind::point && (t == test::overlap_boxes || t == test::sweep_boxes)) to = bounds;
  }
  // What is wrong with a question, in words.
  const char* wrong_with(const request& r) const noexcept;
};

// The memory of one query: its own workspaces, or the world's, or, while another query has that, some of the moment's.
class lease {
 public:
  explicit lease(const workers& with, world_body* owner = nullptr) : now(with) {
    if (now.run || !now.spaces.empty()) return;
    if (owner && !owner->own_taken.test_and_set(std::memory_order_acquire))
      taken_ = &owner->own_taken, now.spaces = {&owner->own, 1};
    else
      now.spaces = {&once_.emplace(), 1};
  }
  ~lease() {
    if (taken_) taken_->clear(std::memory_order_release);
  }
  lease(const lease&) = delete;
  lease& operator=(const lease&) = delete;
  workers now;

 private:
  std::atomic_flag* taken_ = nullptr;
  std::optional<workspace> once_;
};

}  // namespace hitscan::detail::broad
