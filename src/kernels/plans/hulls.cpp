#include "hulls.hpp"

#include "../../reference/distance.hpp"

namespace hitscan::detail {
namespace {

struct pair_of_hulls {  // in the order of the question
  hull a, b;
};
struct moving_hulls : pair_of_hulls {
  float da[2], db[2];
};
void read(const hulls_state& s, const float* const* column, std::size_t at, pair_of_hulls& x) {
  lone_hull(column, at, s.a, s.outline_a, s.swap ? x.b : x.a);
  lone_hull(column + other_hull(s), at, s.b, s.outline_b, s.swap ? x.a : x.b);
}
void read_moving(const hulls_state& s, const float* const* column, std::size_t at, moving_hulls& x) {
  read(s, column, at, x);
  const float* const* const steps = column + steps_of(s);
  for (int k = 0; k < 2; ++k) (s.swap ? x.db : x.da)[k] = steps[k][at], (s.swap ? x.da : x.db)[k] = steps[2 + k][at];
}

}  // namespace

void put_hulls(const request& r, plan& p, hulls_state& s) noexcept {
  const bool swap = core_of(r.b) < core_of(r.a);
  const side &a = swap ? r.b : r.a, &b = swap ? r.a : r.b;
  s = {{},   0,       core_of(a), core_of(b), r.touch == touching::hits, may_be_round(a) || may_be_round(b),
       swap, r.start, &a.outline, &b.outline};
  const int other = put_hull(p, 0, a, swap ? r.second : r.first, limit_of(a));
  s.columns = p.columns = put_hull(p, other, b, swap ? r.first : r.second, limit_of(b));
}
void put_moving_hulls(const request& r, plan& p, hulls_state& s) noexcept {
  put_hulls(r, p, s);
  const int at = p.columns;
  put_steps<2>(p, s.swap ? at + 2 : at, r.da, r.first, limit_of(r.a));
  put_steps<2>(p, s.swap ? at : at + 2, r.db, r.second, limit_of(r.b));
  s.columns = p.columns = at + 4;
}

std::uint32_t decide_overlap_hulls(const void* state, const float* const* column, std::size_t at, std::uint32_t open) {
  const hulls_state& s = *static_cast<const hulls_state*>(state);
  std::uint32_t hits = 0;
  for (; open; open &= open - 1) {
    const int j = __builtin_ctz(open);
    pair_of_hulls x;
    read(s, column, at + static_cast<unsigned>(j), x);
    const bool hit = valid_hull(x.a) && valid_hull(x.b) && hulls_overlap(x.a, x.b, s.closed);
    hits |= static_cast<std::uint32_t>(hit) << j;
  }
  return hits;
}
std::uint32_t decide_sweep_hulls(const void* state, const float* const* column, std::size_t at, std::uint32_t open) {
  const hulls_state& s = *static_cast<const hulls_state*>(state);
  std::uint32_t hits = 0;
  for (; open; open &= open - 1) {
    const int j = __builtin_ctz(open);
    moving_hulls x;
    read_moving(s, column, at + static_cast<unsigned>(j), x);
    const float d[2] = {x.da[0] - x.db[0], x.da[1] - x.db[1]};
    hull_moment m;
    bool hit = finite_steps(x.da, 2) && finite_steps(x.db, 2) && finite_steps(d, 2) && valid_hull(x.a) &&
               valid_hull(x.b) && hulls_meet(x.a, x.b, d, s.closed);
    if (hit && s.start != start_overlap::hits) hit = hulls_moment(x.a, x.da, x.b, x.db, s.start, s.closed, m);
    hits |= static_cast<std::uint32_t>(hit) << j;
  }
  return hits;
}
hull_moment contact_of_hulls(const hulls_state& s, const float* const* column, std::size_t at) noexcept {
  pair_of_hulls x;
  read(s, column, at, x);
  return hulls_contact(x.a, x.b);
}
hull_moment moment_of_hulls(const hulls_state& s, const float* const* column, std::size_t at) noexcept {
  moving_hulls x;
  read_moving(s, column, at, x);
  hull_moment m;
  hulls_moment(x.a, x.da, x.b, x.db, s.start, s.closed, m);
  return m;
}
float distance_of_hulls(const hulls_state& s, const float* const* column, std::size_t at) noexcept {
  pair_of_hulls x;
  read(s, column, at, x);
  return textbook::distance_of(x.a, x.b);
}

}  // namespace hitscan::detail
