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
struct rod {  // a capsule
  float x, y, dx, dy, radius;
};
struct rods {
  const float *x, *y, *dx, *dy, *radius;
};
struct turned_boxes {
  const float *x, *y, *half_x, *half_y, *axis_x, *axis_y;
};
struct outlines {  // polygon i: corners offsets[i] .. offsets[i + 1]
  const float *x, *y;
  const std::uint32_t* offsets;
};
struct outline {
  const float *x, *y;
  std::uint32_t corners;
};
struct touched {  // records of contacts; no position where there is no column for it
  std::uint32_t* index;
  float *depth, *normal_x, *normal_y, *position_x, *position_y;
};
struct tile_grid {  // a byte a tile
  const std::uint8_t* tiles;
  std::uint32_t width, height;
  float cell;
};
struct bitmap {  // a bit a pixel, rows of whole words
  const std::uint64_t* words;
  std::int32_t width, height;
};
struct best {
  float time;
  std::uint32_t index;
};  // 0xffffffff: none

inline constexpr std::size_t read_streams = 4, read_step = 32;

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
  // Centres, one half extent for all, no step longer on an axis than `longest`. Half extents go to the target: the loop
  // then has fewer additions.
  void (*centred_movers_mask)(const spots&, float half_x, float half_y, const moves&, float longest, const rect&,
                              std::size_t n, std::uint8_t* out);
  void (*centred_movers_times)(const spots&, float half_x, float half_y, const moves&, float longest, const rect&,
                               std::size_t n, float* out);
  std::size_t (*centred_movers_list)(const spots&, float half_x, float half_y, const moves&, float longest, const rect&,
                                     std::size_t n, std::uint32_t* out);

  void (*pairs_times)(const rects&, const moves&, const rects&, std::size_t n, float* out);
  void (*indexed_pairs_times)(const rects&, const moves&, const rects&, const std::uint32_t* first,
                              const std::uint32_t* second, std::size_t n, float* out);

  void (*circle_movers_mask)(const spots&, float radius, const moves&, const disc&, std::size_t n, std::uint8_t* out);
  void (*circle_movers_times)(const spots&, float radius, const moves&, const disc&, std::size_t n, float* out);

  // Contacts: who is deep inside, how deep, and which way out.
  std::size_t (*contact_boxes)(const rect&, const rects&, std::size_t n, const touched&);
  std::size_t (*contact_circles)(const disc&, const spots&, float radius, std::size_t n, const touched&);
  std::size_t (*contact_circle_boxes)(const disc&, const rects&, std::size_t n, const touched&);
  std::size_t (*contact_circle_turned)(const disc&, const turned_boxes&, std::size_t n, const touched&);
  std::size_t (*contact_polygons)(const outline&, const outlines&, std::size_t n, const touched&);

  // Capsules, turned boxes, convex polygons.
  void (*rod_circles_mask)(const rod&, const spots&, float radius, std::size_t n, std::uint8_t* out);
  std::size_t (*rod_circles_list)(const rod&, const spots&, float radius, std::size_t n, std::uint32_t* out);
  void (*circle_rods_mask)(const disc&, const rods&, std::size_t n, std::uint8_t* out);
  std::size_t (*circle_rods_list)(const disc&, const rods&, std::size_t n, std::uint32_t* out);
  void (*circle_turned_mask)(const disc&, const turned_boxes&, std::size_t n, std::uint8_t* out);
  std::size_t (*circle_turned_list)(const disc&, const turned_boxes&, std::size_t n, std::uint32_t* out);
  void (*turned_pairs_mask)(const turned_boxes&, const turned_boxes&, std::size_t n, std::uint8_t* out);
  void (*cast_turned_times)(const rect&, const move&, const turned_boxes&, std::size_t n, float* out);
  void (*polygon_polygons_mask)(const outline&, const outlines&, std::size_t n, std::uint8_t* out);
  std::size_t (*polygon_polygons_list)(const outline&, const outlines&, std::size_t n, std::uint32_t* out);
  void (*polygon_circles_mask)(const outline&, const spots&, float radius, std::size_t n, std::uint8_t* out);
  std::size_t (*polygon_circles_list)(const outline&, const spots&, float radius, std::size_t n, std::uint32_t* out);
  void (*polygon_pairs_mask)(const outlines&, const outlines&, const std::uint32_t* first, const std::uint32_t* second,
                             std::size_t n, std::uint8_t* out);
  void (*polygon_sweep_times)(const outline&, const move&, const outlines&, std::size_t n, float* out);

  // What is left of a step; normals of length 1.
  void (*deflect)(const moves&, const moves& normals, const float* time, std::size_t n, float* dx, float* dy);
  void (*slide)(const moves&, const moves& normals, const float* time, std::size_t n, float* dx, float* dy);
  void (*push)(const moves&, const moves& normals, const float* time, std::size_t n, float* dx, float* dy);
  void (*bounce)(float low, float high, float radius, std::size_t n, float* x, float* dx);

  // How far a point is.
  void (*distances_boxes)(float x, float y, const rects&, std::size_t n, float* out);
  void (*distances_spots)(float x, float y, const spots&, float radius, std::size_t n, float* out);
  void (*distances_rods)(float x, float y, const rods&, std::size_t n, float* out);
  best (*nearest_box)(float x, float y, const rects&, std::size_t n);
  best (*nearest_spot)(float x, float y, const spots&, float radius, std::size_t n);

  // A game's frame.
  void (*squared_mask)(const disc& center_and_reach2, const spots&, std::size_t n, std::uint8_t* out);
  void (*graze)(const disc&, float near, const spots&, float radius, std::size_t n, std::uint8_t* hit,
                std::uint8_t* near_out);
  void (*cull_mask)(const rect&, const spots&, float radius, std::size_t n, std::uint8_t* out);
  std::size_t (*compact)(const std::uint64_t* removed, std::size_t n, float* const* columns, std::size_t count);

  // Tiles and pixels.
  void (*tiles_overlap)(const tile_grid&, const rects&, std::size_t n, std::uint8_t* out);
  void (*tiles_sweep)(const tile_grid&, const rects&, const moves&, std::size_t n, float* out);
  void (*tiles_cast)(const tile_grid&, const spots&, const moves&, std::size_t n, float* out);
  void (*bitmaps_mask)(const bitmap&, const bitmap&, const std::int32_t* x, const std::int32_t* y, std::size_t n,
                       std::uint8_t* out);
  std::size_t (*bitmaps_count)(const bitmap&, const bitmap&, std::int32_t x, std::int32_t y);

  // For the bandwidth probe: reads four streams, one after another in memory, of so many floats each, with whatever
  // registers are widest. `part` is a multiple of read_step.
  std::uint64_t (*read)(const float*, std::size_t part);
  // Float multiplications and additions, in registers alone; how many. Each needs the one before it in its chain, and
  // there are enough chains to keep every pipe busy.
  double (*multiply_add)(std::size_t rounds);
};

extern const loops plain_x86_64, plain_native;

}  // namespace baseline
