#include "strided.hpp"

#include <bit>
#include <cstring>
#include <type_traits>

#include "forced.hpp"
#include "items.hpp"

namespace hitscan::detail {
namespace {

// f(column) for each column of floats that a side has, its growth and its motion.
template <class F> void each_feed(side& s, motion& m, int dims, int growths, const F& f) noexcept {
  for (int c = 0; c < columns_of(s.what, dims); ++c) f(s.column[c]);
  for (int k = 0; k < growths; ++k) f(s.grow[k]);
  for (int k = 0; k < dims && m.present; ++k) f(m.column[k]);
}

bool has_many(const request& r, batch single) noexcept { return r.batch != single; }
bool copies(const index* pick, std::int32_t gap) noexcept { return pick || gap != 0; }

std::size_t copied(const side& all, const motion& by, const request& r, const index* pick) noexcept {
  if (!all.spans) return 0;
  side s = all;
  motion m = by;
  const bool ring = s.what == kind::chain && s.ring;  // its motions, too: less fits than is counted
  std::size_t n = s.layer_data && (ring || copies(pick, s.layer_gap));
  each_feed(s, m, r.dims, growths_of(r.test, r.dims), [&](feed& f) { n += f.data && (ring || copies(pick, f.gap)); });
  return n;
}

// Values of 4 bytes, of which some are `step` bytes apart, to be put side by side. Four of them make one store.
struct copy {
  const char* from;
  std::ptrdiff_t step;
  char* to;

  FORCED std::uint32_t word(std::ptrdiff_t i) const noexcept {
    std::uint32_t w;
    std::memcpy(&w, from + i * step, 4);
    return w;
  }
  void some(std::size_t n) noexcept {
    using four = std::uint32_t __attribute__((vector_size(16)));
    for (; n >= 4; n -= 4, from += 4 * step, to += 16) {
      const four words = {word(0), word(1), word(2), word(3)};
      std::memcpy(to, &words, 16);
    }
    for (; n > 0; --n, from += step, to += 4) std::memcpy(to, from, 4);
  }
};

// Some columns of the same structs: a few of these at a time, so that each is fetched once.
struct gathering {
  copy all[13];  // 6 columns, 3 of growth, 3 of motion, layers
  std::size_t count = 0;

  template <class T> void add(const T* from, std::int32_t gap, std::size_t first, std::byte* to) noexcept {
    all[count++] = {reinterpret_cast<const char*>(behind(from, first, gap)), 4 + static_cast<std::ptrdiff_t>(gap),
                    reinterpret_cast<char*>(to)};
  }
  void run(std::size_t n) noexcept {
    constexpr std::size_t at_once = 128;
    for (std::size_t i = 0; i < n; i += at_once)
      for (std::size_t c = 0; c < count; ++c) all[c].some(n - i < at_once ? n - i : at_once);
  }
};

// The same as picked; of items at or beyond the limit `nothing`.
template <class T>
void pick_out(const T* from, std::int32_t gap, const index* pick, std::size_t n, std::size_t limit,
              std::uint32_t nothing, std::byte* to) noexcept {
  for (std::size_t i = 0; i < n; ++i)
    std::memcpy(to + 4 * i, pick[i] < limit ? static_cast<const void*>(behind(from, pick[i], gap)) : &nothing, 4);
}

constexpr std::uint32_t nan_bits = 0x7fc00000;
constexpr float nan_float = std::bit_cast<float>(nan_bits);
constexpr std::size_t longest_copy = 960;  // not 1024: columns 4 kB apart get in each other's way

// The links of a chain in a ring likewise, one by one.
std::byte* put_ring(side& s, const index* pick, std::size_t first, std::size_t n, std::byte* space) noexcept {
  const side all = s;
  const auto put = [&](auto*& data, std::int32_t& gap, auto nothing, const auto& value) {
    if (!data) return;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t item = pick ? pick[first + i] : first + i;
      const auto v = item < all.count ? value(item) : nothing;
      std::memcpy(space + 4 * i, &v, 4);
    }
    data = reinterpret_cast<std::remove_reference_t<decltype(data)>>(space), gap = 0, space += 4 * n;
  };
  for (int c = 0; c < columns_of(kind::chain, 2); ++c)
    put(s.column[c].data, s.column[c].gap, nan_float, [&](std::size_t i) { return broad::at(all, c, i); });
  put(s.layer_data, s.layer_gap, std::uint32_t{0}, [&](std::size_t i) { return broad::layers_at(all, i); });
  s.ring = 0;
  return space;
}

// The items of one side, from `first` on or as picked.
std::byte* put_side(side& s, motion& m, const request& r, const index* pick, std::size_t first, std::size_t n,
                    std::byte* space) noexcept {
  if (!s.spans) return space;
  const std::size_t limit = s.count;
  gathering all;
  const auto put = [&](auto*& data, std::int32_t& gap, std::uint32_t nothing) {
    if (!data) return;
    if (!pick && gap == 0) return void(data += first);
    pick ? pick_out(data, gap, pick + first, n, limit, nothing, space) : all.add(data, gap, first, space);
    data = reinterpret_cast<std::remove_reference_t<decltype(data)>>(space), gap = 0, space += 4 * n;
  };
  if (s.what == kind::chain && s.ring) {
    space = put_ring(s, pick, first, n, space);
    for (int k = 0; k < r.dims && m.present; ++k) put(m.column[k].data, m.column[k].gap, nan_bits);
  } else {
    each_feed(s, m, r.dims, growths_of(r.test, r.dims), [&](feed& f) { put(f.data, f.gap, nan_bits); });
    put(s.layer_data, s.layer_gap, 0);
  }
  all.run(n);
  if (s.what == kind::polygon && s.outline.offsets) {
    const std::size_t item = pick ? pick[first] : first;  // picked one by one: see block_of
    if (item < limit)
      s.outline.offsets += item;
    else
      s.outline = {s.outline.x, s.outline.y, 0, nullptr};
  }
  s.count = n;
  return space;
}

}  // namespace

void gather(const feed& from, std::size_t first, std::size_t n, float* to) noexcept {
  gathering one;
  one.add(from.data, from.gap, first, reinterpret_cast<std::byte*>(to)), one.run(n);
}

std::size_t copied_columns(const request& r) noexcept {
  return (has_many(r, batch::one_many) ? copied(r.a, r.da, r, r.first) : 0) +
         (has_many(r, batch::many_one) ? copied(r.b, r.db, r, r.second) : 0);
}

std::size_t block_of(const request& r) noexcept {
  if (!r.strided) return words_of_bits::block;
  const bool a = has_many(r, batch::one_many), b = has_many(r, batch::many_one);
  if (r.first && ((a && r.a.what == kind::polygon) || (b && r.b.what == kind::polygon))) return 1;
  const std::size_t columns = copied_columns(r);
  if (columns == 0) return words_of_bits::block;  // those with gaps are of a whole chain
  const std::size_t most = block_floats / columns / 64 * 64;
  return most < longest_copy ? most : longest_copy;
}

void put_block(const request& r, std::size_t first, std::size_t n, std::byte* space, request& part) noexcept {
  part = r;
  part.n = n, part.first = part.second = nullptr, part.strided = false;
  if (has_many(r, batch::one_many)) space = put_side(part.a, part.da, r, r.first, first, n, space);
  if (has_many(r, batch::many_one)) put_side(part.b, part.db, r, r.second, first, n, space);
}

}  // namespace hitscan::detail
