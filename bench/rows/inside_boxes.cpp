// inside: what lies within the screen, what left it.
#include "../harness/suite.hpp"

namespace bench {
namespace {
constexpr auto& inside = verbs::inside;
}

void inside_boxes(suite& s) {
  s.add(
      {.verb = "inside", .scene = "walls_screen", .bytes = 16, .headline = {{form::mask, "K4"}}}, inside,
      [](std::size_t n) {
        const auto c = crowd2("walls", scenes::walls(), n);
        return [q = askers2("screen", scenes::screens()), c, all = c->boxes(0, n)](std::size_t k) {
          return std::make_tuple(std::cref(all), q->box[k % scenes::fresh]);
        };
      },
      [](std::size_t n) {
        const auto q = askers2("screen", scenes::screens());
        const auto c = crowd2("walls", scenes::walls(), n);
        const auto box = [q](std::size_t k) { return rect_of(q->box[k % scenes::fresh]); };
        return std::map<form, plain_run>{
            {form::mask, [=](const baseline::loops& p, std::size_t k,
                             results& r) { p.inside_mask(rects_of(*c), box(k), n, r.bytes.data()); }},
            {form::list, [=](const baseline::loops& p, std::size_t k, results& r) {
               r.count = p.inside_list(rects_of(*c), box(k), n, r.list.data());
             }}};
      });
  s.add({.verb = "inside", .scene = "bullets_screen", .bytes = 8}, inside, [](std::size_t n) {
    const auto c = crowd2("bullets", scenes::bullets(), n);
    return [q = askers2("screen", scenes::screens()), c, all = c->centred(0, n)](std::size_t k) {
      return std::make_tuple(std::cref(all), q->box[k % scenes::fresh]);
    };
  });
  s.add({.verb = "inside", .scene = "tiles_tile", .bytes = 16}, inside, [](std::size_t n) {
    const auto c = crowd2("tiles", scenes::tiles(), n);
    return [q = askers2("tile", scenes::tiles()), c, all = c->boxes(0, n)](std::size_t k) {
      return std::make_tuple(std::cref(all), q->box[k % scenes::fresh]);
    };
  });
  s.add({.verb = "inside", .scene = "boxes_close", .bytes = 32, .each = true}, inside, [](std::size_t n) {
    return [a = crowd2("close a", scenes::close_up(), n), b = crowd2("close b", scenes::close_up(), n),
            n](std::size_t k) { return std::tuple(a->boxes(k % scenes::fresh, n), b->boxes(0, n)); };
  });
}

}  // namespace bench
