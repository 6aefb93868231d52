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

#include <hitscan/detail/request.hpp>

#include "simd.hpp"

namespace hitscan::detail {
namespace {

constexpr int chunk = 1024, max_columns = 18;

struct contact_columns {
  float normal[3][chunk], position[3][chunk];
};

struct marks {
  u64* hit;                                     // the caller's: (n + 63) / 64 words
  u64 corner[chunk / 64], started[chunk / 64];  // where hit, when times are wanted
  float* times = nullptr;                       // null: not wanted. Written where hit.
  contact_columns* contacts = nullptr;          // null: not wanted; wants times too. Written where hit.
  float until = 2;                              // hits at this time or later are none
};

using scan_fn = void (*)(const void* state, const float* const* columns, std::size_t n, marks&);

// What a kernel says of a register of lanes.
template <class A> struct verdict { flags<A> maybe, sure; };
template <class A> struct moment { floats<A> time; flags<A> corner, started; };
template <class A, int D> struct contact { floats<A> normal[D], position[D]; };

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
  FORCED wide_reader<doubles<A>> half(int h) const { return {column, at + h * doubles<A>::size}; }
};
// A kernel may see its columns under second names (near and far edges, chosen once by the sign of a uniform motion).
template <class K> constexpr int views() {
  if constexpr (requires { K::aliases; }) return K::columns + K::aliases;
  else return K::columns;
}

// Lanes at..at + W - 1, decided exactly.
template <class K> __attribute__((noinline)) u32 decide(const typename K::state& s, const float* const* column, std::size_t at) {
  using R = doubles<typename K::arch>;
  return K::exact(s, wide_reader<R>{column, at}) | K::exact(s, wide_reader<R>{column, at + R::size}) << R::size;
}

// Single doubtful lanes are gathered into a full register of their own and decided together.
template <class K> __attribute__((noinline)) void settle(const typename K::state& s, const float* const* column, const u16* doubt, unsigned n, marks& out) {
  constexpr int W = floats<typename K::arch>::size, N = K::columns;
  alignas(64) float row[N][W];
  const float* gathered[N];
  for (int c = 0; c < N; ++c) gathered[c] = row[c];
  for (unsigned first = 0; first < n; first += W) {
    for (int j = 0; j < W; ++j) {
      const unsigned i = doubt[first + j < n ? first + j : n - 1];
      for (int c = 0; c < N; ++c) row[c][j] = column[c][i];
    }
    u32 lost = ~decide<K>(s, gathered, 0);
    for (int j = 0; j < W && first + j < n; ++j, lost >>= 1) {
      const unsigned i = doubt[first + j];
      out.hit[i / 64] &= ~((u64)(lost & 1) << (i % 64));
      if (out.times && lost & 1) out.times[i] = 1;
    }
  }
}

template <int W> FORCED void store_bits(u64* words, std::size_t i, u32 b) {
  u8* p = reinterpret_cast<u8*>(words) + i / 8;
  if constexpr (W == 16) {
    const u16 v = (u16)b;
    __builtin_memcpy(p, &v, 2);
  } else if constexpr (W == 8) *p = (u8)b;
  else if (b) *p = (u8)(*p | b << (i & 4));
}
template <int W> FORCED void replace_bits(u64* words, std::size_t i, u32 b) {
  u64& w = words[i / 64];
  constexpr u64 all = (1ull << W) - 1;
  w = (w & ~(all << (i % 64))) | (u64)(b & all) << (i % 64);
}

template <class F> __attribute__((noinline)) void store_some(F v, float* out, unsigned n) {
  alignas(64) float lane[F::size];
  v.store_aligned(lane);
  for (unsigned j = 0; j < n; ++j) out[j] = lane[j];
}

// One kernel over up to `chunk` items. The last, partial register is copied to a block of its own first: one loop body
// for both, and no byte behind a column is ever read.
template <class K> void scan(const void* state, const float* const* columns, std::size_t n, marks& out) {
  using A = typename K::arch;
  using F = floats<A>;
  constexpr int W = F::size, N = K::columns, P = views<K>(), D = K::dims;
  const typename K::state& s = *static_cast<const typename K::state*>(state);
  const K kernel(s);
  u16 doubt[chunk];
  unsigned doubts = 0;
  const std::size_t whole = n - n % W;
  const bool timed = out.times != nullptr || out.until < 1;
  u64* const hit = out.hit;
  if constexpr (W < 8) for (std::size_t w = 0; w < (n + 63) / 64; ++w) hit[w] = 0;
  else if (n) hit[(n - 1) / 64] = 0;

  // The pointers twice: `kept` is handed to functions, so any store might change it; `in` stays in registers.
  const float* kept[P];
  for (int c = 0; c < N; ++c) kept[c] = columns[c];
  if constexpr (P > N) K::alias(s, kept);
  reader<A, P> in{};
  for (int c = 0; c < P; ++c) in.column[c] = kept[c];
  alignas(64) float late[P][W];

  // Item i of the columns is item i + shift of the chunk: 0 for whole registers, `whole` for the copied tail.
  std::size_t end = whole, shift = 0;
  u32 valid = ~0u;
  for (bool tail = false;; tail = true) {
    for (std::size_t i = 0; i < end; i += W) {
      in.at = i;
      const std::size_t to = i + shift;
      const flags<A> close = kernel.near(in);
      u32 b = bits(close);
      if (__builtin_expect(b != 0, 0)) {
        const verdict<A> v = kernel.test(in, close);
        b = bits(v.maybe) & valid;
        u32 open = b & ~bits(v.sure);
        if (__builtin_expect(open != 0, 0)) {
          if (tail || __builtin_popcount(open) >= W / 4) b &= decide<K>(s, kept, i) | ~open;
          else for (; open; open &= open - 1) doubt[doubts++] = (u16)(to + (unsigned)__builtin_ctz(open));
        }
        if constexpr (K::moving) if (timed && b) {
          const moment<A> t = kernel.when(in);
          if (out.until < 1) b &= bits(t.time < F(out.until));
          if (out.times) {
            const F time = xsimd::select(lanes_of_bits<A>(b), t.time, F(1.f));
            if (tail) store_some(time, out.times + whole, (unsigned)(n - whole));
            else time.store_unaligned(out.times + i);
            replace_bits<W>(out.corner, to, bits(t.corner));
            replace_bits<W>(out.started, to, bits(t.started));
            if (out.contacts) {
              const contact<A, D> c = kernel.touch(in, t);
              each_axis<D>([&](auto k) INLINED {
                c.normal[k].store_unaligned(out.contacts->normal[k] + to);
                c.position[k].store_unaligned(out.contacts->position[k] + to);
              });
            }
          }
        }
      }
      store_bits<W>(hit, to, b);
    }
    if (tail) break;
    if (doubts) settle<K>(s, kept, doubt, doubts, out);
    if (whole == n) break;
    for (int c = 0; c < P; ++c) {
      F(load_first(kept[c] + whole, (unsigned)(n - whole), typename F::register_type{})).store_aligned(late[c]);
      in.column[c] = kept[c] = late[c];
    }
    end = W, shift = whole, valid = (1u << (n - whole)) - 1;
  }
}

}  // namespace
}  // namespace hitscan::detail
