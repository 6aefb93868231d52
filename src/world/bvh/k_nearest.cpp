// The public face of nearest: what is in a grid or a tree, and how far is it?
#include <hitscan/grid.hpp>

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

}  // namespace

// Asks about the first n points. False: none of them can be near anything.
bool grid::k_nearest(const request& r, std::size_t n, std::size_t wanted, float radius, const void* sink,
                     workspace& w) const {
  const grid_body& g = *body_;
  if (!(radius >= 0) || wanted == 0) return false;
  const double reach = radius;
  const near_rules rules{&g.items, round() ? reach : reach * reach, r.touch == touching::hits, r.layers,
                         std::min(wanted, std::max<std::size_t>(g.items.count, 1))};
  const std::size_t words = rules.wanted * sizeof(near_item) / sizeof(float);
  near_item* const kept = reinterpret_cast<near_item*>(lender::of(w).list.need(words));
  const broad::kernels& k = broad::of(active_engine());
  const auto ask = [&](const bvh& over) {
    k.k_nearest(over, r.a, n, rules, kept, *static_cast<const near_sink*>(sink));
    return true;
  };
  if (g.over.levels || g.items.count == 0) return ask(g.over);
  // A world that nobody prepared has sorted nothing: it is done here, for this once.
  memory& s = lender::of(w);
  float* const tree = s.tree.need(bvh_words(g.items.count, g.dims));
  const sort_memory to = s.for_order(g.items.count, g.dims);
  bvh over;
  k.build(to.rows, k.order(g.items, {}, g.dims, to), g.dims, tree, over);
  return ask(over);
}

void grid::near_of(const request& r, float radius, const near_columns& out, workspace& w) const {
  const default_float_state here;
  here.take(radius);
  const char* const wrong = body_->wrong_with(r);
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
  dense to{out.index, out.distance, round()};
  const near_sink sink{&to, dense::take};
  if (k_nearest(r, n, 1, radius, &sink, w)) return;
  for (std::size_t i = 0; i < n; ++i) dense::take(&to, i, nullptr, 0);
}

std::size_t grid::near_k_of(const request& r, std::size_t k, float radius, const near_lists& out, workspace& w) const {
  const default_float_state here;
  here.take(radius);
  const char* const wrong = body_->wrong_with(r);
  if (wrong) say_wrong(r, wrong);
  if (!wrong && out.starts.size() <= r.a.count) breach("hitscan: starts need one entry more than there are lists");
  listed to{out.starts, out.items, out.distance, round()};
  const near_sink sink{&to, listed::take};
  const bool asked = !wrong && k_nearest(r, r.a.count, k, radius, &sink, w);
  for (std::size_t i = asked ? r.a.count : 0; i < out.starts.size(); ++i) out.starts[i] = to.total;
  return to.total;
}

}  // namespace hitscan
