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
  const auto by_pairs = [&](const char* scene, double bytes, auto views) {
    s.add_own(
        {.query = "contact_each", .scene = scene, .what = form::records, .bytes = bytes, .most = 16384, .plain = false},
        [=](std::size_t n) {
          const auto ask = views(n);
          const auto answer = [=](const hs::query& q) {
            return [=](std::size_t k, results& r) {
              const auto out = hs::contact_columns{.index = r.list,
                                                   .depth = r.times,
                                                   .normal_x = r.normal_x,
                                                   .normal_y = r.normal_y,
                                                   .position_x = r.position_x,
                                                   .position_y = r.position_y};
              const auto subjects = ask(k);
              hs::query o = q;
              if constexpr (std::tuple_size_v<std::remove_cvref_t<decltype(subjects)>> > 2)
                o.pairs = std::get<2>(subjects);
              hs::contact_each(std::get<0>(subjects), std::get<1>(subjects), out, o);
              r.count = n;
            };
          };
          return own_calls{.library = answer({}), .reference = answer({.on = hs::isa::scalar})};
        });
  };
  by_pairs("polygon_pairs", 104, [](std::size_t n) {
    return [n, p = std::make_shared<const polygon_pairs>(n)](std::size_t k) {
      return std::tuple(p->a->polygons(0, n), p->b->polygons(0, n), p->part(k));
    };
  });
  by_pairs("obbs_close", 48, [](std::size_t n) {
    return [n, a = turned("close a", scenes::close_up(), n), b = turned("close b", scenes::close_up(), n)](
               std::size_t k) { return std::tuple(a->obbs(k % scenes::fresh, n), b->obbs(0, n)); };
  });
  by_pairs("capsules_close", 40, [](std::size_t n) {
    return [n, a = turned("close a", scenes::close_up(), n), b = turned("close b", scenes::close_up(), n)](
               std::size_t k) { return std::tuple(a->capsules(k % scenes::fresh, n), b->capsules(0, n)); };
  });
}

}  // namespace bench
