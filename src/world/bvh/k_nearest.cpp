// The public face of nearest: what is in a world, and how far is it?
#include <hitscan/world.hpp>

#include <algorithm>
#include <cmath>

#include "../../core/float_state.hpp"
#include "../jobs.hpp"
#include "k_nearest_rules.hpp"

namespace hitscan {

using namespace detail;
using namespace detail::broad;

namespace {

float distance_of(double key, bool round) noexcept { return static_cast<float>(round ? key : std::sqrt(key)); }

struct dense {  // one a point
  std::span<index> item;
  std::span<float> distance;
  bool round;
  static void take(void* owner, std::size_t point, const near_item* found, std::size_t n) {
    const dense& to = *static_cast<const dense*>(owner);
    if (!to.item.empty()) to.item[point] = n ? found->item : none;
    if (!to.distance.empty()) to.distance[point] = n ? distance_of(found->key, to.round) : HUGE_VALF;
  }
};

struct listed {
  std::span<std::size_t> starts;
  std::span<index> item;
  std::span<float> distance;
  bool round;
  std::size_t total = 0;
  static void take(void* owner, std::size_t point, const near_item* found, std::size_t n) {
    listed& to = *static_cast<listed*>(owner);
    if (point < to.starts.size()) to.starts[point] = to.total;
    for (std::size_t k = 0; k < n; ++k, ++to.total) {
      if (to.total < to.item.size()) to.item[to.total] = found[k].item;
      if (to.total < to.distance.size()) to.distance[to.total] = distance_of(found[k].key, to.round);
    }
  }
};

// What is wrong with a question, in words.
const char* wrong_with(const world_body& g, const request& r, const query& q) noexcept {
  if (const char* const wrong = g.wrong_with(r)) return wrong;
  if (g.hulls()) return "hitscan: what is near is known of points, boxes and circles alone";
  return q.by == method::brute ? "hitscan: what is near is looked for among sorted items, not by brute force" : nullptr;
}

// Asks about the first n points. False: none of them can be near anything.
bool ask(world_body& g, const request& r, std::size_t n, std::size_t wanted, float radius, const near_sink& sink,
         const workers& with) {
  const lease lent(with, &g);
  if (!(radius >= 0) || wanted == 0 || short_of_workspaces(lent.now)) return false;
  memory& s = memory_of(lent.now, 0);
  const double reach = radius;
  const near_rules rules{&g.bounds, g.round() ? reach : reach * reach, r.touch == touching::hits, r.layers,
                         std::min(wanted, std::max<std::size_t>(g.items.count, 1))};
  const std::size_t words = rules.wanted * sizeof(near_item) / sizeof(float);
  g.asked.fetch_add(n, std::memory_order_relaxed), g.used.store(method::grid, std::memory_order_relaxed);
  const bvh& over = g.as_bvh(s);
  of(active_engine()).k_nearest(over, r.a, n, rules, reinterpret_cast<near_item*>(s.list.need(words)), sink);
  return true;
}

}  // namespace

void world::near_of(const request& r, float radius, const near_columns& out, const query& q,
                    const workers& with) const {
  const default_float_state here;
  here.take(radius);
  const char* const wrong = wrong_with(*body_, r, q);
  if (wrong) say_wrong(r, wrong);
  std::size_t n = wrong ? 0 : r.a.count;
  for (const std::size_t room : {out.index.size(), out.distance.size()})
    if (room && room < n) {
      breach("hitscan: an output is shorter than the batch");
      n = checked_build ? 0 : room;
    }
  const std::size_t rows = wrong ? all_rows : r.a.count;  // columns may differ in length
  for (std::size_t i = n; i < std::min(rows, out.index.size()); ++i) out.index[i] = none;
  for (std::size_t i = n; i < std::min(rows, out.distance.size()); ++i) out.distance[i] = HUGE_VALF;
  if (n == 0 || (out.index.empty() && out.distance.empty())) return;
  dense to{out.index, out.distance, body_->round()};
  const near_sink sink{&to, dense::take};
  if (ask(*body_, r, n, 1, radius, sink, with)) return;
  for (std::size_t i = 0; i < n; ++i) dense::take(&to, i, nullptr, 0);
}

std::size_t world::near_k_of(const request& r, std::size_t k, float radius, const near_lists& out, const query& q,
                             const workers& with) const {
  const default_float_state here;
  here.take(radius);
  const char* const wrong = wrong_with(*body_, r, q);
  if (wrong) say_wrong(r, wrong);
  if (!wrong && out.starts.size() <= r.a.count) breach("hitscan: starts need one entry more than there are lists");
  listed to{out.starts, out.items, out.distance, body_->round()};
  const near_sink sink{&to, listed::take};
  const bool asked = !wrong && ask(*body_, r, r.a.count, k, radius, sink, with);
  for (std::size_t i = asked ? r.a.count : 0; i < out.starts.size(); ++i) out.starts[i] = to.total;
  return to.total;
}

}  // namespace hitscan
