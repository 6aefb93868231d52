// Hulls in registers of doubles (src/kernels/hull_lanes.hpp): read, and the way out of each other. Of a new best side
// what the reference works out at once, and keeps of the last one alone, is worked out once, in the end.
#include "../kernels/hull_lanes.hpp"

namespace hitscan::detail {
namespace {

struct hull_ways : hull_maths {
  static FORCED void put(figures& f, int i, R x, R y) { f.corner[0][i] = x + R(0.), f.corner[1][i] = y + R(0.); }
  static FORCED void run(figures& f, int i, R x, R y) { f.edge[0][i] = x, f.edge[1][i] = y; }
  static FORCED void read(const wide_reader<R>& in, core what, figures& f) {
    const R zero(0.), minus(-1.), x = in[0], y = in[1];
    f.radius = zero, f.count = R(0x1p60);
    f.size[0] = magnitude(x), f.size[1] = magnitude(y);
    f.corners = f.edges = f.sides = 4;
    const auto also = [&](int k, R part) INLINED { f.size[k] = larger(magnitude(part), f.size[k]); };
    if (what == core::dot) {
      f.corners = 1, f.edges = f.sides = 0, f.radius = in[2];
      put(f, 0, x, y);
    } else if (what == core::bar) {
      const R dx = in[2], dy = in[3];
      f.corners = f.edges = 2, f.sides = 1, f.radius = in[4];
      put(f, 0, x, y), put(f, 1, x + dx, y + dy);
      run(f, 0, dx + zero, dy + zero), run(f, 1, zero - dx, zero - dy);
      also(0, dx), also(1, dy);
    } else if (what == core::box) {  // x, y: both x
      const R low = in[2], high = in[3];
      put(f, 0, x, low), put(f, 1, y, low), put(f, 2, y, high), put(f, 3, x, high);
      run(f, 0, y - x, zero), run(f, 1, zero, high - low), run(f, 2, x - y, zero), run(f, 3, zero, low - high);
      f.size[0] = larger(magnitude(y), magnitude(x)), f.size[1] = larger(magnitude(high), magnitude(low));
    } else {
      const R half_x = in[2], half_y = in[3], axis_x = in[4], axis_y = in[5];
      const R p = to_float_and_back(half_x * axis_x), q = to_float_and_back(half_x * axis_y),
              wx = to_float_and_back(half_y * axis_x), wy = to_float_and_back(half_y * axis_y);
      const R back_p = minus * p, back_q = minus * q, back_wx = minus * wx, back_wy = minus * wy;  // -0 of 0, too
      put(f, 0, x - p + wy, y - q - wx), put(f, 1, x + p + wy, y + q - wx);
      put(f, 2, x + p - wy, y + q + wx), put(f, 3, x - p - wy, y - q + wx);
      run(f, 0, p + p, q + q), run(f, 1, back_wy + back_wy, wx + wx);
      run(f, 2, back_p + back_p, back_q + back_q), run(f, 3, wy + wy, back_wx + back_wx);
      also(0, p), also(0, wy), also(1, q), also(1, wx);
    }
  }
  static FORCED void read_ring(const ring_figure<F>& from, int h, figures& f) {
    const auto half = [h](const F& x) INLINED {
      return R(widen(reinterpret_cast<const float*>(&x) + h * (int)R::size, typename R::register_type{}));
    };
    f.corners = f.edges = f.sides = from.n;
    f.radius = f.size[0] = f.size[1] = R(0.), f.count = half(from.count);
    for (int i = 0; i < from.n; ++i) {
      put(f, i, half(from.x[i]), half(from.y[i]));
      for (int k = 0; k < 2; ++k) f.size[k] = larger(magnitude(f.corner[k][i]), f.size[k]);
    }
    for (int i = 0; i < from.n; ++i)
      run(f, i, half(from.x[i + 1]) - half(from.x[i]), half(from.y[i + 1]) - half(from.y[i]));
  }

  // The best side so far: of whom, its normal, and the corner of the other.
  struct best_side {
    B any = no(), of_a = no();
    R out[2] = {R(0.), R(1.)}, length2 = R(1.), corner[2] = {R(0.), R(0.)};
    FORCED void take(B which, bool a, const line_at& line, const R (&at)[2]) {
      any = any | which, of_a = a ? of_a | which : of_a & ~which;
      pick(which, length2, line.length2);
      for (int k = 0; k < 2; ++k) pick(which, out[k], line.out[k]), pick(which, corner[k], at[k]);
    }
    // a's corner goes along the normal by the depth, to where it is once it is out; b's stays where it is.
    FORCED void tell(way_out& way) const {
      const R length = square_root(length2);
      for (int k = 0; k < 2; ++k) {
        const R n = quotient(out[k], length);
        way.N[k] = xsimd::select(any, xsimd::select(of_a, R(0.) - n, n), out[k]);
        way.at[k] = xsimd::select(any & ~of_a, corner[k] + way.depth * n, corner[k]);
      }
    }
  };

  // Through the side that takes the least. `apart`, `within`: certainly so, by the sides.
  static __attribute__((noinline)) void least_way(const figures& a, const figures& b, way_out& way, B& any, B& apart,
                                                  B& within) {
    best_side best;
    R inside2(0.), inside(0.);
    apart = no(), within = all();
    const R size = size_of(a, b);
    for (int side = 0; side < 2; ++side) {
      const figures &of = side == 0 ? a : b, &other = side == 0 ? b : a;
      for (int i = 0; i < of.edges; ++i) {
        const line_at line = line_of(of, i);
        R at[2] = {R(0.), R(0.)};
        const R gap = gap_to(line, other, at), in = xsimd::select(gap < R(0.), R(0.) - gap, R(0.));
        const B real = line.length2 != R(0.);
        const R room = R(0x1p-46) * size * (magnitude(line.out[0]) + magnitude(line.out[1]));
        apart = apart | (real & (gap > room)), within = within & (~real | (gap < R(0.) - room));
        const B better = real & (~best.any | (in * in * best.length2 < inside2 * line.length2));
        best.take(better, side == 0, line, at);
        pick(better, inside, in), pick(better, inside2, in * in);
      }
    }
    way.depth = xsimd::select(best.any, quotient(inside, square_root(best.length2)), R(0.));
    best.tell(way);
    any = best.any, within = within & any;
  }

  // From b's nearest point to a's. Not `found`: they are in one place.
  static __attribute__((noinline)) void nearest_points(const figures& a, const figures& b, way_out& way, B& found,
                                                       R& length) {
    R least(-1.);
    for (int k = 0; k < 2; ++k) way.N[k] = way.at[k] = R(0.);
    for (int side = 0; side < 2; ++side) {
      const figures &of = side == 0 ? a : b, &other = side == 0 ? b : a;
      for (int i = 0; i < of.sides; ++i) {
        const line_at line = line_of(of, i);
        const B own = of.count > R((double)i), real = line.length2 > R(0.);
        for (int j = 0; j < other.corners; ++j) {
          R m[2], away[2];
          for (int k = 0; k < 2; ++k) m[k] = other.corner[k][j] - line.from[k];
          R t = xsimd::select(real, quotient(dot(m, line.along), line.length2), R(0.));
          t = xsimd::select(t < R(0.), R(0.), xsimd::select(t > R(1.), R(1.), t));
          for (int k = 0; k < 2; ++k) away[k] = m[k] - t * line.along[k];
          const R distance = dot(away, away);
          const B nearer = own & ((least < R(0.)) | (distance < least));
          pick(nearer, least, distance);
          for (int k = 0; k < 2; ++k) {
            pick(nearer, way.N[k], side == 0 ? R(0.) - away[k] : away[k]);
            pick(nearer, way.at[k], side == 0 ? other.corner[k][j] : line.from[k] + t * line.along[k]);
          }
        }
      }
    }
    length = square_root(xsimd::select(least > R(0.), least, R(0.)));
    found = length > R(0.);
    for (int k = 0; k < 2; ++k) way.N[k] = quotient(way.N[k], length);
    way.depth = (a.radius + b.radius) - length;
  }

  static FORCED void way_between(const figures& a, const figures& b, u32 wanted, way_out& way, B& meets, B& misses) {
    B any, apart, within;
    least_way(a, b, way, any, apart, within);
    const R reach = a.radius + b.radius, size = size_of(a, b);
    const B shallow = ~any | (way.depth <= R(grain) * size), round = (a.radius > R(0.)) | (b.radius > R(0.));
    way.depth = way.depth + reach;
    meets = within, misses = apart & ~round;
    if (bits(shallow & ~misses) & wanted) {
      way_out near;
      B found;
      R length;
      nearest_points(a, b, near, found, length);
      const R room = R(0x1p-44) * (size + reach);
      meets = meets | (apart & (length < reach - room)), misses = misses | (apart & (length > reach + room));
      const B by_points = shallow & found & (~any | (reach - near.depth > R(0x1p-38) * (size + reach)));
      pick(by_points, way.depth, near.depth);
      for (int k = 0; k < 2; ++k) pick(by_points, way.N[k], near.N[k]), pick(by_points | ~any, way.at[k], near.at[k]);
    }
  }

  static FORCED R along(const R (&N)[2], const R (&p)[2]) { return N[0] * p[1] - N[1] * p[0]; }
  static FORCED void foremost(const figures& f, const R (&N)[2], bool ahead, R room, R& low, R& high) {
    R most(0.);
    for (int j = 0; j < f.corners; ++j) {
      const R p[2] = {f.corner[0][j], f.corner[1][j]}, at = dot(N, p), far = ahead ? at : R(0.) - at,
              here = along(N, p);
      const B first = j == 0 ? all() : far > most + room, too = far >= most - room;
      pick(first | (too & (here < low)), low, here), pick(first | (too & (here > high)), high, here);
      pick(first, most, far);
    }
  }
  static FORCED void to_middle(const figures& a, const figures& b, const R (&moved)[2], way_out& way) {
    if (a.corners == 1 || b.corners == 1) return;
    const R size = size_of(a, b), room = R(grain) * size;
    const R shift = along(way.N, moved);
    R low_a(0.), high_a(0.), low_b(0.), high_b(0.);
    foremost(a, way.N, false, room, low_a, high_a), foremost(b, way.N, true, room, low_b, high_b);
    const B both = (low_a < high_a) & (low_b < high_b);
    low_a = low_a + shift, high_a = high_a + shift;
    const R low = xsimd::select(low_a > low_b, low_a, low_b), high = xsimd::select(high_a < high_b, high_a, high_b);
    const R rest = (low + high) * R(0.5) - along(way.N, way.at);
    const B there = both | ((low <= high) & (magnitude(rest) > R(0x1p-36) * ((size + a.radius) + b.radius)));
    pick(there, way.at[0], way.at[0] - rest * way.N[1]), pick(there, way.at[1], way.at[1] + rest * way.N[0]);
  }
};

}  // namespace

namespace HITSCAN_ISA {

void read_hulls(const float* const* column, std::size_t at, core what, hull_lanes& f) {
  hull_ways::read({column, at}, what, f);
}
void read_rings(const ring_figure<floats<HITSCAN_ARCH>>& from, int half, hull_lanes& f) {
  hull_ways::read_ring(from, half, f);
}
void way_between(const hull_lanes& a, const hull_lanes& b, u32 wanted, way_out& way, hull_flags& meets,
                 hull_flags& misses) {
  hull_ways::way_between(a, b, wanted, way, meets, misses);
}
void to_middle(const hull_lanes& a, const hull_lanes& b, const hull_reals (&moved)[2], way_out& way) {
  hull_ways::to_middle(a, b, moved, way);
}

}  // namespace HITSCAN_ISA
}  // namespace hitscan::detail
