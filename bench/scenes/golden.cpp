#include "golden.hpp"

#include <cstdio>

#include "golden_ledger.hpp"
#include "golden_values.hpp"

namespace golden {
namespace {

// Who meets whom and grows, or shrinks: by half extents of who asks, by steps of the others.
template <int D>
void growing_scene(ledger& to, const scenes::crowd<D>& a, const scenes::crowd<D>& b, const hs::query& q) {
  constexpr auto& sweep = verbs::sweep;
  const std::size_t n = crowd_size;
  const auto grow_boxes = [&](const auto& boxes, const std::vector<float>(&by)[D], std::size_t first) {
    const scenes::detail::axes<D> g(by, first, n);
    if constexpr (D == 2)
      return hs::growing(boxes, g.c[0], g.c[1]);
    else
      return hs::growing(boxes, g.c[0], g.c[1], g.c[2]);
  };
  const auto boxes_a = grow_boxes(a.boxes(0, n), a.half, 0);
  const auto boxes = grow_boxes(b.centred(1, n), b.step, 1);
  const auto circles_a = hs::growing(a.circles(0, n), scenes::detail::part(a.half[0], 0, n));
  const auto circles = hs::growing(b.circles(1, n), scenes::detail::part(b.step[0], 1, n));
  const auto steps_a = a.motions(0, n, true), steps = b.motions(1, n, false);
  for (std::size_t i = 0; i < askers; ++i) {
    const auto step = a.step_at(i);
    flat(to, "sweep_growing", sweep, n, q, a.box_at(i), step, boxes);
    flat(to, "sweep_growing", sweep, n, q, boxes_a, steps_a, hs::moving(b.box_at(i), step));
    flat(to, "sweep_growing", sweep, n, q, a.circle_at(i), step, hs::moving(circles, steps));
    flat(to, "sweep_growing", sweep, n, q, circles_a, steps_a, b.point_at(i));
  }
  const scenes::pair_list shuffled = scenes::shuffled_pairs(n, n, 98);
  const hs::index_pairs pairs = shuffled.part(0, n);
  each(to, "sweep_growing_each", sweep, pairs, n, q, boxes_a, steps_a, hs::moving(boxes, steps));
  each(to, "sweep_growing_each", sweep, pairs, n, q, circles_a, steps_a, circles);
}

// Who meets whom.
template <int D> void scene(ledger& to, const scenes::crowd<D>& a, const scenes::crowd<D>& b, const hs::query& q) {
  constexpr auto& overlap = verbs::overlap;
  constexpr auto& inside = verbs::inside;
  constexpr auto& cast = verbs::cast;
  constexpr auto& sweep = verbs::sweep;
  const std::size_t n = crowd_size;
  const auto boxes = b.boxes(1, n), boxes_a = a.boxes(0, n);  // from the second on: no alignment to rely on
  const auto centred = b.centred(1, n), centred_a = a.centred(0, n);
  const auto circles = b.circles(1, n), circles_a = a.circles(0, n);
  const auto points_a = a.points(0, n);
  const auto segments_a = a.segments(0, n);
  const auto steps_a = a.motions(0, n, false), steps_a_promised = a.motions(0, n, true);
  const auto steps = b.motions(1, n, false);

  for (std::size_t i = 0; i < askers; ++i) {
    const auto box = a.box_at(i);
    const auto circle = a.circle_at(i);
    const auto point = a.point_at(i);
    const auto segment = a.segment_at(i);
    const auto step = a.step_at(i);

    flat(to, "overlap", overlap, n, q, box, boxes);
    flat(to, "overlap", overlap, n, q, centred, box);
    flat(to, "overlap", overlap, n, q, point, boxes);
    flat(to, "overlap", overlap, n, q, points_a, box);
    flat(to, "overlap", overlap, n, q, circle, circles);
    flat(to, "overlap", overlap, n, q, points_a, circle);
    flat(to, "overlap", overlap, n, q, circle, boxes);
    flat(to, "overlap", overlap, n, q, circles, box);
    flat(to, "overlap", overlap, n, q, box, circles);
    flat(to, "overlap", overlap, n, q, circle, centred);

    flat(to, "inside", inside, n, q, boxes, box);
    flat(to, "inside", inside, n, q, box, boxes);
    flat(to, "inside", inside, n, q, centred, box);
    flat(to, "inside", inside, n, q, points_a, box);

    flat(to, "cast", cast, n, q, segment, boxes);
    flat(to, "cast", cast, n, q, segment, centred);
    flat(to, "cast", cast, n, q, segment, circles);
    flat(to, "cast", cast, n, q, segments_a, box);
    flat(to, "cast", cast, n, q, segments_a, circle);
    flat(to, "cast", cast, n, q, segment, hs::moving(boxes, steps));
    hs::query thick = q;
    thick.padding = {2, 3, 4};
    flat(to, "cast", cast, n, thick, segment, boxes);

    flat(to, "sweep", sweep, n, q, box, step, boxes);
    flat(to, "sweep", sweep, n, q, box, step, hs::moving(centred, steps));
    flat(to, "sweep", sweep, n, q, boxes_a, steps_a, box);
    flat(to, "sweep", sweep, n, q, boxes_a, steps_a_promised, hs::moving(box, step));
    flat(to, "sweep", sweep, n, q, centred_a, steps_a_promised, box);
    flat(to, "sweep", sweep, n, q, points_a, steps_a, box);
    flat(to, "sweep", sweep, n, q, circles_a, steps_a_promised, circle);
    flat(to, "sweep", sweep, n, q, circle, step, circles);
    flat(to, "sweep", sweep, n, q, circle, step, hs::moving(circles, steps));
    flat(to, "sweep", sweep, n, q, points_a, steps_a, circle);
  }

  const scenes::pair_list shuffled = scenes::shuffled_pairs(n, n, 99);
  const hs::index_pairs pairs = shuffled.part(0, n);
  each(to, "overlap_each", overlap, pairs, n, q, boxes_a, boxes);
  each(to, "overlap_each", overlap, pairs, n, q, points_a, centred);
  each(to, "overlap_each", overlap, pairs, n, q, circles_a, circles);
  each(to, "overlap_each", overlap, pairs, n, q, boxes_a, circles);
  each(to, "inside_each", inside, pairs, n, q, centred, boxes_a);
  each(to, "cast_each", cast, pairs, n, q, segments_a, boxes);
  each(to, "cast_each", cast, pairs, n, q, segments_a, circles);
  each(to, "sweep_each", sweep, pairs, n, q, boxes_a, steps_a, boxes);
  each(to, "sweep_each", sweep, pairs, n, q, centred_a, steps_a, hs::moving(boxes, steps));
  each(to, "sweep_each", sweep, pairs, n, q, circles_a, steps_a, circles);

  const std::size_t few = 9;
  many(to, "cast", cast, few, q, a.segments(0, few), boxes);
  many(to, "sweep", sweep, few, q, a.boxes(0, few), a.motions(0, few, false), boxes);
  many(to, "sweep", sweep, few, q, a.circles(0, few), a.motions(0, few, false), hs::moving(circles, steps));
}

template <int D> void dimension(ledger& to, std::size_t scenes = 5) {
  const auto ask = [&](const auto& a, const auto& b, const hs::query& q) { scene(to, a, b, q); };
  each_scene<D>(1000 * D, ask, scenes);
}

}  // namespace

std::vector<entry> hashes() {
  ledger all;
  dimension<2>(all);
  dimension<3>(all);
  const auto growing = [&](const auto& a, const auto& b, const hs::query& q) { growing_scene(all, a, b, q); };
  each_scene<2>(2000, growing), each_scene<3>(3000, growing);
  hulls_and_contacts(all), games(all), worlds(all);
  return all.entries();
}

std::vector<entry> hashes_within(void (*enter)(), void (*leave)()) {
  around = {enter, leave};
  ledger all;
  dimension<2>(all, 2), dimension<3>(all, 1);
  around = {};
  return all.entries();
}

std::uint64_t total(const std::vector<entry>& entries) noexcept {
  digest all;
  for (const entry& e : entries) {
    for (const char c : e.query) all.add(static_cast<unsigned char>(c));
    all.add(e.hash);
  }
  return all.value();
}

std::vector<entry> expected() {
  std::vector<entry> out;
  for (const value& v : values) out.push_back({v.query, v.hash});
  return out;
}

std::string difference(const std::vector<entry>& got, const std::vector<entry>& want) {
  std::string out;
  const auto say = [&](const std::string& query, const char* what, std::uint64_t a, std::uint64_t b) {
    char line[160];
    std::snprintf(line, sizeof line, "  %-26s %s %016llx, expected %016llx\n", query.c_str(), what,
                  static_cast<unsigned long long>(a), static_cast<unsigned long long>(b));
    out += line;
  };
  for (std::size_t i = 0; i < got.size() || i < want.size(); ++i) {
    if (i >= want.size())
      say(got[i].query, "is new:", got[i].hash, 0);
    else if (i >= got.size())
      say(want[i].query, "is missing:", 0, want[i].hash);
    else if (got[i].query != want[i].query)
      say(got[i].query, "is not in its place:", got[i].hash, want[i].hash);
    else if (got[i].hash != want[i].hash)
      say(got[i].query, "is", got[i].hash, want[i].hash);
  }
  return out;
}

}  // namespace golden
