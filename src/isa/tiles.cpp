// Movers on a tile map, a register at a time. Most motions are short:
//
//     +---+---+---+---+     1. Which tiles do the bounds of the motion touch? A block of at most 4 x 4, and of each
//     |   |   |###|   |        mover 16 bits: where there is something solid. None: it is free.
//     +---+-----------+     2. Movers near something are kept together, and tile by tile of the block - in the order of
//     |   | a->  b|###|        the indices - those with that bit are asked: does it hit for sure, and when? The filter
//     +---+-----------+        is that of sweep_boxes.cpp, and the quotients are the reference's.
//     |   |   |   |   |     3. Walkers ask again from where they were stopped, and if they are free there, with the
//     +---+---+---+---+        same 16 bits: all a walker does in a frame lies within the bounds of its step, but for
//                              the last bit of what is flush.
//
// Tiles that are solid from some sides have 16 bits more, and a hit of them counts where it is by such a side.
//
// A ray that is longer goes from tile to tile, all in step, to the first that is solid, of which then is asked.
//
// Left open, for the code that goes one by one: other long motions, corners, a hair's breadth, and walkers that start
// in overlap or have to give way where centres round, or come to an edge of tiles near some that are solid from some
// sides; of those in a level also who is near such tiles at all, meets what may be a seam, or is put down on a floor.
#include "../tiles/tiled.hpp"

#include "../dispatch/engines.hpp"
#include "../lanes/slab.hpp"

#include <hitscan/results.hpp>

namespace hitscan::detail {
namespace {

using namespace tiled;

constexpr int block = 4;                    // tiles a side
constexpr float outskirts = 8;              // of a map, in tiles: where walkers are still told
constexpr u32 from_a_side = block * block;  // so many bits further up: tiles that are solid from some sides
constexpr float a_little = 0x1p-19f;

// What rounding may hide, in tiles, of a place on the map or in its outskirts: edges are off by 2^-23 of what can stand
// there; the bounds of a motion and their places in tiles by 2^-24 of it with each operation, of which a walker's
// second way has seen a dozen. Far from the map it does not matter on which side of how many tiles something is.
float room_of(const level& on, int k) {
  const float origin = on.origin[k] < 0 ? -on.origin[k] : on.origin[k];
  return a_little * (origin / on.size[k] + (float)(k == 0 ? on.width : on.height) + outskirts);
}

// Tiles from..to of each lane, on either axis.
template <class A> struct extents {
  ints<A> from[2], to[2];
};

// The solid ones of up to four rows of up to four tiles, as bits. Where there is one that is neither free nor solid, or
// that is one of the last three of the map, the lane is odd. No lane has more than `rows` rows; no branch depends on
// what is there.
template <class A> FORCED ints<A> blocks_of_bytes(const level& on, const extents<A>& e, u32 rows, u32& odd_ones) {
  using I = ints<A>;
  const I nothing(0), last((std::int32_t)on.last_word), width((std::int32_t)on.width);
  const I across = e.to[0] - e.from[0], down = e.to[1] - e.from[1];
  I columns(0xff);
  for (int c = 1; c < block; ++c)
    columns = columns | xsimd::select(across >= I(c), I((std::int32_t)(0xffu << 8 * c)), nothing);
  I i = e.from[1] * width + e.from[0], solid = nothing, odd = nothing;
  for (int row = 0; row < (int)rows; ++row, i = i + width) {
    const I there = row == 0 ? columns : xsimd::select(down >= I(row), columns, nothing);
    const auto beyond = i > last;
    const I first = xsimd::select(beyond, last, i), word = I(load_words<1>(on.data, first.data)) & there,
            ones = word & I(0x01010101);
    odd = odd | (word & ~((ones << 8) - ones)) | xsimd::select(beyond, there, nothing);
    solid = solid | (((ones | ones >> 7 | ones >> 14 | ones >> 21) & I(15)) << (block * row));
  }
  odd_ones = bits(odd != nothing);
  return solid;
}
// The odd ones once more, tile by tile: what is solid, and what is from some sides.
template <class A> ONCE ints<A> odd_blocks(const level& on, const extents<A>& e, u32 odd, const ints<A>& solid) {
  alignas(64) std::int32_t from[2][ints<A>::size], to[2][ints<A>::size], blocks[ints<A>::size];
  for (int k = 0; k < 2; ++k) e.from[k].store_aligned(from[k]), e.to[k].store_aligned(to[k]);
  solid.store_aligned(blocks);
  for (; odd; odd &= odd - 1) {
    const u32 j = (u32)__builtin_ctz(odd);
    u32 all = 0;
    for (int y = from[1][j], row = 0; y <= to[1][j]; ++y, row += block)
      for (int x = from[0][j], bit = row; x <= to[0][j]; ++x, ++bit) {
        const u32 tile = on.data[(std::size_t)y * on.width + (u32)x];
        all |= tile & tile_solid ? 1u << bit : (u32)(tile != 0) << (bit + from_a_side);
      }
    blocks[j] = (std::int32_t)all;
  }
  return ints<A>::load_aligned(blocks);
}
template <class A> FORCED ints<A> blocks_of_bits(const level& on, const extents<A>& e, u32 rows) {
  constexpr u32 lanes = ints<A>::size;
  alignas(64) std::int32_t from[2][lanes], to[2][lanes], solid[lanes];
  for (int k = 0; k < 2; ++k) e.from[k].store_aligned(from[k]), e.to[k].store_aligned(to[k]);
  for (u32 j = 0; j < lanes; ++j) {
    const u32 across = (u32)(to[0][j] - from[0][j]) + 1, columns = across < block ? across : block;
    u32 y = (u32)from[1][j], all = 0;
    for (u32 row = 0; row < rows && y <= (u32)to[1][j]; ++row, ++y) {
      const std::size_t i = (std::size_t)y * on.width + (u32)from[0][j], byte = i / 8,
                        start = byte < on.last_word ? byte : on.last_word;
      u32 word;
      __builtin_memcpy(&word, on.data + start, 4);
      all |= (word >> (8 * (byte - start) + i % 8) & ((1u << columns) - 1)) << (block * row);
    }
    solid[j] = (std::int32_t)all;
  }
  return ints<A>::load_aligned(solid);
}

// Of the tiles with these numbers their bytes; of bits 1. Of one of the last three bytes of the map the lane is odd.
template <class A> FORCED ints<A> tiles_at(const level& on, const ints<A>& numbers, u32& odd) {
  using I = ints<A>;
  if (on.bytes) {
    const I last((std::int32_t)on.last_word);
    const auto beyond = numbers > last;
    odd = bits(beyond);
    return I(load_words<1>(on.data, xsimd::select(beyond, last, numbers).data)) & I(0xff);
  }
  odd = 0;
  alignas(64) u32 at[I::size];
  numbers.store_aligned((std::int32_t*)at);
  for (u32& i : at) i = (u32)on.data[i / 8] >> i % 8 & 1;
  return I::load_aligned((const std::int32_t*)at);
}

template <class A> struct movers {
  using V = floats<A>;
  using F = flags<A>;
  static constexpr u32 lanes = (u32)V::size, lane_bits = (1u << lanes) - 1;

  explicit movers(const level& l) : on(l) {
    for (int k = 0; k < 2; ++k) {
      origin[k] = l.origin[k], size[k] = l.size[k], per_unit[k] = 1 / l.size[k], room[k] = room_of(l, k);
      count[k] = (float)(k == 0 ? l.width : l.height);
    }
  }

  // ---- who is near something ----
  struct near_ones {
    u32 alone, kept, open, far;  // lanes; far: open ones whose motions are long
  };
  // Columns of those who are: a box by its edges, or its centre and half extents; its step; the first tile.
  enum { shape, step = 4, first = 6, hairs = 8, columns = 9 };
  struct below {  // for who looks for a floor: how far, and along which axis
    int axis = -1;
    bool ahead = false;
    V far = V(0.f), near = V(0.f);
  };

  // Of lanes `there`, moving from low..high by d.
  FORCED near_ones look(const V (&low)[2], const V (&high)[2], const V (&d)[2], const V (&about)[4], u32 there,
                        u32 number, bool walk, const below& floor = {}) {
    F fine = V(0.f) == V(0.f), off = V(0.f) != V(0.f), wide = off;
    extents<A> e;
    V corner[2];
    u32 rows = 1;
    for (int k = 0; k < 2; ++k) {
      fine = fine & (low[k] <= high[k]) & (magnitude(low[k]) <= V(largest)) & (magnitude(high[k]) <= V(largest)) &
             (magnitude(d[k]) <= V(largest));
      V least = low[k] + ordered_min(d[k], V(0.f)), most = high[k] + ordered_max(d[k], V(0.f));
      if (k == floor.axis) {
        fine = fine & (floor.far <= V(largest));
        (floor.ahead ? most : least) = floor.ahead ? most + floor.far : least - floor.far;
      }
      const V t0 = (least - V(origin[k])) * V(per_unit[k]) - V(room[k]);
      const V t1 = (most - V(origin[k])) * V(per_unit[k]) + V(room[k]);
      if (walk) fine = fine & (t0 >= V(-outskirts)) & (t1 <= V(count[k] + outskirts));
      off = off | (t1 < V(0.f)) | (t0 >= V(count[k]));
      const auto tile = [&](V t) INLINED { return truncated(ordered_min(ordered_max(t, V(0.f)), V(count[k] - 1))); };
      const auto i0 = tile(t0), i1 = tile(t1);
      e.from[k] = i0, e.to[k] = i1;
      corner[k] = xsimd::to_float(i0);
      const V more = xsimd::to_float(i1) - corner[k];
      wide = wide | (more > V(block - 1.f));
      if (k == 1)
        for (; rows < block && bits(more >= V((float)rows)); ++rows) {
        }
    }
    near_ones who;
    who.open = ~bits(fine) & there;
    who.alone = bits(off) & there & ~who.open;
    who.far = bits(wide) & there & ~who.alone & ~who.open;
    who.open |= who.far, who.kept = 0;
    const u32 ask = there & ~who.alone & ~who.open;
    if (!ask) return who;
    u32 odd = 0;
    ints<A> solid = on.bytes ? blocks_of_bytes<A>(on, e, rows, odd) : blocks_of_bits<A>(on, e, rows);
    if (odd & ask) solid = odd_blocks<A>(on, e, odd & ask, solid);
    const u32 some = bits(solid != ints<A>(0));
    who.alone |= ask & ~some, who.kept = ask & some;
    if (!who.kept) return who;
    for (int c = 0; c < 4; ++c) keep(about[c], who.kept, column[shape + c] + kept);
    for (int k = 0; k < 2; ++k)
      keep(d[k], who.kept, column[step + k] + kept), keep(corner[k], who.kept, column[first + k] + kept);
    if (floor.axis >= 0) keep(floor.near, who.kept, column[hairs] + kept);
    alignas(64) std::int32_t blocks[lanes];
    solid.store_aligned(blocks);
    keep(V::load_aligned((const float*)(const void*)blocks), who.kept, (float*)(void*)(near + kept));
    for (u32 left = who.kept; left; left &= left - 1) who_is[kept++] = (u16)(number + (u32)__builtin_ctz(left));
    return who;
  }
  // Rays that start inside the map, from tile to tile as a line is drawn (Amanatides and Woo 1987):
  //
  //      +---+---+--*+      when the next line of either axis is crossed, as a part of the motion: the sooner of both
  //      |   | *|    |      is next. Left open: whoever starts near a line, or comes near a corner.
  //      +-*-+---+---+
  //
  // A place in tiles is good to 3u of it, u = 2^-24, and the lines, which are rounded, to u of twice that and of the
  // origin: within 8u of all that. Times that follow from both are good to as much of the motion, and a few u.
  // Keeps those who come to something solid, alone with that, and returns who is left open.
  ONCE u32 march(const V (&at)[2], const V (&d)[2], u32 these, u32 number, float end) {
    using I = ints<A>;
    // Line c of axis k is crossed at base + c each, and as an integer's bits: how far it is to the next tile there.
    V cell[2], turn[2], base[2], each[2], step[2], doubt(0x1p-20f), stop(2.f);
    F fine = V(0.f) == V(0.f);
    for (int k = 0; k < 2; ++k) {
      const V near(room[k] * .25f), way = d[k] * V(per_unit[k]), length = magnitude(way);
      const V p = (at[k] - V(origin[k])) * V(per_unit[k]);
      const F back = way < V(0.f), moves = way != V(0.f);
      fine = fine & (p > near) & (p < V(count[k]) - near);
      cell[k] = xsimd::to_float(truncated(xsimd::select(fine, p, V(0.f))));
      const V in = p - cell[k], pace = quotient(V(1.f), length);
      fine = fine & (in > near) & (in < V(1.f) - near) & (length <= V(largest));
      doubt = doubt + xsimd::select(moves, (near + near) * pace, V(0.f));
      turn[k] = xsimd::select(back, V(-1.f), V(1.f));
      each[k] = xsimd::select(moves, turn[k] * pace, V(0.f));
      base[k] = xsimd::select(moves, (xsimd::select(back, V(0.f), V(1.f)) - p) * each[k], V(4.f));
      stop = ordered_min(stop, base[k] + xsimd::select(back, V(0.f), V(count[k] - 1)) * each[k]);  // off the map
      const std::int32_t one = k == 0 ? 1 : (std::int32_t)on.width;
      step[k] = xsimd::select(back, V(word_as_float((u32)-one)), V(word_as_float((u32)one)));
    }
    fine = fine & (doubt < V(1.f));  // neither is there a pace that no float can tell
    u32 going = bits(fine) & these, found = 0, open = these & ~going;
    const V beyond = V(end) + doubt;  // what is found before that, but not in time, is told by meet()
    I i = truncated(cell[1]) * I((std::int32_t)on.width) + truncated(cell[0]);
    while (going) {
      u32 odd;
      const I tile = tiles_at<A>(on, i, odd);
      const u32 some = (bits(tile != I(0)) | odd) & going;
      if (some) {
        const u32 solid = bits((tile & I((std::int32_t)tile_solid)) != I(0)) & some & ~odd;
        found |= solid, open |= some & ~solid, going &= ~some;
      }
      const V t0 = base[0] + cell[0] * each[0], t1 = base[1] + cell[1] * each[1], next = ordered_min(t0, t1);
      const F close = magnitude(t0 - t1) <= doubt, ended = (next > beyond) | ~((next < stop) | close);
      open |= going & bits(close & ~ended), going &= ~bits(ended | close);
      const F goes = lanes_of_bits<A>(going), first_axis = goes & (t0 < t1), second_axis = goes & ~(t0 < t1);
      cell[0] = cell[0] + xsimd::select(first_axis, turn[0], V(0.f));
      cell[1] = cell[1] + xsimd::select(second_axis, turn[1], V(0.f));
      const V by = xsimd::select(first_axis, step[0], xsimd::select(second_axis, step[1], V(0.f)));
      i = i + I((typename I::register_type)by.data);
    }
    if (!found) return open;
    const V about[4] = {at[0], at[0], at[1], at[1]};
    for (int c = 0; c < 4; ++c) keep(about[c], found, column[shape + c] + kept);
    for (int k = 0; k < 2; ++k)
      keep(d[k], found, column[movers::step + k] + kept), keep(cell[k], found, column[first + k] + kept);
    for (u32 left = found; left; left &= left - 1)
      near[kept] = 1, who_is[kept++] = (u16)(number + (u32)__builtin_ctz(left));
    return open;
  }
  // Lanes `which`, in order, and anything behind them.
  static FORCED void keep(V from, u32 which, float* to) {
    alignas(64) float all[lanes];
    from.store_aligned(all);
    pack<A, 4, lanes>((u8*)to, (const u8*)all, which);
  }
  // Zeros behind the last, so that whole registers can be read.
  FORCED void fill_up() {
    for (int c = 0; c < columns; ++c) V(0.f).store_unaligned(column[c] + kept);
    V(0.f).store_unaligned((float*)(void*)(near + kept));
  }
  FORCED V get(int c, u32 k) const { return V::load_aligned(column[c] + k); }

  // ---- tile by tile ----
  struct tile {
    V place[2], low[2], high[2];
  };
  // Those who are near some that are solid from some sides.
  FORCED u32 near_sides(u32 k) const {
    return bits((ints<A>::load_aligned(near + k) & ints<A>((std::int32_t)(0xffffu << from_a_side))) != ints<A>(0));
  }
  // ask(lanes, tile) for each tile that some of them are near; which: of those that are solid, or in bit from_a_side.
  template <class Ask> FORCED void each_tile(u32 k, u32 there, u32 which, Ask ask) const {
    const V corner[2] = {get(first, k), get(first + 1, k)};
    const auto solid = ints<A>::load_aligned(near + k);
    for (int b = 0; b < block * block; ++b) {
      const u32 these = bits((solid & ints<A>((std::int32_t)(which << b))) != ints<A>(0)) & there;
      if (!these) continue;
      tile t;
      const int column = b % block, row = b / block;
      t.place[0] = corner[0] + V((float)column), t.place[1] = corner[1] + V((float)row);
      for (int i = 0; i < 2; ++i) {
        t.low[i] = V(origin[i]) + V(size[i]) * t.place[i];
        t.high[i] = V(origin[i]) + V(size[i]) * (t.place[i] + V(1.f));
      }
      ask(these, t);
    }
  }
  // Exact: only inputs are compared.
  ONCE u32 overlapping(u32 k, u32 there, const V (&low)[2], const V (&high)[2]) const {
    u32 in = 0;
    each_tile(k, there, 1, [&](u32 these, const tile& t) INLINED {
      F hit = (low[0] < t.high[0]) & (t.low[0] < high[0]) & (low[1] < t.high[1]) & (t.low[1] < high[1]);
      in |= bits(hit) & these;
    });
    return in;
  }

  struct rules {
    bool closed, from_inside;
    float until;
  };
  static constexpr rules walks{false, true, 1};
  struct nearest {
    V time, across_y, place[2];  // across_y: by which of its faces
    u32 hits, started, open;
  };
  struct approach {  // of one axis: the tile, the motion and the time to its face
    V place, d, q;
  };
  // Does a hit of that tile count, where it is solid from some sides? As stopped_by_face() in src/tiles/one_way.hpp: by
  // such a face last. `y_later`: that axis is entered last.
  ONCE u32 stopped(u32 these, const approach (&along)[2], u32 y_later) const {
    alignas(64) float place[2][lanes];
    const u32 same = bits(along[0].q == along[1].q), last[2] = {same | ~y_later, same | y_later};
    u32 low_face[2], high_face[2], yes = 0;
    for (int i = 0; i < 2; ++i) {
      low_face[i] = last[i] & bits(along[i].d > V(0.f)), high_face[i] = last[i] & bits(along[i].d < V(0.f));
      along[i].place.store_aligned(place[i]);
    }
    for (; these; these &= these - 1) {
      const u32 j = (u32)__builtin_ctz(these);
      const u32 sides = on.data[(std::size_t)place[1][j] * on.width + (std::size_t)place[0][j]];
      const u32 faces = (low_face[0] >> j & 1) * one_way_min_x | (high_face[0] >> j & 1) * one_way_max_x |
                        (low_face[1] >> j & 1) * one_way_min_y | (high_face[1] >> j & 1) * one_way_max_y;
      yes |= (u32)((sides & (faces | tile_solid)) != 0) << j;
    }
    return yes;
  }
  ONCE nearest meet(u32 k, u32 there, const V (&low)[2], const V (&high)[2], const V (&d)[2], const rules& rule,
                    u32 from_sides) const {
    V length[2];
    F back[2], moves[2];
    for (int i = 0; i < 2; ++i) length[i] = magnitude(d[i]), back[i] = d[i] < V(0.f), moves[i] = d[i] != V(0.f);
    const F moving = moves[0] | moves[1];
    const F still_hits = rule.closed ? V(0.f) == V(0.f) : no_lanes<A>();
    V doubtful(3.f);  // the earliest time that may be one
    nearest best{V(2.f), V(0.f), {V(0.f), V(0.f)}, 0, 0, 0};
    F best_started = no_lanes<A>();
    each_tile(k, there, 1 | 1 << from_a_side, [&](u32 these, const tile& t) INLINED {
      V n[2], f[2], q[2];
      F maybe = lanes_of_bits<A>(these), sure = moving;
      for (int i = 0; i < 2; ++i) {
        const V below = t.low[i] - high[i], above = t.high[i] - low[i];
        n[i] = xsimd::select(back[i], V(0.f) - above, below);
        f[i] = xsimd::select(back[i], V(0.f) - below, above) + V(0.f);
        // The signs of gaps are exact, and so is a gap of 0 that stays.
        maybe = maybe & ((n[i] < length[i]) | ((n[i] == length[i]) & (moves[i] | still_hits))) &
                ((f[i] > V(0.f)) | ((f[i] == V(0.f)) & still_hits));
        sure = sure & (n[i] < length[i]) & (f[i] > V(0.f)) & (n[i] < f[i]);
      }
      const V enter[2] = {n[0] * length[1], n[1] * length[0]}, leave[2] = {f[1] * length[0], f[0] * length[1]};
      for (int i = 0; i < 2; ++i) {
        maybe = maybe & ~(enter[i] > nudge(leave[i], 9));  // four roundings at most a side
        sure = sure & ordered_gt(leave[i], nudge(enter[i], 8));
      }
      if (bits(maybe) == 0) return;
      sure = sure & (leave[0] + leave[1] <= V(largest));
      for (int i = 0; i < 2; ++i) q[i] = slab_time(n[i], length[i], moves[i]);
      const F later = moves[1] & (~moves[0] | (q[1] >= q[0]));
      const V last = xsimd::select(later, q[1], q[0]), time = ordered_max(last, V(0.f));
      F inside = (n[0] < V(0.f)) & (n[1] < V(0.f));
      if (rule.closed) inside = (n[0] <= V(0.f)) & (n[1] <= V(0.f));
      F open = ~sure | ((q[0] == q[1]) & (last >= V(0.f)));  // or a corner
      if (!rule.from_inside) open = open | inside;
      if (const u32 ask = bits(maybe) & from_sides; __builtin_expect(ask != 0, 0)) {
        const approach along[2] = {{t.place[0], d[0], q[0]}, {t.place[1], d[1], q[1]}};
        maybe = lanes_of_bits<A>((bits(maybe) & ~ask) | stopped(ask, along, bits(later)));
        open = open | (inside & lanes_of_bits<A>(ask));  // at the start: is it in front of the face?
      }
      if (rule.until < 1) maybe = maybe & (time < V(rule.until));
      doubtful = xsimd::select(maybe & open & (time < doubtful), time, doubtful);
      const F nearer = maybe & ~open & (time < best.time);
      best.time = xsimd::select(nearer, time, best.time);
      best.across_y = xsimd::select(nearer, xsimd::select(later, V(1.f), V(0.f)), best.across_y);
      for (int i = 0; i < 2; ++i) best.place[i] = xsimd::select(nearer, t.place[i], best.place[i]);
      best_started = (best_started & ~nearer) | (inside & nearer);
    });
    best.open = bits(doubtful <= best.time) & there;
    best.hits = bits(best.time <= V(1.f)) & there & ~best.open;
    best.started = bits(best_started) & best.hits;
    return best;
  }

  struct arrival {  // on one axis: from where to where, and the edges there
    V from, to, low, high;
  };
  // Do they come to an edge of tiles, so that it matters on which side of it they are by rounding? See at_an_edge() in
  // src/tiles/walking.hpp: this room is the larger one.
  ONCE u32 at_edges(const arrival (&along)[2]) const {
    F edge = no_lanes<A>();
    for (int i = 0; i < 2; ++i) {
      const arrival& v = along[i];
      const V front = (xsimd::select(v.from < v.to, v.high, v.low) - V(origin[i])) * V(per_unit[i]);
      const V line = xsimd::to_float(truncated(front + V(outskirts + .5f))) - V(outskirts);  // the nearest
      edge = edge | ((v.from != v.to) & (magnitude(front - line) <= V(room[i])));
    }
    return bits(edge);
  }

  const level& on;
  float origin[2], size[2], per_unit[2], room[2], count[2];
  u32 kept = 0;
  u16 who_is[at_once];
  alignas(64) std::int32_t near[at_once + lanes];  // the solid tiles of each one's block, as bits
  alignas(64) float column[columns][at_once + lanes];
};

template <class A> FORCED floats<A> lanes_from(const feed& f, u32 i, u32 here) {
  using V = floats<A>;
  if (!f.data) return V(f.one);
  return here == V::size ? V::load_unaligned(f.data + i) : V(load_first(f.data + i, here, typename V::register_type{}));
}
FORCED u32 put_open(u32* open, u32 n, u32 which, u32 i) {
  for (; which; which &= which - 1) open[n++] = i + (u32)__builtin_ctz(which);
  return n;
}

// ---- sweeps --------------------------------------------------------------------------------------------------------

template <class A> void put_all(float* to, u32 n, float one) {
  using V = floats<A>;
  u32 i = 0;
  for (; i + V::size <= n; i += V::size) V(one).store_unaligned(to + i);
  for (; i < n; ++i) to[i] = one;
}

template <class A> u32 sweep_all(const sweep_request& r) noexcept {
  using V = floats<A>;
  constexpr u32 W = V::size;
  movers<A> m(r.on);
  u32 open = 0;
  const int sizes = r.what == form::discs ? 1 : 2;
  for (u32 i = 0; i < r.n; i += W) {
    const u32 here = r.n - i < W ? r.n - i : W, there = m.lane_bits >> (W - here);
    V low[2], high[2], d[2];
    for (int k = 0; k < 2; ++k) {
      d[k] = lanes_from<A>(r.step[k], i, here);
      if (r.what == form::corners) {
        low[k] = lanes_from<A>(r.shape[2 * k], i, here), high[k] = lanes_from<A>(r.shape[2 * k + 1], i, here);
      } else {
        low[k] = high[k] = lanes_from<A>(r.shape[k], i, here);
        if (r.what == form::spots) continue;
        const V half = lanes_from<A>(r.shape[sizes == 1 ? 2 : 2 + k], i, here);
        low[k] = low[k] - half, high[k] = high[k] + half;
      }
    }
    const auto who = m.look(low, high, d, {low[0], high[0], low[1], high[1]}, there, i, false);
    u32 left = who.open;
    if (r.what == form::spots && who.far)
      left = (left & ~who.far) | m.march(low, d, who.far, i, r.until < 1 ? r.until : 1);
    open = put_open(r.open, open, left, i);
  }
  m.fill_up();

  const records& out = r.out;
  if (out.index) put_all<A>((float*)(void*)out.index, r.n, word_as_float(none));
  if (out.time) put_all<A>(out.time, r.n, 1);
  for (int k = 0; k < 2; ++k) {
    if (out.normal[k]) put_all<A>(out.normal[k], r.n, 0);
    if (out.position[k]) put_all<A>(out.position[k], r.n, 0);
  }
  if (out.flags)
    for (u32 i = 0; i < r.n; ++i) out.flags[i] = 0;

  const bool where = out.position[0] || out.position[1];
  for (u32 k = 0; k < m.kept; k += W) {
    const u32 there = m.kept - k < W ? m.lane_bits >> (W - (m.kept - k)) : m.lane_bits;
    const auto open_ones = [&](u32 which) INLINED {
      for (; which; which &= which - 1) r.open[open++] = m.who_is[k + (u32)__builtin_ctz(which)];
    };
    if (r.what == form::discs) {
      open_ones(there);
      continue;
    }
    const V low[2] = {m.get(m.shape, k), m.get(m.shape + 2, k)},
            high[2] = {m.get(m.shape + 1, k), m.get(m.shape + 3, k)}, d[2] = {m.get(m.step, k), m.get(m.step + 1, k)};
    const auto best = m.meet(k, there, low, high, d, {r.closed, r.from_inside, r.until}, m.near_sides(k));
    open_ones(best.open);
    if (!best.hits) continue;
    alignas(64) float time[W], place[2][W], normal[2][W], position[2][W];
    best.time.store_aligned(time);
    // The face is the one of the last entry; of a start in overlap, the least way out, and a point stays where it is.
    const auto begun = lanes_of_bits<A>(best.started);
    const auto stays = begun & (low[0] == high[0]) & (low[1] == high[1]);
    V near[2], far[2], depth[2];
    for (int a = 0; a < 2; ++a) {
      near[a] = V(r.on.origin[a]) + V(r.on.size[a]) * best.place[a];
      far[a] = V(r.on.origin[a]) + V(r.on.size[a]) * (best.place[a] + V(1.f));
      depth[a] = smaller(high[a] - near[a], far[a] - low[a]);
    }
    const V across_y = xsimd::select(begun, xsimd::select(depth[1] <= depth[0], V(1.f), V(0.f)), best.across_y);
    for (int a = 0; a < 2; ++a) {
      const auto right = ~(high[a] - near[a] < far[a] - low[a]), on_face = across_y == V((float)a);
      const auto up = (begun & right) | (~begun & (d[a] < V(0.f)));
      best.place[a].store_aligned(place[a]);
      xsimd::select(on_face, xsimd::select(up, V(1.f), V(-1.f)), V(0.f)).store_aligned(normal[a]);
      if (!where) continue;
      const V way = best.time * d[a], start = low[a] + way, from = larger(start, near[a] + V(0.f)),
              to = smaller(high[a] + way, far[a] + V(0.f));
      const V on = xsimd::select(on_face, xsimd::select(up, far[a], near[a]) + V(0.f), V(0.5f) * from + V(0.5f) * to);
      xsimd::select(stays, start, on).store_aligned(position[a]);
    }
    for (u32 left = best.hits; left; left &= left - 1) {
      const u32 j = (u32)__builtin_ctz(left), i = m.who_is[k + j];
      if (out.index) out.index[i] = (u32)(std::int32_t)place[1][j] * r.on.width + (u32)(std::int32_t)place[0][j];
      if (out.time) out.time[i] = time[j];
      for (int a = 0; a < 2; ++a) {
        if (out.normal[a]) out.normal[a][i] = normal[a][j];
        if (out.position[a]) out.position[a][i] = position[a][j];
      }
      if (out.flags) out.flags[i] = best.started >> j & 1 ? started : 0;
    }
  }
  return open;
}

// ---- walkers -------------------------------------------------------------------------------------------------------

// move_and_slide as src/tiles/move_and_slide.cpp has it. Walls are level here: each takes an axis from the step, and
// neither what is left nor the step can turn against the wish.
//
// In a level, as src/tiles/obstacles.cpp has it: was there a floor below, is there one when the step is done, and by
// gravity alone nobody goes along it. A wall that is still the first, and met at the same time, by who starts higher by
// more than the hairs that one gets over a seam by, is no seam, whatever that little is. Hairs are for slopes.
template <class A> struct walk_of {
  using V = floats<A>;
  V at[2], step[2], flags, contacts;
  u32 open;
};
template <class A>
FORCED auto floor_within(const movers<A>& m, u32 k, u32 there, const floats<A> (&low)[2], const floats<A> (&high)[2],
                         const ground& under, const floats<A>& far) {
  floats<A> d[2] = {floats<A>(0.f), floats<A>(0.f)};
  d[under.axis] = far * floats<A>(under.down);
  return m.meet(k, there, low, high, d, m.walks, 0);
}
// Where the edge `reach` ahead of a centre clears a face: see beside() in src/tiles/walking.hpp. `turn`: -0 of
// those that come from above, which are turned round where sides are compared.
template <class A> FORCED floats<A> beside(floats<A> face, floats<A> reach, floats<A> turn, u32 these) {
  using V = floats<A>;
  const V way = reach ^ turn ^ V(-0.f), c = face + way;
  const V of_way = c - face, off = (face - (c - of_way)) + (way - of_way);  // exact: Knuth's sum
  if ((bits(off != V(0.f)) & these) == 0) return c;
  const V other = xsimd::select(sign_set(off ^ c), nudge(c, -1), nudge(c, 1));
  const flags<A> first = (off ^ turn) <= V(0.f);
  const V nearer = xsimd::select(first, c, other), further = xsimd::select(first, other, c);
  return xsimd::select(((nearer - way) ^ turn) <= (face ^ turn), nearer, further);
}
template <class A, bool Level>
FORCED walk_of<A> walk_on(const movers<A>& m, u32 k, u32 there, int most_contacts, const ground& under) {
  using V = floats<A>;
  using F = flags<A>;
  walk_of<A> w{{m.get(m.shape, k), m.get(m.shape + 1, k)}, {m.get(m.step, k), m.get(m.step + 1, k)}, V(0.f), V(0.f), 0};
  const V half[2] = {m.get(m.shape + 2, k), m.get(m.shape + 3, k)};
  V left[2] = {w.step[0], w.step[1]};
  const auto bounds = [&](const V(&c)[2], V(&low)[2], V(&high)[2]) INLINED {
    for (int i = 0; i < 2; ++i) low[i] = c[i] - half[i], high[i] = c[i] + half[i];
  };
  V low[2], high[2];
  bounds(w.at, low, high);
  w.open = m.overlapping(k, there, low, high);
  u32 from_sides = m.near_sides(k);
  // In a level: who is on a floor; what they have met, and where their floor is.
  V near(0.f), floor[2] = {V(-1.f), V(-1.f)};
  u32 grounded = 0, only_falls = 0, floors = 0, walls = 0, ceilings = 0;
  if constexpr (Level) {
    w.open |= from_sides & there, from_sides = 0;
    near = m.get(m.hairs, k);
    const auto below = floor_within<A>(m, k, there & ~w.open, low, high, under, near + near);
    w.open |= below.open, grounded = below.hits;
    const V x = magnitude(left[0]), y = magnitude(left[1]);
    if (under.stop_on_floors) only_falls = bits((under.axis == 1 ? x : y) <= V(0x1p-22f) * ordered_max(x, y));
  }
  u32 going = there & ~w.open;
  for (int round = 0; round < 3; ++round) {
    __asm__("" : "+r"(round));  // a loop
    going &= bits((left[0] != V(0.f)) | (left[1] != V(0.f)));
    if (!going) break;
    const auto met = m.meet(k, going, low, high, left, m.walks, from_sides);
    w.open |= met.open, going &= ~met.open;
    u32 met_floor = 0, met_across = 0;  // across: walls
    if constexpr (Level) {
      const u32 along = bits(met.across_y == V((float)under.axis));
      met_across = met.hits & ~along;
      met_floor = met.hits & along & bits(left[under.axis] * V(under.down) > V(0.f));
      if (u32 seams = met_across & grounded) {
        V above[2] = {w.at[0], w.at[1]}, top[2], bottom[2];
        above[under.axis] = above[under.axis] - near * V(under.down);
        bounds(above, top, bottom);
        const auto over = m.meet(k, seams, top, bottom, left, m.walks, 0);
        seams &= ~(over.hits & ~over.started & bits((over.time == met.time) & (over.across_y == met.across_y)));
        seams |= met_across & grounded & ~bits(half[under.axis] > near);
        w.open |= seams, going &= ~seams;
      }
    }
    const F hit = lanes_of_bits<A>(met.hits);
    V safe = met.time * V(0x1.fffff8p-1f);  // safe_time
    safe = xsimd::select(hit, xsimd::select(safe >= V(0x1p-126f), safe, V(0.f)), V(1.f));
    V to[2];
    for (int i = 0; i < 2; ++i) to[i] = w.at[i] + safe * left[i];
    if (met.hits) {
      const F on_y = met.across_y == V(1.f);
      const auto across = [&](const V& x, const V& y) INLINED { return xsimd::select(on_y, y, x); };
      const V way = across(left[0], left[1]), turn = way & V(-0.f), from = across(w.at[0], w.at[1]),
              reach = across(half[0], half[1]), short_of = across(to[0], to[1]);
      const V line = across(met.place[0], met.place[1]) + xsimd::select(way < V(0.f), V(1.f), V(0.f)),
              face = across(V(m.origin[0]), V(m.origin[1])) + across(V(m.size[0]), V(m.size[1])) * line;
      V flush = beside<A>(face, reach, turn, met.hits);
      flush = xsimd::select((flush ^ turn) < (from ^ turn), from, flush);  // never back
      const F takes = hit & (magnitude(flush - short_of) < reach + reach);
      to[0] = xsimd::select(takes & ~on_y, flush, to[0]), to[1] = xsimd::select(takes & on_y, flush, to[1]);
      if constexpr (Level)
        for (int i = 0; i < 2; ++i) to[i] = xsimd::select(takes & (flush == from), w.at[i], to[i]);
    }
    [[maybe_unused]] const F came = (to[0] != w.at[0]) | (to[1] != w.at[1]);
    bounds(to, low, high);
    u32 in = m.overlapping(k, going, low, high);  // or not flush, but free: left open
    if (const u32 ask = going & from_sides; __builtin_expect(ask != 0, 0))
      in |= ask & m.at_edges({{w.at[0], to[0], low[0], high[0]}, {w.at[1], to[1], low[1], high[1]}});
    w.open |= in, going &= ~in;
    const F goes = lanes_of_bits<A>(going);
    for (int i = 0; i < 2; ++i) w.at[i] = xsimd::select(goes, to[i], w.at[i]);
    going &= met.hits;
    if (!going) break;
    const F stopped = lanes_of_bits<A>(going);
    const V rest = V(1.f) - (Level ? xsimd::select(came, met.time, V(0.f)) : met.time);
    w.contacts = w.contacts + xsimd::select(stopped, V(1.f), V(0.f));
    for (int i = 0; i < 2; ++i) {
      const F mine = met.across_y == V((float)i), lost = stopped & mine;
      const float below = i == 0 ? 1.f : 4.f;  // met_below_x, met_below_y; above is twice that
      if constexpr (!Level)
        w.flags = w.flags + xsimd::select(lost, xsimd::select(left[i] < V(0.f), V(below), V(2 * below)), V(0.f));
      w.step[i] = xsimd::select(stopped, xsimd::select(mine, V(0.f), w.step[i] + V(0.f)), w.step[i]);
      const V slides = xsimd::select(rest > V(0.f), (left[i] + V(0.f)) * rest, V(0.f));
      left[i] = xsimd::select(stopped, xsimd::select(mine, V(0.f), slides), left[i]);
    }
    if constexpr (Level) {
      met_floor &= going, floors |= met_floor, walls |= met_across & going, grounded |= met_floor;
      ceilings |= going & ~met_floor & ~met_across;
      const F falls = lanes_of_bits<A>(met_floor & only_falls), lies = lanes_of_bits<A>(met_floor);
      for (int i = 0; i < 2; ++i) {
        w.step[i] = xsimd::select(falls, V(0.f), w.step[i]), left[i] = xsimd::select(falls, V(0.f), left[i]);
        floor[i] = xsimd::select(lies, met.place[i], floor[i]);
      }
    }
    if (round + 1 >= most_contacts) {
      going = 0;
      break;
    }
  }
  w.open |= going & bits((left[0] != V(0.f)) | (left[1] != V(0.f)));
  if constexpr (Level) {
    const u32 rises = bits(m.get(m.step + under.axis, k) * V(under.down) < V(0.f));
    if (const u32 snaps = there & ~w.open & grounded & ~rises) {
      const V far = V(under.snap) + near;
      bounds(w.at, low, high);
      const auto below = floor_within<A>(m, k, snaps, low, high, under, far);
      const u32 others = below.hits & bits((below.place[0] != floor[0]) | (below.place[1] != floor[1]));
      w.open |= below.open | (below.hits & bits(below.time * far > V(0x1p-4f) * near));
      w.contacts = w.contacts + xsimd::select(lanes_of_bits<A>(others), V(1.f), V(0.f)), floors |= others;
    }
    const auto flag = [&](u32 which, u8 one) INLINED {
      w.flags = w.flags + xsimd::select(lanes_of_bits<A>(which), V((float)one), V(0.f));
    };
    flag(floors, under.met_floor), flag(walls, under.met_wall), flag(ceilings, under.met_ceiling);
  }
  return w;
}

template <class A> walk_tally walk_all(const walk_request& r) noexcept {
  using V = floats<A>;
  constexpr u32 W = V::size;
  movers<A> m(r.on);
  walk_tally tally{0, 0};
  for (u32 i = 0; i < r.n; i += W) {
    const u32 here = r.n - i < W ? r.n - i : W, there = m.lane_bits >> (W - here);
    V at[2], half[2], low[2], high[2], d[2];
    for (int k = 0; k < 2; ++k) {
      at[k] = lanes_from<A>({r.at[k], 0}, i, here), d[k] = lanes_from<A>({r.step[k], 0}, i, here);
      half[k] = lanes_from<A>(r.reach[k], i, here);
      low[k] = at[k] - half[k], high[k] = at[k] + half[k];
    }
    typename movers<A>::below floor;
    if (r.under.near) {
      floor.axis = r.under.axis, floor.ahead = r.under.down > 0;
      floor.near = lanes_from<A>({r.under.near, 0}, i, here), floor.far = V(4.f) * floor.near + V(r.under.snap);
    }
    const auto who = m.look(low, high, d, {at[0], at[1], half[0], half[1]}, there, i, true, floor);
    tally.open = put_open(r.open, tally.open, who.open, i);
    if (!who.alone) continue;
    const auto moves = (d[0] != V(0.f)) | (d[1] != V(0.f));
    alignas(64) float to[2][W];
    for (int k = 0; k < 2; ++k) {
      const V there_is = xsimd::select(moves, at[k] + d[k], at[k]);
      if (who.alone == m.lane_bits)
        there_is.store_unaligned(r.at[k] + i);
      else
        there_is.store_aligned(to[k]);
    }
    if (who.alone != m.lane_bits)
      for (u32 left = who.alone; left; left &= left - 1) {
        const u32 j = (u32)__builtin_ctz(left);
        r.at[0][i + j] = to[0][j], r.at[1][i + j] = to[1][j];
      }
    if (r.flags)
      for (u32 left = who.alone; left; left &= left - 1) r.flags[i + (u32)__builtin_ctz(left)] = 0;
  }
  m.fill_up();
  for (u32 k = 0; k < m.kept; k += W) {
    const u32 there = m.kept - k < W ? m.lane_bits >> (W - (m.kept - k)) : m.lane_bits;
    u32 open = there;
    if (!r.discs) {
      const auto w = r.under.near ? walk_on<A, true>(m, k, there, r.contacts, r.under)
                                  : walk_on<A, false>(m, k, there, r.contacts, r.under);
      open = w.open;
      alignas(64) float at[2][W], step[2][W], flags[W], contacts[W];
      for (int a = 0; a < 2; ++a) w.at[a].store_aligned(at[a]), w.step[a].store_aligned(step[a]);
      w.flags.store_aligned(flags), w.contacts.store_aligned(contacts);
      for (u32 left = there & ~open; left; left &= left - 1) {
        const u32 j = (u32)__builtin_ctz(left), i = m.who_is[k + j];
        for (int a = 0; a < 2; ++a) r.at[a][i] = at[a][j], r.step[a][i] = step[a][j];
        if (r.flags) r.flags[i] = (u8)(std::int32_t)flags[j];
        tally.contacts += (u32)(std::int32_t)contacts[j];
      }
    }
    for (; open; open &= open - 1) r.open[tally.open++] = m.who_is[k + (u32)__builtin_ctz(open)];
  }
  return tally;
}

}  // namespace

namespace HITSCAN_ISA {
extern const tiled::kernels tiled;
constinit const tiled::kernels tiled{sweep_all<HITSCAN_ARCH>, walk_all<HITSCAN_ARCH>};
}  // namespace HITSCAN_ISA

}  // namespace hitscan::detail
