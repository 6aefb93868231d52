// Arrays that stand in pieces of one length, as an entity system keeps them (EnTT: pages of 1024): asked a page at a
// time, and told as one.
//
//   const hs::found hit = hs::in_pages(count, 1024, room, [&](std::size_t first, std::size_t n, auto rest) {
//     const std::span px(x[first / 1024], n), py(y[first / 1024], n);      // x[]: a pointer to each page
//     return hs::overlap(hs::circles{.x = px, .y = py, .radius = 4.0f}, ship, rest);
//   });
//
// Items that are there no more - holes, tombstones - need not be taken out: with a layer column, 0 is on no layer and
// never hits; nor does a box with min > max, a radius below 0, anything that is NaN.
#pragma once

#include "detail/forms.hpp"

namespace hitscan {

/// Lists: ask(first, n, rest of the buffer) tells of n items from `first` on, counting from 0; this adds `first` and
/// joins the lists. Ascending and counted to the end, as all lists are. A page of 0 is all of it. More items than an
/// index can name are a contract breach, and nothing is asked.
template <class Ask> found in_pages(std::size_t count, std::size_t page, std::span<index> out, const Ask& ask) {
  found all{out.data(), 0, 0};
  if (!detail::can_name("in_pages", count)) return all;
  if (page == 0) page = count;
  for (std::size_t first = 0; first < count; first += page) {
    const std::span<index> rest = out.subspan(all.written);
    const found some = ask(first, count - first < page ? count - first : page, rest);
    for (std::size_t k = 0; k < some.written; ++k) rest[k] += static_cast<index>(first);
    all.written += some.written, all.total += some.total;
  }
  return all;
}

/// The nearest: ask(first, n, options) tells the first hit among n items, counting from 0. The options are yours with
/// an earlier `until`, so that later pages are asked about what comes before the best so far alone.
template <class Ask> auto nearest_in_pages(std::size_t count, std::size_t page, query options, const Ask& ask) {
  decltype(ask(count, page, options)) best{};
  if (!detail::can_name("nearest_in_pages", count)) return best;
  if (page == 0) page = count;
  for (std::size_t first = 0; first < count; first += page) {
    const auto h = ask(first, count - first < page ? count - first : page, options);
    if (!h || !detail::comes_first(h.time, h.flags, !best, best.time, best.flags, options.until)) continue;
    best = h, best.index += static_cast<index>(first);
  }
  return best;
}

}  // namespace hitscan
