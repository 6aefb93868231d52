// contact, rounded hulls.
#include "contacts.hpp"
#include "turned.hpp"

namespace bench {

void contact_hulls(suite& s);
void contact_hulls(suite& s) {
  s.add({.verb = "contact", .scene = "bomb_rotated_boxes", .bytes = 24}, contact, [](std::size_t n) {
    const auto w = turned("walls", scenes::walls(), n);
    return [q = askers2("bomb", scenes::bombs()), w, all = w->obbs(0, n)](std::size_t k) {
      return std::make_tuple(q->circle[k % scenes::fresh], std::cref(all));
    };
  });
  keep_contact_forms(s);
}

}  // namespace bench
