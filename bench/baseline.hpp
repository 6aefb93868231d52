// The loop a good programmer writes: structure of arrays, restrict pointers, no branch, everything about the one query
// hoisted; with float arithmetic alone, hence not exact. The same source twice: as games ship (plain x86-64) and for
// this very machine. Yardsticks for what a compiler makes of it by itself.
#pragma once

#include <cstddef>
#include <cstdint>

namespace baseline {

struct rect {
  float min_x, min_y, max_x, max_y;
};
struct move {
  float dx, dy;
};
struct disc {
  float x, y, radius;
};

// Columns, as the benchmark's scenes have them.
struct rects {
  const float *min_x, *min_y, *max_x, *max_y;
};
struct moves {
  const float *dx, *dy;
};
struct spots {
  const float *x, *y;
};  // all of one size
struct discs {
  const float *x, *y, *radius;
};
struct best {
  float time;
  std::uint32_t index;
};  // 0xffffffff: none

// Masks are one byte an item: what vectorisers do best. Lists return how many they wrote.
struct loops {
  const char* name;

  bool (*boxes_any)(const rect&, const rects&, std::size_t n);
  std::size_t (*boxes_count)(const rect&, const rects&, std::size_t n);
  void (*boxes_mask)(const rect&, const rects&, std::size_t n, std::uint8_t* out);
  std::size_t (*boxes_list)(const rect&, const rects&, std::size_t n, std::uint32_t* out);
  void (*inside_mask)(const rects&, const rect&, std::size_t n, std::uint8_t* out);
  std::size_t (*inside_list)(const rects&, const rect&, std::size_t n, std::uint32_t* out);

  bool (*circles_any)(const disc&, const spots&, float radius, std::size_t n);
  void (*circles_mask)(const disc&, const spots&, float radius, std::size_t n, std::uint8_t* out);
  std::size_t (*circles_list)(const disc&, const spots&, float radius, std::size_t n, std::uint32_t* out);
  void (*circle_boxes_mask)(const disc&, const rects&, std::size_t n, std::uint8_t* out);
  std::size_t (*circle_boxes_list)(const disc&, const rects&, std::size_t n, std::uint32_t* out);

  // A box without extent is a segment.
  void (*sweep_boxes_mask)(const rect&, const move&, const rects&, std::size_t n, std::uint8_t* out);
  std::size_t (*sweep_boxes_list)(const rect&, const move&, const rects&, std::size_t n, std::uint32_t* out);
  best (*sweep_boxes_nearest)(const rect&, const move&, const rects&, std::size_t n);

  void (*movers_mask)(const rects&, const moves&, const rect&, std::size_t n, std::uint8_t* out);
  void (*movers_times)(const rects&, const moves&, const rect&, std::size_t n, float* out);
  std::size_t (*movers_list)(const rects&, const moves&, const rect&, std::size_t n, std::uint32_t* out);
  // Centres, one half extent for all. Half extents go to the target: the loop then has fewer additions.
  void (*centred_movers_mask)(const spots&, float half_x, float half_y, const moves&, const rect&, std::size_t n,
                              std::uint8_t* out);
  void (*centred_movers_times)(const spots&, float half_x, float half_y, const moves&, const rect&, std::size_t n,
                               float* out);
  std::size_t (*centred_movers_list)(const spots&, float half_x, float half_y, const moves&, const rect&, std::size_t n,
                                     std::uint32_t* out);

  void (*pairs_times)(const rects&, const moves&, const rects&, std::size_t n, float* out);
  void (*indexed_pairs_times)(const rects&, const moves&, const rects&, const std::uint32_t* first,
                              const std::uint32_t* second, std::size_t n, float* out);

  void (*circle_movers_mask)(const spots&, float radius, const moves&, const disc&, std::size_t n, std::uint8_t* out);
  void (*circle_movers_times)(const spots&, float radius, const moves&, const disc&, std::size_t n, float* out);

  // Reads n floats with whatever registers are widest, for the bandwidth probe.
  std::uint64_t (*read)(const float*, std::size_t n);
};

extern const loops plain_x86_64, plain_native;

}  // namespace baseline
