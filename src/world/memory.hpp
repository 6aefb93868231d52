// Memory that only grows, and what a workspace and a grid keep in it.
#pragma once

#include <cstring>
#include <hitscan/grid.hpp>
#include <memory>
#include <new>

#include "broad.hpp"

namespace hitscan::detail::broad {

// Room for plain values, aligned to cache lines. Growing forgets what was in it.
template <class T> class room {
 public:
  T* need(std::size_t n) {
    if (n > size_) {
      const std::size_t more = n + n / 4;
      data_.reset();  // first, so that the two are not there at a time
      size_ = 0;
      data_.reset(static_cast<T*>(::operator new(more * sizeof(T), std::align_val_t{64})));
      size_ = more;
    }
    return data_.get();
  }
  T* get() const noexcept { return data_.get(); }
  std::size_t bytes() const noexcept { return size_ * sizeof(T); }

 private:
  struct release {
    void operator()(T* p) const noexcept { ::operator delete(p, std::align_val_t{64}); }
  };
  std::unique_ptr<T, release> data_;
  std::size_t size_ = 0;
};

struct cell_memory {
  room<float> items, rows;
  room<std::uint32_t> marks, starts, numbers;
  room<std::uint64_t> places;
  bool taken = false;  // while a chart is looked at, what is asked beside it goes without

  std::size_t bytes() const noexcept {
    return items.bytes() + rows.bytes() + marks.bytes() + starts.bytes() + numbers.bytes() + places.bytes();
  }
};

struct memory {
  room<float> rows, spare, aside, tree, list, flying;
  room<std::uint32_t> keys, cells, counts, digits, firsts, pairs;
  cell_memory chart;

  sort_memory for_order(std::size_t n, int dims) {
    return {rows.need(row_table_words(n, dims)), spare.need(row_table_words(n, dims)), keys.need(key_words(n)),
            cells.need(cell_words(n))};
  }
  first_memory for_firsts(std::size_t n, std::size_t items, int dims) {
    const std::size_t words = first_list_words(items, n, dims), table = row_table_words(n, dims);
    return {rows.need(table), spare.need(table), aside.need(table), keys.need(key_words(n)), list.need(words), words};
  }
  index* numbers_of(std::size_t n) { return firsts.need(n + width); }
  std::size_t bytes() const noexcept {
    return rows.bytes() + spare.bytes() + aside.bytes() + tree.bytes() + list.bytes() + keys.bytes() + cells.bytes() +
           counts.bytes() + digits.bytes() + firsts.bytes() + pairs.bytes() + flying.bytes() + chart.bytes();
  }
};

struct grid_body;
struct lender {
  static memory& of(workspace& w) noexcept { return *w.body_; }
  static const grid_body& of(const grid& g) noexcept { return *g.body_; }
};
struct nested_grid_body;  // nested_grid_build.hpp

struct grid_body {
  int dims = 2;
  bool points = false;  // that is what the corners were given as
  side items{};         // corners or circles, in the caller's order, in `columns` and `layers`
  room<float> columns, tree, lists;
  room<std::uint32_t> layers;
  bvh over;
  item_columns listed;                     // the same items, as first hits look at them
  std::unique_ptr<nested_grid_body> rays;  // of a tree: the same items, filed for single descents

  // The items as a test takes them: what meets a circle is a point, not a box without extent.
  void put_items(side& to, test t) const noexcept {
    to = items;
    if (!points || (t != test::overlap_circles && t != test::sweep_circles)) return;
    to.what = kind::point;
    for (int k = 0; k < dims; ++k) to.column[k] = items.column[2 * k];
  }
  // What is wrong with a question, in words.
  const char* wrong_with(const request& r) const noexcept {
    if (r.breach) return r.breach;
    return r.dims == dims ? nullptr : "hitscan: a 3D question about 2D items, or the other way round";
  }
};

}  // namespace hitscan::detail::broad
