// contact, circles with boxes.
#include "contacts.hpp"

namespace bench {

void contact_circles_boxes(suite& s) {
  s.add(
      {.verb = "contact", .scene = "bomb_walls", .bytes = 16}, contact,
      [](std::size_t n) {
        const auto w = crowd2("walls", scenes::walls(), n);
        return [q = askers2("bomb", scenes::bombs()), w, all = w->boxes(0, n)](std::size_t k) {
          return std::make_tuple(q->circle[k % scenes::fresh], std::cref(all));
        };
      },
      [](std::size_t n) {
        return std::map<form, plain_run>{
            {form::records, [q = askers2("bomb", scenes::bombs()), w = crowd2("walls", scenes::walls(), n), n](
                                const baseline::loops& p, std::size_t k, results& r) {
               r.count = p.contact_circle_boxes(disc_of(q->circle[k % scenes::fresh]), rects_of(*w), n, touched_of(r));
             }}};
      });
  keep_contact_forms(s);
}

}  // namespace bench
