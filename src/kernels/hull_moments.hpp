// What there is to tell of hulls that hit, a register of doubles at a time: the operations of
// src/reference/hull_moments.cpp in its order, so the same bits. Where that takes a branch, lanes are selected; what it
// works out for each new best side and keeps of the last one alone is worked out once, in the end. What is rare is left
// to it, lane by lane: whether two that touch or nearly do overlap at the start, and moments that rounding has hidden.
#pragma once

#include "../lanes/wide_lanes.hpp"
#include "hull_pairs.hpp"

namespace hitscan::detail {
namespace {

template <class A> struct hull_moments {
  using F = floats<A>;
  using R = doubles<A>;
  using B = decltype(R(0.) < R(0.));
  static constexpr u32 half_lanes = (1u << R::size) - 1;
  static constexpr double slowest = 0x1p-20, grain = 0x1p-46;
  static FORCED B all() { return R(0.) == R(0.); }
  static FORCED B no() { return R(0.) != R(0.); }
  static FORCED R dot(const R (&a)[2], const R (&b)[2]) { return a[0] * b[0] + a[1] * b[1]; }
  static FORCED void pick(B which, R& old, R x) { old = xsimd::select(which, x, old); }

  // Hulls of one kind, a lane each. A ring that has fewer corners than others repeats its first.
  struct figures {
    R corner[2][most_corners], edge[2][most_corners];  // edge i: from corner i to the next
    R radius, size[2], count;                          // size: the largest of the floats that make up its corners
    int corners, edges, sides;
    bool ring;
  };
  static FORCED void put(figures& f, int i, R x, R y) { f.corner[0][i] = x + R(0.), f.corner[1][i] = y + R(0.); }
  static FORCED void run(figures& f, int i, R x, R y) { f.edge[0][i] = x, f.edge[1][i] = y; }
  template <class In> static __attribute__((noinline)) void read(const In& in, int c, core what, figures& f) {
    const R zero(0.), minus(-1.), x = in[c], y = in[c + 1];
    f.radius = zero, f.count = R(0x1p60), f.ring = false;
    f.size[0] = magnitude(x), f.size[1] = magnitude(y);
    f.corners = f.edges = f.sides = 4;
    const auto also = [&](int k, R part) INLINED { f.size[k] = larger(magnitude(part), f.size[k]); };
    if (what == core::dot) {
      f.corners = 1, f.edges = f.sides = 0, f.radius = in[c + 2];
      put(f, 0, x, y);
    } else if (what == core::bar) {
      const R dx = in[c + 2], dy = in[c + 3];
      f.corners = f.edges = 2, f.sides = 1, f.radius = in[c + 4];
      put(f, 0, x, y), put(f, 1, x + dx, y + dy);
      run(f, 0, dx + zero, dy + zero), run(f, 1, zero - dx, zero - dy);
      also(0, dx), also(1, dy);
    } else if (what == core::box) {  // x, y: both x
      const R low = in[c + 2], high = in[c + 3];
      put(f, 0, x, low), put(f, 1, y, low), put(f, 2, y, high), put(f, 3, x, high);
      run(f, 0, y - x, zero), run(f, 1, zero, high - low), run(f, 2, x - y, zero), run(f, 3, zero, low - high);
      f.size[0] = larger(magnitude(y), magnitude(x)), f.size[1] = larger(magnitude(high), magnitude(low));
    } else {
      const R half_x = in[c + 2], half_y = in[c + 3], axis_x = in[c + 4], axis_y = in[c + 5];
      const R p = to_float_and_back(half_x * axis_x), q = to_float_and_back(half_x * axis_y),
              wx = to_float_and_back(half_y * axis_x), wy = to_float_and_back(half_y * axis_y);
      const R back_p = minus * p, back_q = minus * q, back_wx = minus * wx, back_wy = minus * wy;  // -0 of 0, too
      put(f, 0, x - p + wy, y - q - wx), put(f, 1, x + p + wy, y + q - wx);
      put(f, 2, x + p - wy, y + q + wx), put(f, 3, x - p - wy, y - q + wx);
      run(f, 0, p + p, q + q), run(f, 1, back_wy + back_wy, wx + wx);
      run(f, 2, back_p + back_p, back_q + back_q), run(f, 3, wy + wy, back_wx + back_wx);
      also(0, p), also(0, wy), also(1, q), also(1, wx);
    }
  }
  static __attribute__((noinline)) void read_ring(const ring_figure<F>& from, int h, figures& f) {
    const auto half = [h](const F& x) INLINED {
      return R(widen(reinterpret_cast<const float*>(&x) + h * (int)R::size, typename R::register_type{}));
    };
    f.corners = f.edges = f.sides = from.n, f.ring = true;
    f.radius = f.size[0] = f.size[1] = R(0.), f.count = half(from.count);
    for (int i = 0; i < from.n; ++i) {
      put(f, i, half(from.x[i]), half(from.y[i]));
      for (int k = 0; k < 2; ++k) f.size[k] = larger(magnitude(f.corner[k][i]), f.size[k]);
    }
    for (int i = 0; i < from.n; ++i)
      run(f, i, half(from.x[i + 1]) - half(from.x[i]), half(from.y[i + 1]) - half(from.y[i]));
  }

  struct line_at {
    R from[2], along[2], out[2], length2;
  };
  static FORCED line_at line_of(const figures& f, int i) {
    line_at line;
    for (int k = 0; k < 2; ++k) line.from[k] = f.corner[k][i], line.along[k] = f.edge[k][i];
    line.out[0] = line.along[1], line.out[1] = R(0.) - line.along[0];
    line.length2 = dot(line.along, line.along);
    return line;
  }
  // How far the nearest corner of f is outside, in units of |out|, and where that corner is.
  static FORCED R gap_to(const line_at& line, const figures& f, R (&at)[2]) {
    R least(0.);
    for (int j = 0; j < f.corners; ++j) {
      const R gap = line.out[0] * (f.corner[0][j] - line.from[0]) + line.out[1] * (f.corner[1][j] - line.from[1]);
      const B nearer = j == 0 ? all() : gap < least;
      pick(nearer, least, gap);
      for (int k = 0; k < 2; ++k) pick(nearer, at[k], f.corner[k][j]);
    }
    return least;
  }

  struct way_out {
    R N[2], depth, at[2];
  };
  // The best side so far: of whom, its normal, and the corner of the other.
  struct best_side {
    B any = no(), of_a = no();
    R out[2] = {R(0.), R(1.)}, length2 = R(1.), corner[2] = {R(0.), R(0.)};
    FORCED void take(B which, bool a, const line_at& line, const R (&at)[2]) {
      any = any | which, of_a = a ? of_a | which : of_a & ~which;
      pick(which, length2, line.length2);
      for (int k = 0; k < 2; ++k) pick(which, out[k], line.out[k]), pick(which, corner[k], at[k]);
    }
    // a's corner goes along the normal by the depth, to where it is once it is out; b's stays where it is.
    FORCED void tell(way_out& way) const {
      const R length = square_root(length2);
      for (int k = 0; k < 2; ++k) {
        const R n = quotient(out[k], length);
        way.N[k] = xsimd::select(any, xsimd::select(of_a, R(0.) - n, n), out[k]);
        way.at[k] = xsimd::select(any & ~of_a, corner[k] + way.depth * n, corner[k]);
      }
    }
  };

  // Through the side that takes the least. `apart`, `within`: certainly so, by the sides.
  static __attribute__((noinline)) void least_way(const figures& a, const figures& b, way_out& way, B& any, B& apart,
                                                  B& within) {
    best_side best;
    R inside2(0.), inside(0.);
    apart = no(), within = all();
    const R size = (a.size[0] + a.size[1]) + (b.size[0] + b.size[1]);
    for (int side = 0; side < 2; ++side) {
      const figures &of = side == 0 ? a : b, &other = side == 0 ? b : a;
      for (int i = 0; i < of.edges; ++i) {
        const line_at line = line_of(of, i);
        R at[2] = {R(0.), R(0.)};
        const R gap = gap_to(line, other, at), in = xsimd::select(gap < R(0.), R(0.) - gap, R(0.));
        const B real = line.length2 != R(0.);
        const R room = R(0x1p-46) * size * (magnitude(line.out[0]) + magnitude(line.out[1]));
        apart = apart | (real & (gap > room)), within = within & (~real | (gap < R(0.) - room));
        const B better = real & (~best.any | (in * in * best.length2 < inside2 * line.length2));
        best.take(better, side == 0, line, at);
        pick(better, inside, in), pick(better, inside2, in * in);
      }
    }
    way.depth = xsimd::select(best.any, quotient(inside, square_root(best.length2)), R(0.));
    best.tell(way);
    any = best.any, within = within & any;
  }

  // From b's nearest point to a's. Not `found`: they are in one place.
  static __attribute__((noinline)) void nearest_points(const figures& a, const figures& b, way_out& way, B& found,
                                                       R& length) {
    R least(-1.);
    for (int k = 0; k < 2; ++k) way.N[k] = way.at[k] = R(0.);
    for (int side = 0; side < 2; ++side) {
      const figures &of = side == 0 ? a : b, &other = side == 0 ? b : a;
      for (int i = 0; i < of.sides; ++i) {
        const line_at line = line_of(of, i);
        const B own = of.count > R((double)i), real = line.length2 > R(0.);
        for (int j = 0; j < other.corners; ++j) {
          R m[2], away[2];
          for (int k = 0; k < 2; ++k) m[k] = other.corner[k][j] - line.from[k];
          R t = xsimd::select(real, quotient(dot(m, line.along), line.length2), R(0.));
          t = xsimd::select(t < R(0.), R(0.), xsimd::select(t > R(1.), R(1.), t));
          for (int k = 0; k < 2; ++k) away[k] = m[k] - t * line.along[k];
          const R distance = dot(away, away);
          const B nearer = own & ((least < R(0.)) | (distance < least));
          pick(nearer, least, distance);
          for (int k = 0; k < 2; ++k) {
            pick(nearer, way.N[k], side == 0 ? R(0.) - away[k] : away[k]);
            pick(nearer, way.at[k], side == 0 ? other.corner[k][j] : line.from[k] + t * line.along[k]);
          }
        }
      }
    }
    length = square_root(xsimd::select(least > R(0.), least, R(0.)));
    found = length > R(0.);
    for (int k = 0; k < 2; ++k) way.N[k] = quotient(way.N[k], length);
    way.depth = (a.radius + b.radius) - length;
  }

  // Also says who certainly overlaps, and who certainly does not; of `wanted` lanes.
  static __attribute__((noinline)) void way_between(const figures& a, const figures& b, u32 wanted, way_out& way,
                                                    B& meets, B& misses) {
    B any, apart, within;
    least_way(a, b, way, any, apart, within);
    const R reach = a.radius + b.radius, size = (a.size[0] + a.size[1]) + (b.size[0] + b.size[1]);
    const B shallow = ~any | (way.depth <= R(grain) * size), round = (a.radius > R(0.)) | (b.radius > R(0.));
    way.depth = way.depth + reach;
    meets = within, misses = apart & ~round;
    if (bits(shallow & ~misses) & wanted) {
      way_out near;
      B found;
      R length;
      nearest_points(a, b, near, found, length);
      const R room = R(0x1p-44) * (size + reach);
      meets = meets | (apart & (length < reach - room)), misses = misses | (apart & (length > reach + room));
      const B by_points = shallow & found & (~any | (reach - near.depth > R(0x1p-38) * (size + reach)));
      pick(by_points, way.depth, near.depth);
      for (int k = 0; k < 2; ++k) pick(by_points, way.N[k], near.N[k]), pick(by_points | ~any, way.at[k], near.at[k]);
    }
  }

  // Sides that lie on each other touch in the middle of the stretch that both have; one too short for doubles, there.
  static FORCED R along(const R (&N)[2], const R (&p)[2]) { return N[0] * p[1] - N[1] * p[0]; }
  static FORCED void foremost(const figures& f, const R (&N)[2], bool ahead, R room, R& low, R& high) {
    R most(0.);
    for (int j = 0; j < f.corners; ++j) {
      const R p[2] = {f.corner[0][j], f.corner[1][j]}, at = dot(N, p), far = ahead ? at : R(0.) - at,
              here = along(N, p);
      const B first = j == 0 ? all() : far > most + room, too = far >= most - room;
      pick(first | (too & (here < low)), low, here), pick(first | (too & (here > high)), high, here);
      pick(first, most, far);
    }
  }
  static __attribute__((noinline)) void to_middle(const figures& a, const figures& b, const R (&moved)[2],
                                                  way_out& way) {
    if (a.corners == 1 || b.corners == 1) return;
    const R size = (a.size[0] + a.size[1]) + (b.size[0] + b.size[1]), room = R(grain) * size;
    const R shift = along(way.N, moved);
    R low_a(0.), high_a(0.), low_b(0.), high_b(0.);
    foremost(a, way.N, false, room, low_a, high_a), foremost(b, way.N, true, room, low_b, high_b);
    const B both = (low_a < high_a) & (low_b < high_b);
    low_a = low_a + shift, high_a = high_a + shift;
    const R low = xsimd::select(low_a > low_b, low_a, low_b), high = xsimd::select(high_a < high_b, high_a, high_b);
    const R rest = (low + high) * R(0.5) - along(way.N, way.at);
    const B there = both | ((low <= high) & (magnitude(rest) > R(0x1p-36) * ((size + a.radius) + b.radius)));
    pick(there, way.at[0], way.at[0] - rest * way.N[1]), pick(there, way.at[1], way.at[1] + rest * way.N[0]);
  }

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
    const R zero(0.), size = (a.size[0] + a.size[1]) + (b.size[0] + b.size[1]), dd = dot(d, d);
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
        const B later = real & (speed > zero) & (~known | (time > e.time));
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

    const R size = (a.size[0] + a.size[1]) + (b.size[0] + b.size[1]) + reach, speed = zero - dot(e.way.N, d);
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
    way_between(a, b, wanted, way, meets, misses);
    to_middle(a, b, {R(0.), R(0.)}, way);
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
    way_between(a, b, wanted, start, inside, misses);
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
    if (where) to_middle(a, b, {xsimd::select(inside, zero, t * d[0]), xsimd::select(inside, zero, t * d[1])}, e.way);
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
  using moments = hull_moments<A>;
  constexpr int H = doubles<A>::size;
  const int other = other_hull(s);
  const bool ring_a = s.a == core::ring, ring_b = s.b == core::ring;
  typename moments::figures first, second;
  typename moments::said said[2];
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
    const auto half = in.half(h);
    if (ring_a)
      moments::read_ring(rings[0], h, first);
    else
      moments::read(half, 0, s.a, first);
    if (ring_b)
      moments::read_ring(rings[1], h, second);
    else
      moments::read(half, other, s.b, second);
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
