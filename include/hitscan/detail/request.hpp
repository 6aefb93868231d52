// A question in plain data: what every public query becomes before it meets an ISA. Not part of the public contract.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../isa.hpp"
#include "../query.hpp"
#include "../views.hpp"

namespace hitscan::detail {

enum class test : std::uint8_t {
  overlap_boxes,          // box, point or centred box against the same
  inside_boxes,           // a inside b
  overlap_circles,        // circle or point against circle
  overlap_circles_boxes,  // a: circle, b: box, point or centred box
  sweep_boxes,            // a moves (segments arrive as points that move), b may
  sweep_circles           // circle or point moves against circle
};
inline constexpr int test_count = 6;

// The columns of a kind, in this order. D axes.
enum class kind : std::uint8_t {
  point,    // D: position
  corners,  // 2D: min and max of each axis in turn
  centred,  // 2D: centre of each axis, then half extent of each axis
  circle    // D + 1: centre, radius
};
constexpr int columns_of(kind what, int dims) noexcept {
  return what == kind::point ? dims : what == kind::circle ? dims + 1 : 2 * dims;
}

// Which side is many. `each`: item i with item i, or first[i] with second[i].
enum class batch : std::uint8_t { one_many, many_one, each };

struct feed {  // a column: a span, or one value when data is null
  const float* data;
  float one;
};

struct side {
  kind what;
  feed column[6];
  const std::uint32_t* layer_data;  // null: one value
  std::uint32_t layer_one;
  bool spans;         // some column of it, of its motion or its layers is a span: an index has a meaning
  std::size_t count;  // items; 1 for a single shape
};

struct motion {
  bool present;  // absent: stands still
  feed column[3];
  float longest;  // negative: not known
};

struct request {
  detail::test test;
  detail::batch batch;
  std::uint8_t dims;
  touching touch;
  start_overlap start;
  std::uint32_t layers;
  float until;
  std::size_t n;       // items, or pairs
  const index* first;  // index pairs, or null
  const index* second;
  const char* breach;  // what is wrong with it, or null
  motion da, db;       // of a and of b
  side a, b;
};

// Where records go: null is not wanted. 3 axes whatever the dimension.
struct records {
  hitscan::index* index = nullptr;
  float* time = nullptr;
  float* normal[3]{};
  float* position[3]{};
  std::uint8_t* flags = nullptr;
  constexpr bool details() const noexcept {
    return normal[0] || normal[1] || normal[2] || position[0] || position[1] || position[2];
  }
};

struct outcome {  // one hit
  hitscan::index index = none;
  float time = 1;
  float normal[3]{}, position[3]{};
  std::uint8_t flags = 0;
};

struct tally {
  std::size_t written, total;
};

// One ISA, or the reference: a function for each result form.
struct engine {
  isa which;
  int lanes;  // floats a register
  bool (*any)(const request&) noexcept;
  std::size_t (*count)(const request&) noexcept;
  void (*mask)(const request&, std::uint64_t* words) noexcept;                   // (n + 63) / 64 words, spare bits 0
  void (*times)(const request&, float* times, std::uint64_t* words) noexcept;    // n floats; words may be null
  tally (*list)(const request&, const records&, std::size_t capacity) noexcept;  // ascending
  outcome (*nearest)(const request&) noexcept;
  void (*each)(const request&, const records&) noexcept;  // n records, index = item or none
};

const engine& active_engine() noexcept;
const engine& reference_engine() noexcept;
[[gnu::cold]] void report_breach(const char* message) noexcept;
bool checks_enabled() noexcept;

}  // namespace hitscan::detail
