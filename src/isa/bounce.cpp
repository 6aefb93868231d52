// Particles between walls, a register at a time: as src/respond/bounce_inside.cpp has it, operation by operation.
//
//        low        high          u = way from the low wall to where the step leads, w = width
//         |----------|
//         0          w            0 <= u <= w   there                       -w <= u < 0   2w is added, turned round
//                                 w < u <= 2w   at 2w - u, turned round     further       left to the scalar code
//
// Further is |u - w/2| > 1.5 w, or nearly: what goes to the scalar code without need comes back the same. With a width
// of 0 that is every step but none. In double throughout, so that one set of flags serves the place and the step; a
// float is exact in it, and so is the step turned round.
#include "../respond/walls.hpp"

#include "../dispatch/engines.hpp"
#include "../lanes/wide_lanes.hpp"

namespace hitscan::detail {
namespace {

template <class A, int D> struct bounce_maths {
  using F = floats<A>;
  using R = doubles<A>;
  static constexpr int W = F::size;
  wide_lanes<A, D> low, high;
  struct {
    R low, width, twice, middle, most;
  } wide[D][2];
  F middle[D];  // of the field, for who has no room in it

  explicit FORCED bounce_maths(const bounce_request& r) {
    for (int k = 0; k < D; ++k)
      middle[k] = within(F(0.5f) * F(r.min[k]) + F(0.5f) * F(r.max[k]), F(r.min[k]), F(r.max[k]));
  }
  static FORCED F within(F v, F low, F high) { return xsimd::select(v < low, low, xsimd::select(v > high, high, v)); }

  static FORCED F raised(F a, F b) {
    const F zero(0.f), s = a + b, from_b = s - a, lost = (a - (s - from_b)) + (b - from_b);
    return xsimd::select(lost > zero, xsimd::select(s > zero, nudge(s, 1), nudge(s, -1)), s);
  }

  ONCE void put_walls(const bounce_request& r, F radius) {
    each_axis<D>([&](auto k) INLINED {
      low.put(k, raised(F(r.min[k]), radius)), high.put(k, F(0.f) - raised(F(0.f - r.max[k]), radius));
      for (int h = 0; h < 2; ++h) {
        auto& w = wide[k][h];
        w.low = low.half(k, h), w.width = high.half(k, h) - w.low, w.twice = R(2.) * w.width;
        w.middle = R(0.5) * w.width, w.most = R(1.5 - 0x1p-20) * w.width;
      }
    });
  }

  // One axis of the lanes that are fine. Returns those that fly too far for it; they stay as they are.
  FORCED u32 answer(int k, flags<A> fine, F& x, F& dx) const {
    const F near_wall = low.get(k), far_wall = high.get(k);
    const flags<A> room = near_wall <= far_wall;
    wide_lanes<A, 2> from;  // place, step
    from.put(0, within(x, near_wall, far_wall)), from.put(1, dx);
    R to[2], by[2];
    u32 far = 0;
    for (int h = 0; h < 2; ++h) {
      const auto& w = wide[k][h];
      const R zero(0.), step = from.half(1, h), way = (from.half(0, h) - w.low) + step;
      far |= bits(magnitude(way - w.middle) > w.most) << h * (int)R::size;
      const R ahead = xsimd::select(way < zero, way + w.twice, way);
      to[h] = w.low + xsimd::select(ahead > w.width, w.twice - ahead, ahead);
      by[h] = xsimd::select((way > w.width) | (way < zero), zero - step, step);
    }
    far &= bits(fine & room);
    const flags<A> told = fine & ~lanes_of_bits<A>(far);
    const F there = within(to_floats(to[0], to[1]), near_wall, far_wall);
    x = xsimd::select(told, xsimd::select(room, there, middle[k]), x);
    dx = xsimd::select(told & room, to_floats(by[0], by[1]), dx);
    return far;
  }

  // W items where they lie.
  ONCE void answers(float* const* at, float* const* step, F radius) const {
    const F zero(0.f);
    F x[D], dx[D];
    flags<A> fine = (radius >= zero) & (radius - radius == zero);
    each_axis<D>([&](auto k) INLINED {
      x[k] = F::load_unaligned(at[k]), dx[k] = F::load_unaligned(step[k]);
      fine = fine & (x[k] - x[k] == zero) & (dx[k] - dx[k] == zero);
    });
    each_axis<D>([&](auto k) INLINED {
      u32 far = answer(k, fine, x[k], dx[k]);
      x[k].store_unaligned(at[k]), dx[k].store_unaligned(step[k]);
      for (; far; far &= far - 1) {
        const int j = __builtin_ctz(far);
        bounce_axis(low.of[k][j], high.of[k][j], at[k][j], step[k][j]);
      }
    });
  }
};

template <class A, int D> void run_bounce(const bounce_request& r) {
  using F = floats<A>;
  constexpr unsigned W = F::size;
  bounce_maths<A, D> maths(r);
  F radius(r.radius.one);
  maths.put_walls(r, radius);
  float *at[D], *step[D];
  std::size_t i = 0;
  for (; i + W <= r.n; i += W) {
    if (r.radius.data) radius = F::load_unaligned(r.radius.data + i), maths.put_walls(r, radius);
    for (int k = 0; k < D; ++k) at[k] = r.at[k] + i, step[k] = r.step[k] + i;
    maths.answers(at, step, radius);
  }
  if (i == r.n) return;
  const unsigned left = (unsigned)(r.n - i);  // the last few, in a block of their own
  const auto some = [&](const float* p) INLINED { return F(load_first(p, left, typename F::register_type{})); };
  wide_lanes<A, 2 * D> late;
  if (r.radius.data) radius = some(r.radius.data + i), maths.put_walls(r, radius);
  for (int k = 0; k < D; ++k) {
    late.put(k, some(r.at[k] + i)), late.put(D + k, some(r.step[k] + i));
    at[k] = late.of[k], step[k] = late.of[D + k];
  }
  maths.answers(at, step, radius);
  for (int k = 0; k < D; ++k)
    for (unsigned j = 0; j < left; ++j) r.at[k][i + j] = at[k][j], r.step[k][i + j] = step[k][j];
}

template <class A> void bounce_all(const bounce_request& r) noexcept {
  r.dims == 2 ? run_bounce<A, 2>(r) : run_bounce<A, 3>(r);
}

}  // namespace

namespace HITSCAN_ISA {
void bounce(const bounce_request& r) noexcept;
void bounce(const bounce_request& r) noexcept { bounce_all<HITSCAN_ARCH>(r); }
}  // namespace HITSCAN_ISA

}  // namespace hitscan::detail
