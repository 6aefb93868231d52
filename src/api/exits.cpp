// Exit times: one pair at a time, by the reference, since only those are asked that hit.
#include <hitscan/exits.hpp>

#include "../core/contract.hpp"
#include "../core/float_state.hpp"
#include "../core/items.hpp"
#include "../reference/exits.hpp"
#include "../reference/question.hpp"

namespace hitscan::detail {
namespace {

// Of the only pair that is left of a request.
template <class Shape, int D> float exit_of_one(const request& one, float time) noexcept {
  Shape a, b;
  float d[D];
  textbook::read(one.a, textbook::at_only{}, a), textbook::read(one.b, textbook::at_only{}, b);
  for (int k = 0; k < D; ++k)
    d[k] = (one.da.present ? one.da.column[k].one : 0) - (one.db.present ? one.db.column[k].one : 0);
  const float exit = textbook::exit_of(a, b, d);
  return exit > time ? exit : time;
}

// Of item i of a with item j of b. They are asked once more, alone: what does not hit has no exit.
float exit_of_pair(const request& r, std::size_t i, std::size_t j) noexcept {
  request one = r;
  one.a = broad::item_of(r.a, i, r.dims), one.b = broad::item_of(r.b, j, r.dims);
  if (r.da.present) one.da = broad::item_of(r.da, i, r.dims);
  if (r.db.present) one.db = broad::item_of(r.db, j, r.dims);
  one.batch = batch::one_many, one.n = 1;
  outcome o;
  if (!r.kernel->one(one, &o)) return 1;
  if (r.test == test::sweep_boxes)
    return r.dims == 2 ? exit_of_one<textbook::box_at<2>, 2>(one, o.time)
                       : exit_of_one<textbook::box_at<3>, 3>(one, o.time);
  return r.dims == 2 ? exit_of_one<textbook::circle_at<2>, 2>(one, o.time)
                     : exit_of_one<textbook::circle_at<3>, 3>(one, o.time);
}

}  // namespace

float run_exit(const request& r) noexcept {
  return in_default_state([&] {
    if (!r.breach) return exit_of_pair(r, 0, 0);
    if (checked_build) report_breach(r, r.verb, "_exit");
    return 1.0f;
  });
}

void run_exits(const request& r, bool dense, std::span<const index> who, std::span<float> out) noexcept {
  const default_float_state here;
  const bool of_a = r.batch == batch::many_one;  // the many, or of two views who asks
  const std::size_t most = dense ? r.b.count : r.n;
  bool beyond = false;
  for (const index i : who) beyond |= i != none && i >= most;
  const char* const wrong = r.breach                    ? r.breach
                            : out.size() < who.size()   ? "hitscan: there are fewer exits than indices"
                            : dense && who.size() > r.n ? "hitscan: there are more indices than items that ask"
                            : beyond                    ? "hitscan: an index points beyond its view"
                                                        : nullptr;
  if (wrong && checked_build) {
    request told = r;
    told.breach = wrong;
    report_breach(told, r.verb, "_exits");
  }
  for (std::size_t k = 0; k < out.size(); ++k)
    out[k] = wrong || k >= who.size() || who[k] == none ? 1
             : dense                                    ? exit_of_pair(r, k, who[k])
             : of_a                                     ? exit_of_pair(r, who[k], 0)
                                                        : exit_of_pair(r, 0, who[k]);
}

}  // namespace hitscan::detail
