// How far things are: every form is made of columns of distances, a block of items at a time. Those of boxes, circles
// and points from one of these come from the engine's registers, all others from the reference. Where only what is no
// further than a limit counts, it is asked about those whose bounds are not:
//
//        +-----------+          +-------+       Boxes around shapes are no further apart than these are, and how far
//        | a       / |          | .-.   |       boxes are apart is known at once.
//        |       /   |<-------->| | b\  |
//        +-----------+          +-------+
#include <hitscan/distance.hpp>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>

#include "../core/bits.hpp"
#include "../core/contract.hpp"
#include "../core/float_state.hpp"
#include "../core/items.hpp"
#include "../core/strided.hpp"
#include "../dispatch/by_isa.hpp"
#include "../reference/distance.hpp"

namespace hitscan::detail {

HITSCAN_DECLARE_BY_ISA(bool distances(const request&, float limit, bool how_far, float* out,
                                      std::uint64_t* near) noexcept)

namespace {

using textbook::distances;

constexpr bool (*tables[isa_count])(const request&, float limit, bool how_far, float* out,
                                    std::uint64_t* near) noexcept = HITSCAN_BY_ISA(distances, distances);

// ---- bounds ------------------------------------------------------------------------------------------------------

constexpr std::size_t bounded = 256;  // items at a time
struct edges {
  alignas(64) float low[3][bounded], high[3][bounded], size[bounded];

  // Between two values, and as much on either side.
  struct reach {
    float from, to, more;
  };
  template <class Reach> void put(int k, std::size_t n, const Reach& reach_of) noexcept {
    for (std::size_t i = 0; i < n; ++i) {
      const reach r = reach_of(i);
      low[k][i] = (r.from < r.to ? r.from : r.to) - r.more, high[k][i] = (r.from < r.to ? r.to : r.from) + r.more;
      size[i] += std::fabs(r.from) + std::fabs(r.to) + std::fabs(r.more);
    }
  }
  // Somewhat larger, by more than sums of floats are off and than is taken for no distance. As far as floats go.
  void widen(int dims, std::size_t n) noexcept {
    for (int k = 0; k < dims; ++k)
      for (std::size_t i = 0; i < n; ++i) {
        const float slack = size[i] * 0x1p-20f + 0x1p-120f, down = low[k][i] - slack, up = high[k][i] + slack;
        low[k][i] = down < -FLT_MAX ? -FLT_MAX : down, high[k][i] = up > FLT_MAX ? FLT_MAX : up;
      }
  }
};
void put_bounds(const side& s, int dims, std::size_t n, edges& to) noexcept {
  std::fill_n(to.size, n, 0.0f);
  for (int k = 0; k < dims; ++k) {
    using reach = edges::reach;
    const auto put = [&](const auto& reach_of) { to.put(k, n, reach_of); };
    const auto at = [](const feed& f, std::size_t i) { return f.data ? f.data[i] : f.one; };
    const feed *const c = s.column, &x = c[k];
    switch (s.what) {
      case kind::point: put([&](std::size_t i) { return reach{at(x, i), at(x, i), 0}; }); break;
      case kind::corners: put([&](std::size_t i) { return reach{at(c[2 * k], i), at(c[2 * k + 1], i), 0}; }); break;
      case kind::centred: put([&](std::size_t i) { return reach{at(x, i), at(x, i), at(c[dims + k], i)}; }); break;
      case kind::circle: put([&](std::size_t i) { return reach{at(x, i), at(x, i), at(c[dims], i)}; }); break;
      case kind::segment: put([&](std::size_t i) { return reach{at(x, i), at(x, i) + at(c[dims + k], i), 0}; }); break;
      case kind::capsule:
        put([&](std::size_t i) { return reach{at(x, i), at(x, i) + at(c[2 + k], i), at(c[4], i)}; });
        break;
      case kind::chain: put([&](std::size_t i) { return reach{at(x, i), at(c[2 + k], i), at(c[4], i)}; }); break;
      case kind::obb:  // half axes u and w (semantics.md, section 1), of which w is turned
        put([&](std::size_t i) {
          const float u = at(c[2], i) * at(c[4 + k], i), w = at(c[3], i) * at(c[5 - k], i);
          return reach{at(x, i), at(x, i), std::fabs(u) + std::fabs(w)};
        });
        break;
      case kind::polygon:
        put([&](std::size_t i) {
          const outlines one = broad::outline_of(s.outline, i);
          const float* const corner = k ? one.y : one.x;
          reach all{HUGE_VALF, -HUGE_VALF, 0};
          for (index j = 0; j < one.corners; ++j) all = {std::min(all.from, corner[j]), std::max(all.to, corner[j]), 0};
          return all;
        });
        break;
    }
  }
  to.widen(dims, n);
}
void take_bounds(side& s, int dims, const edges& of, bool one) noexcept {
  s.what = kind::corners, s.layer_data = nullptr;
  for (int k = 0; k < dims; ++k) {
    s.column[2 * k] = one ? feed{nullptr, of.low[k][0]} : feed{of.low[k], 0};
    s.column[2 * k + 1] = one ? feed{nullptr, of.high[k][0]} : feed{of.high[k], 0};
  }
}

// As distances, of a limit; `boxes` tells those of boxes.
bool distances_by_bounds(const request& r, float limit, decltype(tables[0]) boxes, float* out,
                         std::uint64_t* near) noexcept {
  edges of_a, of_b;
  float apart[bounded];
  request around = r;
  put_bounds(r.a, r.dims, 1, of_a), take_bounds(around.a, r.dims, of_a, true),
      take_bounds(around.b, r.dims, of_b, false);
  const float most = limit * (1 + 0x1p-20f) + 0x1p-120f;
  bool any = false;
  for (std::size_t first = 0; first < r.n; first += bounded) {
    request part = r;
    broad::skip(part.b, first, r.dims), part.n = around.n = std::min(bounded, r.n - first);
    put_bounds(part.b, r.dims, part.n, of_b);
    std::uint64_t among[bounded / 64]{};
    if (boxes(around, most, false, apart, among))
      any |= textbook::distances_among(part, limit, out + first, near + first / 64, among);
  }
  return any;
}

// ------------------------------------------------------------------------------------------------------------------

// Of all items of b. Not how_far: what is surely nearer than the limit may be told as 0. In `near`, if given, which is
// 0 before: who is no further away than the limit, on whatever layer.
bool put_distances(const engine& e, const request& r, float limit, bool how_far, float* out,
                   std::uint64_t* near) noexcept {
  const auto plain = [](kind what) { return what <= kind::circle; };
  const auto by_registers = tables[static_cast<int>(e.which)];
  const auto ask = plain(r.a.what) && plain(r.b.what) ? by_registers : distances;
  const bool bounds = ask != by_registers && near && limit < HUGE_VALF;
  if (bounds ? !distances_by_bounds(r, limit, by_registers, out, near) : !ask(r, limit, how_far, out, near))
    return false;
  if (!r.b.layer_data && (r.b.layer_one & r.layers)) return true;
  for (std::size_t i = 0; i < r.n; ++i)
    if (!((r.b.layer_data ? r.b.layer_data[i] : r.b.layer_one) & r.layers)) out[i] = HUGE_VALF;
  return true;
}

// each(item, its distance), in order, for those that are no further than the limit. Few are asked at first: the nearest
// of them may be the limit of all others.
template <class Each>
void each_near(const engine& e, const request& r, const float& limit, bool how_far, const Each& each) noexcept {
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
    if (put_distances(e, part, limit, how_far, far, near))
      for (std::size_t w = 0; w < (part.n + 63) / 64; ++w)
        words_of_bits::each_bit(near[w], 64 * w, [&](index i) { each(static_cast<index>(first + i), far[i]); });
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

void run_distance_each(const engine& e, const request& r, std::span<float> out) noexcept {
  const default_float_state here;
  bool wrong = broken(r, r.verb, "_each");
  if (checked_build && !wrong && out.size() < r.n) {
    report_lengths("distance_each", "out", out.size(), "the batch", r.n);
    wrong = true;
  }
  const std::size_t n = wrong ? 0 : r.n < out.size() ? r.n : out.size();
  each_block(r, n, [&](const request& part, std::size_t first) {
    return put_distances(e, part, HUGE_VALF, true, out.data() + first, nullptr), true;
  });
  for (std::size_t i = 0; wrong && i < out.size(); ++i) out[i] = HUGE_VALF;
}

nearest_item run_distance_nearest(const engine& e, const request& r) noexcept {
  const default_float_state here;
  nearest_item best;
  if (broken(r, r.verb, "_nearest")) return best;
  each_near(e, r, best.distance, true, [&](index i, float far) {
    if (far < best.distance) best = {i, far};
  });
  return best;
}

found run_distance_within(const engine& e, const request& r, float within, std::span<index> out) noexcept {
  const default_float_state here;
  here.take(within);
  words_of_bits::writer list(out);
  if (broken(r, r.verb, "_within")) return list.result();
  const float most = r.touch == touching::hits ? within : -HUGE_VALF;  // as near as that, too
  each_near(e, r, within, false, [&](index i, float far) {
    if (far < within || (far == most && far < HUGE_VALF)) list.put(i);
  });
  return list.result();
}

}  // namespace hitscan::detail
