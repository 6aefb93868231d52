// contact, circles.
#include "contacts.hpp"

namespace bench {

void contact_circles(suite& s) {
  s.add(
      {.verb = "contact", .scene = "bomb_bullets", .bytes = 8}, contact,
      [](std::size_t n) {
        const auto w = crowd2("bullets", scenes::bullets(), n);
        return [q = askers2("bomb", scenes::bombs()), w, all = w->circles(0, n)](std::size_t k) {
          return std::make_tuple(q->circle[k % scenes::fresh], std::cref(all));
        };
      },
      [](std::size_t n) {
        return std::map<form, plain_run>{
            {form::records, [q = askers2("bomb", scenes::bombs()), w = crowd2("bullets", scenes::bullets(), n), n](
                                const baseline::loops& p, std::size_t k, results& r) {
               r.count = p.contact_circles(disc_of(q->circle[k % scenes::fresh]), spots_of(*w), w->radius[0], n,
                                           touched_of(r));
             }}};
      });
  keep_contact_forms(s);
}

}  // namespace bench
