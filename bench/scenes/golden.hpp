// Every query, in every form, over small scenes: all outputs hashed, bit by bit. One hash a query, and one for all.
// They are the same on every ISA, compiler and machine; golden_values.hpp holds them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace golden {

struct entry {
  std::string query;  // "overlap_mask", ...
  std::uint64_t hash;
};

/// The hashes of the ISA in use, in a fixed order.
std::vector<entry> hashes();
/// The same for fewer scenes of the verbs for points, boxes and circles, with `enter` called before every query and
/// `leave` after it: what is around a query, such as a floating-point state, does not change its answers.
std::vector<entry> hashes_within(void (*enter)(), void (*leave)());
std::uint64_t total(const std::vector<entry>& entries) noexcept;

/// What hashes() has to give; empty when no values are committed.
std::vector<entry> expected();

/// Names the queries in which `got` differs from `want`, for people; empty when they agree.
std::string difference(const std::vector<entry>& got, const std::vector<entry>& want);

}  // namespace golden
