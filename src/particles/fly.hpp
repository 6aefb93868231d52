// Particles that are near nothing make their step; those that surely hit something turn round; the others are handed
// out.
//
//    marks               lists          1. All make their step. The middle of it says in which cell to look
//    . . # # . .         .   |  a  |       whether anything is near: items are marked as much larger as a step is long.
//    . . # #-.->.        ----+-----+--  2. Those near something are taken a register at a time: each lane goes down
//    . . # # . .         b   | a b |       the list of its own cell.
//                                       3. A hit of a box that is sure, and before all others, tells the face, and
//                                          where the particle goes from there.
//                                       4. Those that have turned round do 2. and 3. again with what is left of
//                                          their steps.
//
// What is not sure is handed out: a step longer than is marked, a corner, a hair's breadth.
//
// Who was in nothing ends in nothing. Mirrored so that the step L is not negative, with n and f the gaps to a box's
// near and far edge, a point goes by fl(s L) on each axis, s from 0 to 1. It ends in the box only if fl(s L) > n and
// fl(s L) < f on each (the sum rounds, too, but edges are floats and rounding is monotone); so n_x L_y < f_y L_x (1 +
// u) / (1 - u), and crosswise. What the filter below is sure is missed is missed by more than that; for what is hit
// see theorem 1 of docs/semantics.md. What is thick (padding) rounds its edges where it lands: so that is looked at.
#pragma once

#include "../lanes/slab.hpp"
#include "../world/bvh/build.hpp"
#include "../world/first_hits/place_in_cells.hpp"

namespace hitscan::detail::broad {
namespace {

template <class V> class flight {
 public:
  explicit flight(const flight_request& r)
      : r_(r), thick_(r.padding[0] != 0 || r.padding[1] != 0), behind_(r.closed ? 0 : 0x1p-149f) {
    for (int j = 0; j < width; ++j) count_[j] = (float)j;
  }

  flight_tally run() {
    for (std::size_t i = 0; i < r_.n; i += flock) {
      const std::size_t end = r_.n - i < flock ? r_.n : i + flock;
      kept_ = 0, made_ = 0, scale_ = r_.dt;
      std::size_t j = i;
      for (; j + width <= end; j += width) {
        const float* const velocity[2] = {r_.velocity[0] + j, r_.velocity[1] + j};
        float* const at[2] = {r_.at[0] + j, r_.at[1] + j};
        move(at, velocity, ~0u, j);
      }
      if (j < end) move_few(j, (u32)(end - j));
      for (; kept_; kept_ = again_, ++made_, scale_ = 1) {
        fill_up();
        again_ = 0;
        if (r_.map.start) {
          for (u32 k = 0; k < kept_; k += lanes) meet(k);
        } else
          for (u32 k = 0; k < kept_; k += width) hand_out_all(k);
      }
    }
    return tally_;
  }

 private:
  static constexpr u32 lanes = (u32)V::size, lane_bits = (1u << lanes) - 1;
  static constexpr u32 flock = 1024;  // particles at a time: all there is to know of them stays in the cache
  using flags_of_lanes = decltype(V(0.f) < V(0.f));
  enum { x, y, dx, dy, number, columns };  // dx, dy: of the whole step the velocity, later what is left of the step

  // ---- the step ----
  // Where on the map the middle of a step is.
  FORCED V place(int k, V at, V step) const { return place_on(r_.map, k, at + step * V(0.5f)); }
  FORCED flags_of_lanes within_reach(V step_x, V step_y) const {
    return (magnitude(step_x) <= V(r_.map.reach[0])) & (magnitude(step_y) <= V(r_.map.reach[1]));
  }

  // 16 of them, the first being number i.
  FORCED void move(float* const (&at)[2], const float* const (&velocity)[2], u32 there, std::size_t i) {
    V end[2][width / lanes];
    u32 close = 0;
    for (u32 j = 0; j < width; j += lanes) {
      V step[2], t[2];
      for (int k = 0; k < 2; ++k) {
        const V from = V::load_unaligned(at[k] + j);
        step[k] = V::load_unaligned(velocity[k] + j) * V(r_.dt);
        end[k][j / lanes] = from + step[k], t[k] = place(k, from, step[k]);
      }
      const u32 near = marked_at(r_.map, t);
      close |= (near | (~bits(within_reach(step[0], step[1])) & lane_bits)) << j;
    }
    close &= there;
    if (close) {
      for (int k = 0; k < 2; ++k)
        put_lanes(at[k], close, kept_columns_[x + k] + kept_),
            put_lanes(velocity[k], close, kept_columns_[dx + k] + kept_);
      const V first((float)i);
      alignas(64) float numbers[width];
      for (u32 j = 0; j < width; j += lanes) (V::load_unaligned(count_ + j) + first).store_unaligned(numbers + j);
      put_lanes(numbers, close, kept_columns_[number] + kept_);
      kept_ += bits_set(close);
    }
    for (int k = 0; k < 2; ++k)
      for (u32 j = 0; j < width; j += lanes) end[k][j / lanes].store_unaligned(at[k] + j);
  }
  __attribute__((noinline)) void move_few(std::size_t i, u32 n) {
    float few[4][width] = {};
    for (int k = 0; k < 2; ++k)
      for (u32 j = 0; j < n; ++j) few[k][j] = r_.at[k][i + j], few[2 + k][j] = r_.velocity[k][i + j];
    float* const at[2] = {few[0], few[1]};
    const float* const velocity[2] = {few[2], few[3]};
    move(at, velocity, (1u << n) - 1, i);
    for (int k = 0; k < 2; ++k)
      for (u32 j = 0; j < n; ++j) r_.at[k][i + j] = few[k][j];
  }

  // Zeros behind the last, so that whole registers can be read.
  FORCED void fill_up() {
    for (int c = 0; c < columns; ++c)
      for (u32 j = 0; j < width; j += lanes) V(0.f).store_unaligned(kept_columns_[c] + kept_ + j);
  }

  // ---- who is handed out ----
  FORCED V kept(int c, u32 k) const { return V::load_unaligned(kept_columns_[c] + k); }
  FORCED void hand_out_all(u32 first) {
    for (u32 k = first; k < first + width; k += lanes) {
      for (int c = 0; c < 2; ++c) {
        kept(x + c, k).store_unaligned(r_.out[c] + tally_.left + k - first);
        (kept(dx + c, k) * V(scale_)).store_unaligned(r_.out[2 + c] + tally_.left + k - first);
      }
      V((float)made_).store_unaligned(r_.out[5] + tally_.left + k - first);
      kept(number, k).store_unaligned(r_.out[4] + tally_.left + k - first);
    }
    tally_.left += kept_ - first < width ? kept_ - first : width;
  }
  __attribute__((noinline)) void hand_out(u32 first, u32 which) {
    for (; which; which &= which - 1) {
      const u32 k = first + (u32)__builtin_ctz(which), to = tally_.left++;
      for (int c = 0; c < 2; ++c)
        r_.out[c][to] = kept_columns_[x + c][k], r_.out[2 + c][to] = kept_columns_[dx + c][k] * scale_;
      r_.out[4][to] = kept_columns_[number][k], r_.out[5][to] = (float)made_;
    }
  }

  // ---- who meets a box ----
  // The filter of src/kernels/sweep_boxes.cpp: gaps to the near and far edge against the step, crosswise.
  FORCED void meet(u32 first) {
    const cell_grid& map = r_.map;
    V at[2], step[2], length[2], low[2], high[2], t[2];
    auto fine = V(0.f) == V(0.f);  // what may be sure: finite, and moving
    flags_of_lanes back[2], moves[2];
    for (int k = 0; k < 2; ++k) {
      at[k] = kept(x + k, first), step[k] = kept(dx + k, first) * V(scale_), length[k] = magnitude(step[k]);
      t[k] = place(k, at[k], step[k]);
      low[k] = at[k] - V(r_.padding[k]), high[k] = at[k] + V(r_.padding[k]);
      back[k] = step[k] < V(0.f), moves[k] = step[k] != V(0.f);
      fine = fine & (magnitude(low[k]) <= V(most)) & (magnitude(high[k]) <= V(most)) & (length[k] <= V(most));
    }
    fine = fine & (moves[0] | moves[1]);
    const u32 there = kept_ - first < lanes ? (1u << (kept_ - first)) - 1 : lane_bits;
    alignas(64) u32 row[lanes];
    const auto list = list_at(map, t);
    __builtin_memcpy(row, &list.start, sizeof row);
    const auto too_long = list.length == V((float)long_list);
    const V listed = pick(too_long, V(0.f), list.length);
    u32 doubt = ~bits(within_reach(step[0], step[1])) | bits(too_long);

    V best(2.f), second(0.f), which(0.f);             // second: by the face across y; of which row
    auto inside = V(0.f) != V(0.f), leaves = inside;  // of something; of the best
    for (u32 round = 0;; ++round) {
      const auto has = listed > V((float)round);
      if ((bits(has & ~inside) & ~doubt & there) == 0) break;
      V edge[4], n[2], f[2], q[2];
      to_four_columns(map.row + 4 * round, row, edge);
      auto maybe = has, sure = fine;
      for (int k = 0; k < 2; ++k) {
        const V below = edge[2 * k] - high[k], above = edge[2 * k + 1] - low[k];
        n[k] = pick(back[k], V(0.f) - above, below), f[k] = pick(back[k], V(0.f) - below, above) + V(0.f);
        maybe = maybe & (n[k] <= length[k]) & (f[k] >= V(behind_));
        sure = sure & (n[k] < length[k]) & (f[k] > V(0.f)) & (n[k] < f[k]);
      }
      const V enter[2] = {n[0] * length[1], n[1] * length[0]}, leave[2] = {f[1] * length[0], f[0] * length[1]};
      for (int k = 0; k < 2; ++k) {
        maybe = maybe & ~(enter[k] > nudge(leave[k], 9));  // four roundings at most a side
        sure = sure & ordered_gt(leave[k], nudge(enter[k], 8));
      }
      if ((bits(maybe) & there) == 0) continue;
      sure = sure & (leave[0] + leave[1] <= V(most));
      for (int k = 0; k < 2; ++k) q[k] = slab_time(n[k], length[k], moves[k]);
      const auto later = q[1] >= q[0];
      const V last = pick(later, q[1], q[0]), time = ordered_max(last, V(0.f));
      auto unclear = ~sure | ((q[0] == q[1]) & (last >= V(0.f)));  // or a corner
      if (__builtin_expect(!r_.from_inside, 0)) unclear = unclear | (last <= V(0.f));
      doubt |= bits(maybe & unclear);
      const auto begun = maybe & sure & (n[0] < V(0.f)) & (n[1] < V(0.f));
      const auto nearer = maybe & (time < best);  // of two at 0 the one of the lower number
      best = pick(nearer, time, best), second = pick(nearer, pick(later, V(1.f), V(0.f)), second);
      inside = inside | begun, leaves = leaves | (nearer & begun);
      which = pick(nearer, V((float)round), which);
    }
    auto up = either(second == V(1.f), back);  // by the face that looks up its axis
    if (bits(leaves)) way_out(low, high, row, which, leaves, second, up);
    V safe = best * V(0x1.fffff8p-1f);
    safe = pick(safe >= V(0x1p-126f), safe, V(0.f));
    const auto hit = best <= V(1.f);
    V to[2];
    for (int k = 0; k < 2; ++k) to[k] = at[k] + pick(hit, safe, V(1.f)) * step[k];
    doubt |= bits(best == V(1.f));  // nothing is left, of either sign
    if (__builtin_expect(made_ != 0, 0)) doubt |= bits(inside);
    if (__builtin_expect(thick_, 0)) doubt |= landed(to, row, listed) & ~bits(inside);
    doubt &= there;
    if (__builtin_expect(doubt != 0, 0)) hand_out(first, doubt);
    const u32 hits = bits(hit) & there & ~doubt;
    if (hits) turn(first, hits, inside, to, step, best, second, up);
  }

  // Who is in something there. What is looked at lies beside the middle of the step by half of it at most.
  __attribute__((noinline)) u32 landed(const V (&to)[2], const u32* row, V listed) const {
    auto in = V(0.f) != V(0.f);
    for (u32 round = 0;; ++round) {
      const auto has = listed > V((float)round);
      if (bits(has) == 0) return bits(in);
      V edge[4];
      to_four_columns(r_.map.row + 4 * round, row, edge);
      auto meets = has;
      for (int k = 0; k < 2; ++k)
        meets = meets & (to[k] - V(r_.padding[k]) < edge[2 * k + 1]) & (edge[2 * k] < to[k] + V(r_.padding[k]));
      in = in | meets;
    }
  }

  // Who begins in something goes by the face that is nearest: way_out of src/kernels/boxes.hpp.
  FORCED void way_out(const V (&low)[2], const V (&high)[2], const u32* row, V which, flags_of_lanes leaves, V& second,
                      flags_of_lanes& up) const {
    alignas(64) u32 rows[lanes];
    put_whole(which, rows);
    for (u32 j = 0; j < lanes; ++j) rows[j] += row[j];
    V edge[4], depth[2];
    flags_of_lanes upper[2];
    to_four_columns(r_.map.row, rows, edge);
    for (int k = 0; k < 2; ++k) {
      const V left = high[k] - edge[2 * k], right = edge[2 * k + 1] - low[k];
      depth[k] = ordered_min(left, right), upper[k] = ~(left < right);
    }
    const auto across = ~(depth[0] < depth[1]);
    second = pick(leaves, pick(across, V(1.f), V(0.f)), second);
    up = (leaves & either(across, upper)) | (~leaves & up);
  }

  // What deflect leaves of a step and a velocity at a face across an axis: nothing is turned that leaves it. Who was
  // inside of something goes on unasked.
  FORCED void turn(u32 first, u32 hits, flags_of_lanes inside, const V (&there)[2], const V (&step)[2], V time,
                   V second, flags_of_lanes up) {
    alignas(64) float at[2][lanes], rest[2][lanes], end[2][lanes], velocity[2][lanes];
    u32 number_of[lanes];
    put_whole(kept(number, first), number_of);
    const bool more = made_ + 1 < r_.bounces;
    const auto y_face = second == V(1.f), goes_on = more ? V(0.f) == V(0.f) : inside;
    const flags_of_lanes face[2] = {~y_face, y_face};
    const auto against = [&](const V(&v)[2]) {
      const V into = pick(y_face, v[1], v[0]);
      return (up & (into < V(0.f))) | (~up & (into > V(0.f)));
    };
    const auto turned = [&](flags_of_lanes turns, int k, V v) {
      return pick(turns, pick(face[k], V(0.f) - v, v + V(0.f)), v);
    };
    V v[2] = {kept(dx, first), kept(dy, first)};
    if (made_ != 0)
      for (int k = 0; k < 2; ++k) {
        v[k].store_unaligned(velocity[k]);
        for (u32 left = hits; left; left &= left - 1) {
          const u32 j = (u32)__builtin_ctz(left);
          velocity[k][j] = r_.velocity[k][number_of[j]];
        }
        v[k] = V::load_unaligned(velocity[k]);
      }
    const auto step_turns = against(step), turns = against(v);
    for (int k = 0; k < 2; ++k) {
      const V by = turned(step_turns, k, step[k]) * (V(1.f) - time);
      there[k].store_unaligned(at[k]), by.store_unaligned(rest[k]);
      pick(goes_on, there[k] + by, there[k]).store_unaligned(end[k]);
      turned(turns, k, v[k]).store_unaligned(velocity[k]);
    }
    if (made_ == 0) tally_.turned += bits_set(hits);
    for (u32 left = hits; left; left &= left - 1) {
      const u32 j = (u32)__builtin_ctz(left), i = number_of[j];
      for (int k = 0; k < 2; ++k) r_.at[k][i] = end[k][j], r_.velocity[k][i] = velocity[k][j];
    }
    for (u32 left = more ? hits & ~bits(inside) : 0; left; left &= left - 1) {
      const u32 j = (u32)__builtin_ctz(left);
      for (int k = 0; k < 2; ++k) kept_columns_[x + k][again_] = at[k][j], kept_columns_[dx + k][again_] = rest[k][j];
      kept_columns_[number][again_++] = (float)number_of[j];
    }
  }
  static FORCED flags_of_lanes either(flags_of_lanes second, const flags_of_lanes (&of)[2]) {
    return (second & of[1]) | (~second & of[0]);
  }

  const flight_request& r_;
  const bool thick_;
  const float behind_;        // the gap to a far edge from which on it is not
  u32 kept_ = 0, again_ = 0;  // near something; to be asked about again, which are kept in front of those
  int made_ = 0;              // bounces
  float scale_ = 1;           // kept velocities are steps times that
  flight_tally tally_{0, 0};
  alignas(64) float count_[width], kept_columns_[columns][flock + width];
};

template <class V> flight_tally fly_all(const flight_request& r) { return flight<V>(r).run(); }

}  // namespace
}  // namespace hitscan::detail::broad
