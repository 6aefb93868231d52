// What a call costs beside its items: one shape against one shape, and a view of 64 boxes, many times over. The time of
// an item is that of a call, or a 64th of it.
#include "one_by_one.hpp"
#include "turned.hpp"

namespace bench {
namespace {

using shared_crowd = std::shared_ptr<const scenes::crowd<2>>;

// Item k of `a` and the same of `b`, close together, by themselves.
template <class Ask> void pairs(suite& s, const char* query, const char* scene, double bytes, const Ask& ask) {
  s.add_own({.query = query, .scene = scene, .what = form::mask, .bytes = bytes, .most = 1024, .plain = false},
            [=](std::size_t n) {
              const shared_crowd a = crowd2("close a", scenes::close_up(), n),
                                 b = crowd2("close b", scenes::close_up(), n);
              return own_calls{.library = bits_of_each(n, [=](std::size_t i) { return ask(*a, *b, i); })};
            });
}

// A box and what is turned.
template <class Ask> void turned_pairs(suite& s, const char* query, const char* scene, double bytes, const Ask& ask) {
  s.add_own({.query = query, .scene = scene, .what = form::mask, .bytes = bytes, .most = 1024, .plain = false},
            [=](std::size_t n) {
              const shared_crowd a = crowd2("close a", scenes::close_up(), n);
              const auto b = turned("close b", scenes::close_up(), n);
              const auto by = [=](const hs::query& q) {
                return bits_of_each(n, [=](std::size_t i) { return ask(*a, *b, i, q); });
              };
              return own_calls{.library = by({}), .reference = by({.on = hs::isa::scalar})};
            });
}

// n walls, 64 a call, and another mover each time.
template <class Ask> void batches(suite& s, const char* query, const char* scene, double bytes, const Ask& ask) {
  s.add_own({.query = query, .scene = scene, .what = form::mask, .bytes = bytes, .most = 1024, .plain = false},
            [=](std::size_t n) {
              const shared_crowd w = crowd2("walls", scenes::walls(), n);
              return own_calls{.library = [=, q = askers2("mover", scenes::bullets())](std::size_t k, results& r) {
                for (std::size_t from = 0; from < n; from += 64)
                  ask(*q, (k + from) % scenes::fresh, w->boxes(from, n - from < 64 ? n - from : 64),
                      std::span(r.words).subspan(from / 64, 1));
              }};
            });
}

}  // namespace

void small_calls(suite& s) {
  using crowd = scenes::crowd<2>;
  pairs(s, "overlap_any", "box_box_singly", 32,
        [](const crowd& a, const crowd& b, std::size_t i) { return hs::overlap_any(a.box_at(i), b.box_at(i)); });
  pairs(s, "overlap_any", "circle_box_singly", 28,
        [](const crowd& a, const crowd& b, std::size_t i) { return hs::overlap_any(a.circle_at(i), b.box_at(i)); });
  pairs(s, "sweep_any", "box_box_singly", 40, [](const crowd& a, const crowd& b, std::size_t i) {
    return hs::sweep_any(a.box_at(i), a.step_at(i), b.box_at(i));
  });
  pairs(s, "sweep_nearest", "circle_circle_singly", 32, [](const crowd& a, const crowd& b, std::size_t i) {
    return static_cast<bool>(hs::sweep_nearest(a.circle_at(i), a.step_at(i), b.circle_at(i)));
  });
  pairs(s, "cast_nearest", "ray_box_singly", 32, [](const crowd& a, const crowd& b, std::size_t i) {
    return static_cast<bool>(hs::cast_nearest(a.segment_at(i), b.box_at(i)));
  });
  const auto turned_box = [](const crowd& a, const auto& b, std::size_t i, const hs::query& q) {
    return hs::overlap_any(a.box_at(i), b.obb_at(i), q);
  };
  turned_pairs(s, "overlap_any", "box_obb_singly", 40, turned_box);
  const auto polygon = [](const crowd& a, const auto& b, std::size_t i, const hs::query& q) {
    return static_cast<bool>(hs::sweep_nearest(a.box_at(i), a.step_at(i), b.polygon_at(i), q));
  };
  turned_pairs(s, "sweep_nearest", "box_polygon_singly", 64, polygon);

  using words = std::span<std::uint64_t>;
  batches(s, "overlap_mask", "box_64_walls", 16, [](const auto& q, std::size_t k, const hs::boxes& some, words out) {
    hs::overlap_mask(q.box[k], some, out);
  });
  batches(s, "sweep_mask", "mover_64_walls", 16, [](const auto& q, std::size_t k, const hs::boxes& some, words out) {
    hs::sweep_mask(q.box[k], q.step[k], some, out);
  });
  batches(s, "sweep_nearest", "mover_64_walls", 16, [](const auto& q, std::size_t k, const hs::boxes& some, words out) {
    out[0] = hs::sweep_nearest(q.box[k], q.step[k], some).index;
  });
}

}  // namespace bench
