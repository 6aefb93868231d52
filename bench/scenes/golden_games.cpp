// Golden hashes of a game's frame: squared thresholds, grazes, culls, removals, and what walls leave of a motion.
#include "golden_ledger.hpp"

namespace golden {
namespace {

constexpr auto& squared = verbs::squared;

// A bit an item for every item.
std::vector<std::uint64_t> blank(std::size_t n) { return std::vector<std::uint64_t>(hs::mask_words(n)); }

template <int D> void questions(ledger& to, const scenes::crowd<D>& a, const scenes::crowd<D>& b, const hs::query& q) {
  const std::size_t n = crowd_size;
  const auto boxes = b.boxes(1, n);
  const auto centred = b.centred(1, n);
  const auto circles = b.circles(1, n);
  const auto points = b.points(1, n);
  std::vector<float> reach2(n);
  for (std::size_t i = 0; i < n; ++i) reach2[i] = b.radius[i] * b.radius[i] * 4;

  for (std::size_t i = 0; i < askers; ++i) {
    const auto center = a.point_at(i);
    const auto box = a.box_at(i);
    const auto circle = a.circle_at(i);
    const float radius = circle.radius;
    ask_static(to, "overlap_squared", squared.any, squared.count, squared.mask, squared.list, n, q, circles, center,
               hs::column(radius * 20));
    ask_static(to, "overlap_squared", squared.any, squared.count, squared.mask, squared.list, n, q, points, center,
               hs::column(reach2));

    const auto graze = [&](const auto& items) {
      std::vector<std::uint64_t> seen = blank(n);
      for (const std::size_t capacity : {n / 16, n}) {  // the second time, what was seen stays so
        room hit(capacity), near(capacity);
        const hs::grazed g =
            hs::graze(items, circle, radius * 3, std::span(hit.index), std::span(near.index), std::span(seen), q);
        digest& d = to("graze", "");
        add_found(d, g.hits, hit), add_found(d, g.close, near), d.add_all(seen);
      }
      seen = blank(n);
      room hit(n), near(n);
      const hs::graze_counts c =
          hs::graze_mask(items, circle, radius * 3, std::span(hit.words), std::span(near.words), std::span(seen), q);
      digest& d = to("graze", "_mask");
      d.add(c.hits), d.add(c.close), d.add_all(hit.words), d.add_all(near.words), d.add_all(seen);
    };
    graze(circles), graze(points), graze(boxes);

    const auto cull = [&](const auto& items) {
      for (const std::size_t capacity : {n, n / 16}) {
        room out(capacity);
        const hs::found f = hs::cull(items, box, radius * 2, std::span(out.index), q);
        add_found(to("cull", ""), f, out);
      }
      room out(n);
      digest& d = to("cull", "_mask");
      d.add(hs::cull_mask(items, box, radius * 2, std::span(out.words), q)), d.add_all(out.words);
      std::vector<std::uint64_t> bits = out.words;
      std::vector<float> x = b.center[0];
      x.resize(n);
      std::vector<std::uint8_t> byte(n);
      for (std::size_t k = 0; k < n; ++k) byte[k] = static_cast<std::uint8_t>(k);
      const std::size_t left =
          hs::compact(std::span<const std::uint64_t>(out.words), x, byte, hs::bit_column{std::span(bits)});
      to("compact", "").add(left);
      to("compact", "").add_first(x, left), to("compact", "").add_first(byte, left), to("compact", "").add_all(bits);
    };
    cull(circles), cull(points), cull(centred);
  }

  // Who has hit whom already, of a list that names some pairs twice and overflows the memory.
  const scenes::pair_list pairs = scenes::shuffled_pairs(n, 12, n);
  std::vector<std::uint64_t> slots(64);
  hs::once_memory memory(slots);
  for (std::size_t i = 0; i < n; ++i)
    to("once", "").add(static_cast<std::uint32_t>(memory.tell(pairs.first[i], pairs.second[i])));
  to("once", "").add(memory.forget(3)), to("once", "").add(memory.size());
  std::vector<hs::index> first = pairs.first, second = pairs.second;
  const auto kept = memory.keep_fresh(first, second);
  to("once", "").add(kept.fresh), to("once", "").add(kept.full);
  to("once", "").add_first(first, kept.fresh), to("once", "").add_first(second, kept.fresh);
}

template <class V> void add_box(digest& d, const hs::basic_box<V>& b) { d.add(b.min), d.add(b.max); }
template <class V> void add_circle(digest& d, const hs::basic_circle<V>& c) { d.add(c.center), d.add(c.radius); }

// What follows a hit, one at a time.
template <int D> void one_response(ledger& to, const scenes::crowd<D>& a, const scenes::crowd<D>& b, std::size_t i) {
  const auto box = a.box_at(i), wall = b.box_at(i);
  const auto circle = a.circle_at(i), post = b.circle_at(i);
  const auto point = a.point_at(i);
  const auto segment = a.segment_at(i);
  const auto step = a.step_at(i);
  const auto box_hit = hs::sweep_nearest(box, step, wall), round_hit = hs::sweep_nearest(circle, step, post);
  const auto mixed = hs::sweep_nearest(circle, step, wall), other = hs::sweep_nearest(box, step, post);

  digest& advance = to("advance", "");
  add_box(advance, hs::advance(box, step, box_hit)), advance.add(hs::advance(point, step, box_hit));
  add_circle(advance, hs::advance(circle, step, round_hit, post));
  add_circle(advance, hs::advance(circle, step, mixed, wall));
  add_box(advance, hs::advance(box, step, other, post));
  auto half = point;
  for (int k = 0; k < D; ++k) half[k] = a.half[k][i];
  advance.add(hs::advance_center(point, half, step, box_hit, wall)), advance.add(hs::safe_time(box_hit.time));

  digest& bounds = to("swept_bounds", "");
  add_box(bounds, hs::swept_bounds(box, step)), add_box(bounds, hs::swept_bounds(circle, step));
  add_box(bounds, hs::swept_bounds(segment));

  digest& out = to("push_out", "");
  add_box(out, hs::push_out(box, hs::contact_deepest(box, wall)));
  add_circle(out, hs::push_out(circle, hs::contact_deepest(circle, post)));
  add_circle(out, hs::push_out(circle, hs::contact_deepest(circle, wall)));
  out.add(hs::push_out(point, hs::contact_deepest(point, wall)));

  for (const auto& h : {box_hit, round_hit, mixed}) {
    to("deflect", "").add(hs::deflect(step, h)), to("deflect", "").add(hs::deflect(step, h.normal));
    to("slide", "").add(hs::slide(step, h)), to("slide", "").add(hs::slide(step, h.normal));
    to("push", "").add(hs::push(step, h)), to("push", "").add(hs::push(step, h.normal));
  }
}

template <int D> void responses(ledger& to, const scenes::crowd<D>& a, const scenes::crowd<D>& b, const hs::query& q) {
  const std::size_t n = crowd_size;
  for (std::size_t i = 0; i < n; ++i) one_response(to, a, b, i);

  room hits(n);
  const auto steps = a.motions(0, n, false);
  hs::sweep_each(a.circles(0, n), steps, b.circles(0, n), hits.columns<D>(), q);
  const auto whole = [&](const char* name, const auto& respond) {
    room out(n);
    auto& c = out.column;
    if constexpr (D == 2)
      to(name, "_columns").add(respond(steps, hits.columns<D>(), std::span(c[0]), std::span(c[1])));
    else
      to(name, "_columns").add(respond(steps, hits.columns<D>(), std::span(c[0]), std::span(c[1]), std::span(c[2])));
    for (int k = 0; k < D; ++k) to(name, "_columns").add_all(c[k]);
  };
  whole("deflect", [](const auto&... s) { return hs::deflect(s...); });
  whole("slide", [](const auto&... s) { return hs::slide(s...); });
  whole("push", [](const auto&... s) { return hs::push(s...); });

  std::vector<float> moved(n), x[D], d[D];
  for (int k = 0; k < D; ++k) {
    const auto first = [n](const auto& column) { return std::span(column).first(n); };
    to("advance", "_columns").add(hs::advance(first(a.center[k]), first(a.step[k]), first(hits.column[0]), moved));
    to("advance", "_columns").add_all(moved);
    x[k] = a.center[k], d[k] = a.step[k];
  }
  digest& bounce = to("bounce_inside", "");
  const auto field = b.box_at(0);
  if constexpr (D == 2)
    bounce.add(hs::bounce_inside(field, a.radius, x[0], x[1], d[0], d[1]));
  else
    bounce.add(hs::bounce_inside(field, a.radius, x[0], x[1], x[2], d[0], d[1], d[2]));
  for (int k = 0; k < D; ++k) bounce.add_all(x[k]), bounce.add_all(d[k]);
}

template <int D> void dimension(ledger& to) {
  each_scene<D>(7000 * D, [&](const auto& a, const auto& b, const hs::query& q) {
    questions(to, a, b, q);
    responses(to, a, b, q);
  });
}

}  // namespace

void games(ledger& to) {
  dimension<2>(to);
  dimension<3>(to);
}

}  // namespace golden
