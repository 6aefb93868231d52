// How far one rounded hull is from each of many, a register of doubles at a time: the least of all distances of corners
// to sides, as src/reference/hull_moments.cpp measures it, less both radii.
//
//        .------.           .           a side's line between them, or bounds that are further apart than the radii:
//       (   a    )- - - - -/ \              they do not overlap
//        '------'         / b \         behind no side of the other: they do
//                        '-----'        what rounding leaves open is told by the reference, lane by lane
//
// With S the size of both, a corner is known to be off a side's line, of direction e, when its double says so by more
// than 2^-46 S |e|, and distances are good to 2^-44 of S and the radii: way_between of src/isa/hull_lanes.cpp.
#include "../kernels/hull_lanes.hpp"
#include "../lanes/feeds.hpp"

namespace hitscan::detail {
namespace {

struct hull_distances : hull_maths {
  using M = flags<HITSCAN_ARCH>;
  static constexpr int W = F::size, H = R::size;
  static constexpr u32 whole = (u32)((1ull << W) - 1);
  const hulls_state& s;
  bool one_read = false;  // the same in all lanes of all registers
  ring_figure<F> ring[2];
  figures shape[2];

  FORCED explicit hull_distances(const hulls_state& s_) : s(s_) {}

  // What valid_hull asks; of rings ring_at has looked.
  static __attribute__((noinline)) M valid(const reader<HITSCAN_ARCH, most_hull_columns>& in, int c, core what) {
    const F zero(0.f), x = in[c], y = in[c + 1], p = in[c + 2];
    const auto finite = [](F v) INLINED { return magnitude(v) <= F(largest); };
    M ok = finite(x) & finite(y);
    if (what == core::dot) return ok & finite(p) & (p >= zero);
    const F q = in[c + 3];
    if (what == core::box) return ok & finite(p) & finite(q) & (x <= y) & (p <= q);
    if (what == core::bar) {
      const F r = in[c + 4];
      return ok & finite(p) & finite(q) & finite(r) & (r >= zero);
    }
    const F ax = in[c + 4], ay = in[c + 5];
    ok = ok & (p >= zero) & (q >= zero);
    return ok & finite(p * ax) & finite(p * ay) & finite(q * ax) & finite(q * ay);
  }

  struct sides_say {
    R least2 = R(__builtin_inf());  // the least squared distance of a corner to a side
    B apart = no(), within = all(), any = no();
  };
  static __attribute__((noinline)) void look(const figures& of, const figures& other, R size, sides_say& say) {
    const R zero(0.), one(1.);
    for (int i = 0; i < of.sides; ++i) {
      const line_at line = line_of(of, i);
      const B own = of.count > R((double)i), real = line.length2 > zero;
      R low(__builtin_inf()), high(-__builtin_inf()), least2 = say.least2;
      for (int j = 0; j < other.corners; ++j) {
        R m[2], away[2];
        for (int k = 0; k < 2; ++k) m[k] = other.corner[k][j] - line.from[k];
        const R gap = dot(line.out, m);
        low = minimum(gap, low), high = maximum(gap, high);
        const R t = minimum(larger(quotient(dot(m, line.along), line.length2), zero), one);  // 0 / 0 is 0
        for (int k = 0; k < 2; ++k) away[k] = m[k] - t * line.along[k];
        least2 = minimum(dot(away, away), least2);
      }
      pick(own, say.least2, least2);
      const R room = R(grain) * size * (magnitude(line.out[0]) + magnitude(line.out[1]));
      B before = low > room, behind = low < zero - room;
      if (of.sides == 1)  // a bar is its own other side
        before = before | (high < zero - room), behind = behind & (high > room);
      say.apart = say.apart | (real & before), say.within = say.within & (~real | behind), say.any = say.any | real;
    }
  }
  // On some axis, how far the bounds are apart.
  static FORCED R gap_of_bounds(const figures& a, const figures& b) {
    R most(-__builtin_inf());
    for (int k = 0; k < 2; ++k) {
      R low[2], high[2];
      for (int side = 0; side < 2; ++side) {
        const figures& f = side == 0 ? a : b;
        low[side] = high[side] = f.corner[k][0];
        for (int j = 1; j < f.corners; ++j)
          low[side] = minimum(f.corner[k][j], low[side]), high[side] = maximum(f.corner[k][j], high[side]);
      }
      most = maximum(maximum(low[1] - high[0], low[0] - high[1]), most);
    }
    return most;
  }
  // Of half a register; `open`: left to the reference.
  static __attribute__((noinline)) R between(const figures& a, const figures& b, u32& open) {
    const R zero(0.), size = size_of(a, b), reach = a.radius + b.radius, room = R(0x1p-44) * (size + reach);
    sides_say say;
    look(a, b, size, say), look(b, a, size, say);
    const R length = square_root(say.least2), gap = length - reach, bounds = gap_of_bounds(a, b);
    const B round = reach > zero;
    const B off = (say.apart & (~round | (length > reach + room))) | (bounds > reach + room);
    // Where sides and bounds do not agree, as with what is not convex, the reference says whom it believes.
    const B on = ((say.within & say.any) | (say.apart & (length < reach - room))) & (bounds < reach - room);
    open = ~bits(off | on);
    return xsimd::select(off & (gap > zero), gap, zero);
  }

  // Of the lanes from item `at` on.
  FORCED void tell(const float* const* columns, std::size_t at, float* to) {
    reader<HITSCAN_ARCH, most_hull_columns> in{};
    for (int c = 0; c < s.columns; ++c) in.column[c] = columns[c];
    in.at = at;
    const int asks = s.swap ? 1 : 0;  // who asks is one for all
    M shapes = ~no_lanes<HITSCAN_ARCH>();
    u32 told = whole;
    for (int side = 0; side < 2; ++side) {
      const core what = side == 0 ? s.a : s.b;
      const int c = side == 0 ? 0 : other_hull(s);
      if (what == core::ring) {
        if (side != asks || !one_read) ring_of(in, c, side == 0 ? *s.outline_a : *s.outline_b, whole, ring[side]);
        told &= bits(ring[side].size == ring[side].size);
      } else
        shapes = shapes & valid(in, c, what);
    }
    u32 open = whole & ~told;
    told &= bits(shapes);
    R far[2] = {R(0.), R(0.)};
    for (int h = 0; h < 2; ++h) {
      if (!(told >> (h * H) & half_lanes)) continue;
      for (int side = 0; side < 2; ++side) {
        const core what = side == 0 ? s.a : s.b;
        if (side == asks && one_read) continue;
        if (what == core::ring)
          HITSCAN_ISA::read_rings(ring[side], h, shape[side]);
        else
          HITSCAN_ISA::read_hulls(in.column + (side == 0 ? 0 : other_hull(s)), at + (unsigned)(h * H), what,
                                  shape[side]);
      }
      one_read = true;
      u32 left;
      far[h] = between(shape[0], shape[1], left);
      open |= told & (left & half_lanes) << (h * H);
    }
    xsimd::select(shapes, to_floats(far[0], far[1]), F(__builtin_inff())).store_unaligned(to);
    for (; open; open &= open - 1) {
      const unsigned j = (unsigned)__builtin_ctz(open);
      to[j] = distance_of_hulls(s, columns, at + j);
    }
  }
};

}  // namespace

// Of items whose columns are written out, or which fill whole registers.
static __attribute__((noinline)) void distances_of(const request& r, float* out) {
  plan p;
  p.item = 0, p.written = 0;
  hulls_state s;
  put_hulls(r, p, s);
  hull_distances far(s);
  in_chunks<HITSCAN_ARCH>(p, 0, r.n, chunk, [&](std::size_t first, std::size_t n) INLINED {
    for (std::size_t i = 0; i < n; i += hull_distances::W) far.tell(p.at, i, out + first + i);
    return true;
  });
}

namespace HITSCAN_ISA {

void distances_of_hulls(const request& r, const std::uint64_t* asked, float* out) noexcept;
void distances_of_hulls(const request& r, const std::uint64_t* asked, float* out) noexcept {
  constexpr std::size_t W = floats<HITSCAN_ARCH>::size, most = 256;
  request part = r;
  part.n = asked ? 0 : r.n / W * W;
  if (part.n) distances_of(part, out);
  index picks[most];
  float far[most];
  part.second = picks;
  for (std::size_t i = part.n; i < r.n;) {  // those that are asked, or the last ones, as if they stood side by side
    std::size_t count = 0;
    for (; i < r.n && count < most; ++i)
      if (!asked || asked[i / 64] >> i % 64 & 1)
        picks[count++] = (index)i;
      else
        out[i] = __builtin_inff();
    if (!count) break;
    for (part.n = count; part.n % W; ++part.n) picks[part.n] = picks[0];
    distances_of(part, far);
    for (std::size_t j = 0; j < count; ++j) out[picks[j]] = far[j];
  }
}

}  // namespace HITSCAN_ISA
}  // namespace hitscan::detail
