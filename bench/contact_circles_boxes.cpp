// contact, circles with boxes.
#include "contacts.hpp"

namespace bench {

void contact_circles_boxes(suite& s);
void contact_circles_boxes(suite& s) {
  s.add({.verb = "contact", .scene = "bomb_walls", .bytes = 16}, contact, [](std::size_t n) {
    const auto w = crowd2("walls", scenes::walls(), n);
    return [q = askers2("bomb", scenes::bombs()), w, all = w->boxes(0, n)](std::size_t k) {
      return std::make_tuple(q->circle[k % scenes::fresh], std::cref(all));
    };
  });
  keep_contact_forms(s);
}

}  // namespace bench
