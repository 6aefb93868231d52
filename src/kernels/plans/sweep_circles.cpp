#include "sweep_circles.hpp"

namespace hitscan::detail {

// A time is only good to 2^-25 of |m| + |d| + R in distance (grazing hits), so
// a bound that comes from a time leaves a hundred times as much room. The rest is rounding, of sums in double.
template <int D> void bound_circle_mover(sweep_circle_one_state& s, float until) noexcept {
  const bool by_time = until < 0.99f;
  s.grow = by_time ? 1 + 0x1p-17f : 1;
  for (int k = 0; k < D; ++k) {
    const float d = s.d[k], length = length_of(d), part = part_of(length, until);
    const double reach = (double)s.ra + s.rb, c = s.c[k], size = (c < 0 ? 0 - c : c) + reach + length;
    const double room = size * (by_time ? 0x1p-17 : 0x1p-40) + 0x1p-140;
    s.high[k] = up((float)(c + kept_if(d > 0, part) + reach + room));
    s.low[k] = down((float)(c - kept_if(d < 0, part) - reach - room));
  }
}

template <int D> circles_at_rest put_sweep_circle_one(const request& r, plan& p) noexcept {
  sweep_circle_one_state& s = state_of<sweep_circle_one_state>(p);
  if (!valid_circle(r.a, D, s.c, s.ra)) return {false, false};
  s.start = r.start, s.closed = r.touch == touching::hits;
  for (int k = 0; k < D; ++k) s.d[k] = step_for_all(r.da, k);
  if (!finite_steps(s.d, D)) return {false, false};
  const bool shared = one_radius_for_all(r.b, D);
  s.rb = shared ? radius_for_all(r.b, D) : 0;
  if (!(s.rb >= 0 && finite(s.rb))) return {false, false};
  bound_circle_mover<D>(s, r.until < 1 ? r.until : 2);
  p.columns = put_circles<D>(p, 0, r.b);
  if (shared) keep_columns(p, D);
  return {true, shared};
}

template <int D> moving_circles put_sweep_circle_many(const request& r, plan& p) noexcept {
  const bool a_many = r.batch == batch::many_one;
  const side &one = a_many ? r.b : r.a, &many = a_many ? r.a : r.b;
  const motion &one_moves = a_many ? r.db : r.da, &many_move = a_many ? r.da : r.db;
  sweep_circle_many_state& s = state_of<sweep_circle_many_state>(p);
  if (!valid_circle(one, D, s.p, s.one_r)) return {false, false};
  s.start = r.start, s.closed = r.touch == touching::hits, s.flip = !a_many;
  s.item_r = radius_for_all(many, D);
  for (int k = 0; k < D; ++k) s.step[k] = step_for_all(one_moves, k);
  if (!finite_steps(s.step, D) || !(s.item_r >= 0 && finite(s.item_r))) return {false, false};
  const bool fast = many_move.present && many_move.longest >= 0;
  for (int k = 0; k < D; ++k) {
    const double at = s.p[k], step = s.step[k] < 0 ? 0. - s.step[k] : s.step[k];
    const double reach = (double)s.item_r + s.one_r + (fast ? ((double)many_move.longest + step) * (1 + 0x1p-22) : 0);
    const double room = 0x1p-40 * (reach + (at < 0 ? 0. - at : at)) + 0x1p-140;
    s.low[k] = down((float)(at - reach - room)), s.high[k] = up((float)(at + reach + room));
  }
  put_circles<D>(p, 0, many);
  keep_columns(p, D);
  p.columns = put_steps<D>(p, D, many_move);
  return {true, fast};
}

#define HITSCAN_PUT(D)                                                              \
  template void bound_circle_mover<D>(sweep_circle_one_state&, float) noexcept;     \
  template circles_at_rest put_sweep_circle_one<D>(const request&, plan&) noexcept; \
  template moving_circles put_sweep_circle_many<D>(const request&, plan&) noexcept;
HITSCAN_PUT(2)
HITSCAN_PUT(3)

}  // namespace hitscan::detail
