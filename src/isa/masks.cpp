// Two bit masks over each other, a register of words at a time. Rows are as far apart in memory as their words are
// many, so where both masks have rows of the same length, rows and words are one long line:
//
//        words of a    |r0w0 r0w1|r1w0 r1w1|r2w0 ...        each >> its shift, | the next << the rest, and the two &
//        words of b         |r0w0 r0w1|r1w0 r1w1|...        lane by lane; a pattern that comes round with the rows
//        pattern        1111 0011 1111 0011                 cuts off what is not in both
//
// Sprites are a word or two wide: this fills the lanes where a row alone would not. Other masks go row by row. Of many
// places, those whose box is not even near are told first, a register of places at a time.
#include "../masks/pixels.hpp"

#include "../dispatch/engines.hpp"
#include "../lanes/simd.hpp"

namespace hitscan::detail {
namespace {

using namespace pixels;
template <class A> using words_of = xsimd::batch<u64, A>;

// What is done with the common bits: a register of them, or a word.
template <class A> struct any_bit {
  bool found = false;
  FORCED void add(words_of<A> w) { found = found || any_set(w.data); }
  FORCED void add(u64 w) { found = found || w != 0; }
  FORCED bool done() const { return found; }
};
// Pairs, nibbles, bytes (Warren, Hacker's Delight, 5-1), then 16 bits to each sum: 4095 registers fit.
template <class A> struct all_bits {
  u64 total = 0;
  words_of<A> sums = words_of<A>(u64{0});
  u32 room = 4095;
  static constexpr u64 m1 = 0x5555555555555555u, m2 = 0x3333333333333333u, m4 = 0x0f0f0f0f0f0f0f0fu,
                       m8 = 0x00ff00ff00ff00ffu, m16 = 0x0000ffff0000ffffu;
  FORCED void add(words_of<A> w) {
    using V = words_of<A>;
    w = w - ((w >> 1) & V(m1));
    w = (w & V(m2)) + ((w >> 2) & V(m2));
    w = (w + (w >> 4)) & V(m4);
    sums = sums + ((w & V(m8)) + ((w >> 8) & V(m8)));
    if (--room == 0) flush();
  }
  FORCED void add(u64 w) {
    w = w - (w >> 1 & m1);
    w = (w & m2) + (w >> 2 & m2);
    total += ((w + (w >> 4)) & m4) * 0x0101010101010101u >> 56;
  }
  FORCED void flush() {
    alignas(64) u64 lanes[words_of<A>::size];
    sums.store_aligned(lanes);
    for (std::size_t k = 0; k < words_of<A>::size; ++k) {
      const u64 halves = (lanes[k] & m16) + (lanes[k] >> 16 & m16);
      total += (halves & 0xffffffffu) + (halves >> 32);
    }
    sums = words_of<A>(u64{0}), room = 4095;
  }
  FORCED bool done() const { return false; }
};

// One mask from a bit of a row on.
struct row_reader {
  const u64* at;
  std::size_t word;  // of the row
  int shift;
  template <bool Narrow, class A> FORCED words_of<A> take(const u64* p) const {
    const words_of<A> low = words_of<A>::load_unaligned(p) >> shift;
    if constexpr (Narrow) return low;
    return low | ((words_of<A>::load_unaligned(p + 1) << 1) << (63 - shift));
  }
};

// Of a row in one line. Rows of their own leave up to a register of words over, which only the widest minds.
constexpr std::size_t few_words = 8;
template <class A> constexpr std::size_t most_words = words_of<A>::size >= 8 ? 64 : few_words;

// Rows of `row` words in both. Narrow: one word a row, so that there is never a next one. Else the last word of a row
// has bits of the next row above its own: `keep` takes what is as wide as both.
template <class A, bool Narrow, class Sum>
FORCED void in_one_line(const row_reader& a, const row_reader& b, std::size_t row, std::size_t room_a,
                        std::size_t room_b, std::size_t rows, std::int64_t width, Sum& sum) {
  using V = words_of<A>;
  constexpr std::size_t lanes = V::size, ahead = Narrow ? 0 : 1;
  alignas(64) u64 keep[most_words<A> + lanes];
  const std::size_t across = ((std::size_t)width + 63) / 64, total = (rows - 1) * row + across;
  for (std::size_t k = 0, c = 0; k < row + lanes; ++k) {
    keep[k] = c >= across ? 0 : first_bits(width - 64 * (std::int64_t)c);
    if (++c == row) c = 0;
  }
  const std::size_t room = room_a < room_b ? room_a : room_b;
  std::size_t j = 0, phase = 0;
  const std::size_t turn = lanes % row;
  const auto block = [&](const u64* pa, const u64* pb) INLINED {
    sum.add(a.template take<Narrow, A>(pa) & b.template take<Narrow, A>(pb) & V::load_unaligned(keep + phase));
  };
  for (; j + lanes <= total && j + lanes + ahead <= room; j += lanes) {
    block(a.at + j, b.at + j);
    if (sum.done()) return;
    phase += turn;
    if (phase >= row) phase -= row;
  }
  if (j < total) {  // the last words, with nothing behind them
    u64 last_a[lanes + 1] = {}, last_b[lanes + 1] = {};
    for (std::size_t k = 0; k < total - j + ahead; ++k) {
      if (j + k < room_a) last_a[k] = a.at[j + k];
      if (j + k < room_b) last_b[k] = b.at[j + k];
    }
    block(last_a, last_b);
  }
}

// One row, of any length.
template <class A, class Sum>
FORCED void in_a_row(const row_reader& a, const row_reader& b, std::size_t row_a, std::size_t row_b, std::int64_t width,
                     Sum& sum) {
  using V = words_of<A>;
  const std::size_t left_a = row_a - a.word, left_b = row_b - b.word, left = left_a < left_b ? left_a : left_b;
  std::size_t j = 0;
  for (; 64 * (std::int64_t)(j + V::size) <= width && j + V::size < left; j += V::size)
    sum.add(a.template take<false, A>(a.at + j) & b.template take<false, A>(b.at + j));
  for (std::int64_t x = 64 * (std::int64_t)j; x < width; x += 64, ++j)
    sum.add(bits_from(a.at + j, left_a - j, (std::size_t)a.shift) &
            bits_from(b.at + j, left_b - j, (std::size_t)b.shift) & first_bits(width - x));
}

FORCED row_reader reader_of(const sheet& s, const common& c) {
  const std::size_t bit = (std::size_t)(c.x0 - s.x), row = (std::size_t)(c.y0 - s.y);
  return {s.words + row * s.row + bit / 64, bit / 64, (int)(bit % 64)};
}

template <class A, class Sum> FORCED void over(const sheet& a, const sheet& b, Sum& sum) {
  const common c = between(a, b);
  if (c.empty()) return;
  row_reader ra = reader_of(a, c), rb = reader_of(b, c);
  const std::size_t rows = (std::size_t)(c.y1 - c.y0);
  const std::int64_t width = c.x1 - c.x0;
  // One line has all words of each row, and a table of them: too many where wide masks meet at an edge, or in few rows.
  const bool mostly = 5 * ((width + 63) / 64) >= 3 * (std::int64_t)a.row && rows >= 32;
  if (a.row == b.row && (a.row <= few_words || (a.row <= most_words<A> && mostly))) {
    const std::size_t room_a = (std::size_t)(a.words + a.row * (std::size_t)a.height - ra.at),
                      room_b = (std::size_t)(b.words + b.row * (std::size_t)b.height - rb.at);
    if (a.row == 1)
      in_one_line<A, true>(ra, rb, 1, room_a, room_b, rows, width, sum);
    else
      in_one_line<A, false>(ra, rb, a.row, room_a, room_b, rows, width, sum);
    return;
  }
  for (std::size_t y = 0; y < rows && !sum.done(); ++y, ra.at += a.row, rb.at += b.row)
    in_a_row<A>(ra, rb, a.row, b.row, width, sum);
}

template <class A> bool any_of(const sheet& a, const sheet& b) noexcept {
  any_bit<A> sum;
  over<A>(a, b, sum);
  return sum.found;
}
template <class A> std::size_t count_of(const sheet& a, const sheet& b) noexcept {
  all_bits<A> sum;
  over<A>(a, b, sum);
  sum.flush();
  return (std::size_t)sum.total;
}

// Corners of b, from and to, between which its box overlaps a's: on one axis, within 32 bits.
struct range {
  std::int32_t from, to;
  bool none;
};
FORCED range range_of(std::int64_t at, std::int64_t size, std::int64_t other) {
  constexpr std::int64_t low = INT32_MIN, high = INT32_MAX;
  std::int64_t from = at - other + 1, to = at + size - 1;
  const bool none = size < 1 || other < 1 || from > high || to < low;
  from = from < low ? low : from, to = to > high ? high : to;
  return {(std::int32_t)from, (std::int32_t)to, none};
}

template <class A> void near_places(const places& at, range x, range y, u64* words) {
  using V = xsimd::batch<std::int32_t, A>;
  std::int32_t line_x[64], line_y[64];
  const V x0(x.from), x1(x.to), y0(y.from), y1(y.to);
  for (std::size_t first = 0; first < at.n; first += 64) {
    const std::size_t here = at.n - first < 64 ? at.n - first : 64;
    const std::int32_t *px = at.x ? at.x + first : line_x, *py = at.y ? at.y + first : line_y;
    if (here < 64 || !at.x)
      for (std::size_t k = 0; k < 64; ++k) line_x[k] = at.x ? at.x[first + (k < here ? k : 0)] : at.x_one;
    if (here < 64 || !at.y)
      for (std::size_t k = 0; k < 64; ++k) line_y[k] = at.y ? at.y[first + (k < here ? k : 0)] : at.y_one;
    if (here < 64) px = line_x, py = line_y;
    u64 word = 0;
    for (std::size_t k = 0; k < 64; k += V::size) {
      const V vx = V::load_unaligned(px + k), vy = V::load_unaligned(py + k);
      word |= (u64)bits((vx >= x0) & (vx <= x1) & (vy >= y0) & (vy <= y1)) << k;
    }
    words[first / 64] = here < 64 ? word & ((u64{1} << here) - 1) : word;
  }
}

template <class A> void everywhere(const sheet& a, const sheet& b, const places& at, u64* words) noexcept {
  const range x = range_of(a.x, a.width, b.width), y = range_of(a.y, a.height, b.height);
  if (x.none || y.none) {
    for (std::size_t w = 0; w < (at.n + 63) / 64; ++w) words[w] = 0;
    return;
  }
  near_places<A>(at, x, y, words);
  sheet there = b;
  for (std::size_t w = 0; w < (at.n + 63) / 64; ++w)
    for (u64 left = words[w]; left; left &= left - 1) {
      const std::size_t i = 64 * w + (std::size_t)__builtin_ctzll(left);
      there.x = at.x ? at.x[i] : at.x_one, there.y = at.y ? at.y[i] : at.y_one;
      any_bit<A> sum;
      over<A>(a, there, sum);
      if (!sum.found) words[w] &= ~(left & (~left + 1));
    }
}

}  // namespace

namespace HITSCAN_ISA {
extern const pixels::kernels pixels;
constinit const pixels::kernels pixels{any_of<HITSCAN_ARCH>, count_of<HITSCAN_ARCH>, everywhere<HITSCAN_ARCH>};
}  // namespace HITSCAN_ISA

}  // namespace hitscan::detail
