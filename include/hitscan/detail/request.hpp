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
  sweep_circles,          // circle or point moves against circle
  contact_boxes,          // as overlap_boxes, and how far to push a out of b
  contact_circles,        // as overlap_circles, the same
  contact_circles_boxes,  // as overlap_circles_boxes, the same; with `flip` it is b that is pushed
  overlap_hulls,          // 2D: anything against segment, capsule, rotated box or polygon
  sweep_circles_boxes,    // a: circle, b: box; both may move, and with `flip` it is b who asks
  contact_hulls,          // as overlap_hulls, and how far to push a out of b
  sweep_hulls,            // the same in motion; segments arrive as points that move
  sweep_growing_boxes,    // as sweep_boxes, and either side may change its size; nothing is a segment
  sweep_growing_circles   // as sweep_circles, the same
};
inline constexpr int test_count = 15;

// Contacts are hits of which the deepest is the nearest: what stands for their time is -depth.
constexpr bool is_contact(test t) noexcept {
  return t == test::contact_boxes || t == test::contact_circles || t == test::contact_circles_boxes ||
         t == test::contact_hulls;
}

// Tests in which something moves: only these ask when, and what starts in overlap.
constexpr bool is_sweep(test t) noexcept {
  return t == test::sweep_boxes || t == test::sweep_circles || t == test::sweep_circles_boxes ||
         t == test::sweep_hulls || t == test::sweep_growing_boxes || t == test::sweep_growing_circles;
}

// Columns of growth a side has: of half extents, of the radius.
constexpr int growths_of(test t, int dims) noexcept {
  return t == test::sweep_growing_boxes ? dims : t == test::sweep_growing_circles ? 1 : 0;
}

// The columns of a kind, in this order. D axes.
enum class kind : std::uint8_t {
  point,    // D: position
  corners,  // 2D: min and max of each axis in turn
  centred,  // 2D: centre of each axis, then half extent of each axis
  circle,   // D + 1: centre, radius
  segment,  // 2D: start, then delta
  capsule,  // 5: start, delta, radius. 2D only, as all that follow
  obb,      // 6: centre, half extents, axis
  polygon,  // none: see outlines
  chain     // 5: a node, the next node, radius: the capsule from the one to the other
};
constexpr int columns_of(kind what, int dims) noexcept {
  switch (what) {
    case kind::point: return dims;
    case kind::circle: return dims + 1;
    case kind::capsule:
    case kind::chain: return 5;
    case kind::obb: return 6;
    case kind::polygon: return 0;
    case kind::corners:
    case kind::centred:
    case kind::segment: break;
  }
  return 2 * dims;
}

// Which side is many. `each`: item i with item i, or first[i] with second[i].
enum class batch : std::uint8_t { one_many, many_one, each };

struct feed {  // a column: a span, or one value when data is null
  const float* data;
  float one;
  std::int32_t gap;  // bytes between a value and the next. Not 0: the request is `strided`, and no engine sees it
  feed() = default;
  constexpr feed(const float* from, float value, std::int32_t between = 0) noexcept
      : data(from), one(value), gap(between) {}
};

// Polygons: item i has corners offsets[i] .. offsets[i + 1] - 1. Without offsets there is one, of all corners.
struct outlines {
  const float *x, *y;
  std::size_t corners;
  const index* offsets;
};

struct side {
  kind what;
  feed column[6];
  feed grow[3];                     // of shapes that may grow alone
  outlines outline;                 // of polygons alone
  const std::uint32_t* layer_data;  // null: one value
  std::uint32_t layer_one;
  std::int32_t layer_gap;  // as feed::gap; set with layer_data
  bool spans;              // some column of it, of its motion or its layers is a span: an index has a meaning
  index ring, wrap;        // of chains alone: entries in their ring, or 0, and how many of them come before its end
  std::size_t count;       // items; 1 for a single shape
};

struct motion {
  bool present;  // absent: stands still
  feed column[3];
  float longest;  // negative: not known
};

// What is wrong with a request, in numbers: "circles.radius has 3 values, x has 4". A label is the name of a view and
// of its columns, with spaces between them; a column below 0 means the view itself.
struct complaint {
  const char *label, *other_label;
  int column, other;
  std::size_t has, other_has;
};

struct request;
struct singles;
struct records;
struct outcome;
struct tally;
struct plan;  // src/lanes/plan.hpp

// How one test is answered in 2D or in 3D: by the reference, in plain loops, and by the kernel of each ISA. Each of
// them is an object file of its own (src/dispatch/kernel.cpp.in), so that a program gets the tests that it asks, and no
// other.
struct kernel {
  // What the reference says of each item goes to form(ask, to), as a plain_question (src/reference/question.hpp).
  void (*ask)(const request&, void (*form)(const void* ask, void* to), void* to) noexcept;
  // The only item, on every ISA: does it hit? `told` is what nearest says, if anyone asks.
  bool (*one)(const request&, outcome* told) noexcept;
  bool (*two)(const singles&, outcome* told) noexcept;  // the same of two single shapes; null: hulls and growing ones
  bool (*bind[isa_count])(const request&, plan&);       // by enum isa; null where this build has none
};

// One line a test, in the order of `enum class test`; hulls are 2D alone.
// clang-format off
#define HITSCAN_EACH_TEST(in_both, in_2d) \
  in_both(overlap_boxes)                  \
  in_both(inside_boxes)                   \
  in_both(overlap_circles)                \
  in_both(overlap_circles_boxes)          \
  in_both(sweep_boxes)                    \
  in_both(sweep_circles)                  \
  in_both(contact_boxes)                  \
  in_both(contact_circles)                \
  in_both(contact_circles_boxes)          \
  in_2d(overlap_hulls)                    \
  in_both(sweep_circles_boxes)            \
  in_2d(contact_hulls)                    \
  in_2d(sweep_hulls)                      \
  in_both(sweep_growing_boxes)            \
  in_both(sweep_growing_circles)
// clang-format on

namespace tests {
#define HITSCAN_IN_2D(name) extern const kernel name##_2d;
#define HITSCAN_IN_BOTH(name) HITSCAN_IN_2D(name) extern const kernel name##_3d;
HITSCAN_EACH_TEST(HITSCAN_IN_BOTH, HITSCAN_IN_2D)
#undef HITSCAN_IN_2D
#undef HITSCAN_IN_BOTH
}  // namespace tests

template <test T, int D> constexpr const kernel* kernel_of() noexcept {
#define HITSCAN_IN_2D(name) \
  if constexpr (T == test::name && D == 2) return &tests::name##_2d;
#define HITSCAN_IN_BOTH(name) \
  HITSCAN_IN_2D(name)         \
  if constexpr (T == test::name && D == 3) return &tests::name##_3d;
  HITSCAN_EACH_TEST(HITSCAN_IN_BOTH, HITSCAN_IN_2D)
#undef HITSCAN_IN_2D
#undef HITSCAN_IN_BOTH
}

struct request {
  const detail::kernel* kernel;  // who answers it: that of test and dims
  detail::test test;
  detail::batch batch;
  std::uint8_t dims;
  touching touch;
  start_overlap start;
  float until;  // before the layers: in a query after them, so that nobody reads both in one, written in two
  std::uint32_t layers;
  bool flip;           // the sides have changed places: b is who asks
  bool whole;          // one side is a chain, asked about as one shape
  bool strided;        // some column has gaps, or a ring its end: asked by blocks, copied (src/core/strided.hpp)
  std::size_t n;       // items, or pairs
  const index* first;  // index pairs, or null
  const index* second;
  const char* verb;    // who asks, for a sentence about what is wrong; null: not a verb of one view
  const char* breach;  // what is wrong with it, or null: a sentence, or ...
  complaint wrong;     // ... set with breach == differs or breach == lacks
  motion da, db;       // of a and of b
  side a, b;
};

// The same of two single shapes that neither grow nor are hulls, with no options but those: who asks one at a time
// should not wait for all that a request can say.
struct single_side {
  kind what;
  float column[6];
};
struct single_motion {
  bool present;
  float column[3];
};
struct singles {
  const detail::kernel* kernel;
  touching touch;
  start_overlap start;
  bool flip;
  float until;  // as above
  std::uint32_t layers;
  single_motion da, db;
  single_side a, b;
};

// Where records go: null is not wanted. 3 axes whatever the dimension.
struct records {
  hitscan::index* index = nullptr;
  float* time = nullptr;
  float* normal[3]{};
  float* position[3]{};
  float* push[3]{};  // of contacts
  std::uint8_t* flags = nullptr;
  constexpr bool details() const noexcept {
    return normal[0] || normal[1] || normal[2] || position[0] || position[1] || position[2] || push[0] || push[1] ||
           push[2];
  }
};

struct outcome {  // one hit
  hitscan::index index = none;
  float time = 1;
  float normal[3]{}, position[3]{};
  std::uint8_t flags = 0;
  float push[3]{};  // of contacts
};

struct tally {
  std::size_t written, total;
};

// |center - item|^2 < reach2 of the same item: the caller's own squared threshold.
struct squared_request {
  std::uint8_t dims;
  bool closed;
  float center[3];
  feed item[3], reach2;
  std::size_t n;
};

// What is left of many steps at walls: src/respond/walls.cpp.
enum class wall : std::uint8_t { deflects, slides, pushes };
struct wall_request {
  std::uint8_t dims;
  wall what;
  feed step[3];
  const float* time;  // null: all of the step is left
  const float* normal[3];
  float* out[3];  // may be the very columns of the step
  std::size_t n;
};

// Particles between walls: src/respond/bounce_inside.cpp. The field is finite, its edges in order.
struct bounce_request {
  std::uint8_t dims;
  float min[3], max[3];
  feed radius;
  float *at[3], *step[3];  // both are written
  std::size_t n;
};

// Items whose bit is set, in order, moved to `to`, which is `from` or lies before it: src/bullets/compact.cpp.
struct keep_request {
  unsigned char* to;
  const unsigned char* from;
  const std::uint64_t* kept;  // spare bits are 0
  std::size_t n, bytes;       // items, and their size: 4 or 8
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
bool runs(isa which) noexcept;                   // on this machine
const engine& engine_named(isa which) noexcept;  // the active one, if that does not run
inline const engine& engine_of(const query& q) noexcept { return q.on ? engine_named(*q.on) : active_engine(); }

// ---- contracts: src/core/contract.cpp --------------------------------------------------------------------------

[[gnu::cold]] void report_breach(const char* message) noexcept;
/// "hitscan: <query>: <wrong>"; `wrong` may say hitscan itself.
[[gnu::cold]] void report_breach(const char* query, const char* wrong) noexcept;
/// A broken contract of a request, told with the name of the query: r.verb and the form.
[[gnu::cold]] void report_breach(const request& r, const char* verb, const char* form) noexcept;
extern const char differs[], lacks[];  // values of request::breach
extern const char too_many_items[];    // for an index to name them
/// Can an index name each of so many? If not, that is told.
[[nodiscard]] bool can_name(const char* query, std::size_t count) noexcept;
/// Finds out which of the columns it is that lacks, or differs from the first span.
[[gnu::cold]] void note_columns(request& r, const char* label, const column* columns, std::size_t n) noexcept;
/// A whole view of another length than another.
[[gnu::cold]] void note_lengths(request& r, const complaint& what) noexcept;

enum class checks : std::uint8_t {
  none,  // nothing is looked at
  say,   // lengths are looked at once a call; the first breach of each kind is printed
  stop   // what takes a look at every item as well; a breach ends the program
};
checks checks_in_use() noexcept;

}  // namespace hitscan::detail
