// Many against many, in plain data: what the broadphase of one ISA needs and what it leaves. No functions that an ISA
// object would have to share.
//
//   items --order--> rows: spatially sorted, invalid ones gone --build--> BVH
//
//   BVH   level 2                 one node: bounds of up to 16 nodes below
//             level 1           o o o o ... 16 children a node, their bounds side by side
//             level 0   [16 items][16 items][16 items] ...   in spatial order
//
// Any order is right: it steers speed alone. So nothing here depends on a world's bounds, a cell size or a longest
// step, and a sample is enough to choose the order by.
#pragma once

#include <hitscan/detail/request.hpp>

namespace hitscan::detail::broad {

constexpr int width = 16;      // items a block, children a node, on every ISA
constexpr int max_levels = 8;  // 16^8 blocks
constexpr int max_depth = 10;  // how often a crowd within a crowd is sorted again

// A row holds an item while it is sorted: min and max of each axis in turn, its step, then number and layers.
constexpr int row_words(int dims) noexcept { return dims == 2 ? 8 : 12; }
// A block holds 16 items as columns: min and max of each axis in turn, then numbers and layers. Spare lanes are empty:
// min is infinite, max minus infinite.
constexpr int block_words(int dims) noexcept { return (2 * dims + 2) * width; }
constexpr int node_words(int dims) noexcept { return 2 * dims * width; }

// By brute force each of a few items is asked about all others, in blocks that stay in the cache; of more than these,
// or than ask, each other is asked about all items.
constexpr std::size_t few_items = 256, block_of_many = 1024;
constexpr bool few(std::size_t items, std::size_t asking) noexcept { return items <= few_items && items < asking; }

constexpr std::size_t blocks_of(std::size_t items) noexcept { return (items + width - 1) / width; }

// Cells the items are sorted into, classes of size included. Sorting crowds again takes as many at every depth.
constexpr std::size_t most_cells(std::size_t items) noexcept { return items / 2 + 192; }

struct bvh {
  int dims = 2;
  int levels = 0;           // 0: nothing in it
  std::uint32_t items = 0;  // valid ones
  std::uint32_t blocks = 0;
  float* leaf = nullptr;      // blocks
  float* node[max_levels]{};  // node[0] is above the blocks
  std::uint32_t nodes[max_levels]{};
};

constexpr std::size_t bvh_words(std::size_t items, int dims) noexcept {
  std::size_t n = blocks_of(items), words = n * static_cast<std::size_t>(block_words(dims));
  while (n > 0) {
    n = (n + width - 1) / width;
    words += n * static_cast<std::size_t>(node_words(dims));
    if (n == 1) break;
  }
  return words;
}
// One of that many valid items, in bvh_words(items) words: where everything will be.
inline bvh laid_out(float* words, std::uint32_t items, int dims) noexcept {
  bvh over;
  over.dims = dims, over.items = items, over.blocks = static_cast<std::uint32_t>(blocks_of(items)), over.leaf = words;
  words += over.blocks * static_cast<std::size_t>(block_words(dims));
  for (std::uint32_t n = over.blocks; n > 0;) {
    n = (n + width - 1) / width;
    over.node[over.levels] = words, over.nodes[over.levels] = n, ++over.levels;
    words += n * static_cast<std::size_t>(node_words(dims));
    if (n == 1) break;
  }
  return over;
}

// Where an item belongs is decided by half its centre (so that nothing overflows) and its longest side.
constexpr int size_classes = 4;
struct sort_cells {
  float low[3], scale[3];                // half a centre to strips (axis 1 up) and columns (axis 0)
  int count[size_classes][3];            // cells on each axis
  float last[3];                         // count[0] - 1
  std::uint32_t base[size_classes + 1];  // the first cell of each class; the number of all cells
  float small;                           // the longest side of class 0
  bool hopeless;                         // all in one place
};

// Where items are, by half their centres, and how large: the sum of the logarithms of their longest sides.
struct surveyed {
  static constexpr float most = 3.40282347e38f;
  float low[3]{most, most, most}, high[3]{-most, -most, -most};
  long long logs = 0;
  std::uint32_t count = 0;
};
// The cells for so many items, of which these were seen: bvh/sort.cpp.
void lay_out_cells(const surveyed&, int dims, std::size_t items, std::size_t room, sort_cells&) noexcept;

// What sorting n items takes: two tables of rows, and a key an item. Counters come beside it.
struct sort_request {
  side items;
  float *rows, *spare;
  std::uint32_t* keys;
  sort_cells cells;
};
constexpr std::size_t row_table_words(std::size_t items, int dims) noexcept {
  return (items + width) * static_cast<std::size_t>(row_words(dims));
}
constexpr std::size_t key_words(std::size_t items) noexcept { return items + width; }
// Counters for the crowds of so many rows: a constant and so much a row. Of several parts each has a constant of its
// own, and begins where the rows before it end theirs.
constexpr std::size_t crowd_words(std::size_t rows) noexcept { return most_cells(rows) * max_depth; }

// Who gets the pairs, up to pair_room at a time; where join_rules have a room for them, as many as went there.
constexpr std::uint32_t pair_room = 1024;
struct pair_sink {
  void* owner;
  // columns: null, or what there is to know of the pairs' boxes, pair_room apart: corners and step of the first,
  // corners of the second.
  void (*take)(void* owner, const index* first, const index* second, std::uint32_t n, const float* columns);
};
constexpr int pair_columns_of(int dims) noexcept { return 5 * dims; }

struct join_rules {
  bool closed;           // bounds that touch meet
  bool layered;          // compare layers
  std::uint32_t layers;  // of the query
  // Where the first pairs are to be written at once, if anywhere: as far as there is room.
  index *first = nullptr, *second = nullptr;
  std::size_t room = 0;
  // Of 16 of the first, by the numbers in a block: who has met somebody, or is nobody? For them nothing more is looked
  // for. Who gets the pairs writes `met` down.
  std::uint32_t (*who_has_met)(const unsigned char* met, const float* numbers) = nullptr;
  const unsigned char* met = nullptr;
};

struct first_rules {
  bool boxes;   // bounds are the shapes: they go out with the pairs
  bool prune;   // ... and starts in overlap count: a sure hit bounds the time, and is told here
  bool closed;  // to touch is a hit
  bool layered;
  std::uint32_t layers;
  float until;
  bool details;     // normals or positions are wanted: sure hits go out as pairs, too
  records answers;  // ... or are told here
};
// Valid items' bounds in the order of their numbers. 16 spare ones behind the last are at infinity.
struct item_columns {
  const float* edge[6];  // min and max of each axis in turn
  const std::uint32_t *number, *layers;
  std::uint32_t count = 0;
  bool odd = false;  // some are tiny, or without extent on an axis: about them signs say too little
};
constexpr std::size_t item_column_room(std::size_t items) noexcept { return (items + 2 * width) / width * width; }
constexpr std::size_t wider_room(std::size_t items) noexcept { return (items + width - 1) / width * width; }
constexpr std::size_t item_column_words(std::size_t items, int dims) noexcept {
  return item_column_room(items) * (2 * static_cast<std::size_t>(dims) + 2);
}
// The edges of one, side by side: four floats, or eight.
constexpr std::uint32_t item_row_words(int dims) noexcept { return dims == 2 ? 4 : 8; }
struct first_memory {
  float *rows, *spare, *aside;  // tables of rows for the movers
  std::uint32_t* keys;          // one each
  float* lists;                 // for lists of items, and counters of cells
  std::size_t list_words;
};
// Two lists of all items at least, so that a list of a row of cells always fits; what is longer than that is for lists
// of parts of a long row and of cells within cells, which go without where it ends.
constexpr std::size_t first_list_words(std::size_t items, std::size_t movers, int dims) noexcept {
  const std::size_t d = static_cast<std::size_t>(dims), own = 2 * d + 2, row = item_row_words(dims);
  const std::size_t one = item_column_room(items) * (own + row), least = one / 4 < 400000 ? 400000 : one / 4;
  const std::size_t more = one < least ? one : least;
  return 2 * one + more + item_column_room(items) * (own + 1) + (movers / 4 + 4096) * (4 * d + 2);
}
constexpr std::size_t worth_a_bvh = 2048;  // items: few movers look for them down the BVH, if there is one
// Movers of one size come as the points in their middles, and how far they reach from there.
struct reach_of_all {
  bool present;
  float down[3], up[3];
};
struct first_request {
  side movers;
  motion by;
  reach_of_all reach;
  const index* numbers;  // of the movers; null: 0, 1, 2 ...
  item_columns items;
  const bvh* over;  // the same items, or nothing
  first_rules rules;
  first_memory memory;
};

// A grid over 2D items for those that come by in great numbers, each looked for in one cell: that of the middle of the
// bounds of its motion. Items are marked and listed in all cells in which the middle of somebody that meets them may
// be.
struct cell_grid {
  float low[2], scale[2], last[2];  // last: cells on that axis, less 1
  float reach[2];                   // of motions that reach further than that it says nothing
  float line;                       // cells from a row to the next, a multiple of 32
  const std::uint32_t* marks;       // a bit a cell
  // The items marked in a cell of `share` times the others' number on either axis, in ascending order. Null: not
  // listed.
  float share, list_line;
  const std::uint32_t* start;   // where a list starts, in rows, times 64, and how long it is: up to long_list
  const float* row;             // min x, max x, min y, max y; as many spare ones as the longest list has
  const std::uint32_t* number;  // of each row's item
};
constexpr std::uint32_t long_list = 63;  // or longer: nothing is listed

struct flight_request {
  cell_grid map;  // without lists whoever is near something is handed out
  float* at[2];
  float* velocity[2];
  std::size_t n;  // 65536 at most
  float dt, padding[2];
  bool from_inside;  // a start in overlap is a hit
  bool closed;       // to touch is one
  int bounces;       // 1 at least: the last one ends at the wall
  // Of those handed out: where they are, what is left of their steps, their numbers and how often they have bounced (as
  // floats). 16 more than there are fit.
  float* out[6];
};
struct flight_tally {
  std::uint32_t left, turned;  // handed out; turned round before that, or without
};
struct sieve_request {
  side movers;
  motion by;
  reach_of_all reach;
  cell_grid map;  // with marks
  // Of those that are near something, or reach too far to tell: corners, or middle, and step, numbers and layers. 16
  // more than there are fit.
  float* out[6];
  std::uint32_t *number, *layers;
};

// Lists of numbers side by side, to be put into ascending order: list i ends at ends[i], where i + 1 starts. A key is a
// number, and above it the place that its list has in its group. Groups start at multiples of list_group.
constexpr std::uint32_t list_group = 64, longest_list = 256;  // longer ones go by marks
constexpr int number_bits = 25;                               // with the place in a group: no key is negative
constexpr std::uint32_t number_mask = (std::uint32_t{1} << number_bits) - 1;
static_assert(list_group << number_bits == std::uint32_t{1} << 31);
struct lists_request {
  const std::uint32_t *keys, *ends;
  std::uint32_t start, list, lists;  // where the first one starts, its number, how many
  index *first, *second;             // a list's number and one in it; second may be where keys are
  std::uint32_t *marks, *marked;     // a bit a number; a bit a word of those. All 0
};

struct nested_grid;  // nested_grid.hpp
struct traverse_rules;
struct standing_rules;
struct uniform_grid;  // rings/uniform_grid.hpp
struct near_rules;    // k_nearest_rules.hpp
struct near_item;
struct near_sink;

// Up to 16 items: min and max of each axis, and its step. Whole columns are read where they stand, others are made.
// Lanes without a valid item are not in ok.
template <int D> struct stage {
  const float* at[3 * D];
  alignas(64) float made[3 * D][width];
  std::uint32_t ok;
};

// What an instruction set has of these, in parts: a program gets those that it asks (kernels.hpp).

// Sorting (bvh/sort.cpp) where it goes over registers of lanes: reads 16 items, or rows, into a stage<D>; adds them to
// what was seen; says in which cell each is; puts the rows of items from..to - 1 where their counters say that the
// first of each cell goes. Circles become the boxes around them. And of a BVH of sorted rows, laid out by then, the
// blocks below the nodes from..to - 1 just above them, and those nodes.
struct sort_steps {
  void (*stage)(const side&, std::size_t first, std::size_t n, void* stage);
  void (*stage_rows)(const float* rows, void* stage);
  void (*survey)(surveyed& seen, const void* stage);
  void (*cells)(const sort_cells&, const void* stage, std::uint32_t* out);
  void (*put_rows)(const sort_request&, std::size_t from, std::size_t to, const std::uint32_t* counts);
  void (*build_blocks)(const float* rows, std::uint32_t from, std::uint32_t to, const bvh&);
};
struct sort_kernels {
  sort_steps in_2d, in_3d;
};
struct list_kernels {
  // Lists a side's items into `words`, item_column_words(count) long.
  void (*list_items)(const side&, int dims, float* words, item_columns&);
  // Corners of boxes around boxes, points or circles, somewhat larger: column c into edges + c * wider_room(count), NaN
  // for those that can hit nothing. Around their whole way, or around where they start.
  void (*widen)(const side&, const motion&, int dims, bool way, float* edges);
  // 2D movers, or items, that are near something, by a grid's marks. Returns how many.
  std::uint32_t (*sieve)(const sieve_request&);
};
struct join_kernels {
  // All pairs of items whose boxes meet: a's number, b's number; within one BVH: the lower number first. Of a only
  // those below its nodes from..to - 1 just above the blocks, within one BVH with all that come after.
  void (*join)(const bvh& a, const bvh* b, std::uint32_t from, std::uint32_t to, const join_rules&, const pair_sink&);
  // Puts lists into order, from number `from` on.
  void (*lists)(const lists_request&, std::uint32_t from);
};
struct first_kernels {
  // Is anything listed that meets those bounds?
  bool (*any_meets)(const item_columns&, int dims, const float* low, const float* high);
  // Every mover's first hit, or pairs (mover, item) among which it is. All pairs of a mover come in succession.
  void (*first_hits)(const first_request&, int dims, const pair_sink&);
};
// A search, cell by cell, where it goes over registers of lanes: first_hits/cells.hpp.
struct cell_steps {
  void (*stage)(const side& movers, const motion&, std::size_t first, std::size_t n, void* stage);
  void (*sample)(void* search);
  void (*file)(void* search);
  void (*sweep)(const void* search, const float* rows, std::uint32_t n, void* extent);
  bool (*filter)(void* search, const void* of, const void* extent, void* to, bool rows);
  std::uint32_t (*descend)(const void* search, int level, const std::uint32_t* here, std::uint32_t n,
                           const void* extent, std::uint32_t* below, std::uint32_t most_found);
  void (*against)(void* search, const float* rows, std::uint32_t n, const void* list, const void* bounds);
};
void search_cells(const first_request&, int dims, void* judge, const cell_steps&);
struct particle_kernels {
  // All particles make their step, and turn round at what they surely hit, again and again. Those in doubt are handed
  // out.
  flight_tally (*fly)(const flight_request&);
};
// One mover's traversal at a cell's blocks, and at a node of a SAH tree: rays/traverse.hpp.
struct ray_steps {
  void (*meet)(void* traversal, const float* blocks, std::uint32_t n);
  void (*enter_sah_node)(void* traversal, const float* sah_node);
};
struct ray_kernels {
  ray_steps in_2d[2], in_3d[2];  // of bodies, of rays
};
// First hits by one descent a mover, of those named in `order`, or of the first n.
void traverse(const ray_kernels&, const nested_grid&, const side& movers, const motion&, const index* order,
              std::size_t n, const traverse_rules&, const pair_sink&);
struct standing_kernels {
  // Does each of the first n meet anything where it stands? Pairs of who perhaps does come in succession.
  void (*stand)(const nested_grid&, const side& who, std::size_t n, const standing_rules&, const pair_sink&);
};
struct near_kernels {
  // The items nearest to the first n points. `kept`: room for as many as are wanted of each.
  void (*k_nearest)(const bvh&, const side& points, std::size_t n, const near_rules&, near_item* kept,
                    const near_sink&);
  // The same, of points from..to - 1, where items are in cells. Of who asks the first that is far from them, or in a
  // crowd, and has no answer; `to`: everybody has. Null: over one float at a time it does not pay.
  std::size_t (*walk_rings)(const uniform_grid&, const side& points, std::size_t from, std::size_t to,
                            const near_rules&, const near_sink&);
};

}  // namespace hitscan::detail::broad
