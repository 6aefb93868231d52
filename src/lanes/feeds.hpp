// From a request's columns to the plain float columns that a scan reads, a chunk at a time: spans are passed on as they
// are; one value for all becomes a short buffer that stays in L1; edges fl(c - h) and fl(c + h) of centred boxes and
// items picked by index are written out into such a buffer. So a kernel never meets any of this.
#pragma once

#include "columns.hpp"
#include "lanes.hpp"
#include "quads.hpp"

namespace hitscan::detail {

namespace HITSCAN_ISA {
// Gives every written column its buffer, and fills those that stay the same. Returns which do not.
u32 open_buffers(plan& p, float* space, std::size_t widest);
// Those columns of n items from `first` on.
void write_columns(plan& p, u32 which, std::size_t first, std::size_t n);
}  // namespace HITSCAN_ISA

namespace {

FORCED bool stays(const source& f) {  // the same in every chunk
  return !f.x.data && !f.h.data && !f.pick && !(f.outline && f.outline->offsets);
}

template <class A> ONCE void fill_with(float* out, std::size_t n, float x) {
  using F = floats<A>;
  const F v(x);
  if (n < F::size) {
    for (std::size_t i = 0; i < n; ++i) out[i] = x;
    return;
  }
  v.store_unaligned(out);
  constexpr std::size_t bytes = 4 * F::size;  // from where registers are aligned: a store across two lines takes two
  std::size_t i = (bytes - reinterpret_cast<std::uintptr_t>(out) % bytes) / 4;
  for (; i + F::size <= n; i += F::size) v.store_unaligned(out + i);
  v.store_unaligned(out + n - F::size);
}

FORCED void move_spans(plan& p, std::size_t to) {
  const std::ptrdiff_t by = (std::ptrdiff_t)(to - p.item);
  p.item = to;
  for (int c = 0; c < p.columns; ++c)
    if (!(p.written >> c & 1)) p.at[c] += by;
}

// What is written out should still be in L1 when it is read; what is picked here and there is the quicker the longer.
ONCE inline std::size_t items_at_once(const plan& p) {
  for (u32 left = p.written; left; left &= left - 1)
    if (p.from[__builtin_ctz(left)].pick) return 512;
  return 256;
}

// n items from `first` on, chunk by chunk: each(first, how many), whose columns are at p.at, returns false to stop. The
// first chunk has `step` items and each next one four times as many, so that a query which may stop early pays little
// for stopping.
template <class A, class Each>
FORCED void in_chunks(plan& p, std::size_t first, std::size_t n, std::size_t step, Each each) {
  std::size_t most = chunk;
  u32 change = 0;
  if (p.written) {
    const unsigned buffers = (unsigned)__builtin_popcount(p.written);
    if (buffers > 4) most = items_at_once(p);
    const std::size_t widest = ((n < most ? n : most) + 15) / 16 * 16;  // from lines of the cache on
    void* const space = __builtin_alloca_with_align(buffers * widest * sizeof(float), 8 * 64);
    change = HITSCAN_ISA::open_buffers(p, static_cast<float*>(space), widest);
  }
  if (first != p.item) move_spans(p, first);
  if (step > most) step = most;
  const std::size_t end = first + n;
  for (;;) {
    const std::size_t here = end - first < step ? end - first : step;
    if (change) HITSCAN_ISA::write_columns(p, change, first, here);
    const bool more = each(first, here);
    first += here;
    if (!more || first == end) break;
    move_spans(p, first);
    step = step * 4 < most ? step * 4 : most;
  }
}

}  // namespace
}  // namespace hitscan::detail
