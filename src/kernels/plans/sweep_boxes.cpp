#include "sweep_boxes.hpp"

namespace hitscan::detail {

template <int D> static void put_sketch(sweep_one_state& s, bool fuses) {
  float k = 0;  // the largest |c i|
  s.sketch = s.usable, s.point = fuses;
  for (int a = 0; a < D; ++a) {
    s.sketch = s.sketch && s.d[a] != 0, s.point = s.point && s.a_min[a] == s.a_max[a];
    for (const float edge : {s.edge_in[a], s.edge_out[a]}) {
      const float part = edge * s.inverse[a], size = part < 0 ? 0 - part : part;
      k = size > k ? size : k;
    }
  }
  s.sketch = s.sketch && (!fuses || k <= 2048);  // beyond, the margin would be wide
  s.margin = fuses ? k * 0x2.2p-24f + 0xep-24f : 0x10p-24f, s.room = 2.04f * s.margin;
  for (int a = 0; a < D; ++a) {
    s.in[a] = fuses ? s.edge_in[a] * s.inverse[a] : s.edge_in[a];
    s.out[a] = fuses ? (float)((double)s.edge_out[a] * (double)s.inverse[a] + (double)s.margin) : s.edge_out[a];
  }
}

template <int D> bool put_sweep_one(const request& r, plan& p, bool sketched, bool fuses) noexcept {
  sweep_one_state& s = state_of<sweep_one_state>(p);
  if (!valid_box(r.a, D, s.a_min, s.a_max)) return false;
  s.start = r.start, s.closed = r.touch == touching::hits, s.usable = true;
  for (int k = 0; k < D; ++k) {
    const float d = s.d[k] = step_for_all(r.da, k), length = length_of(d);
    s.edge_in[k] = either(d < 0, s.a_min[k], s.a_max[k]), s.edge_out[k] = either(d < 0, s.a_max[k], s.a_min[k]);
    s.inverse[k] = d == 0 ? 0x1p-126f : 1 / d, s.bias[k] = d == 0;
    if (d != 0 && !(length > 0x1p-63f && length < 0x1p63f)) s.usable = false;
  }
  if (!finite_steps(s.d, D)) return false;
  s.sketch = s.point = false, s.margin = 0;
  if (sketched) put_sketch<D>(s, fuses);
  bound_mover<D>(s, r.until < 1 ? r.until : 2);
  p.columns = put_corners<D>(p, 0, r.b);
  return true;
}

template <int D> many_movers put_sweep_many(const request& r, plan& p) noexcept {
  const bool a_many = r.batch == batch::many_one;
  const side &one = a_many ? r.b : r.a, &many = a_many ? r.a : r.b;
  const motion &one_moves = a_many ? r.db : r.da, &many_move = a_many ? r.da : r.db;
  sweep_many_state& s = state_of<sweep_many_state>(p);
  if (!valid_box(one, D, s.b_min, s.b_max)) return {false, false, false};
  s.start = r.start, s.closed = r.touch == touching::hits, s.flip = !a_many;
  for (int k = 0; k < D; ++k) s.step[k] = step_for_all(one_moves, k);
  if (!finite_steps(s.step, D)) return {false, false, false};
  const bool centred = one_half_for_all(many, D) || many.what == kind::point;
  const bool fast = many_move.present && many_move.longest >= 0;
  for (int k = 0; k < D; ++k) {
    put_half(s, many, D, k);
    s.low[k] = s.b_min[k], s.high[k] = s.b_max[k];
    if (!fast) continue;
    // How far from the box a mover can be and still reach it, in double, and a little more: d and the edges round.
    const double half = centred ? s.half[k] : 0, step = s.step[k] < 0 ? 0. - s.step[k] : s.step[k];
    const double reach = ((double)many_move.longest + step) * (1 + 0x1p-22) + half;
    const double low = s.b_min[k], high = s.b_max[k];
    const double room = 0x1p-22 * (reach + (low < 0 ? 0. - low : low) + (high < 0 ? 0. - high : high)) + 0x1p-140;
    s.low[k] = down((float)(low - reach - room)), s.high[k] = up((float)(high + reach + room));
  }
  int at = D;
  if (centred)
    for (int k = 0; k < D; ++k) put_column(p, k, many.column[k]);
  else
    at = put_corners<D>(p, 0, many);
  p.columns = put_steps<D>(p, at, many_move);
  return {true, centred, fast};
}

#define HITSCAN_PUT(D)                                                        \
  template bool put_sweep_one<D>(const request&, plan&, bool, bool) noexcept; \
  template many_movers put_sweep_many<D>(const request&, plan&) noexcept;
HITSCAN_PUT(2)
HITSCAN_PUT(3)

}  // namespace hitscan::detail
