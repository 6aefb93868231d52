// What there is to tell of hulls that hit, a register of doubles at a time: the operations of
// src/reference/hull_moments.cpp in its order, so the same bits. Where that takes a branch, lanes are selected. What is
// rare is left to it, lane by lane: whether two that touch or nearly do overlap at the start, and moments that rounding
// has hidden.
#pragma once

#include "hull_lanes.hpp"

namespace hitscan::detail {
namespace {

struct hull_moments : hull_maths {
  static constexpr double slowest = 0x1p-20;

  // ---- in motion ----

  struct entry {
    R time;
    way_out way;
    B sure;  // what is not is left to the scalar code
  };
  struct touch_at {
    R N[2] = {R(0.), R(1.)}, corner[2] = {R(0.), R(0.)};
    B on_b = no();
    FORCED void take(B which, R x, R y, const R (&at)[2], bool b) {
      pick(which, N[0], x), pick(which, N[1], y);
      for (int k = 0; k < 2; ++k) pick(which, corner[k], at[k]);
      on_b = b ? on_b | which : on_b & ~which;
    }
    FORCED void tell(R time, const R (&d)[2], R reach, way_out& way) const {
      const R length = square_root(dot(N, N));
      for (int k = 0; k < 2; ++k) {
        way.N[k] = quotient(N[k], length);
        way.at[k] = xsimd::select(on_b, (corner[k] + time * d[k]) - reach * way.N[k], corner[k]);
      }
    }
  };

  static __attribute__((noinline)) void enter_sides(const figures& a, const figures& b, const R (&d)[2], entry& e) {
    const R zero(0.), size = size_of(a, b), dd = dot(d, d);
    touch_at touch;
    B known = no();
    e.time = R(-1.), e.sure = all();
    for (int side = 0; side < 2; ++side) {
      const figures &of = side == 0 ? a : b, &other = side == 0 ? b : a;
      for (int i = 0; i < of.edges; ++i) {
        const line_at line = line_of(of, i);
        const R onward = dot(line.out, d), speed = side == 0 ? onward : zero - onward;
        R at[2] = {zero, zero};
        const R gap = gap_to(line, other, at);
        const R room = R(grain) * size * (magnitude(line.out[0]) + magnitude(line.out[1]));
        const B real = line.length2 != zero, fast = speed * speed > R(slowest) * line.length2 * dd;
        e.sure = e.sure & (~real | fast | ~(gap > zero - room));
        const R time = quotient(gap, speed);
        const B along_y =
            magnitude(line.out[1]) * magnitude(touch.N[0]) > magnitude(touch.N[1]) * magnitude(line.out[0]);
        const B later = real & (speed > zero) & (~known | (time > e.time) | ((time == e.time) & along_y));
        known = known | later;
        pick(later, e.time, time);
        touch.take(later, side == 0 ? zero - line.out[0] : line.out[0], side == 0 ? zero - line.out[1] : line.out[1],
                   at, side == 1);
      }
    }
    e.sure = e.sure & known;
    touch.tell(e.time, d, zero, e.way);
  }

  static __attribute__((noinline)) void enter_round(const figures& a, const figures& b, const R (&d)[2], entry& e) {
    const R reach = a.radius + b.radius, zero(0.), dd = dot(d, d);
    touch_at touch;
    B known = no();
    e.time = R(-1.);
    const auto candidate = [&](B real, R time, R x, R y, const R(&at)[2], bool on_b) INLINED {
      const B first = real & (time >= zero) & (~known | (time < e.time));
      known = known | first;
      pick(first, e.time, time);
      touch.take(first, x, y, at, on_b);
    };
    for (int side = 0; side < 2; ++side) {
      const figures &of = side == 0 ? a : b, &other = side == 0 ? b : a;
      for (int i = 0; i < of.edges; ++i) {
        const line_at line = line_of(of, i);
        const R onward = dot(line.out, d), speed = side == 0 ? onward : zero - onward;
        const B closing = speed > zero;
        if (bits(closing) == 0) continue;
        const R length = square_root(line.length2);
        const R x = side == 0 ? zero - line.out[0] : line.out[0], y = side == 0 ? zero - line.out[1] : line.out[1];
        for (int j = 0; j < other.corners; ++j) {
          R m[2], then[2], at[2];
          for (int k = 0; k < 2; ++k) at[k] = other.corner[k][j], m[k] = at[k] - line.from[k];
          const R time = quotient(dot(line.out, m) - reach * length, speed);
          for (int k = 0; k < 2; ++k) then[k] = side == 0 ? m[k] - time * d[k] : m[k] + time * d[k];
          const R foot = dot(then, line.along);
          candidate(closing & (foot >= zero) & (foot <= line.length2), time, x, y, at, side == 1);
        }
      }
    }
    for (int i = 0; i < a.corners; ++i)
      for (int j = 0; j < b.corners; ++j) {
        R m[2], at[2];
        for (int k = 0; k < 2; ++k) at[k] = b.corner[k][j], m[k] = at[k] - a.corner[k][i];
        const R e2 = m[0] * d[1] - m[1] * d[0], s = dot(m, m) - reach * reach, md = dot(m, d);
        const R disc = reach * reach * dd - e2 * e2;
        const B comes = (disc >= zero) & (md > zero);
        if (bits(comes) == 0) continue;
        const R root = square_root(larger(disc, zero)), time = quotient(s, md + root);
        candidate(comes, time, zero - (root * d[0] + e2 * d[1]), e2 * d[0] - root * d[1], at, false);
      }
    touch.tell(e.time, d, reach, e.way);

    const R size = size_of(a, b) + reach, speed = zero - dot(e.way.N, d);
    R low(0.), high(0.);
    for (int i = 0; i < a.corners; ++i) {
      const R at = e.way.N[0] * a.corner[0][i] + e.way.N[1] * a.corner[1][i];
      pick(i == 0 ? all() : at < low, low, at);
    }
    for (int j = 0; j < b.corners; ++j) {
      const R at = e.way.N[0] * b.corner[0][j] + e.way.N[1] * b.corner[1][j];
      pick(j == 0 ? all() : at > high, high, at);
    }
    const R way = e.time * speed, room = R(grain) * (size + way);
    e.sure = known & (reach >= R(slowest) * size) & (speed > zero) & (speed * speed >= R(slowest) * dd) &
             ((low - high) - way >= reach - room);
  }

  // ---- what is told ----

  struct said {
    R time = R(0.), normal[2] = {R(0.), R(0.)}, position[2] = {R(0.), R(0.)}, push[2] = {R(0.), R(0.)};
    u32 started = 0, open = half_lanes;  // open: left to the scalar code
  };
  // Of those that overlap.
  static __attribute__((noinline)) void contact_of(const figures& a, const figures& b, u32 wanted, said& to) {
    way_out way;
    B meets, misses;
    HITSCAN_ISA::way_between(a, b, wanted, way, meets, misses);
    HITSCAN_ISA::to_middle(a, b, {R(0.), R(0.)}, way);
    const R depth = xsimd::select(way.depth > R(0.), way.depth, R(0.)), rb = b.radius;
    R size = (a.radius + rb) + depth;
    for (int k = 0; k < 2; ++k) size = size + magnitude(way.N[k]) * (a.size[k] + b.size[k]);
    const R push = depth + (R(0x1p-22) * size + R(0x1p-147));
    to.time = R(0.) - to_float_and_back(depth), to.open = 0;
    for (int k = 0; k < 2; ++k) {
      to.normal[k] = way.N[k];
      to.position[k] = way.at[k] + rb * way.N[k];
      to.push[k] = way.N[k] * push;
    }
  }
  // Of those that meet.
  static __attribute__((noinline)) void moment_of(const figures& a, const R (&da)[2], const figures& b,
                                                  const R (&db)[2], u32 wanted, bool where, said& to) {
    const R zero(0.), one(1.);
    R d[2];
    for (int k = 0; k < 2; ++k) d[k] = to_float_and_back(da[k] - db[k]);
    way_out start;
    B inside, misses;
    HITSCAN_ISA::way_between(a, b, wanted, start, inside, misses);
    entry e{zero, start, no()};
    const B round = (a.radius > zero) | (b.radius > zero);
    B entered = no();
    if (bits(misses & ~round) & wanted) {
      enter_sides(a, b, d, e);
      entered = e.sure & ~round;
    }
    if (bits(misses & round) & wanted) {
      entry by_round;
      enter_round(a, b, d, by_round);
      const B now = by_round.sure & round;
      entered = entered | now;
      pick(now, e.time, by_round.time);
      for (int k = 0; k < 2; ++k) pick(now, e.way.N[k], by_round.way.N[k]), pick(now, e.way.at[k], by_round.way.at[k]);
    }
    to.started = bits(inside), to.open = ~bits(inside | (misses & entered));
    const R t = xsimd::select(e.time > zero, xsimd::select(e.time < one, e.time, one), zero);
    to.time = to_float_and_back(xsimd::select(inside, zero, t));
    for (int k = 0; k < 2; ++k) pick(inside, e.way.N[k], start.N[k]), pick(inside, e.way.at[k], start.at[k]);
    if (where)
      HITSCAN_ISA::to_middle(a, b, {xsimd::select(inside, zero, t * d[0]), xsimd::select(inside, zero, t * d[1])},
                             e.way);
    for (int k = 0; k < 2; ++k) {
      to.normal[k] = e.way.N[k];
      to.position[k] = (e.way.at[k] + b.radius * to.normal[k]) + to.time * db[k];
      if (a.corners == 1)  // a point that starts inside is where it is
        to.position[k] = xsimd::select(inside & ~(a.radius > zero), a.corner[k][0] + zero, to.position[k]);
    }
  }
};

// Time and contact of the lanes that hit. wide(h, a, b, lanes, to): of half h, in the order of the question;
// lone(lane): of one that it left open.
template <class A, class Contact, class In, class Wide, class Lone>
FORCED told<A, Contact> tell_pairs(const hulls_state& s, const In& in, u32 hits, bool contacts, Wide wide, Lone lone) {
  using F = floats<A>;
  using moments = hull_moments;
  constexpr int H = doubles<A>::size;
  const int other = other_hull(s);
  const bool ring_a = s.a == core::ring, ring_b = s.b == core::ring;
  moments::figures first, second;
  moments::said said[2];
  ring_figure<F> rings[2];
  u32 ready = hits;
  const auto read_rings = [&](int c, const outlines* from, ring_figure<F>& to) INLINED {
    ring_of(in, c, *from, hits, to);
    ready &= bits(to.size == to.size);
  };
  if (ring_a) read_rings(0, s.outline_a, rings[0]);
  if (ring_b) read_rings(other, s.outline_b, rings[1]);
  u32 started = 0, done = 0;
  for (int h = 0; h < 2; ++h) {
    const u32 here = ready >> (h * H) & moments::half_lanes;
    if (!here) continue;
    const std::size_t at = in.at + (unsigned)(h * H);
    if (ring_a)
      HITSCAN_ISA::read_rings(rings[0], h, first);
    else
      HITSCAN_ISA::read_hulls(in.column, at, s.a, first);
    if (ring_b)
      HITSCAN_ISA::read_rings(rings[1], h, second);
    else
      HITSCAN_ISA::read_hulls(in.column + other, at, s.b, second);
    wide(h, s.swap ? second : first, s.swap ? first : second, here, said[h]);
    done |= (here & ~said[h].open) << (h * H), started |= (said[h].started & here) << (h * H);
  }
  constexpr bool pushing = requires(Contact c) { c.push; };
  wide_lanes<A, 7> told_lanes;  // time; normal, position and push, of both axes
  const auto put = [&](int k, const auto& low, const auto& high) INLINED { told_lanes.put(k, to_floats(low, high)); };
  put(0, said[0].time, said[1].time);
  for (int k = 0; k < 2; ++k) {
    put(1 + k, said[0].normal[k], said[1].normal[k]), put(3 + k, said[0].position[k], said[1].position[k]);
    if constexpr (pushing) put(5 + k, said[0].push[k], said[1].push[k]);
  }
  for (u32 open = hits & ~done; open; open &= open - 1) {
    const int j = __builtin_ctz(open);
    const hull_moment m = lone(j);
    told_lanes.of[0][j] = m.time, started = (started & ~(1u << j)) | (u32)m.started << j;
    for (int k = 0; k < 2; ++k) {
      told_lanes.of[1 + k][j] = m.normal[k], told_lanes.of[3 + k][j] = m.position[k];
      if constexpr (pushing) told_lanes.of[5 + k][j] = m.push[k];
    }
  }
  told<A, Contact> t;
  t.time = told_lanes.get(0), t.corner = no_lanes<A>(), t.started = lanes_of_bits<A>(started);
  if (contacts)
    for (int k = 0; k < 2; ++k) {
      t.contact.normal[k] = told_lanes.get(1 + k), t.contact.position[k] = told_lanes.get(3 + k);
      if constexpr (pushing) t.contact.push[k] = told_lanes.get(5 + k);
    }
  return t;
}

}  // namespace
}  // namespace hitscan::detail
