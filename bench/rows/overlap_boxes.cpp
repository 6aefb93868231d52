// overlap, boxes with boxes (K4).
#include "../harness/suite.hpp"

namespace bench {
namespace {

constexpr auto& overlap = verbs::overlap;

// One box asks about n walls.
void asks_walls(suite& s, spec what, const scenes::recipe& asker) {
  const std::string scene = what.scene;
  s.add(
      what, overlap,
      [=](std::size_t n) {
        const auto w = crowd2("walls", scenes::walls(), n);
        return [q = askers2(scene.c_str(), asker), w, all = w->boxes(0, n)](std::size_t k) {
          return std::make_tuple(q->box[k % scenes::fresh], std::cref(all));
        };
      },
      [=](std::size_t n) {
        const auto q = askers2(scene.c_str(), asker);
        const auto w = crowd2("walls", scenes::walls(), n);
        const auto box = [q](std::size_t k) { return rect_of(q->box[k % scenes::fresh]); };
        return std::map<form, plain_run>{
            {form::any, [=](const baseline::loops& p, std::size_t k,
                            results& r) { r.any = p.boxes_any(box(k), rects_of(*w), n); }},
            {form::count, [=](const baseline::loops& p, std::size_t k,
                              results& r) { r.count = p.boxes_count(box(k), rects_of(*w), n); }},
            {form::mask, [=](const baseline::loops& p, std::size_t k,
                             results& r) { p.boxes_mask(box(k), rects_of(*w), n, r.bytes.data()); }},
            {form::list, [=](const baseline::loops& p, std::size_t k, results& r) {
               r.count = p.boxes_list(box(k), rects_of(*w), n, r.list.data());
             }}};
      });
}

}  // namespace

void overlap_boxes(suite& s) {
  asks_walls(
      s, {.verb = "overlap", .scene = "box_walls", .bytes = 16, .headline = {{form::mask, "K4"}, {form::list, "K4"}}},
      scenes::lookouts());
  asks_walls(
      s,
      {.verb = "overlap", .scene = "screen_walls", .bytes = 16, .headline = {{form::mask, "K4"}, {form::list, "K4"}}},
      scenes::screens());

  s.add({.verb = "overlap", .scene = "box_bullets", .bytes = 8}, overlap, [](std::size_t n) {
    const auto c = crowd2("bullets", scenes::bullets(), n);
    return [q = askers2("box", scenes::lookouts()), c, all = c->centred(0, n)](std::size_t k) {
      return std::make_tuple(q->box[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "overlap", .scene = "box_centred_walls", .bytes = 16}, overlap, [](std::size_t n) {
    const auto w = crowd2("walls", scenes::walls(), n);
    return [q = askers2("box", scenes::lookouts()), w, all = w->centred(0, n)](std::size_t k) {
      return std::make_tuple(q->box[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "overlap", .scene = "points_screen", .bytes = 8}, overlap, [](std::size_t n) {
    const auto c = crowd2("bullets", scenes::bullets(), n);
    return [q = askers2("screen", scenes::screens()), c, all = c->points(0, n)](std::size_t k) {
      return std::make_tuple(std::cref(all), q->box[k % scenes::fresh]);
    };
  });
  s.add({.verb = "overlap", .scene = "box_tiles", .bytes = 16}, overlap, [](std::size_t n) {
    const auto c = crowd2("tiles", scenes::tiles(), n);
    return [q = askers2("tile", scenes::tiles()), c, all = c->boxes(0, n)](std::size_t k) {
      return std::make_tuple(q->box[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "overlap", .scene = "box_walls_3d", .bytes = 24}, overlap, [](std::size_t n) {
    const auto c = crowd3("walls", scenes::walls(), n);
    return [q = askers3("box", scenes::lookouts()), c, all = c->boxes(0, n)](std::size_t k) {
      return std::make_tuple(q->box[k % scenes::fresh], std::cref(all));
    };
  });
  s.add({.verb = "overlap", .scene = "boxes_close", .bytes = 32, .each = true}, overlap, [](std::size_t n) {
    return [a = crowd2("close a", scenes::close_up(), n), b = crowd2("close b", scenes::close_up(), n),
            n](std::size_t k) { return std::tuple(a->boxes(k % scenes::fresh, n), b->boxes(0, n)); };
  });
}

}  // namespace bench
