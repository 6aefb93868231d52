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

namespace hitscan::detail::HITSCAN_ISA {

// src/isa/scan.cpp, where they are explained.
void run_scan(const scan_steps& k, const void* state, const float* const* columns, std::size_t n, marks& out);
bool first_of_whole(doubts& d, void* state, std::size_t whole, std::size_t number, first_hit& so_far, first_fn ask);
void run_pairs(const pair_steps& k, const void* state, const float* const* columns, std::size_t n, bool keeps_all,
               marks& out);
void settle(doubts& d, std::uint64_t* hit);
u32 begin_last(doubts& d, std::size_t whole, std::size_t n, float* to, const float** copies);
// src/isa/packed.cpp
void tell_packed(moments_fn tell, int dims, const void* state, const float* const* columns, int count,
                 std::size_t first, std::size_t n, marks& out);

}  // namespace hitscan::detail::HITSCAN_ISA

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

// As it is, in a register: where the compiler would take a second use for a second reading of memory.
template <class F> FORCED F read_once(F v) {
#if defined(__AVX2__)
  __asm__("" : "+v"(v.data));
#endif
  return v;
}
// What a reader has, each column read once.
template <class A, int N> struct held {
  using value = floats<A>;
  value v[N];
  FORCED explicit held(const reader<A, N>& in) {
    each_axis<N>([&](auto c) INLINED { v[c] = read_once(in[c]); });
  }
  FORCED value operator[](int c) const { return v[c]; }
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

// Where one side is the same for all, what is seldom or slow is asked as of pairs, whose kernel (`pairs`) has both
// sides in columns: K::place says where these stand. So that, too, is in object code once. `told_as_pairs`: times, too.
template <class K>
concept decided_as_pairs = requires { typename K::pairs; };
template <class K>
concept told_as_pairs = decided_as_pairs<K> && K::told_as_pairs;

// Those of pairs, from item `at` on.
template <class A, int N> class placed_columns {
 public:
  using F = floats<A>;
  FORCED explicit placed_columns(std::size_t at) : at_(at) {}
  FORCED void column(int c, const float* from) { in_.column[c] = from + at_; }
  FORCED void same(int c, float x) {
    F(x).store_aligned(row_[c]);
    in_.column[c] = row_[c], same_ |= 1u << c;
  }
  FORCED void zero(int c) { in_.column[c] = zeros; }
  FORCED const float* const* columns() const { return in_.column; }
  // Those from `at` + i on.
  FORCED const reader<A, N>& read(std::size_t i) {
    if (same_ == 0)
      in_.at = i;
    else {
      for (int c = 0; c < N; ++c) in_.column[c] += same_ >> c & 1 ? 0 : i - read_;
      read_ = i;
    }
    return in_;
  }

 private:
  std::size_t at_, read_ = 0;
  u32 same_ = 0;
  reader<A, N> in_{};
  alignas(64) float row_[N][F::size];
};

// Half of a register, decided exactly. Those that are not open may come out either way. In the object once a kernel.
template <class K>
ONCE u32 decide_half(const typename K::state& s, const float* const* column, std::size_t at,
                     [[maybe_unused]] u32 open) {
  const wide_reader<doubles<typename K::arch>> in{column, at};
  if constexpr (requires { K::exact(s, in, open); })  // lane by lane
    return K::exact(s, in, open);
  else
    return K::exact(s, in);
}
template <class K>
FORCED u32 decide_both(const typename K::state& s, const float* const* column, std::size_t at, u32 open) {
  constexpr int half = doubles<typename K::arch>::size;
  const u32 low = open & ((1u << half) - 1), high = open >> half;
  return (low ? decide_half<K>(s, column, at, low) : 0) |
         (high ? decide_half<K>(s, column, at + half, high) << half : 0);
}
// Lanes at..at + W - 1.
template <class K> ONCE u32 decide_here(const void* state, const float* const* column, std::size_t at, u32 open) {
  const typename K::state& s = *static_cast<const typename K::state*>(state);
  if constexpr (decided_as_pairs<K>) {
    placed_columns<typename K::arch, K::pairs::columns> all(at);
    const typename K::pairs::state of_pairs = K::place(s, column, all);
    return decide_both<typename K::pairs>(of_pairs, all.columns(), 0, open);
  } else
    return decide_both<K>(s, column, at, open);
}

// A register with open lanes: decided where it stands if there are many, else its open lanes go on the list and count
// as hits for now. Returns its bits. Of each kernel its own: g++ then knows which registers are left alone, and the
// loops' constants stay in theirs.
template <std::size_t W, class Decide>
FORCED u32 weigh_by(doubts& d, std::size_t at, u32 maybe, u32 open, const Decide& decide) {
  constexpr unsigned many = W / 4;
  if (many <= 1 || d.tail || bits_set(open) >= many) return maybe & (decide(d.state, d.column, at, open) | ~open);
  for (; open; open &= open - 1) d.item[d.count++] = (u16)(at + (unsigned)__builtin_ctz(open));
  return maybe;
}
template <class K> ONCE u32 weigh(doubts& d, std::size_t at, u32 maybe, u32 open) {
  return weigh_by<floats<typename K::arch>::size>(d, at, maybe, open, decide_here<K>);
}

template <class K> FORCED const typename K::state& state_in(const doubts& d) {
  return *static_cast<const typename K::state*>(d.state);
}

// Some kernels take out lanes that hit, as the start policy wants it: seldom asked for.
template <class K> ONCE u32 refused_here(const doubts& d, std::size_t at) {
  reader<typename K::arch, K::columns> in{};
  for (int c = 0; c < K::columns; ++c) in.column[c] = d.column[c];
  in.at = at;
  return bits(K::refused(state_in<K>(d), in));
}
template <class K>
constexpr bool takes_out =
    requires(const typename K::state& s, const reader<typename K::arch, K::columns>& in) { K::refused(s, in); };
template <class K> FORCED u32 kept(const doubts& d, std::size_t at, u32 maybe) {
  if constexpr (takes_out<K>)
    if (__builtin_expect(state_in<K>(d).start != start_overlap::hits, 0)) return maybe & ~refused_here<K>(d, at);
  return maybe;
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
// Bits of all registers of a word, straight through.
template <int W, class Hits> FORCED void store_word(u64* word, std::size_t first, Hits hits) {
  constexpr int step = W < 8 ? 8 : W;  // NOLINT(bugprone-branch-clone): the same where W is 8
  std::size_t end = first + 64;
  if constexpr (W < 16) __asm__("" : "+r"(end));  // a loop: of all at once g++ makes sums in the end, and spills them
#pragma GCC unroll 4
  for (std::size_t i = first; i < end; i += step) {
    u32 b = hits(i);
    if constexpr (W < 8) b |= hits(i + W) << W;
    store_bits<step>(word, i, b);
  }
}
template <int W> FORCED void replace_bits(u64* words, std::size_t i, u32 b) {
  if constexpr (W >= 8)
    return store_bits<W>(words, i, b);
  else {
    u8* p = reinterpret_cast<u8*>(words) + i / 8;
    *p = (u8)((*p & ~(15u << (i & 4))) | (b & 15) << (i & 4));
  }
}

// Times and contacts of the items first..first + n - 1 that hit; read(i) has those from first + i on. Hits at or after
// `until` lose their bit.
template <class K, class Read>
FORCED void tell_moments(const K& kernel, std::size_t first, std::size_t n, marks& out, Read read) {
  using F = floats<typename K::arch>;
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
      const auto& in = read(i);
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
      const F time = xsimd::select(lanes_of_bits<typename K::arch>(b), t.time, F(1.f));
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
ONCE void placed_moments(const typename K::state& s, placed_columns<typename K::arch, K::columns>& all,
                         std::size_t first, std::size_t n, marks& out) {
  tell_moments(K(s), first, n, out, [&](std::size_t i) INLINED -> const auto& { return all.read(i); });
}
template <class K>
void moments(const void* state, const float* const* columns, std::size_t first, std::size_t n, marks& out) {
  const typename K::state& s = *static_cast<const typename K::state*>(state);
  if constexpr (told_as_pairs<K>) {
    placed_columns<typename K::arch, K::pairs::columns> all(first);
    const typename K::pairs::state of_pairs = K::place(s, columns, all);
    placed_moments<typename K::pairs>(of_pairs, all, first, n, out);
  } else {
    reader<typename K::arch, K::columns> in{};
    for (int c = 0; c < K::columns; ++c) in.column[c] = columns[c] + first;
    tell_moments(K(s), first, n, out, [&](std::size_t i) INLINED -> const auto& {
      in.at = i;
      return in;
    });
  }
}

// The same where telling a register takes so long that hits that lie apart are put side by side before.
template <class K>
void packed_moments(const void* state, const float* const* columns, std::size_t first, std::size_t n, marks& out) {
  if constexpr (!requires { requires K::slow_to_tell; })  // a contact's depth is quick to tell, not so the rest of it
    if (!out.contacts) return moments<K>(state, columns, first, n, out);
  int count = K::columns;
  if constexpr (requires(const typename K::state& s) { s.columns; })
    count = static_cast<const typename K::state*>(state)->columns;
  HITSCAN_ISA::tell_packed(moments<K>, K::dims, state, columns, count, first, n, out);
}

template <class K> constexpr moments_fn moments_by() {
  if constexpr (requires { requires K::slow_to_tell; }) return packed_moments<K>;
  return moments<K>;
}

// What to test in a crowd: all lanes, if the kernel says that its test needs no `near` in front.
template <class K, class In> FORCED flags<typename K::arch> crowd_near(const K& kernel, const In& in) {
  if constexpr (requires { kernel.alone; })
    if (kernel.alone) return ~no_lanes<typename K::arch>();
  if constexpr (requires { kernel.near_in_crowd(in); })
    return kernel.near_in_crowd(in);
  else
    return kernel.near(in);
}

// ---- one kernel over up to `chunk` items: the loops that run_scan puts in order (src/isa/scan.cpp) ----------------

// The columns' pointers once more: these stay in registers, those of `d` are handed to functions.
template <class K> FORCED reader<typename K::arch, K::columns> reader_of(const doubts& d) {
  reader<typename K::arch, K::columns> in{};
  for (int c = 0; c < K::columns; ++c) in.column[c] = d.column[c];
  return in;
}

template <class K, class In>
FORCED u32 told_by(const K& kernel, const In& in, doubts& d, flags<typename K::arch> close) {
  const verdict<typename K::arch> v = kernel.test(in, close);
  u32 b = kept<twin<K>>(d, in.at, bits(v.maybe));
  const u32 open = b & ~bits(v.sure);
  if (__builtin_expect(open != 0, 0)) b = weigh<twin<K>>(d, in.at, b, open);
  return b;
}
// Where the constants of both are more than there are registers, the loop over `near` keeps its own, and the test,
// which twins share, is called: of kernels that say so.
template <class K>
concept calls_test = requires { requires K::tested_apart; };
template <class K> ONCE u32 test_here(doubts& d, std::size_t at, flags<typename K::arch> close) {
  const K kernel(state_in<K>(d));
  auto in = reader_of<K>(d);
  in.at = at;
  return told_by(kernel, in, d, close);
}
template <class K, class In>
FORCED u32 test_register(const K& kernel, const In& in, doubts& d, flags<typename K::arch> close) {
  if constexpr (calls_test<K>)
    return test_here<twin<K>>(d, in.at, close);
  else
    return told_by(kernel, in, d, close);
}

// A branch after each `near`: the words are 0 before. Nothing stands in the lanes that are not valid.
template <class K> void test_near(doubts& d, std::size_t from, std::size_t to, u32 valid, u64* hit) {
  using A = typename K::arch;
  constexpr int W = floats<A>::size;
  const K kernel(state_in<K>(d));
  auto in = reader_of<K>(d);
  const flags<A> there = lanes_of_bits<A>(valid);
  for (std::size_t i = from; i < to; i += W) {
    __asm__("" : "+r"(i));  // one count for all columns
    in.at = i;
    const flags<A> close = kernel.near(in);
    if (bits(close) != 0) store_bits<W>(hit, i, test_register(kernel, in, d, close & there) & valid);
  }
}

template <class K> void test_crowd(doubts& d, std::size_t whole, u64* hit) {
  using A = typename K::arch;
  constexpr int W = floats<A>::size;
  const K kernel(state_in<K>(d));
  auto in = reader_of<K>(d);
  if constexpr (K::cheap && W >= 8) {
    for (in.at = 0; in.at < whole; in.at += W)
      store_bits<W>(hit, in.at, told_by(kernel, in, d, crowd_near<K>(kernel, in)));
  } else if constexpr (K::cheap) {
    for (std::size_t i = 0; i < whole; i += 8) {  // a byte at a time
      u32 b = 0;
      for (unsigned j = 0; j < 8 && i + j < whole; j += W) {
        in.at = i + j;
        b |= told_by(kernel, in, d, crowd_near<K>(kernel, in)) << j;
      }
      *(reinterpret_cast<u8*>(hit) + i / 8) = (u8)b;
    }
  } else {
    unsigned found = 0;
    u16 list[chunk / W], lanes[chunk / W];
    for (in.at = 0; in.at < whole; in.at += W) {
      const u32 close = bits(kernel.near(in));
      list[found] = (u16)in.at, lanes[found] = (u16)close;
      found += close != 0;
    }
    for (unsigned k = 0; k < found; ++k) {
      in.at = list[k];
      store_bits<W>(hit, in.at, test_register(kernel, in, d, lanes_of_bits<A>(lanes[k])));
    }
  }
}

// ---- straight through words of 64 ------------------------------------------------------------------------------
//
// Where much is near, a branch a register is guessed wrong too often. A kernel with a `sketch` then tells words of 64
// items without one, and without a look at single lanes: the sketch notes whether any lane since its begin() came out
// neither a clear hit nor a clear miss. Such a word is told once more, by near, test and exact; where that happens to
// many, the rest is not sketched.
// There may be two of them: sketch<true> is for states of which K::second_sketch says so.
template <class K>
concept sketches = requires { typename K::template sketch<true>; };
template <class K>
concept sketches_all = sketches<K> && !requires { K::sketched; };  // whatever the query
// Where that takes no longer than to see what is near, so that no sample is needed.
template <class K>
concept unsampled = sketches_all<K> && K::straight;

// So many words. Returns how many it has told.
template <class K, bool Second> ONCE std::size_t tell_words(doubts& d, std::size_t words, u64* hit) {
  using A = typename K::arch;
  constexpr int W = floats<A>::size;
  typename K::template sketch<Second> kernel(state_in<K>(d), d.column);
  bool keeps_all = true;
  if constexpr (takes_out<K>) keeps_all = state_in<K>(d).start == start_overlap::hits;
  unsigned again = 0;
  std::size_t w = 0;
  kernel.begin();
  for (; w < words && again <= 8; ++w) {
    store_word<W>(hit, 64 * w, [&](std::size_t i) INLINED { return kernel.hits(i); });
    if (__builtin_expect(!kernel.clear(), 0)) {
      kernel.begin(), hit[w] = 0, again += 2;
      test_near<K>(d, 64 * w, 64 * w + 64, ~0u, hit);
      continue;
    }
    again -= again > 0;
    if (__builtin_expect(!keeps_all, 0))
      for (std::size_t at = 64 * w; at < 64 * w + 64; at += W)
        if (const u32 b = (u32)(hit[w] >> (at % 64)) & (u32)((1ull << W) - 1))
          replace_bits<W>(hit, at, kept<twin<K>>(d, at, b));
  }
  return w;
}

// Returns how many items it has told.
template <class K> std::size_t tell(doubts& d, std::size_t words, marks& out) {
  const typename K::state& s = state_in<K>(d);
  if constexpr (!sketches_all<K>)
    if (!K::sketched(s)) return 0;
  if constexpr (!std::is_same_v<typename K::template sketch<true>, typename K::template sketch<false>>)
    if (K::second_sketch(s)) return 64 * tell_words<K, true>(d, words, out.hit);
  return 64 * tell_words<K, false>(d, words, out.hit);
}

constexpr int sample = 10;  // registers. A sketch pays from one in ten on
template <class K> crowd crowd_of_sample(doubts& d) {
  constexpr int W = floats<typename K::arch>::size;
  const K kernel(state_in<K>(d));
  auto in = reader_of<K>(d);
  u32 close = 0;
  int count = sample;
  __asm__("" : "+r"(count));  // a loop, not ten copies
  for (; count; --count, in.at += W) close += close + (bits(kernel.near(in)) != 0);
  d.sampled = close;
  if constexpr (sketches<K> && !sketches_all<K>)
    if (K::sketched(state_in<K>(d))) return unknown;  // the scan looks at d.sampled
  const u32 others = ~close & ((1u << sample) - 1);
  if (!(close & (close - 1))) return few;
  return !K::cheap && !(others & (others - 1)) ? all : some;
}

template <class K> constexpr scan_steps steps_of() {
  static_assert(K::columns == twin<K>::columns);
  scan_steps k{.columns = K::columns, .decide = decide_here<twin<K>>, .near = test_near<K>};
  if constexpr (!unsampled<K>) k.sample = crowd_of_sample<K>;
  if constexpr (!sketches_all<K>) k.crowd = test_crowd<K>;
  if constexpr (sketches<K>) k.tell = tell<K>;
  if constexpr (K::moving) k.moments = moments_by<twin<K>>();
  return k;
}
template <class K> constexpr scan_steps steps_in_scan = steps_of<K>();
template <class K> void scan(const void* state, const float* const* columns, std::size_t n, marks& out) {
  HITSCAN_ISA::run_scan(steps_in_scan<K>, state, columns, n, out);
}

// Nothing is open so far.
FORCED void begin_scan(doubts& d, const void* state, decltype(doubts::decide) decide, const float* const* columns,
                       int count) {
  d.state = state, d.decide = decide, d.column = columns, d.columns = count, d.count = 0, d.tail = false;
}
// Room for the last register.
template <int Columns, std::size_t W> struct last_register {
  alignas(64) float late[Columns][W];
  const float* column[Columns];
  FORCED u32 begin(doubts& d, std::size_t whole, std::size_t n) {
    return HITSCAN_ISA::begin_last(d, whole, n, late[0], column);
  }
};

// ---- the first hit ---------------------------------------------------------------------------------------------
//
//     | near | near | near: a hit | near | ...     A hit bounds, by its time, all that comes after: so of many that hit
//     |<---- bounds of the motion --->|            only a few are asked about more than whether they are near.
//                   |<---- shrink --->|
//
// Of kernels with K::bound(state, time) and take_bounds(), which reads them again. Where hit after hit is sooner, items
// come from far to near, as the bullets of a gun do: then the last ones are asked for a bound (src/isa/scan.cpp).

// The winner's contact: it is item `at`.
template <class K> ONCE void tell_winner(const doubts& d, const typename K::state& s, std::size_t at, outcome& best) {
  using F = floats<typename K::arch>;
  constexpr std::size_t W = F::size;
  const std::size_t first = at / W * W;
  const K kernel(s);
  auto in = reader_of<K>(d);
  in.at = first;
  const auto c = kernel.touch(in, kernel.when(in));
  const auto lane = [&](const F& v) INLINED {
    alignas(64) float all[W];
    v.store_aligned(all);
    return all[at - first];
  };
  each_axis<K::dims>([&](auto k)
                         INLINED { best.normal[k] = lane(c.normal[k]), best.position[k] = lane(c.position[k]); });
}

template <class K>
ONCE bool first_of_registers(doubts& d, void* state, std::size_t from, std::size_t to, u32 valid, std::size_t number,
                             first_hit& so_far) {
  using A = typename K::arch;
  typename K::state& s = *static_cast<typename K::state*>(state);
  constexpr int W = floats<A>::size;
  outcome& best = so_far.best;
  K kernel(s);
  auto in = reader_of<K>(d);
  const flags<A> there = lanes_of_bits<A>(valid);
  alignas(64) float time[K::cheap ? W : chunk];
  u64 hit[chunk / 64];
  marks m;
  m.hit = hit, m.times = time;
  contact_block contacts;  // of a kernel that is not cheap, told with the times: to tell them again takes longer
  if constexpr (!K::cheap) m.contacts = &contacts;
  std::size_t won = chunk;  // the best item, if it is new
  int met = 0;              // registers, those with a sooner hit twice
  for (std::size_t i = from; i < to; i += W) {
    __asm__("" : "+r"(i));  // one count for all columns
    in.at = i;
    const flags<A> close = kernel.near(in);
    if (__builtin_expect(bits(close) == 0, 1)) continue;
    u32 b;
    if constexpr (calls_test<K> && !K::cheap)
      b = test_here<twin<K>>(d, i, close & there);
    else {
      const verdict<A> v = kernel.test(in, close & there);
      b = kept<twin<K>>(d, i, bits(v.maybe));
      const u32 open = b & ~bits(v.sure);
      if (__builtin_expect(open != 0, 0)) b &= decide_here<twin<K>>(d.state, d.column, i, open) | ~open;
    }
    if (b == 0) continue;
    u32 at_corner, at_start;
    const float* when = time;
    if constexpr (K::cheap) {
      const moment<A> t = kernel.when(in);
      t.time.store_aligned(time), at_corner = bits(t.corner), at_start = bits(t.started);
      b &= bits(t.time <= floats<A>(best.time));
    } else {
      hit[i / 64] = (u64)b << (i % 64);
      moments<twin<K>>(&s, d.column, i, to - i < W ? to - i : W, m);
      when += i, at_corner = (u32)(m.corner[i / 64] >> (i % 64)), at_start = (u32)(m.started[i / 64] >> (i % 64));
    }
    const std::size_t before = won;
    for (; b; b &= b - 1) {
      const unsigned j = (unsigned)__builtin_ctz(b);
      const std::size_t item = number + i + j;
      const bool cornered = at_corner >> j & 1, sooner = when[j] < best.time;
      if (!sooner && !(when[j] == best.time && (best.flags & corner) && !cornered)) continue;
      if (so_far.layer_data && !(so_far.layer_data[item] & so_far.layers)) continue;
      best.index = (index)item, best.time = when[j], won = i + j;
      best.flags = (u8)((cornered ? corner : 0) | (at_start >> j & 1 ? started : 0));
    }
    ++met;
    if (won == before) continue;
    if (best.time == 0 && !(best.flags & corner)) break;  // nothing comes before
    K::bound(s, so_far.least < best.time ? so_far.least : best.time), kernel.take_bounds();
    if (++met >= 10 && so_far.may_pause) {
      so_far.paused = i + W;
      break;
    }
  }
  if (won == chunk) return true;
  if constexpr (K::cheap)
    tell_winner<twin<K>>(d, s, won, best);
  else
    for (int k = 0; k < K::dims; ++k)
      best.normal[k] = contacts.normal[k][won], best.position[k] = contacts.position[k][won];
  return best.time > 0 || (best.flags & corner);
}
template <class K>
ONCE void first_of_last(doubts& d, void* s, std::size_t whole, std::size_t n, std::size_t number, first_hit& so_far) {
  last_register<K::columns, floats<typename K::arch>::size> last;
  const u32 valid = last.begin(d, whole, n);
  first_of_registers<K>(d, s, whole, n, valid, number, so_far);
}
template <class K>
void first(void* state, const float* const* columns, std::size_t n, std::size_t number, first_hit& so_far) {
  constexpr std::size_t W = floats<typename K::arch>::size;
  doubts d;
  begin_scan(d, state, decide_here<twin<K>>, columns, K::columns);
  d.tail = true;  // what is open is decided where it stands
  const std::size_t whole = n - n % W;
  if (whole && !HITSCAN_ISA::first_of_whole(d, state, whole, number, so_far, first_of_registers<K>)) return;
  if (whole < n) first_of_last<K>(d, state, whole, n, number, so_far);
}
template <class K> FORCED void scan_by(plan& p) { p.scan = scan<K>, p.first = first<K>; }

// ---- pairs in motion -------------------------------------------------------------------------------------------
//
// Both sides are read in any case, near ones mostly hit, and the kernel has no constants to hold in registers: so times
// are told where they are found, and nothing is read twice. Contacts are told afterwards.

// Returns how many registers were near; 0 if a lane was open.
template <class K> ONCE unsigned test_pairs(doubts& d, std::size_t from, std::size_t to, u32 valid, marks& out) {
  using A = typename K::arch;
  using F = floats<A>;
  constexpr int W = F::size;
  const K kernel(state_in<K>(d));
  auto in = reader_of<K>(d);
  const bool timed = wants_moments(out);
  const flags<A> there = lanes_of_bits<A>(valid);
  unsigned found = 0;
  bool opened = false;
  for (std::size_t i = from; i < to; i += W) {
    __asm__("" : "+r"(i));  // one count for all columns
    in.at = i;
    flags<A> close = kernel.near(in);
    if (bits(close) == 0) continue;
    ++found;
    close = close & there;
    const auto seen = kernel.look(in);
    const verdict<A> v = kernel.test(in, seen, close);
    u32 b = kept<twin<K>>(d, i, bits(v.maybe));
    const u32 open = b & ~bits(v.sure);
    if (__builtin_expect(open != 0, 0)) b = weigh<twin<K>>(d, i, b, open), opened = true;
    b &= valid;
    if (timed && b) {
      moment<A> t;
      if constexpr (requires { kernel.when_hit(in, b); })
        t = kernel.when_hit(in, b);
      else
        t = kernel.when(in, seen);
      if (out.until < 1) b &= bits(t.time < F(out.until));
      if (out.times) {
        const F time = xsimd::select(lanes_of_bits<A>(b), t.time, F(1.f));
        if (valid == ~0u)
          time.store_unaligned(out.times + i);
        else {
          alignas(64) float lane[W];
          time.store_aligned(lane);
          for (std::size_t k = 0; k < to - i; ++k) out.times[i + k] = lane[k];
        }
        if (out.details) {
          replace_bits<W>(out.corner, i, bits(t.corner));
          replace_bits<W>(out.started, i, bits(t.started));
        }
      }
    }
    store_bits<W>(out.hit, i, b);
  }
  return opened ? 0 : found;
}

// The same without a branch, for kernels with a sketch of pairs: words of 64, and times with them; as in tell_words a
// word that is not clear is told again. From the second word on; returns how many items have been told.
template <class K> ONCE std::size_t tell_pairs(doubts& d, std::size_t words, marks& out) {
  using F = floats<typename K::arch>;
  constexpr int W = F::size;
  typename K::pairs_sketch kernel(d.column, out.until);
  bool timed = wants_moments(out);
  unsigned again = 0;
  std::size_t w = 1;
  for (; w < words && again < 6; ++w) {
    kernel.begin();
    constexpr int step = W < 16 ? 8 : 32;  // some at once: the whole word is 5 kB
    for (std::size_t i = 64 * w, end = i + 64; i < end; i += step) {
      __asm__("" : "+r"(end), "+r"(timed));  // one loop, not four rounds, nor one with times and one without
      u32 b = kernel.hits(i, timed, out.times);
      if constexpr (step > W) b |= kernel.hits(i + W, timed, out.times) << W;
      __builtin_memcpy(reinterpret_cast<u8*>(out.hit) + i / 8, &b, step / 8);
    }
    again -= again > 2 ? 2 : again;
    if (__builtin_expect(kernel.clear(), 1)) continue;
    out.hit[w] = 0, again += 5;
    if (out.times)
      for (std::size_t i = 64 * w; i < 64 * w + 64; i += W) F(1.f).store_unaligned(out.times + i);
    test_pairs<K>(d, 64 * w, 64 * w + 64, ~0u, out);
  }
  return 64 * w;
}

template <class K>
concept sketches_pairs = requires { typename K::pairs_sketch; };

template <class K> constexpr pair_steps pair_steps_of() {
  pair_steps k{K::columns, decide_here<K>, test_pairs<K>, nullptr, moments_by<K>()};
  if constexpr (sketches_pairs<K>) k.tell = tell_pairs<K>;
  return k;
}
template <class K> constexpr pair_steps steps_of_pairs = pair_steps_of<K>();
template <class K> void scan_pairs(const void* state, const float* const* columns, std::size_t n, marks& out) {
  const bool keeps_all = static_cast<const typename K::state*>(state)->start == start_overlap::hits;
  HITSCAN_ISA::run_pairs(steps_of_pairs<K>, state, columns, n, keeps_all, out);
}

}  // namespace
}  // namespace hitscan::detail
