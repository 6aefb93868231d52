// Golden hashes of what is rounded, turned or convex, of contacts, and of lists of different shapes.
#include "golden_ledger.hpp"

namespace golden {
namespace {

constexpr auto& overlap = verbs::overlap;
constexpr auto& contact = verbs::contact;
constexpr auto& cast = verbs::cast;
constexpr auto& sweep = verbs::sweep;

// As `room`, for contacts.
struct contact_room {
  std::vector<hs::index> index;
  std::vector<float> column[10];

  explicit contact_room(std::size_t n) : index(n, 0xdeadbeef) {
    for (auto& c : column) c.assign(n, -77.0f);
  }
  template <int D> auto columns() { return trial::contacts_over<D>(index, column); }
  void add_to(digest& d, std::size_t n) const {
    d.add_first(index, n);
    for (const auto& c : column) d.add_first(c, n);
  }
};

template <class C> void add_contact(digest& d, const C& c) {
  d.add(c.index), d.add(c.depth);
  d.add(c.normal), d.add(c.position), d.add(c.push);
}

template <int D, class A, class B>
void contacts(ledger& to, const std::string& name, std::size_t n, const hs::query& q, const A& a, const B& b) {
  for (const std::size_t capacity : {n, n / 16}) {
    contact_room out(capacity);
    const hs::found f = contact.list(a, b, out.template columns<D>(), q);
    digest& d = to(name, "");
    d.add(f.total), d.add(f.written), out.add_to(d, f.written);
  }
  add_contact(to(name, "_deepest"), contact.deepest(a, b, q));
}
template <int D, class A, class B>
void contacts_each(ledger& to, const std::string& name, const hs::index_pairs& pairs, std::size_t n, const hs::query& q,
                   const A& a, const B& b) {
  contact_room dense(n), paired(n), deepest(n);
  contact.pairwise(a, b, dense.template columns<D>(), q);
  hs::query by_pairs = q;
  by_pairs.pairs = pairs;
  contact.pairwise(a, b, paired.template columns<D>(), by_pairs);
  dense.add_to(to(name, "_each"), n), paired.add_to(to(name, "_each"), n);
  contact.deepest(a, b, deepest.template columns<D>(), q);
  deepest.add_to(to(name, "_deepest"), n);
}

// Points, boxes and circles, in 2D and 3D.
template <int D>
void plain_shapes(ledger& to, const scenes::crowd<D>& a, const scenes::crowd<D>& b, const hs::query& q) {
  const std::size_t n = crowd_size;
  const auto boxes = b.boxes(1, n), boxes_a = a.boxes(0, n);
  const auto centred = b.centred(1, n);
  const auto circles = b.circles(1, n), circles_a = a.circles(0, n);
  const auto points_a = a.points(0, n);
  const auto steps = b.motions(1, n, false), steps_a = a.motions(0, n, false), promised = a.motions(0, n, true);
  for (std::size_t i = 0; i < askers; ++i) {
    const auto box = a.box_at(i);
    const auto circle = a.circle_at(i);
    const auto step = a.step_at(i);
    contacts<D>(to, "contact", n, q, box, boxes);
    contacts<D>(to, "contact", n, q, centred, box);
    contacts<D>(to, "contact", n, q, points_a, box);
    contacts<D>(to, "contact", n, q, circle, circles);
    contacts<D>(to, "contact", n, q, points_a, circle);
    contacts<D>(to, "contact", n, q, circle, boxes);
    contacts<D>(to, "contact", n, q, boxes, circle);
    contacts<D>(to, "contact", n, q, box, circles);

    flat(to, "sweep_round", sweep, n, q, circle, step, boxes);
    flat(to, "sweep_round", sweep, n, q, circle, step, hs::moving(centred, steps));
    flat(to, "sweep_round", sweep, n, q, circles_a, promised, box);
    flat(to, "sweep_round", sweep, n, q, boxes_a, steps_a, circle);
    flat(to, "sweep_round", sweep, n, q, box, step, hs::moving(circles, steps));
  }
  const scenes::pair_list shuffled = scenes::shuffled_pairs(n, n, 99);
  const hs::index_pairs pairs = shuffled.part(0, n);
  contacts_each<D>(to, "contact", pairs, n, q, boxes_a, boxes);
  contacts_each<D>(to, "contact", pairs, n, q, circles_a, circles);
  contacts_each<D>(to, "contact", pairs, n, q, circles_a, boxes);
  contacts_each<D>(to, "contact", pairs, n, q, boxes_a, circles);
  each(to, "sweep_round_each", sweep, pairs, n, q, circles_a, steps_a, boxes);
  each(to, "sweep_round_each", sweep, pairs, n, q, boxes_a, steps_a, hs::moving(circles, steps));
}

template <class H> void add_mixed(digest& d, const H& h) { add_hit(d, h), d.add(h.view); }

// 2D: the others, each with each and with the plain ones.
void hull_shapes(ledger& to, const scenes::crowd<2>& a, const scenes::crowd<2>& b, const hs::query& q) {
  const std::size_t n = crowd_size;
  const scenes::hulls ha(a), hb(b);
  const auto boxes = b.boxes(1, n);
  const auto circles = b.circles(1, n), circles_a = a.circles(0, n);
  const auto points = b.points(1, n);
  const auto segments = b.segments(1, n), segments_a = a.segments(0, n);
  const auto capsules = hb.capsules(1, n), capsules_a = ha.capsules(0, n);
  const auto obbs = hb.obbs(1, n), obbs_a = ha.obbs(0, n);
  const auto polygons = hb.polygons(1, n), polygons_a = ha.polygons(0, n);
  const auto steps_a = a.motions(0, n, false), steps = b.motions(1, n, false);
  const auto every_pair = [&](std::size_t i, const auto& ask) {
    const auto polygon = ha.polygon_at(i);
    ask(a.point_at(i), capsules), ask(a.point_at(i), polygons), ask(points, ha.obb_at(i));
    ask(a.box_at(i), obbs), ask(a.box_at(i), polygons), ask(boxes, ha.capsule_at(i));
    ask(a.circle_at(i), segments), ask(a.circle_at(i), capsules), ask(a.circle_at(i), obbs);
    ask(a.circle_at(i), polygons), ask(circles, polygon);
    ask(a.segment_at(i), circles), ask(a.segment_at(i), obbs), ask(a.segment_at(i), segments);
    ask(ha.capsule_at(i), circles), ask(ha.capsule_at(i), capsules), ask(ha.capsule_at(i), boxes);
    ask(ha.obb_at(i), obbs), ask(ha.obb_at(i), polygons);
    ask(polygon, polygons), ask(polygon, capsules), ask(segments, polygon);
  };
  for (std::size_t i = 0; i < 2; ++i) {
    const auto step = a.step_at(i);
    every_pair(i, [&](const auto& one, const auto& other) {
      flat(to, "overlap_hulls", overlap, n, q, one, other);
      contacts<2>(to, "contact_hulls", n, q, one, other);
      flat(to, "sweep_hulls", sweep, n, q, one, step, other);
    });
    flat(to, "sweep_hulls", sweep, n, q, ha.polygon_at(i), step, hs::moving(polygons, steps));
    flat(to, "sweep_hulls", sweep, n, q, capsules_a, steps_a, hb.obb_at(i));
    const auto segment = a.segment_at(i);
    flat(to, "cast_hulls", cast, n, q, segment, segments);
    flat(to, "cast_hulls", cast, n, q, segment, capsules);
    flat(to, "cast_hulls", cast, n, q, segment, hs::moving(obbs, steps));
    flat(to, "cast_hulls", cast, n, q, segment, polygons);
    flat(to, "cast_hulls", cast, n, q, segments_a, hb.polygon_at(i));

    const auto single = b.box_at(i);
    const auto all = hs::several(boxes, circles, capsules, polygons, single);
    add_mixed(to("several", "_sweep_nearest"), hs::sweep_nearest(a.circle_at(i), step, all, q));
    add_mixed(to("several", "_sweep_nearest"), hs::sweep_nearest(ha.polygon_at(i), step, all, q));
    add_mixed(to("several", "_cast_nearest"), hs::cast_nearest(segment, all, q));
  }
  const scenes::pair_list shuffled = scenes::shuffled_pairs(n, n, 99);
  const hs::index_pairs pairs = shuffled.part(0, n);
  each(to, "overlap_hulls_each", overlap, pairs, n, q, capsules_a, obbs);
  each(to, "overlap_hulls_each", overlap, pairs, n, q, polygons_a, polygons);
  each(to, "overlap_hulls_each", overlap, pairs, n, q, circles_a, polygons);
  contacts_each<2>(to, "contact_hulls", pairs, n, q, obbs_a, obbs);
  contacts_each<2>(to, "contact_hulls", pairs, n, q, polygons_a, polygons);
  contacts_each<2>(to, "contact_hulls", pairs, n, q, capsules_a, boxes);
  each(to, "cast_hulls_each", cast, pairs, n, q, segments_a, capsules);
  each(to, "cast_hulls_each", cast, pairs, n, q, segments_a, polygons);
  each(to, "sweep_hulls_each", sweep, pairs, n, q, circles_a, steps_a, segments);
  each(to, "sweep_hulls_each", sweep, pairs, n, q, polygons_a, steps_a, hs::moving(polygons, steps));
}

}  // namespace

void hulls_and_contacts(ledger& to) {
  each_scene<2>(4000, [&](const auto& a, const auto& b, const hs::query& q) { plain_shapes(to, a, b, q); });
  each_scene<3>(5000, [&](const auto& a, const auto& b, const hs::query& q) { plain_shapes(to, a, b, q); });
  each_scene<2>(6000, [&](const auto& a, const auto& b, const hs::query& q) { hull_shapes(to, a, b, q); });
}

}  // namespace golden
