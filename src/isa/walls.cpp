// What a wall leaves of many motions, a register at a time: deflect, slide, push as src/respond/walls.cpp has them,
// operation by operation in double.
//
//        v, n, left -> r in double -> x = the nearest float      x.n >= 0 and (slide, push) x.v >= 0 ?   that is it
//                                     o = the next one outward   o.n >= 0 and o.v >= 0 ?                 else that
//
// Products of two floats are exact in double, and a sum of two such has the sign it should have: in 2D every test is
// exact as it stands. In 3D a sum of three may round; where it is so small that this matters, where v is nearly along
// the wall or next to nothing, where the result does not fit into a float, and where neither is it, the lane is settled
// by the scalar code.
#include "../respond/walls.hpp"

#include "../dispatch/engines.hpp"
#include "../lanes/wide_lanes.hpp"

namespace hitscan::detail {
namespace {

template <class A> FORCED floats<A> next_up(floats<A> x) {
  return xsimd::select(x > floats<A>(0.f), nudge(x, 1),
                       xsimd::select(x < floats<A>(0.f), nudge(x, -1), floats<A>(0x1p-149f)));
}
template <class A> FORCED floats<A> next_down(floats<A> x) {
  return xsimd::select(x > floats<A>(0.f), nudge(x, -1),
                       xsimd::select(x < floats<A>(0.f), nudge(x, 1), floats<A>(-0x1p-149f)));
}

// Bits of two registers of doubles as those of one of floats.
template <class R, class Ask> FORCED u32 of_halves(Ask ask) {
  return bits(ask(axis<0>{})) | bits(ask(axis<1>{})) << R::size;
}

template <class A, int D> struct wall_maths {
  using F = floats<A>;
  using R = doubles<A>;
  static constexpr int W = F::size;
  using lanes = wide_lanes<A, D>;

  // Lanes whose a.b is at least 0, and those of which that is not sure.
  static FORCED u32 outward(const lanes& a, const lanes& b, u32& unsure) {
    R sum[2], size[2];
    for (int h = 0; h < 2; ++h) {
      sum[h] = R(0.), size[h] = R(0.);
      each_axis<D>([&](auto k) INLINED {
        const R product = a.half(k, h) * b.half(k, h);
        sum[h] = sum[h] + product, size[h] = size[h] + magnitude(product);
      });
    }
    if constexpr (D > 2)
      unsure |= of_halves<R>([&](auto h) INLINED { return magnitude(sum[h]) <= size[h] * R(0x1p-50); });
    return of_halves<R>([&](auto h) INLINED { return sum[h] >= R(0.); });
  }

  // The answers of W items. Returns the lanes left open, of which `out` says nothing.
  static FORCED u32 answers(const lanes& v, const lanes& n, F left, wall what, lanes& out) {
    constexpr u32 half = (1u << R::size) - 1;
    const F zero(0.f), one(1.f);
    flags<A> fine = left > zero;
    each_axis<D>([&](auto k) INLINED {
      const F x = v.get(k), y = n.get(k);
      fine = fine & (x - x == zero) & (y - y == zero);
    });
    left = xsimd::select(left > one, one, left);
    const u32 valid = bits(fine);

    R along[2], square[2], size[2], x[2][D];
    for (int h = 0; h < 2; ++h) {
      along[h] = R(0.), square[h] = R(0.), size[h] = R(0.);
      each_axis<D>([&](auto k) INLINED {
        const R product = v.half(k, h) * n.half(k, h);
        along[h] = along[h] + product, size[h] = size[h] + magnitude(product);
        square[h] = square[h] + n.half(k, h) * n.half(k, h);
      });
    }
    // Nearly along the wall, but not on its axis, or so slow that rounding is no small part of it: does it lead into
    // the wall, or would it once it is rounded?
    flags<A> slow = no_lanes<A>();
    each_axis<D>([&](auto k) INLINED {
      const F x = v.get(k);
      slow = slow | ((magnitude(x) < F(0x1p-100f)) & (x != zero));
    });
    const u32 along_it =
        of_halves<R>([&](auto h) INLINED { return (magnitude(along[h]) <= size[h] * R(0x1p-20)) & (size[h] > R(0.)); });
    const u32 grazes = valid & (bits(slow) | along_it);
    const u32 into = valid & ~grazes & of_halves<R>([&](auto h) INLINED { return along[h] < R(0.); });
    each_axis<D>([&](auto k) INLINED {  // no wall, or not into it; and what is not finite does not move
      out.put(k, xsimd::select(fine, v.get(k) * left, zero));
    });
    if (into == 0) return grazes;

    alignas(64) float left_of[W];
    left.store_aligned(left_of);
    u32 straight = 0, beyond = 0;
    for (int h = 0; h < 2; ++h) {
      R part = quotient(along[h], square[h]);
      if (what == wall::deflects) part = part * R(2.);
      const R rest = widen(left_of + h * (int)R::size, typename R::register_type{});
      each_axis<D>([&](auto k) INLINED { x[h][k] = v.half(k, h) - part * n.half(k, h); });
      if (what == wall::pushes) {
        R rr(0.), vv(0.);
        each_axis<D>([&](auto k) INLINED { rr = rr + x[h][k] * x[h][k], vv = vv + v.half(k, h) * v.half(k, h); });
        straight |= (~bits(rr > vv * R(0x1p-44)) & half) << h * (int)R::size;
        const R speed = quotient(square_root(vv), square_root(rr));
        each_axis<D>([&](auto k) INLINED { x[h][k] = x[h][k] * speed; });
      }
      each_axis<D>([&](auto k) INLINED {
        x[h][k] = x[h][k] * rest;
        beyond |= (~bits(magnitude(x[h][k]) <= R((double)largest)) & half) << h * (int)R::size;
      });
    }

    lanes near, away;
    each_axis<D>([&](auto k) INLINED {
      const F nearest = to_floats(x[0][k], x[1][k]), normal = n.get(k);
      near.put(k, nearest);
      const u32 below = of_halves<R>([&](auto h) INLINED { return near.half(k, h) < x[h][k]; });
      const u32 above = of_halves<R>([&](auto h) INLINED { return near.half(k, h) > x[h][k]; });
      const flags<A> up = lanes_of_bits<A>(below & bits(normal > zero));
      const flags<A> down = lanes_of_bits<A>(above & bits(normal < zero));
      away.put(k, xsimd::select(up, next_up<A>(nearest), xsimd::select(down, next_down<A>(nearest), nearest)));
    });
    u32 unsure = 0;
    const auto good = [&](const lanes& candidate) INLINED {
      u32 ok = outward(candidate, n, unsure);
      if (what != wall::deflects) ok &= outward(candidate, v, unsure);
      return ok;
    };
    const u32 near_is = good(near) & ~straight, away_is = (near_is | ~into) == ~0u ? 0 : good(away) & ~straight;
    const flags<A> moved = lanes_of_bits<A>(into), first = lanes_of_bits<A>(near_is),
                   second = lanes_of_bits<A>(away_is);
    each_axis<D>([&](auto k) INLINED {
      const F answer = xsimd::select(first, near.get(k), xsimd::select(second, away.get(k), zero));
      out.put(k, xsimd::select(moved, answer, out.get(k)));
    });
    return grazes | (into & (unsure | beyond | ~(near_is | away_is)) & ~straight);
  }
};

template <class A, int D> void run_walls(const wall_request& r) {
  using maths = wall_maths<A, D>;
  using F = floats<A>;
  constexpr unsigned W = F::size;
  const auto some = [](const float* p, unsigned here) INLINED {
    return here == W ? F::load_unaligned(p) : F(load_first(p, here, typename F::register_type{}));
  };
  for (std::size_t i = 0; i < r.n; i += W) {
    const unsigned here = r.n - i < W ? (unsigned)(r.n - i) : W;
    typename maths::lanes v, n, out;
    each_axis<D>([&](auto k) INLINED {
      v.put(k, r.step[k].data ? some(r.step[k].data + i, here) : F(r.step[k].one));
      n.put(k, some(r.normal[k] + i, here));
    });
    const F left = F(1.f) - (r.time ? some(r.time + i, here) : F(0.f));
    alignas(64) float left_of[W];
    left.store_aligned(left_of);
    u32 open = maths::answers(v, n, left, r.what, out);
    for (open &= ~0u >> (32 - here); open; open &= open - 1) {
      const int j = __builtin_ctz(open);
      float a[D], b[D], c[D];
      for (int k = 0; k < D; ++k) a[k] = v.of[k][j], b[k] = n.of[k][j];
      wall_answer(D, a, b, left_of[j], r.what, c);
      for (int k = 0; k < D; ++k) out.of[k][j] = c[k];
    }
    for (int k = 0; k < D; ++k)
      for (unsigned j = 0; j < here; ++j) r.out[k][i + j] = out.of[k][j];
  }
}

template <class A> void walls_of(const wall_request& r) noexcept {
  r.dims == 2 ? run_walls<A, 2>(r) : run_walls<A, 3>(r);
}

}  // namespace

namespace HITSCAN_ISA {
void walls(const wall_request& r) noexcept;
void walls(const wall_request& r) noexcept { walls_of<HITSCAN_ARCH>(r); }
}  // namespace HITSCAN_ISA

}  // namespace hitscan::detail
