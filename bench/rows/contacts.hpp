// Contacts, one against many, in the forms of the suite: the list of indices, records of index, depth, normal and
// position, the count, the deepest.
#pragma once

#include "../harness/suite.hpp"

namespace bench {

struct contact_forms {
  using lowers = hs::detail::contact_verb;
  static constexpr auto any = [](const auto& a, const auto& b, const hs::query& q) {
    return static_cast<bool>(hs::contact_deepest(a, b, q));
  };
  static constexpr auto count = [](const auto& a, const auto& b, const hs::query& q) {
    return hs::contact(a, b, {}, q).total;
  };
  static constexpr auto mask = [](const auto& a, const auto& b, std::span<std::uint64_t> words, const hs::query& q) {
    hs::overlap_mask(a, b, words, q);
  };
  static constexpr struct {
    template <class A, class B>
    hs::found operator()(const A& a, const B& b, std::span<hs::index> out, const hs::query& q) const {
      return hs::contact(a, b, {.index = out}, q);
    }
    template <class A, class B>
    hs::found operator()(const A& a, const B& b, const hs::hit_columns& out, const hs::query& q) const {
      return hs::contact(a, b,
                         {.index = out.index,
                          .depth = out.time,
                          .normal_x = out.normal_x,
                          .normal_y = out.normal_y,
                          .position_x = out.position_x,
                          .position_y = out.position_y},
                         q);
    }
  } list{};
  static constexpr auto times = [](const auto& a, const auto& b, std::span<float> depth, const hs::query& q) {
    hs::contact(a, b, {.depth = depth}, q);
  };
  static constexpr auto nearest = [](const auto& a, const auto& b, const hs::query& q) {
    const hs::contact2 c = hs::contact_deepest(a, b, q);
    return hs::hit{.time = 0 - c.depth, .index = c.index};
  };
};
inline constexpr contact_forms contact{};

/// For a plain loop that does not say where.
inline baseline::touched without_position(baseline::touched t) {
  t.position_x = t.position_y = nullptr;
  return t;
}

/// Contacts have no masks, times or any: those rows would measure something else.
inline void keep_contact_forms(suite& s) {
  std::erase_if(s.rows, [](const row& r) {
    return r.query.starts_with("contact") && (r.what == form::any || r.what == form::mask || r.what == form::times);
  });
}

}  // namespace bench
