// How far things are: every form is made of columns of distances, a block of items at a time. Those of the plane, and
// of boxes, spheres and points, come from the engine's registers, all others from the reference. Where only what is no
// further than a limit counts, of those alone whose bounds are near, if they take long (distance_bounds.cpp).
#include <hitscan/distance.hpp>

#include <algorithm>
#include <cstdint>

#include "../core/bits.hpp"
#include "../core/contract.hpp"
#include "../core/float_state.hpp"
#include "../core/items.hpp"
#include "../core/strided.hpp"
#include "../dispatch/by_isa.hpp"
#include "../reference/distance.hpp"
#include "distance_bounds.hpp"

namespace hitscan::detail {

HITSCAN_DECLARE_BY_ISA(bool distances(const request&, float limit, bool how_far, float* out,
                                      std::uint64_t* near) noexcept)

namespace {

using textbook::distances;

constexpr distances_fn tables[isa_count] = HITSCAN_BY_ISA(distances, distances);

// Those that are not told at once. `asked`, if given, has a bit for each item.
bool slow_distances(const engine& e, const far_fn* by_isa, const std::uint64_t* asked, const request& r, float limit,
                    float* out, std::uint64_t* near) noexcept {
  const far_fn in_registers = by_isa ? by_isa[static_cast<int>(e.which)] : nullptr;
  if (!in_registers) return textbook::distances_among(asked, r, limit, out, near);
  in_registers(r, asked, out);
  for (std::size_t i = 0; near && i < r.n; ++i) near[i / 64] |= std::uint64_t{out[i] <= limit} << i % 64;
  return true;
}

// Those of items whose bounds are within the limit.
bool distances_within(const engine& e, const far_fn* by_isa, const request& r, float limit, float* out,
                      std::uint64_t* near) noexcept {
  constexpr int few = 2;  // so many take less one by one than in a register
  bool any = false;
  for (std::size_t first = 0; first < r.n; first += bounded) {
    request part = r;
    broad::skip(part.b, first, r.dims), part.n = std::min(bounded, r.n - first);
    const within_bounds asked(r, first, part.n, limit, tables[static_cast<int>(e.which)]);
    int count = 0;
    for (const std::uint64_t w : asked.words) count += bits_set(w);
    any |= slow_distances(e, count > few ? by_isa : nullptr, asked.words, part, limit, out + first, near + first / 64);
  }
  return any;
}

// Of all items of b. Not how_far: what is surely nearer than the limit may be told as 0. In `near`, if given, which is
// 0 before: who is no further away than the limit, on whatever layer.
bool put_distances(const engine& e, const far_fn* by_isa, const request& r, float limit, bool how_far, float* out,
                   std::uint64_t* near) noexcept {
  const bool at_once = r.a.what <= kind::circle && r.b.what <= kind::circle;
  const bool bounds = e.which != isa::scalar && limit < HUGE_VALF && near;
  if (!(at_once  ? tables[static_cast<int>(e.which)](r, limit, how_far, out, near)
        : bounds ? distances_within(e, by_isa, r, limit, out, near)
                 : slow_distances(e, by_isa, nullptr, r, limit, out, near)))
    return false;
  if (!r.b.layer_data && (r.b.layer_one & r.layers)) return true;
  for (std::size_t i = 0; i < r.n; ++i)
    if (!((r.b.layer_data ? r.b.layer_data[i] : r.b.layer_one) & r.layers)) out[i] = HUGE_VALF;
  return true;
}

// each(item, its distance), in order, for those that are no further than the limit. Few are asked at first: the nearest
// of them may be the limit of all others.
template <class Each>
void each_near(const engine& e, const far_fn* by_isa, const request& r, const float& limit, bool how_far,
               const Each& each) noexcept {
  const std::size_t few = r.a.what > kind::circle || r.b.what > kind::circle ? 2 : 64;
  alignas(64) std::byte space[4 * block_floats];
  float far[words_of_bits::block];
  std::uint64_t near[words_of_bits::block_words];
  const std::size_t block = block_of(r);
  std::size_t most = std::min(few, block);
  for (std::size_t first = 0; first < r.n; most = std::min(8 * most, block)) {
    request part;
    put_block(r, first, std::min(most, r.n - first), space, part);
    std::fill_n(near, (part.n + 63) / 64, 0);
    if (put_distances(e, by_isa, part, limit, how_far, far, near))
      for (std::size_t w = 0; w < (part.n + 63) / 64; ++w)
        words_of_bits::each_bit(near[w], 64 * w, [&](index i) { each(static_cast<index>(first + i), far[i]); });
    if (how_far && limit == 0) return;  // nobody is nearer
    first += part.n;
  }
}

}  // namespace

closest3 run_closest(const request& r) noexcept {
  return in_default_state([&] { return broken(r, r.verb, "") ? closest3{} : textbook::closest_of(r); });
}
float run_distance(const request& r) noexcept {
  return in_default_state([&] {
    float far = HUGE_VALF;
    if (!broken(r, r.verb, "")) distances(r, far, true, &far, nullptr);
    return far;
  });
}

void run_distance_each(const engine& e, const request& r, const far_fn* by_isa, std::span<float> out) noexcept {
  const default_float_state here;
  bool wrong = broken(r, r.verb, "_each");
  if (checked_build && !wrong && out.size() < r.n) {
    report_lengths("distance_each", "out", out.size(), "the batch", r.n);
    wrong = true;
  }
  const std::size_t n = wrong ? 0 : r.n < out.size() ? r.n : out.size();
  each_block(r, n, [&](const request& part, std::size_t first) {
    return put_distances(e, by_isa, part, HUGE_VALF, true, out.data() + first, nullptr), true;
  });
  for (std::size_t i = 0; wrong && i < out.size(); ++i) out[i] = HUGE_VALF;
}

nearest_item run_distance_nearest(const engine& e, const request& r, const far_fn* by_isa) noexcept {
  const default_float_state here;
  nearest_item best;
  if (broken(r, r.verb, "_nearest")) return best;
  each_near(e, by_isa, r, best.distance, true, [&](index i, float far) {
    if (far < best.distance) best = {i, far};
  });
  return best;
}

found run_distance_within(const engine& e, const request& r, const far_fn* by_isa, float within,
                          std::span<index> out) noexcept {
  const default_float_state here;
  here.take(within);
  words_of_bits::writer list(out);
  if (broken(r, r.verb, "_within")) return list.result();
  const float most = r.touch == touching::hits ? within : -HUGE_VALF;  // as near as that, too
  each_near(e, by_isa, r, within, false, [&](index i, float far) {
    if (far < within || (far == most && far < HUGE_VALF)) list.put(i);
  });
  return list.result();
}

}  // namespace hitscan::detail
