// What all kernels of hulls have in common, in an object once an instruction set: polygons read into the lanes of a
// register, and the scan of what is asked by functions.
//
// Corners of polygons in turn, counterclockwise, so many for all lanes:
//
//     a: 0 1 2 3        x[0]  x[1]  x[2]  x[3]  x[4]      lane 0: a
//     b: 0 1 2           a0    a1    a2    a3    a0
//                        b0    b1    b2    b0    b0       lane 1: b
#include "../kernels/hull_pairs.hpp"
#include "../lanes/packed.hpp"

namespace hitscan::detail {
namespace {

// Corners k .. k + 3 of a ring; what stands behind its last is anything.
FORCED void corners_from(const outlines& from, const ring_span& ring, int k, quad& x, quad& y) {
  if (ring.first + (unsigned)k + 4 <= from.corners) {
    x = load_quad(from.x + ring.first + k), y = load_quad(from.y + ring.first + k);
    return;
  }
  float last[2][4] = {};  // nothing behind the columns is read
  for (int j = 0; k + j < ring.corners; ++j)
    last[0][j] = from.x[ring.first + (unsigned)(k + j)], last[1][j] = from.y[ring.first + (unsigned)(k + j)];
  x = load_quad(last[0]), y = load_quad(last[1]);
}

// More than any coordinate of a corner.
template <class F> FORCED F furthest(const ring_figure<F>& f) {
  return maximum(magnitude(f.low[0]), magnitude(f.high[0])) + maximum(magnitude(f.low[1]), magnitude(f.high[1]));
}

}  // namespace

void HITSCAN_ISA::ring_at(const float* number, const outlines& from, u32 lanes, ring_figure<floats<HITSCAN_ARCH>>& f) {
  using F = floats<HITSCAN_ARCH>;
  constexpr int W = F::size;
  ring_span ring[W];
  alignas(64) float corners[W];
  f.n = 1;
  for (int j = 0; j < W; ++j) {
    ring[j] = lanes >> j & 1 ? span_of_ring(from, float_as_word(number[j])) : ring_span{0, 0};
    if (ring[j].corners < 3 || ring[j].corners > most_corners) ring[j] = {0, 0};
    if (ring[j].corners > f.n) f.n = ring[j].corners;
    corners[j] = (float)ring[j].corners;
  }
  // Four corners of four lanes at a time, from rows to columns.
  float *const x = reinterpret_cast<float*>(f.x), *const y = reinterpret_cast<float*>(f.y);
  for (int k = 0; k < f.n; k += 4)
    for (int j = 0; j < W; j += 4) {
      quad qx[4], qy[4];
      for (int i = 0; i < 4; ++i) corners_from(from, ring[j + i], k, qx[i], qy[i]);
      transpose(qx[0], qx[1], qx[2], qx[3]), transpose(qy[0], qy[1], qy[2], qy[3]);
      for (int i = 0; i < 4; ++i) store_quad(x + (k + i) * W + j, qx[i]), store_quad(y + (k + i) * W + j, qy[i]);
    }
  // Those that run clockwise are read backwards; the first corner stays. A float tells most, the rest is told exactly.
  const F ax = f.x[1] - f.x[0], ay = f.y[1] - f.y[0], bx = f.x[2] - f.x[0], by = f.y[2] - f.y[0];
  const F turn = ax * by - ay * bx, doubt = (magnitude(ax * by) + magnitude(ay * bx)) * F(0x1p-20f) + F(0x1p-120f);
  for (u32 open = lanes & ~bits(turn > doubt); open; open &= open - 1) {
    const int j = __builtin_ctz(open), n = ring[j].corners;
    if (!runs_clockwise(from.x + ring[j].first, from.y + ring[j].first, n)) continue;
    for (int k = 1, last = n - 1; k < last; ++k, --last) {
      const float swap_x = x[k * W + j], swap_y = y[k * W + j];
      x[k * W + j] = x[last * W + j], y[k * W + j] = y[last * W + j];
      x[last * W + j] = swap_x, y[last * W + j] = swap_y;
    }
  }
  const F zero(0.f), count = f.count = F::load_aligned(corners), first_x = f.x[0], first_y = f.y[0];
  F odd = zero;  // NaN if any of them is not finite
  f.low[0] = f.high[0] = first_x, f.low[1] = f.high[1] = first_y;
  for (int k = 0; k <= f.n; ++k) {
    const auto own = count > F((float)k);
    f.x[k] = k < f.n ? xsimd::select(own, f.x[k], first_x) : first_x;
    f.y[k] = k < f.n ? xsimd::select(own, f.y[k], first_y) : first_y;
    odd = odd + (f.x[k] - f.x[k]) + (f.y[k] - f.y[k]);
    f.low[0] = minimum(f.x[k], f.low[0]), f.high[0] = maximum(f.x[k], f.high[0]);
    f.low[1] = minimum(f.y[k], f.low[1]), f.high[1] = maximum(f.y[k], f.high[1]);
  }
  f.size = xsimd::select(count > zero, furthest(f) + odd, F(__builtin_nanf("")));
}

origin<floats<HITSCAN_ARCH>> HITSCAN_ISA::seen_from_first(ring_figure<floats<HITSCAN_ARCH>>& a,
                                                          ring_figure<floats<HITSCAN_ARCH>>* b) {
  using F = floats<HITSCAN_ARCH>;
  const F zero(0.f);
  F from[2];
  u32 any = 0;
  for (int k = 0; k < 2; ++k) {
    const F low = b ? minimum(a.low[k], b->low[k]) : a.low[k], high = b ? maximum(a.high[k], b->high[k]) : a.high[k];
    const F near = minimum(magnitude(low), magnitude(high));
    const auto far = ((low > zero) | (high < zero)) & ((high - low) * F(1024.f) < near);
    from[k] = xsimd::select(far, k == 0 ? a.x[0] : a.y[0], zero), any |= bits(far);
  }
  if (!any) return {zero, zero};
  for (ring_figure<F>* f : {&a, b}) {
    if (!f) continue;
    for (int k = 0; k <= f->n; ++k) f->x[k] = f->x[k] - from[0], f->y[k] = f->y[k] - from[1];
    for (int k = 0; k < 2; ++k) f->low[k] = f->low[k] - from[k], f->high[k] = f->high[k] - from[k];
    f->size = furthest(*f) + (f->size - f->size);  // NaN stays NaN
  }
  return {from[0], from[1]};
}

// Where few lanes of a register are near, these are tested side by side, and what is open is decided at once.
ONCE static void test_packed(const hulls_state& s, doubts& d, const u16* at, const u16* near, unsigned found,
                             u64* hit) {
  constexpr unsigned W = floats<HITSCAN_ARCH>::size;
  HITSCAN_ISA::packed_items p;
  p.count = 0;
  for (unsigned j = 0; j < found; ++j)
    for (u32 left = near[j]; left; left &= left - 1) p.item[p.count++] = at[j] + (u32)__builtin_ctz(left);
  HITSCAN_ISA::pack_items(p, d.column, s.columns);
  for (unsigned j = 0; j < p.whole; j += W) {
    const u32 v = s.ask.test(d.state, p.column, j, (u32)((1ull << W) - 1)), maybe = v & 0xffff,
              open = maybe & ~(v >> 16);
    u32 hits = open ? maybe & (d.decide(d.state, p.column, j, open) | ~open) : maybe;
    for (; hits; hits &= hits - 1) {
      const u32 i = p.item[j + (unsigned)__builtin_ctz(hits)];
      hit[i / 64] |= 1ull << (i % 64);
    }
  }
}

// As run_scan, with lists of what is near.
void HITSCAN_ISA::run_hulls(const hull_steps& k, const void* state, const float* const* columns, std::size_t n,
                            marks& out) {
  constexpr std::size_t W = floats<HITSCAN_ARCH>::size;
  const auto& s = *static_cast<const hulls_state*>(state);
  const moments_fn moments = !wants_moments(out) ? nullptr : out.moments ? out.moments : k.moments;
  doubts d;
  begin_scan(d, state, k.decide, columns, s.columns);
  u64* const hit = out.hit;
  for (std::size_t w = 0; w < (n + 63) / 64; ++w) hit[w] = 0;
  u16 at[chunk / W], lanes[chunk / W], sure[chunk / W];
  const auto test = [&](unsigned found, u32 valid) {
    unsigned near = 0;
    for (unsigned j = 0; s.ask.test && j < found; ++j) near += bits_set((u32)lanes[j]);
    if (near && pays_to_pack(near, found)) return test_packed(s, d, at, lanes, found, hit);
    for (unsigned j = 0; j < found; ++j) {
      const u32 close = lanes[j] & valid;
      const u32 v = s.ask.test ? s.ask.test(state, d.column, at[j], close) : close | (u32)sure[j] << 16;
      const u32 maybe = v & 0xffff, open = maybe & ~(v >> 16);
      store_bits<W>(hit, at[j], (open ? weigh_by<W>(d, at[j], maybe, open, d.decide) : maybe) & valid);
    }
  };
  const auto tell = [&](std::size_t from, std::size_t to, u32 valid) {
    test(s.ask.near(state, d.column, from, to, out.crowd == some, at, lanes, sure), valid);
  };

  const std::size_t whole = n - n % W;
  std::size_t told = 0;
  if (whole >= 2 * sample * W && out.crowd == unknown) {
    told = sample * W;
    const unsigned found = s.ask.near(state, d.column, 0, told, true, at, lanes, sure);
    out.crowd = found <= 1 ? few : found >= 9 ? all : some;
    test(found, ~0u);
  }
  tell(told, whole, ~0u);
  if (d.count) settle(d, hit);
  last_register<most_hull_columns, W> last;
  if (whole < n) {
    const u32 valid = last.begin(d, whole, n);
    for (int c = s.columns; c < most_hull_columns; ++c) {
      __asm__("" : "+r"(c));            // a loop
      last.column[c] = last.column[0];  // nobody reads there, but all are counted on
    }
    tell(whole, n, valid);
  }
  if (!moments) return;
  if (whole) moments(state, columns, 0, whole, out);
  if (whole < n) moments(state, d.column, whole, n - whole, out);
}

}  // namespace hitscan::detail
