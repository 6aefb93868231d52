// contact, circles.
#include "contacts.hpp"

namespace bench {

void contact_circles(suite& s);
void contact_circles(suite& s) {
  s.add({.verb = "contact", .scene = "ship_bullets", .bytes = 8}, contact, [](std::size_t n) {
    const auto b = crowd2("bullets", scenes::bullets(), n);
    return [q = askers2("ship", scenes::ship()), b, all = b->circles(0, n)](std::size_t k) {
      return std::make_tuple(q->circle[k % scenes::fresh], std::cref(all));
    };
  });
  keep_contact_forms(s);
}

}  // namespace bench
