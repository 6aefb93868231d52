// The result forms: one function each, for every test. All are made from the marks that a scan leaves.
#pragma once

#include "feeds.hpp"

namespace hitscan::detail {
namespace {

// Marks with words of their own.
struct own_marks : marks {
  u64 words[chunk / 64];
  own_marks() { hit = words; }
};

template <class A> bool bind(const request& r, plan& p);  // src/isa/engine.cpp: false when nothing can hit at all

// ---- layers ----------------------------------------------------------------------------------------------------

FORCED bool layered(const request& r) { return r.a.layer_data || r.b.layer_data; }
FORCED u32 layer_of(const side& s, const index* pick, std::size_t i) {
  if (!s.layer_data) return s.layer_one;
  const std::size_t item = pick ? pick[i] : i;
  return item < s.count ? s.layer_data[item] : 0;
}
// Which of 64 items in a row share a layer with all of `with`, of each other too if both sides have a column.
template <class A> FORCED u64 shared_by(const u32* a, const u32* b, u32 with) {
  typedef u32 words __attribute__((vector_size(sizeof(floats<A>))));
  constexpr unsigned W = floats<A>::size;
  u64 share = 0;
  for (unsigned j = 0; j < 64; j += W) {
    __asm__("" : "+r"(j));  // a loop
    words w, other;
    __builtin_memcpy(&w, a + j, sizeof w), __builtin_memcpy(&other, b + j, sizeof other);
    w = (words)((w & other & with) != 0);
    floats<A> as_flags;
    __builtin_memcpy(&as_flags, &w, sizeof w);
    share |= (u64)bits(sign_set(as_flags)) << j;
  }
  return share;
}
// Takes the marks of items off that share no layer with the query and with each other.
template <class A> ONCE void apply_layers(const request& r, std::size_t first, std::size_t n, marks& m) {
  const bool a_many = r.batch != batch::one_many, b_many = r.batch != batch::many_one;
  const u32 *const of_a = a_many ? r.a.layer_data : nullptr, *const of_b = b_many ? r.b.layer_data : nullptr;
  const u32 with = (of_a ? ~0u : r.a.layer_one) & (of_b ? ~0u : r.b.layer_one) & r.layers;
  const bool in_a_row = (of_a || of_b) && !(of_a && r.first) && !(of_b && r.second);
  for (std::size_t w = 0; w < (n + 63) / 64; ++w) {
    const std::size_t at = first + 64 * w;
    u64 off = 0;
    if (bits_set(m.hit[w]) > 8 && in_a_row && (!of_a || at + 64 <= r.a.count) && (!of_b || at + 64 <= r.b.count))
      off = m.hit[w] & ~shared_by<A>((of_a ? of_a : of_b) + at, (of_b ? of_b : of_a) + at, with);
    else
      for (u64 left = m.hit[w]; left; left &= left - 1) {
        const std::size_t i = at + (unsigned)__builtin_ctzll(left);
        const u32 a = a_many ? layer_of(r.a, r.first, i) : r.a.layer_one,
                  b = b_many ? layer_of(r.b, r.second, i) : r.b.layer_one;
        if (!(a & b & r.layers)) off |= left & (0 - left);
      }
    m.hit[w] &= ~off;
    for (; m.times && off; off &= off - 1) m.times[64 * w + (unsigned)__builtin_ctzll(off)] = 1;
  }
}

FORCED float bound_of(const request& r) { return r.until >= 1 ? 2 : r.until; }

// Most calls are about spans as they are, not many, all of which take part: these are told at once.
FORCED bool told_at_once(const request& r, plan& p, marks& m, std::size_t most) {
  if (p.written || r.n > most || layered(r)) return false;
  m.until = bound_of(r), m.moments = p.moments;
  p.scan(p.state, p.at, r.n, m);
  return true;
}

// Scan, then layers: what every form below walks over.
template <class A, class Each>
FORCED void each_chunk(const request& r, plan& p, std::size_t first, std::size_t n, std::size_t step, marks& m,
                       Each each) {
  const bool by_layer = layered(r);
  m.until = bound_of(r), m.moments = p.moments;
  in_chunks<A>(p, first, n, step, [&](std::size_t at, std::size_t here) INLINED {
    p.scan(p.state, p.at, here, m);
    if (__builtin_expect(by_layer, 0)) apply_layers<A>(r, at, here, m);
    return each(at, here);
  });
}

// ---- bits ------------------------------------------------------------------------------------------------------

template <class A> ONCE bool any_of_chunks(const request& r, plan& p, marks& m) {
  bool yes = false;
  each_chunk<A>(r, p, 0, r.n, 64, m, [&](std::size_t, std::size_t here) INLINED {
    for (std::size_t w = 0; w < (here + 63) / 64; ++w) yes |= m.hit[w] != 0;
    return !yes;
  });
  return yes;
}
template <class A> bool any(const request& r) noexcept {
  plan p;
  if (!bind<A>(r, p)) return false;
  own_marks m;
  return told_at_once(r, p, m, 64) ? m.hit[0] != 0 : any_of_chunks<A>(r, p, m);
}

FORCED std::size_t hits_in(const marks& m, std::size_t n) {
  std::size_t total = 0;
  for (std::size_t w = 0; w < (n + 63) / 64; ++w) total += bits_set(m.hit[w]);
  return total;
}
template <class A> ONCE std::size_t count_chunks(const request& r, plan& p, marks& m) {
  std::size_t total = 0;
  each_chunk<A>(r, p, 0, r.n, chunk, m, [&](std::size_t, std::size_t here) INLINED {
    total += hits_in(m, here);
    return true;
  });
  return total;
}
template <class A> std::size_t count(const request& r) noexcept {
  plan p;
  if (!bind<A>(r, p)) return 0;
  own_marks m;
  return told_at_once(r, p, m, chunk) ? hits_in(m, r.n) : count_chunks<A>(r, p, m);
}

template <class A> ONCE void mask_chunks(const request& r, plan& p, marks& m) {
  each_chunk<A>(r, p, 0, r.n, chunk, m, [&](std::size_t, std::size_t here) INLINED {
    m.hit += here / 64;
    return true;
  });
}
template <class A> void mask(const request& r, std::uint64_t* words) noexcept {
  plan p;
  if (!bind<A>(r, p)) {
    for (std::size_t w = 0; w < (r.n + 63) / 64; ++w) words[w] = 0;
    return;
  }
  marks m;
  m.hit = words;  // where they belong: nothing is copied
  if (!told_at_once(r, p, m, chunk)) mask_chunks<A>(r, p, m);
}

// "1 = none" goes first, a chunk at a time; the scan overwrites what it hits.
template <class A> void times(const request& r, float* out, std::uint64_t* words) noexcept {
  plan p;
  if (!bind<A>(r, p)) {
    fill_with<A>(out, r.n, 1);
    if (words)
      for (std::size_t w = 0; w < (r.n + 63) / 64; ++w) words[w] = 0;
    return;
  }
  own_marks m;
  if (words) m.hit = words;
  m.times = out;
  m.details = false;
  const auto none_from = [&](std::size_t first) {
    fill_with<A>(out + first, r.n - first < chunk ? r.n - first : chunk, 1);
  };
  none_from(0);
  each_chunk<A>(r, p, 0, r.n, chunk, m, [&](std::size_t first, std::size_t here) INLINED {
    if (words) m.hit += here / 64;
    m.times += here;
    none_from(first + here);
    return true;
  });
}

// ---- lists -----------------------------------------------------------------------------------------------------

// The set bits of a word as ascending indices from `base` on. Returns how many; writes at most `room`.
template <class A> FORCED unsigned decode(u64 word, u32 base, u32* out, std::size_t room) {
  if (compresses<A> && room >= 64) return (unsigned)(pack_numbers<A, 64>(out, base, word) - out);
  unsigned n = 0;
  for (; word; word &= word - 1, ++n)
    if (n < room) out[n] = base + (unsigned)__builtin_ctzll(word);
  return n;
}

template <class A>
FORCED void put_numbers_of(const marks& m, std::size_t first, std::size_t n, index* out, std::size_t capacity,
                           tally& so_far) {
  for (std::size_t w = 0; w < (n + 63) / 64; ++w)
    if (m.hit[w]) {
      const std::size_t at = so_far.written;
      so_far.total += out ? decode<A>(m.hit[w], (u32)(first + 64 * w), out + at, capacity - at) : bits_set(m.hit[w]);
      so_far.written = so_far.total < capacity ? so_far.total : capacity;
    }
}
template <class A> ONCE tally list_chunks(const request& r, plan& p, marks& m, index* out, std::size_t capacity) {
  tally all{0, 0};
  each_chunk<A>(r, p, 0, r.n, chunk, m, [&](std::size_t first, std::size_t here) INLINED {
    put_numbers_of<A>(m, first, here, out, capacity, all);
    return true;
  });
  return all;
}
template <class A>
ONCE tally list_records(const request& r, plan& p, marks& m, const records& out, std::size_t capacity) {
  std::size_t written = 0, total = 0;
  alignas(64) float time[chunk];
  contact_block contacts;
  m.times = time;
  m.contacts = out.details() ? &contacts : nullptr;
  m.may_rank = !layered(r);  // layers take hits off
  const auto put = [](float* to, std::size_t at, float x) INLINED {
    if (to) to[at] = x;
  };
  each_chunk<A>(r, p, 0, r.n, chunk, m, [&](std::size_t first, std::size_t here) INLINED {
    unsigned rank = 0;
    for (std::size_t w = 0; w < (here + 63) / 64; ++w)
      for (u64 left = m.hit[w]; left; left &= left - 1, ++rank) {
        const unsigned i = (unsigned)(64 * w) + (unsigned)__builtin_ctzll(left), j = rank < m.ranked ? rank : i;
        if (total++ >= capacity) continue;
        if (out.index) out.index[written] = (index)(first + i);
        put(out.time, written, time[j]);
        if (out.flags)
          out.flags[written] = (u8)((m.corner[j / 64] >> j % 64 & 1) | (m.started[j / 64] >> j % 64 & 1) << 1);
        if (m.contacts)
          for (int k = 0; k < r.dims; ++k) {
            put(out.normal[k], written, contacts.normal[k][j]), put(out.position[k], written, contacts.position[k][j]);
            put(out.push[k], written, contacts.push[k][j]);
          }
        ++written;
      }
    m.ranked = 0;
    return true;
  });
  return {written, total};
}
template <class A> tally list(const request& r, const records& out, std::size_t capacity) noexcept {
  plan p;
  tally all{0, 0};
  if (!bind<A>(r, p)) return all;
  own_marks m;
  if (out.time || out.flags || out.details()) return list_records<A>(r, p, m, out, capacity);
  if (!told_at_once(r, p, m, chunk)) return list_chunks<A>(r, p, m, out.index, capacity);
  put_numbers_of<A>(m, 0, r.n, out.index, capacity, all);
  return all;
}

// ---- dense records ---------------------------------------------------------------------------------------------

template <class A> void each(const request& r, const records& out) noexcept {
  const auto clear = [&](std::size_t first, std::size_t n) {
    if (out.index)
      for (std::size_t i = 0; i < n; ++i) out.index[first + i] = none;
    if (out.time) fill_with<A>(out.time + first, n, 1);
    if (out.flags) __builtin_memset(out.flags + first, 0, n);
    for (int k = 0; k < 3; ++k) {
      if (out.normal[k]) fill_with<A>(out.normal[k] + first, n, 0);
      if (out.position[k]) fill_with<A>(out.position[k] + first, n, 0);
      if (out.push[k]) fill_with<A>(out.push[k] + first, n, 0);
    }
  };
  plan p;
  if (!bind<A>(r, p)) return clear(0, r.n);
  alignas(64) float time[chunk];
  contact_block contacts;
  own_marks m;
  m.times = time;
  m.contacts = out.details() ? &contacts : nullptr;
  each_chunk<A>(r, p, 0, r.n, chunk, m, [&](std::size_t first, std::size_t here) INLINED {
    clear(first, here);
    for (std::size_t w = 0; w < (here + 63) / 64; ++w)
      for (u64 left = m.hit[w]; left; left &= left - 1) {
        const unsigned bit = (unsigned)__builtin_ctzll(left), j = (unsigned)(64 * w) + bit;
        const std::size_t i = first + j;
        if (out.index) out.index[i] = (index)i;
        if (out.time) out.time[i] = time[j];
        if (out.flags) out.flags[i] = (u8)((m.corner[w] >> bit & 1) | (m.started[w] >> bit & 1) << 1);
        if (m.contacts)
          for (int k = 0; k < r.dims; ++k) {
            if (out.normal[k]) out.normal[k][i] = contacts.normal[k][j];
            if (out.position[k]) out.position[k][i] = contacts.position[k][j];
            if (out.push[k]) out.push[k][i] = contacts.push[k][j];
          }
      }
    return true;
  });
}

// ---- nearest ---------------------------------------------------------------------------------------------------

// Of a kernel whose bounds shrink with each hit.
template <class A> ONCE void first_of_chunks(const request& r, plan& p, first_hit& so_far) {
  in_chunks<A>(p, 0, r.n, chunk, [&](std::size_t first, std::size_t here) INLINED {
    p.first(p.state, p.at, here, first, so_far);
    return so_far.best.time > 0 || (so_far.best.flags & corner);  // else nothing comes before
  });
}
template <class A> FORCED outcome first_of(const request& r, plan& p) {
  const bool of_b = r.batch == batch::one_many;
  const side &one = of_b ? r.a : r.b, &many = of_b ? r.b : r.a;
  outcome best;  // what is returned, and no copy, which would wait for what was just written
  best.time = bound_of(r);
  first_hit so_far{best, many.layer_data, one.layer_one & r.layers};
  if (!p.written && r.n <= chunk)
    p.first(p.state, p.at, r.n, 0, so_far);
  else
    first_of_chunks<A>(r, p, so_far);
  if (best.index == none) best.time = 1;
  return best;
}
// Lowest time; at equal times a face before a corner; then lowest index. The winner's contact comes from scanning it
// once more, alone: the same code, the same bits.
template <class A> ONCE outcome nearest_of_marks(const request& r, plan& p) {
  using F = floats<A>;
  constexpr int W = F::size;
  outcome best;
  alignas(64) float time[chunk];
  own_marks m;
  m.times = time;
  float until = 2;
  bool corner = false;
  each_chunk<A>(r, p, 0, r.n, 256, m, [&](std::size_t first, std::size_t here) INLINED {
    for (std::size_t w = 0; w < (here + 63) / 64; ++w)
      for (u64 left = m.hit[w]; left;) {
        const int j = __builtin_ctzll(left) / W * W;  // the next register with a hit
        const u32 b = (u32)(left >> j) & (u32)((1ull << W) - 1);
        left &= ~((u64)b << j);
        u32 better = b & bits(F::load_unaligned(time + 64 * w + j) <= F(until));
        for (; better; better &= better - 1) {
          const unsigned bit = (unsigned)__builtin_ctz(better) + (unsigned)j;
          const float t = time[64 * w + bit];
          const bool at_corner = m.corner[w] >> bit & 1;
          if (t < until || (t == until && corner && !at_corner))
            best.index = (index)(first + 64 * w + bit), until = t, corner = at_corner;
        }
      }
    return !(until == 0 && !corner && !is_contact(r.test));  // nothing comes before; only depths go on
  });
  if (best.index == none) return best;
  contact_block contacts;
  m.contacts = &contacts;
  in_chunks<A>(p, best.index, 1, 1, [&](std::size_t, std::size_t) INLINED {
    p.scan(p.state, p.at, 1, m);
    best.time = time[0];
    best.flags = (u8)((m.corner[0] & 1) | (m.started[0] & 1) << 1);
    for (int k = 0; k < r.dims; ++k) best.normal[k] = contacts.normal[k][0], best.position[k] = contacts.position[k][0];
    if (is_contact(r.test))
      for (int k = 0; k < r.dims; ++k) best.push[k] = contacts.push[k][0];
    return true;
  });
  return best;
}

template <class A> outcome nearest(const request& r) noexcept {
  plan p;
  if (!bind<A>(r, p)) return {};
  return p.first ? first_of<A>(r, p) : nearest_of_marks<A>(r, p);
}

}  // namespace
}  // namespace hitscan::detail
