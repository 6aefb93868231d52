// What the scans of all kernels have in common: their order of steps, and lanes that are decided exactly. In the object
// once an instruction set; what a kernel has of its own stands in its scan_steps (lanes/lanes.hpp).
#include "../lanes/lanes.hpp"

namespace hitscan::detail::HITSCAN_ISA {

using arch = HITSCAN_ARCH;
constexpr std::size_t lanes = floats<arch>::size;

// The listed lanes are gathered into full registers of their own and decided together. The list is empty afterwards.
ONCE void settle(doubts& d, u64* hit) {
  alignas(64) float row[max_columns][lanes];
  const float* gathered[max_columns];
  for (int c = 0; c < d.columns; ++c) gathered[c] = row[c];
  for (unsigned first = 0; first < d.count; first += lanes) {
    const u16* const item = d.item + first;
    const unsigned here = d.count - first >= lanes ? lanes : d.count - first;
    for (int c = 0; c < d.columns; ++c) {
      for (unsigned j = 0; j < here; ++j) row[c][j] = d.column[c][item[j]];
      for (unsigned j = here; j < lanes; ++j) row[c][j] = row[c][0];
    }
    u32 lost = ~d.decide(d.state, gathered, 0, ~0u >> (32 - here));
    for (unsigned j = 0; j < here; ++j, lost >>= 1) hit[item[j] / 64] &= ~((u64)(lost & 1) << (item[j] % 64));
  }
  d.count = 0;
}

// The items from `whole` on, fewer than a register has lanes, in registers of their own, so that no byte behind a
// column is read. `copies` are told as if the columns went on from their first item, for loops that count on. Returns
// the lanes.
u32 begin_last(doubts& d, std::size_t whole, std::size_t n, float* to, const float** copies) {
  const unsigned here = (unsigned)(n - whole);
  for (int c = 0; c < d.columns; ++c, to += lanes) {
    unsigned left = here;
    __asm__("" : "+r"(left));  // a loop, not one for each n
    floats<arch>(load_first(d.column[c] + whole, left, floats<arch>::register_type{})).store_aligned(to);
    copies[c] = to - whole;
  }
  d.column = copies, d.tail = true;
  return (1u << here) - 1;
}

// ---- one kernel over up to `chunk` items -----------------------------------------------------------------------
//
// Most queries are near to next to nothing, or to nearly all: then a branch after each `near` is well predicted. In
// between it is not, and a wrong guess costs as much as testing two registers. So the first block is measured, and
// where the answer is "some", a kernel whose test is cheap tests everything from there on; for the others `near` runs
// over the rest alone and without a branch, listing the registers that need more. Kernels with a sketch tell words of
// 64 by it where the answer is "some", and some of them always: then nothing is measured.
//
// The last, partial register is copied to a block of its own: one loop body for all, and no byte behind a column is
// ever read. Each loop is a function, which has the registers for itself, and so is what few items never come to.

// How many items a sample has told on its way.
ONCE static std::size_t look_at_sample(const scan_steps& k, doubts& d, marks& out) {
  if (out.near > 8) {  // dense so far: not every chunk is asked
    --out.near, out.crowd = some;
    return 0;
  }
  out.crowd = k.sample(d);
  if (out.crowd == unknown) {  // there is a sketch: the samples of the chunks before say something, too
    out.near = (u8)(out.near / 2 + (d.sampled & (d.sampled - 1) ? 6 : d.sampled ? 2 : 0));
    out.crowd = out.near >= 4 ? some : few;
  }
  if (out.crowd != few) return 0;
  if (d.sampled) {  // of the sample all is known but what stands in the one register that may be near
    const std::size_t at = lanes * (sample - 1 - (unsigned)__builtin_ctz(d.sampled));
    k.near(d, at, at + lanes, ~0u, out.hit);
  }
  return sample * lanes;
}
// Who tells of what hits, if anyone is to.
FORCED moments_fn teller(const scan_steps& k, const marks& out) {
  return !wants_moments(out) ? nullptr : out.moments ? out.moments : k.moments;
}
ONCE static void tell_last(const scan_steps& k, doubts& d, std::size_t whole, std::size_t n, marks& out) {
  last_register<max_columns, lanes> last;
  const u32 valid = last.begin(d, whole, n);
  k.near(d, whole, n, valid, out.hit);
  if (const moments_fn moments = teller(k, out)) moments(d.state, d.column, whole, n - whole, out);
}

void run_scan(const scan_steps& k, const void* state, const float* const* columns, std::size_t n, marks& out) {
  doubts d;
  begin_scan(d, state, k.decide, columns, k.columns);
  const std::size_t whole = n - n % lanes;
  u64* const hit = out.hit;
  if (n == chunk)
    for (std::size_t w = 0; w < chunk / 64; w += lanes / 2) floats<arch>(0.f).store_unaligned((float*)(hit + w));
  else
    for (std::size_t w = 0; w < (n + 63) / 64; ++w) {
      __asm__("" : "+r"(w));  // a loop: memset takes longer for so few
      hit[w] = 0;
    }

  std::size_t told = 0;
  if (!k.sample) {
    if (whole >= 2 * 64) told = k.tell(d, whole / 64, out);
  } else if (whole >= 2 * sample * lanes && (out.crowd == unknown || (k.tell && k.crowd)))
    told = look_at_sample(k, d, out);
  if (out.crowd == some) {
    if (k.tell) told = k.tell(d, whole / 64, out);
    if (k.crowd && told == 0) k.crowd(d, whole, hit), told = whole;
  }
  if (told < whole) k.near(d, told, whole, ~0u, hit);
  if (d.count) settle(d, hit);
  if (const moments_fn moments = teller(k, out); moments && whole) moments(state, columns, 0, whole, out);
  if (whole < n) tell_last(k, d, whole, n, out);
}

// The first of the items in full registers; false once nothing can come before it. Items that come from far to near are
// hit one after the other, each sooner than the one before: the last of them says how soon the first is at least.
bool first_of_whole(doubts& d, void* state, std::size_t whole, std::size_t number, first_hit& so_far, first_fn ask) {
  so_far.may_pause = true, so_far.paused = 0;
  if (!ask(d, state, 0, whole, ~0u, number, so_far)) return false;
  so_far.may_pause = false;
  if (so_far.paused == 0 || so_far.paused >= whole) return true;
  outcome last;
  last.time = so_far.best.time;
  first_hit alone{last, so_far.layer_data, so_far.layers};
  ask(d, state, whole - lanes, whole, ~0u, number, alone);
  if (last.time < so_far.least) so_far.least = last.time;
  return ask(d, state, so_far.paused, whole, ~0u, number, so_far);
}

// Pairs in motion: times are told with the hits, contacts afterwards. What a start policy takes out no sketch knows.
void run_pairs(const pair_steps& k, const void* state, const float* const* columns, std::size_t n, bool keeps_all,
               marks& out) {
  doubts d;
  begin_scan(d, state, k.decide, columns, k.columns);
  const std::size_t whole = n - n % lanes;
  for (std::size_t w = 0; w < (n + 63) / 64; ++w) out.hit[w] = 0;

  std::size_t told = 0;
  if (k.tell && whole >= 128 && keeps_all && !(out.times && out.details)) {
    told = 64;
    const bool often = 5 * k.test(d, 0, 64, ~0u, out) * lanes > 64;  // a fifth of the first word's registers
    if (often) told = k.tell(d, whole / 64, out);
  }
  if (told < whole) k.test(d, told, whole, ~0u, out);
  if (d.count) {
    const unsigned count = d.count;
    settle(d, out.hit);
    if (out.times)
      for (unsigned j = 0; j < count; ++j) {
        const unsigned i = d.item[j];
        if (!(out.hit[i / 64] >> (i % 64) & 1)) out.times[i] = 1;
      }
  }
  last_register<max_columns, lanes> last;
  if (whole < n) {
    const u32 valid = last.begin(d, whole, n);
    k.test(d, whole, n, valid, out);
  }
  if (out.contacts) {
    if (whole) k.moments(state, columns, 0, whole, out);
    if (whole < n) k.moments(state, d.column, whole, n - whole, out);
  }
}

}  // namespace hitscan::detail::HITSCAN_ISA
