// contact, rounded hulls.
#include "contacts.hpp"
#include "turned.hpp"

namespace bench {

void contact_hulls(suite& s) {
  s.add(
      {.verb = "contact", .scene = "bomb_obbs", .bytes = 24, .most = 262144}, contact,
      [](std::size_t n) {
        const auto w = turned("walls", scenes::walls(), n);
        return [q = askers2("bomb", scenes::bombs()), w, all = w->obbs(0, n)](std::size_t k) {
          return std::make_tuple(q->circle[k % scenes::fresh], std::cref(all));
        };
      },
      [](std::size_t n) {
        return std::map<form, plain_run>{
            {form::records, [q = askers2("bomb", scenes::bombs()), w = turned("walls", scenes::walls(), n), n](
                                const baseline::loops& p, std::size_t k, results& r) {
               r.count = p.contact_circle_turned(disc_of(q->circle[k % scenes::fresh]), turned_boxes_of(*w), n,
                                                 touched_of(r));
             }}};
      });
  s.add(
      {.verb = "contact", .scene = "polygon_polygons", .bytes = 48, .most = 16384}, contact,
      [](std::size_t n) {
        const auto w = turned("walls", scenes::walls(), n);
        return [q = turned("asking lookout", scenes::lookouts(), 0), w, all = w->polygons(0, n)](std::size_t k) {
          return std::make_tuple(q->polygon_at(k % scenes::fresh), std::cref(all));
        };
      },
      [](std::size_t n) {
        return std::map<form, plain_run>{{form::records, [q = turned("asking lookout", scenes::lookouts(), 0),
                                                          w = turned("walls", scenes::walls(), n),
                                                          n](const baseline::loops& p, std::size_t k, results& r) {
                                            r.count =
                                                p.contact_polygons(outline_of(q->polygon_at(k % scenes::fresh)),
                                                                   outlines_of(*w), n, without_position(touched_of(r)));
                                          }}};
      });
  keep_contact_forms(s);
  s.add_own({.query = "contact_each",
             .scene = "polygon_pairs",
             .what = form::records,
             .bytes = 104,
             .most = 16384,
             .plain = false},
            [](std::size_t n) {
              const auto p = std::make_shared<const polygon_pairs>(n);
              const auto answer = [=](const auto& each) {
                return [=](std::size_t k, results& r) {
                  each(p->a->polygons(0, n), p->b->polygons(0, n), p->part(k),
                       hs::contact_columns{.index = r.list,
                                           .depth = r.times,
                                           .normal_x = r.normal_x,
                                           .normal_y = r.normal_y,
                                           .position_x = r.position_x,
                                           .position_y = r.position_y});
                  r.count = n;
                };
              };
              return own_calls{.library = answer(hs::contact_each), .reference = answer(hs::reference::contact_each)};
            });
}

}  // namespace bench
