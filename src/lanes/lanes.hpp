// The only loop over items. It knows loading, tails, doubtful lanes and marks; nothing about shapes.
//
//   columns ->  near   compare-only, never misses a hit          all items, a register at a time
//               test   maybe and sure                            registers in which something is near
//               exact  in double                                 lanes that are maybe and not sure
//               when   time, corner, started                     registers with hits, if anyone wants them
//               touch  normal, position                          the same
//           ->  marks: a bit an item, and what was wanted where the bit is set
//
// A scan covers up to `chunk` items and leaves marks; every result form (forms.hpp) is made from marks alone.
#pragma once

#include "plan.hpp"
#include "simd.hpp"

namespace hitscan::detail {
namespace {

// What a kernel says of a register of lanes.
template <class A> struct verdict {
  flags<A> maybe, sure;
};
template <class A> struct moment {
  floats<A> time;
  flags<A> corner, started;
};
template <class A, int D> struct contact {
  floats<A> normal[D], position[D];
};
template <class A, int D> struct pushing_contact : contact<A, D> {
  floats<A> push[D];
};
// Both, of kernels that tell them at once: tell_hit. The contact is only told when wanted.
template <class A, class Contact> struct told : moment<A> {
  Contact contact;
};

// in[c]: column c of these lanes; R is floats<A>. The same lanes as doubles: in.half(0), in.half(1).
template <class R> struct wide_reader {
  using value = R;
  const float* const* column;
  std::size_t at;
  FORCED R operator[](int c) const { return widen(column[c] + at, typename R::register_type{}); }
  FORCED float lane(int c, int j) const { return column[c][at + j]; }
};
template <class A, int N> struct reader {
  using value = floats<A>;
  const float* column[N];
  std::size_t at;
  FORCED floats<A> operator[](int c) const { return floats<A>::load_unaligned(column[c] + at); }
  FORCED float lane(int c, int j) const { return column[c][at + j]; }
  FORCED wide_reader<doubles<A>> half(int h) const { return {column, at + h * doubles<A>::size}; }
};

// Who decides, and who tells times and contacts: the kernel itself, unless it names another (`twin`) that does so for
// it as well. Kernels that differ in what they ask first share the rest, in object code too.
template <class K> struct twin_of {
  using type = K;
};
template <class K>
requires requires { typename K::twin; }
struct twin_of<K> {
  using type = typename K::twin;
};
template <class K> using twin = typename twin_of<K>::type;

// What the filter leaves open, for one scan.
template <class K> struct doubts {
  const typename K::state& state;
  const float* column[K::columns];
  unsigned count = 0;
  bool tail = false;
  u16 item[chunk];
  FORCED explicit doubts(const typename K::state& s) : state(s) {}  // the list is not cleared
};

// Lanes at..at + W - 1, decided exactly. Those that are not open may come out either way.
template <class K>
FORCED u32 decide(const typename K::state& s, const float* const* column, std::size_t at, [[maybe_unused]] u32 open) {
  using R = doubles<typename K::arch>;
  const wide_reader<R> low{column, at}, high{column, at + R::size};
  if constexpr (requires { K::exact(s, low, open); })  // lane by lane
    return K::exact(s, low, open & ((1u << R::size) - 1)) | K::exact(s, high, open >> R::size) << R::size;
  else
    return K::exact(s, low) | K::exact(s, high) << R::size;
}
template <class K>
__attribute__((noinline)) u32 decide_here(const typename K::state& s, const float* const* column, std::size_t at,
                                          u32 open) {
  return decide<K>(s, column, at, open);
}

// A register with open lanes: decided where it stands if there are many, else its open lanes go on the list and count
// as hits for now. Returns its bits.
template <class K> __attribute__((noinline)) u32 weigh(doubts<K>& d, std::size_t at, u32 maybe, u32 open) {
  constexpr unsigned W = floats<typename K::arch>::size;
  if (d.tail || (unsigned)__builtin_popcount(open) >= W / 4)
    return maybe & (decide_here<K>(d.state, d.column, at, open) | ~open);
  for (; open; open &= open - 1) d.item[d.count++] = (u16)(at + (unsigned)__builtin_ctz(open));
  return maybe;
}

// The listed lanes are gathered into full registers of their own and decided together.
template <class K> __attribute__((noinline)) void settle(const doubts<K>& d, u64* hit) {
  constexpr int W = floats<typename K::arch>::size, N = K::columns;
  alignas(64) float row[N][W];
  const float* gathered[N];
  for (int c = 0; c < N; ++c) gathered[c] = row[c];
  for (unsigned first = 0; first < d.count; first += W) {
    for (int j = 0; j < W; ++j) {
      const unsigned i = d.item[first + j < d.count ? first + j : d.count - 1];
      for (int c = 0; c < N; ++c) row[c][j] = d.column[c][i];
    }
    const u32 taken = d.count - first >= W ? ~0u >> (32 - W) : (1u << (d.count - first)) - 1;
    u32 lost = ~decide_here<K>(d.state, gathered, 0, taken);
    for (int j = 0; j < W && first + j < d.count; ++j, lost >>= 1) {
      const unsigned i = d.item[first + j];
      hit[i / 64] &= ~((u64)(lost & 1) << (i % 64));
    }
  }
}

template <int W> FORCED void store_bits(u64* words, std::size_t i, u32 b) {
  u8* p = reinterpret_cast<u8*>(words) + i / 8;
  if constexpr (W == 16) {
    const u16 v = (u16)b;
    __builtin_memcpy(p, &v, 2);
  } else if constexpr (W == 8)
    *p = (u8)b;
  else if (b)
    *p = (u8)(*p | b << (i & 4));
}
template <int W> FORCED void replace_bits(u64* words, std::size_t i, u32 b) {
  if constexpr (W >= 8)
    return store_bits<W>(words, i, b);
  else {
    u8* p = reinterpret_cast<u8*>(words) + i / 8;
    *p = (u8)((*p & ~(15u << (i & 4))) | (b & 15) << (i & 4));
  }
}

// Times and contacts of the items first..first + n - 1 that hit, which stand at 0..n - 1 of the reader's columns. Hits
// at or after `until` lose their bit.
template <class K, class In>
FORCED void tell_moments(const K& kernel, In& in, std::size_t first, std::size_t n, marks& out) {
  using A = typename K::arch;
  using F = floats<A>;
  constexpr int W = F::size, D = K::dims;
  constexpr u64 lanes = (1ull << W) - 1;
  for (std::size_t w = first / 64; w < (first + n + 63) / 64; ++w) {
    u64 left = out.hit[w];
    if (w == first / 64) left = left >> (first % 64) << (first % 64);
    while (left) {
      const int j = __builtin_ctzll(left) / W * W;  // the next register with a hit
      const std::size_t to = 64 * w + (unsigned)j, i = to - first;
      if (i >= n) break;
      u32 b = (u32)(left >> j & lanes);
      left &= ~(lanes << j);
      in.at = i;
      const auto t = [&]() INLINED {
        if constexpr (requires { kernel.tell_hit(in, b, true); })
          return kernel.tell_hit(in, b, out.contacts != nullptr);
        else if constexpr (requires { kernel.when_hit(in, b); })
          return kernel.when_hit(in, b);  // some of it one lane at a time: only of those that hit
        else
          return kernel.when(in);
      }();
      if (out.until < 1) {
        b &= bits(t.time < F(out.until));
        replace_bits<W>(out.hit, to, b);
      }
      if (!out.times) continue;
      const F time = xsimd::select(lanes_of_bits<A>(b), t.time, F(1.f));
      if (n - i >= W)
        time.store_unaligned(out.times + to);
      else {
        alignas(64) float lane[W];
        time.store_aligned(lane);
        for (std::size_t k = 0; k < n - i; ++k) out.times[to + k] = lane[k];
      }
      replace_bits<W>(out.corner, to, bits(t.corner));
      replace_bits<W>(out.started, to, bits(t.started));
      if (!out.contacts) continue;
      const auto c = [&]() INLINED {
        if constexpr (requires { t.contact; })
          return t.contact;
        else
          return kernel.touch(in, t);
      }();
      each_axis<D>([&](auto k) INLINED {
        c.normal[k].store_unaligned(out.contacts->normal[k] + to);
        c.position[k].store_unaligned(out.contacts->position[k] + to);
        if constexpr (requires { c.push; }) c.push[k].store_unaligned(out.contacts->push[k] + to);
      });
    }
  }
}
template <class K>
__attribute__((noinline)) void moments(const typename K::state& s, const float* const* columns, std::size_t first,
                                       std::size_t n, marks& out) {
  reader<typename K::arch, K::columns> in{};
  for (int c = 0; c < K::columns; ++c) in.column[c] = columns[c];
  tell_moments(K(s), in, first, n, out);
}

// What to test in a crowd: all lanes, if the kernel says that its test needs no `near` in front.
template <class K, class In> FORCED flags<typename K::arch> crowd_near(const K& kernel, const In& in) {
  if constexpr (requires { kernel.alone; })
    if (kernel.alone) return ~no_lanes<typename K::arch>();
  return kernel.near(in);
}

// One kernel over up to `chunk` items. Most queries are near to next to nothing, or to nearly all: then a branch after
// each `near` is well predicted. In between it is not, and a wrong guess costs as much as testing two registers. So the
// first block is measured, and where the answer is "some", a kernel whose test is cheap tests everything from there on;
// for the others `near` runs over the rest alone and without a branch, listing the registers that need more.
//
// The last, partial register is copied to a block of its own: one loop body for all, and no byte behind a column is
// ever read.
template <class K> void scan(const void* state, const float* const* columns, std::size_t n, marks& out) {
  using A = typename K::arch;
  using F = floats<A>;
  constexpr int W = F::size, P = K::columns, sample = 10 * W;
  const typename K::state& s = *static_cast<const typename K::state*>(state);
  const K kernel(s);
  doubts<twin<K>> open_lanes(s);
  reader<A, P> in{};  // the pointers twice: these stay in registers, those are handed to functions
  for (int c = 0; c < P; ++c) in.column[c] = open_lanes.column[c] = columns[c];
  const std::size_t whole = n - n % W;
  u64* const hit = out.hit;
  if constexpr (W < 8)
    for (std::size_t w = 0; w < (n + 63) / 64; ++w) hit[w] = 0;
  else if (n)
    hit[(n - 1) / 64] = 0;

  const auto test = [&](std::size_t i, flags<A> close) INLINED {
    const verdict<A> v = kernel.test(in, close);
    u32 b = bits(v.maybe);
    const u32 open = b & ~bits(v.sure);
    if (__builtin_expect(open != 0, 0)) b = weigh<twin<K>>(open_lanes, i, b, open);
    return b;
  };
  const auto branching = [&](std::size_t from, std::size_t to, std::size_t shift, u32 valid) INLINED {
    for (std::size_t i = from; i < to; i += W) {
      in.at = i;
      flags<A> close = kernel.near(in);
      if (valid != ~0u) close = close & lanes_of_bits<A>(valid);  // nothing stands in the other lanes
      u32 b = bits(close);
      if (b != 0) b = test(i, close) & valid;
      store_bits<W>(hit, i + shift, b);
    }
  };
  const auto crowded = [&](std::size_t from, std::size_t to) INLINED {
    if constexpr (K::cheap) {
      if constexpr (W >= 8)
        for (std::size_t i = from; i < to; i += W) {
          in.at = i;
          store_bits<W>(hit, i, test(i, crowd_near<K>(kernel, in)));
        }
      else
        for (std::size_t i = from; i < to; i += 8) {  // a byte at a time
          u32 b = 0;
          for (unsigned j = 0; j < 8 && i + j < to; j += W) {
            in.at = i + j;
            b |= test(i + j, crowd_near<K>(kernel, in)) << j;
          }
          *(reinterpret_cast<u8*>(hit) + i / 8) = (u8)b;
        }
    } else {
      unsigned found = 0;
      u16 list[chunk / W];
      for (std::size_t i = from; i < to; i += W) {
        in.at = i;
        list[found] = (u16)i;
        found += bits(kernel.near(in)) != 0;
        store_bits<W>(hit, i, 0);
      }
      for (unsigned k = 0; k < found; ++k) {
        in.at = list[k];
        store_bits<W>(hit, list[k], test(list[k], kernel.near(in)));
      }
    }
  };

  if (out.crowd == unknown && whole >= 2 * sample) {
    unsigned found = 0;
    for (std::size_t i = 0; i < sample; i += W) in.at = i, found += bits(kernel.near(in)) != 0;
    out.crowd = found <= 1 || (found >= 9 && !K::cheap) ? few_or_all : some;  // of ten
  }
  if (out.crowd == some)
    crowded(0, whole);
  else
    branching(0, whole, 0, ~0u);
  if (open_lanes.count) settle<twin<K>>(open_lanes, hit);
  alignas(64) float late[P][W];
  if (whole < n) {
    for (int c = 0; c < P; ++c) {
      F(load_first(columns[c] + whole, (unsigned)(n - whole), typename F::register_type{})).store_aligned(late[c]);
      in.column[c] = open_lanes.column[c] = late[c];
    }
    open_lanes.tail = true;
    branching(0, W, whole, (1u << (n - whole)) - 1);
  }
  if constexpr (K::moving)
    if (out.times || out.until < 1) {
      if (whole) moments<twin<K>>(s, columns, 0, whole, out);
      if (whole < n) moments<twin<K>>(s, open_lanes.column, whole, n - whole, out);
    }
}

// The scan of pairs in motion. Both sides are read in any case, near ones mostly hit, and the kernel has no constants
// to hold in registers: so times are told where they are found, and nothing is read twice. Contacts are told
// afterwards.
template <class K> void scan_pairs(const void* state, const float* const* columns, std::size_t n, marks& out) {
  using A = typename K::arch;
  using F = floats<A>;
  constexpr int W = F::size, P = K::columns;
  const typename K::state& s = *static_cast<const typename K::state*>(state);
  const K kernel(s);
  doubts<K> open_lanes(s);
  reader<A, P> in{};
  for (int c = 0; c < P; ++c) in.column[c] = open_lanes.column[c] = columns[c];
  const std::size_t whole = n - n % W;
  const bool timed = out.times || out.until < 1;
  for (std::size_t w = 0; w < (n + 63) / 64; ++w) out.hit[w] = 0;

  const auto run = [&](std::size_t to, std::size_t shift, u32 valid) INLINED {
    for (std::size_t i = 0; i < to; i += W) {
      in.at = i;
      flags<A> close = kernel.near(in);
      if (valid != ~0u) close = close & lanes_of_bits<A>(valid);
      if (bits(close) == 0) continue;
      const auto seen = kernel.look(in);
      const verdict<A> v = kernel.test(in, seen, close);
      u32 b = bits(v.maybe);
      const u32 open = b & ~bits(v.sure);
      if (__builtin_expect(open != 0, 0)) b = weigh<K>(open_lanes, i, b, open);
      b &= valid;
      if (timed && b) {
        const moment<A> t = kernel.when(in, seen);
        if (out.until < 1) b &= bits(t.time < F(out.until));
        if (out.times) {
          const F time = xsimd::select(lanes_of_bits<A>(b), t.time, F(1.f));
          if (valid == ~0u)
            time.store_unaligned(out.times + i);
          else {
            alignas(64) float lane[W];
            time.store_aligned(lane);
            for (std::size_t k = 0; k < n - shift; ++k) out.times[shift + k] = lane[k];
          }
          if (out.details) {
            replace_bits<W>(out.corner, i + shift, bits(t.corner));
            replace_bits<W>(out.started, i + shift, bits(t.started));
          }
        }
      }
      store_bits<W>(out.hit, i + shift, b);
    }
  };
  run(whole, 0, ~0u);
  if (open_lanes.count) {
    settle<K>(open_lanes, out.hit);
    if (out.times)
      for (unsigned k = 0; k < open_lanes.count; ++k) {
        const unsigned i = open_lanes.item[k];
        if (!(out.hit[i / 64] >> (i % 64) & 1)) out.times[i] = 1;
      }
  }
  alignas(64) float late[P][W];
  if (whole < n) {
    for (int c = 0; c < P; ++c) {
      F(load_first(columns[c] + whole, (unsigned)(n - whole), typename F::register_type{})).store_aligned(late[c]);
      in.column[c] = open_lanes.column[c] = late[c];
    }
    open_lanes.tail = true;
    run(W, whole, (1u << (n - whole)) - 1);
  }
  if (out.contacts) {
    if (whole) moments<K>(s, columns, 0, whole, out);
    if (whole < n) moments<K>(s, open_lanes.column, whole, n - whole, out);
  }
}

}  // namespace
}  // namespace hitscan::detail
