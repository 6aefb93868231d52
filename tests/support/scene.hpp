// One random question to the library, with its data in watched memory: the tests' side of detail/request.hpp.
#pragma once

#include <hitscan/detail/request.hpp>
#include <string>

#include "families.hpp"
#include "memory.hpp"

namespace trial {

/// How the two sides are asked about.
enum class asked : std::uint8_t { one_many, many_one, each, each_by_pairs, many_many };

struct plan {
  hitscan::detail::test test;
  asked how;
  int dims;
  std::size_t n;  // items, or pairs; of the longer side when many meet many
  const family* from;
};

constexpr bool moving(hitscan::detail::test t) noexcept {
  return t == hitscan::detail::test::sweep_boxes || t == hitscan::detail::test::sweep_circles ||
         t == hitscan::detail::test::sweep_circles_boxes || t == hitscan::detail::test::sweep_hulls ||
         t == hitscan::detail::test::sweep_growing_boxes || t == hitscan::detail::test::sweep_growing_circles;
}

/// It has more to tell than whether: a time or a depth, a normal and a position.
constexpr bool telling(hitscan::detail::test t) noexcept { return moving(t) || hitscan::detail::is_contact(t); }
/// Tests in which either side may be who asks, though their order is fixed.
constexpr bool can_flip(hitscan::detail::test t) noexcept {
  return t == hitscan::detail::test::contact_circles_boxes || t == hitscan::detail::test::sweep_circles_boxes;
}
constexpr bool planar(hitscan::detail::test t) noexcept {
  return t == hitscan::detail::test::overlap_hulls || t == hitscan::detail::test::contact_hulls ||
         t == hitscan::detail::test::sweep_hulls;
}

/// The kernel of a test that is known at run time alone.
const hitscan::detail::kernel* kernel_of(hitscan::detail::test t, int dims) noexcept;

/// A request whose options, kinds, uniform columns, layers and memory layout are drawn at random. Lives in `memory`.
hitscan::detail::request make_request(const plan& p, rng& r, arena& memory);

/// Items a side is made of, as text that can be pasted: kinds, columns, motions, options.
std::string describe(const hitscan::detail::request& r, std::size_t item_of_a, std::size_t item_of_b);
const char* name(hitscan::detail::test t) noexcept;
const char* name(asked how) noexcept;

}  // namespace trial
