// The columns of a query that are written out, a chunk at a time: what is not a span as it stands. In an object once an
// instruction set.
//
//     one value:    x x x x x x x x       of all items, once a query
//     an edge:      fl(x - h) ...         centred boxes, of columns or of one value
//     by index:     x[pick[i]] ...        NaN, which never hits, where there is no such item
//     a polygon:    its bounds, and in the bits of a float its index
#include "../lanes/feeds.hpp"

#include "../reference/hulls.hpp"

namespace hitscan::detail {
namespace {

using arch = HITSCAN_ARCH;

// The bounds of polygon i: low_x, high_x, low_y, high_y. Anything will do for one that is none: it is looked at later.
struct ring_bounds {
  float of[4];
};
__attribute__((noinline)) ring_bounds bounds_of_ring(const outlines& from, std::size_t i) {
  const ring_span ring = span_of_ring(from, i);
  const float nan = __builtin_nanf("");
  if (ring.corners <= 0) return {{nan, nan, nan, nan}};
  const float *const x = from.x + ring.first, *const y = from.y + ring.first;
  if (ring.corners < 4) {
    float low_x = x[0], high_x = low_x, low_y = y[0], high_y = low_y;
    for (int j = 1; j < ring.corners; ++j) {
      low_x = x[j] < low_x ? x[j] : low_x, high_x = x[j] > high_x ? x[j] : high_x;
      low_y = y[j] < low_y ? y[j] : low_y, high_y = y[j] > high_y ? y[j] : high_y;
    }
    return {{low_x, high_x, low_y, high_y}};
  }
  // Four corners at a time, the last four perhaps twice; then all four bounds across, the high ones as -min(-x).
  const auto least = [](quad p, quad q) INLINED { return q < p ? q : p; };
  quad low_x = load_quad(x), high_x = -low_x, low_y = load_quad(y), high_y = -low_y;
  for (int j = 4; j < ring.corners; j += 4) {
    const int at = j + 4 <= ring.corners ? j : ring.corners - 4;
    const quad px = load_quad(x + at), py = load_quad(y + at);
    low_x = least(low_x, px), high_x = least(high_x, -px), low_y = least(low_y, py), high_y = least(high_y, -py);
  }
  transpose(low_x, high_x, low_y, high_y);
  const quad all = least(least(low_x, high_x), least(low_y, high_y));
  return {{all[0], -all[1], all[2], -all[3]}};
}
FORCED float one_of(const source& f, std::size_t i) {
  if (f.op == source::number) return word_as_float((u32)i);
  if (f.op >= source::low_x) return bounds_of_ring(*f.outline, i).of[f.op - source::low_x];
  const float x = f.x.data ? f.x.data[i] : f.x.one, h = f.h.data ? f.h.data[i] : f.h.one;
  return f.op == source::plain ? x : f.op == source::minus ? x - h : x + h;
}

__attribute__((noinline)) void write_out(const source& f, std::size_t first, std::size_t n, float* out) {
  if (f.pick) {
    const float nan = __builtin_nanf("");
    if (stays({f.op, f.x, f.h, nullptr, 0, f.outline})) {
      fill_with<arch>(out, n, one_of(f, 0));
      for (std::size_t i = 0; i < n; ++i)
        if (f.pick[first + i] >= f.limit) out[i] = nan;
    } else
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t item = f.pick[first + i];
        out[i] = item < f.limit ? one_of(f, item) : nan;
      }
    return;
  }
  if (stays(f)) return fill_with<arch>(out, n, one_of(f, 0));
  for (std::size_t i = 0; i < n; ++i) out[i] = one_of(f, first + i);
}
// Both edges on an axis: each centre and each half is read once. One value for all is a register that is not left.
ONCE void write_edges(const source& f, std::size_t first, std::size_t n, float* low, float* high) {
  using F = floats<arch>;
  float one[2][F::size];
  const float* from[2];
  std::size_t per[2];
  for (int k = 0; k < 2; ++k) {
    const feed& of = k ? f.h : f.x;
    if (!of.data) F(of.one).store_unaligned(one[k]);
    from[k] = of.data ? of.data + first : one[k], per[k] = of.data ? 1 : 0;
  }
  std::size_t i = 0;
  const auto put = [&] {
    const F x = F::load_unaligned(from[0] + i * per[0]), h = F::load_unaligned(from[1] + i * per[1]);
    (x - h).store_unaligned(low + i), (x + h).store_unaligned(high + i);
  };
  for (; i + F::size <= n; i += F::size) put();
  if (i < n && n >= F::size) i = n - F::size, put(), i = n;
  for (; i < n; ++i) {
    const float x = from[0][i * per[0]], h = from[1][i * per[1]];
    low[i] = x - h, high[i] = x + h;
  }
}
FORCED bool same(const feed& a, const feed& b) {
  return a.data == b.data && (a.data || float_as_word(a.one) == float_as_word(b.one));
}

// All four columns of polygons' bounds: each polygon is read once.
__attribute__((noinline)) void write_rings(const source& f, std::size_t first, std::size_t n,
                                           const float* const* columns) {
  const float nan = __builtin_nanf("");
  float* to[4];
  for (int k = 0; k < 4; ++k) to[k] = const_cast<float*>(columns[k]);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t item = f.pick ? f.pick[first + i] : first + i;
    const bool fits = !f.pick || item < f.limit;
    const ring_bounds b = fits ? bounds_of_ring(*f.outline, item) : ring_bounds{{nan, nan, nan, nan}};
    for (int k = 0; k < 4; ++k) to[k][i] = b.of[k];
  }
}
ONCE void pick_one_by_one(const index* pick, std::size_t limit, std::size_t n, const float* from, float* to) {
  for (std::size_t i = 0; i < n; ++i) to[i] = pick[i] < limit ? from[pick[i]] : __builtin_nanf("");
}
// Columns of plain items by index: N at a time, so that an index is read and looked at once for all of them. Four items
// a store: CPUs load two or three values a cycle, but store one.
template <int N>
ONCE void pick_items(const index* pick, std::size_t limit, std::size_t n, const float* const* from, float* const* to) {
  const float* of[N];
  float* out[N];
  for (int k = 0; k < N; ++k) of[k] = from[k], out[k] = to[k];
  const auto one_by_one = [&](std::size_t i, std::size_t end) {
    for (int k = 0; k < N; ++k) pick_one_by_one(pick + i, limit, end - i, from[k], to[k] + i);
  };
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    const std::size_t a = pick[i], b = pick[i + 1], c = pick[i + 2], d = pick[i + 3];
    if (__builtin_expect((a >= limit) | (b >= limit) | (c >= limit) | (d >= limit), 0))
      one_by_one(i, i + 4);
    else
      for (int k = 0; k < N; ++k) store_quad(out[k] + i, quad{of[k][a], of[k][b], of[k][c], of[k][d]});
  }
  one_by_one(i, n);
}
// Those that are picked as column c is. Returns which.
ONCE u32 pick_columns(plan& p, int c, std::size_t first, std::size_t n) {
  const float* from[max_columns];
  float* to[max_columns];
  int count = 0;
  u32 done = 0;
  for (u32 left = p.written >> c << c; left; left &= left - 1) {
    const int k = __builtin_ctz(left);
    const source& f = p.from[k];
    if (f.op != source::plain || !f.x.data || f.pick != p.from[c].pick || f.limit != p.from[c].limit) continue;
    from[count] = f.x.data, to[count++] = const_cast<float*>(p.at[k]), done |= 1u << k;
  }
  const index* const pick = p.from[c].pick + first;
  const std::size_t limit = p.from[c].limit;
  int k = 0;
  for (; k + 2 <= count; k += 2) pick_items<2>(pick, limit, n, from + k, to + k);
  for (; k < count; ++k) pick_items<1>(pick, limit, n, from + k, to + k);
  return done;
}

}  // namespace

u32 HITSCAN_ISA::open_buffers(plan& p, float* space, std::size_t widest) {
  u32 change = p.written;
  for (u32 left = p.written; left; left &= left - 1, space += widest) {
    const int c = __builtin_ctz(left);
    p.at[c] = space;
    if (!stays(p.from[c])) continue;
    fill_with<arch>(space, widest, one_of(p.from[c], 0)), change &= ~(1u << c);
  }
  return change;
}
void HITSCAN_ISA::write_columns(plan& p, u32 which, std::size_t first, std::size_t n) {
  u32 done = 0;
  for (u32 left = which; left; left &= left - 1) {
    const int c = __builtin_ctz(left);
    if (done >> c & 1) continue;
    if (p.from[c].pick && p.from[c].op == source::plain && p.from[c].x.data) {
      done |= pick_columns(p, c, first, n);
      continue;
    }
    const source& f = p.from[c];
    if (f.op > source::low_x && f.op <= source::high_y) continue;
    if ((f.op == source::minus || f.op == source::plus) && !f.pick) {
      const bool is_low = f.op == source::minus;
      int k = c + 1;
      while (k < p.columns && !(which >> k & 1 && p.from[k].op == (is_low ? source::plus : source::minus) &&
                                !p.from[k].pick && same(p.from[k].x, f.x) && same(p.from[k].h, f.h)))
        ++k;
      float unasked[chunk];
      float* const edge = const_cast<float*>(p.at[c]);
      float* const other = k < p.columns ? const_cast<float*>(p.at[k]) : unasked;
      write_edges(f, first, n, is_low ? edge : other, is_low ? other : edge);
      if (k < p.columns) done |= 1u << k;
      continue;
    }
    if (f.op == source::low_x)
      write_rings(f, first, n, p.at + c);
    else
      write_out(f, first, n, const_cast<float*>(p.at[c]));
  }
}

}  // namespace hitscan::detail
