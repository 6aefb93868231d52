// Two thresholds in one pass, and the complement of an overlap: both made of masks, a block of items at a time.
//
//     items   |  block  |  block  |  block  |     near first: almost every block has nothing near and is done with;
//     near    |.........|...#..#..|.........|     hit is asked only where something is, of columns that are in the
//     hit     |         |......#..|         |     cache by then.
#include "../core/bits.hpp"
#include "../core/contract.hpp"
#include "../core/float_state.hpp"
#include "../core/strided.hpp"
#include "../reference/shapes.hpp"

#include <hitscan/graze.hpp>

namespace hitscan::detail {
namespace {

using namespace words_of_bits;

const side& many_of(const request& r) noexcept { return r.batch == batch::many_one ? r.a : r.b; }

void clear(std::span<word> words) noexcept {
  for (word& w : words) w = 0;
}

// Is a mask shorter than the batch, in a build that looks at it? Then that has been told.
bool too_short(const char* query, const char* what, std::size_t n, std::span<const word> words) noexcept {
  if (!checked_build || shorter(n, words) >= n) return false;
  report_lengths(query, what, words.size() * 64, "the batch", n);
  return true;
}

}  // namespace

grazed run_graze(const engine& e, const request& hit, const request& close, float radius, float reach,
                 const graze_out& out) noexcept {
  const default_float_state here;
  // Is whatever hits close? Not by the first of two rounded times, nor if who starts in reach is let go.
  const bool within = reach >= radius && textbook::finite(reach) &&
                      (!is_sweep(close.test) || (close.until >= 1 && close.start == start_overlap::hits));
  const char* const query = out.masks ? "graze_mask" : "graze";
  std::size_t n = close.n;
  const auto short_of = [&](const char* what, std::span<const word> words) {
    return !words.empty() && too_short(query, what, n, words);
  };
  if (broken(close, query, "") || short_of("hit_words", out.hit_words) || short_of("close_words", out.close_words) ||
      short_of("seen", out.seen)) {
    clear(out.hit_words), clear(out.close_words);
    return {{out.hits.data(), 0, 0}, {out.close.data(), 0, 0}};
  }
  for (const std::span<const word> words : {out.hit_words, out.close_words, out.seen})
    if (!words.empty()) n = shorter(n, words);
  for (const std::span<word> words : {out.hit_words, out.close_words})  // where they differ in length
    for (std::size_t w = (n + 63) / 64; w < (close.n + 63) / 64 && w < words.size(); ++w) words[w] = 0;
  writer hits(out.hits), grazing(out.close);
  side request::*const ship = close.batch == batch::many_one ? &request::b : &request::a;  // all they differ in
  each_block(close, n, [&](request& part, std::size_t first) {
    const std::size_t words = (part.n + 63) / 64;
    word around[block_words], inside[block_words];
    e.mask(part, around);
    word some = within ? 0 : 1;
    for (std::size_t w = 0; w < words; ++w) some |= around[w];
    if (some)
      part.*ship = hit.*ship, e.mask(part, inside);
    else
      for (std::size_t w = 0; w < words; ++w) inside[w] = 0;
    for (std::size_t w = 0; w < words; ++w) {
      const std::size_t at = first / 64 + w;
      word only_close = around[w] & ~inside[w];
      if (!out.seen.empty()) only_close &= ~out.seen[at];
      if (out.masks) {
        if (!out.hit_words.empty()) out.hit_words[at] = inside[w];
        if (!out.close_words.empty()) out.close_words[at] = only_close;
        if (!out.seen.empty()) out.seen[at] |= only_close;
        hits.count(inside[w]), grazing.count(only_close);
        continue;
      }
      each_bit(inside[w], 64 * at, [&](index i) { hits.put(i); });
      each_bit(only_close, 64 * at, [&](index i) {
        if (!out.seen.empty() && !grazing.full()) out.seen[at] |= word{1} << (i % 64);
        grazing.put(i);
      });
    }
    return true;
  });
  return {hits.result(), grazing.result()};
}

namespace {

// The bits of what is out, block by block: each(first item, words, how many words).
template <class Each> void each_culled(const engine& e, const request& r, std::size_t n, const Each& each) noexcept {
  const side& field = r.batch == batch::many_one ? r.b : r.a;
  const side& items = many_of(r);
  bool box = true;
  for (int k = 0; k < r.dims; ++k) {
    const float min = field.column[2 * k].one, max = field.column[2 * k + 1].one;
    box &= textbook::finite(min) && textbook::finite(max) && min <= max;
  }
  if (!items.layer_data && !(items.layer_one & r.layers)) box = false;
  each_block(r, n, [&](const request& part, std::size_t first) {
    const std::size_t here = part.n, words = (here + 63) / 64;
    word out[block_words];
    e.mask(part, out);
    for (std::size_t w = 0; w < words; ++w) out[w] = box ? ~out[w] : 0;
    if (here % 64) out[words - 1] &= (word{1} << (here % 64)) - 1;
    const side& asked = many_of(part);
    for (std::size_t w = 0; asked.layer_data && w < words; ++w) {
      if (out[w] == 0) continue;
      word share = 0;
      for (std::size_t i = 64 * w; i < 64 * w + 64 && i < here; ++i)  // no branch: who shares is foreseen by nobody
        share |= word{(value_behind(asked.layer_data, i, asked.layer_gap) & r.layers) != 0} << (i % 64);
      out[w] &= share;
    }
    each(first, out, words);
    return true;
  });
}

}  // namespace

std::size_t run_cull_mask(const engine& e, const request& r, std::span<word> words) noexcept {
  const default_float_state here;
  if (broken(r, "cull_mask", "") || too_short("cull_mask", "mask", r.n, words)) {
    clear(words);
    return 0;
  }
  writer all({});
  each_culled(e, r, shorter(r.n, words), [&](std::size_t first, const word* out, std::size_t count) {
    for (std::size_t w = 0; w < count; ++w) words[first / 64 + w] = out[w], all.count(out[w]);
  });
  return all.result().total;
}

found run_cull(const engine& e, const request& r, std::span<index> to) noexcept {
  const default_float_state here;
  if (broken(r, "cull", "")) return {to.data(), 0, 0};
  writer list(to);
  each_culled(e, r, r.n, [&](std::size_t first, const word* out, std::size_t count) {
    for (std::size_t w = 0; w < count; ++w) list.put(out[w], first + 64 * w);
  });
  return list.result();
}

}  // namespace hitscan::detail
