// Plain data that passes between the objects of one ISA: what a kernel file tells the result forms to run, and what a
// scan leaves behind. These are the only types that more than one of those objects knows.
#pragma once

#include <hitscan/detail/request.hpp>
#include <hitscan/results.hpp>

namespace hitscan::detail {

constexpr int chunk = 1024, max_columns = 24;

struct contact_block {
  float normal[3][chunk], position[3][chunk], push[3][chunk];  // push: of contact tests
};

enum crowd : std::uint8_t { unknown, few, some, all };  // how many registers had something near

struct marks {
  std::uint64_t* hit;                                     // the caller's: (n + 63) / 64 words
  std::uint64_t corner[chunk / 64], started[chunk / 64];  // where hit, when times and details are wanted
  float* times = nullptr;                                 // null: not wanted. Written where hit.
  contact_block* contacts = nullptr;                      // null: not wanted; wants times too. Written where hit.
  bool details = true;                                    // false: nobody asks for corner and started
  float until = 2;                                        // hits at this time or later are none
  bool may_rank = false;                                  // some may be told side by side, the first of them first:
  unsigned ranked = 0;                                    // so many have been, in place of by item
  enum crowd crowd = unknown;                             // for the scan itself, from chunk to chunk
  std::uint8_t near = 4;                                  // also: twice as many registers as a sample has near, about
  // Who tells the times and contacts of what hits, in place of the scan itself: plan::moments.
  void (*moments)(const void* state, const float* const* columns, std::size_t first, std::size_t n, marks&) = nullptr;
};
using moments_fn = decltype(marks::moments);

inline bool wants_moments(const marks& m) noexcept { return m.times || m.until < 1; }

// Of one scan: its columns as they stand, and what the filter leaves open, to be decided exactly. Never cleared whole.
struct doubts {
  const void* state;
  std::uint32_t (*decide)(const void* state, const float* const* column, std::size_t at, std::uint32_t open);
  const float* const* column;
  int columns;
  unsigned count;
  std::uint32_t sampled;  // one bit a register of the sample, the last one lowest: is anything near it?
  bool tail;
  std::uint16_t item[chunk];
};

// What a kernel has of its own in a scan; all else is in an instruction set's objects once (src/isa/scan.cpp).
struct scan_steps {
  int columns;
  decltype(doubts::decide) decide;
  void (*near)(doubts&, std::size_t from, std::size_t to, std::uint32_t valid, std::uint64_t* hit);
  enum crowd (*sample)(doubts&) = nullptr;  // what a few registers come to. Null: all is sketched
  void (*crowd)(doubts&, std::size_t whole, std::uint64_t* hit) = nullptr;  // null: what is dense is sketched
  std::size_t (*tell)(doubts&, std::size_t words, marks&) = nullptr;        // null: there is no sketch
  moments_fn moments = nullptr;
};

// The same of pairs in motion.
struct pair_steps {
  int columns;
  decltype(doubts::decide) decide;
  unsigned (*test)(doubts&, std::size_t from, std::size_t to, std::uint32_t valid, marks&);  // 0 if a lane was open
  std::size_t (*tell)(doubts&, std::size_t words, marks&);                                   // null: there is no sketch
  moments_fn moments;
};

// The first hit so far, and what of the items takes part.
struct first_hit {
  outcome& best;                    // its time also bounds what is looked for; none yet: hits before it count
  const std::uint32_t* layer_data;  // of the items; null: all take part
  std::uint32_t layers;
  float least = 2;         // some hit is as soon as that
  bool may_pause = false;  // where many have hit, each sooner than those before:
  std::size_t paused = 0;  // before that item
};
// Of items in registers; false once nothing can come before the best.
using first_fn = bool (*)(doubts&, void* state, std::size_t from, std::size_t to, std::uint32_t valid,
                          std::size_t number, first_hit& so_far);

// Of what stands still, and has no column for it.
alignas(64) extern const float zeros[chunk];

using scan_fn = void (*)(const void* state, const float* const* columns, std::size_t n, marks&);

// A column that must be written out, chunk by chunk.
struct source {
  enum : std::uint8_t { plain, minus, plus, low_x, high_x, low_y, high_y, number } op;
  feed x, h;                // x, fl(x - h) or fl(x + h)
  const index* pick;        // item pick[i] in place of item i, or null
  std::size_t limit;        // picks at or beyond it read NaN, which never hits
  const outlines* outline;  // from low_x on: the bounds of polygons and, in the bits of a float, their index
};

// What a test needs to run: its scan, what stays the same for the whole query, and where its columns come from.
struct plan {
  scan_fn scan;
  moments_fn moments;  // of contacts, whose scan is that of overlaps. Else null
  // Whose bounds can shrink: what of n items, the first of which has that number, comes before the best. Or null.
  void (*first)(void* state, const float* const* columns, std::size_t n, std::size_t number, first_hit& so_far);
  int columns;
  std::size_t item;       // the spans stand at this item
  std::uint32_t written;  // one bit a column: 1 = written out from `from`, 0 = a span, at `at`
  const float* at[max_columns];
  source from[max_columns];
  alignas(16) std::uint8_t state[512];  // of more, every form would have to align its stack
};

}  // namespace hitscan::detail

#define HITSCAN_JOINED(a, b, c) a##b##c  // of an engine, or of a kernel and its dimension
