// Distances against rational arithmetic, of every two shapes and both ways round: how good they are (semantics.md,
// section 13), that what overlaps or touches is exactly 0 apart, and that the two points are where they should be.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>

#include <array>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/oracle.hpp"
#include "../support/polygons.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

// A core of corners in a row, and everything within the radius of it.
template <int D> struct hull_of {
  using corner = std::array<mpq_class, D>;
  std::vector<corner> corners{};
  mpq_class radius = 0, size = 0;  // size: the sum of all coordinates that it is made of
  bool round = true;               // no corners to speak of: a point, a circle or an upright box
  corner low{}, high{};            // of a box
};
template <int D> using corner_of = typename hull_of<D>::corner;

template <class V> auto corner(const V& v) {
  std::array<mpq_class, V::dims> c;
  for (int k = 0; k < V::dims; ++k) c[static_cast<std::size_t>(k)] = exact(v[k]);
  return c;
}
template <class V, int D = V::dims> hull_of<D> box_as_hull(const V& min, const V& max, float radius) {
  hull_of<D> h{.radius = exact(radius), .low = corner(min), .high = corner(max)};
  for (int k = 0; k < D; ++k) h.size += abs(exact(min[k])) + abs(exact(max[k]));
  if (min == max)
    h.corners = {h.low};
  else if constexpr (D == 2)
    h.corners = {h.low, {h.high[0], h.low[1]}, h.high, {h.low[0], h.high[1]}};
  h.size += h.radius;
  return h;
}
template <class V> auto as_hull(const hs::basic_box<V>& b) { return box_as_hull(b.min, b.max, 0); }
template <class V> auto as_hull(const hs::basic_circle<V>& c) { return box_as_hull(c.center, c.center, c.radius); }
template <class V, int D = V::dims> hull_of<D> as_hull(const V& p) { return box_as_hull(p, p, 0); }
template <class V, int D = V::dims> hull_of<D> as_hull(const hs::basic_segment<V>& s) {
  hull_of<D> h{.corners = {corner(s.start), corner(s.start)}, .round = false};
  for (std::size_t k = 0; k < D; ++k) {
    const mpq_class d = exact(s.delta[static_cast<int>(k)]);
    h.size += abs(h.corners[0][k]) + abs(d), h.corners[1][k] += d;
  }
  return h;
}
hull_of<2> as_hull(const hs::capsule& c) {
  auto h = as_hull(hs::segment{c.start, c.delta});
  h.radius = exact(c.radius), h.size += h.radius;
  return h;
}
hull_of<2> as_hull(const hs::obb& b) {
  const mpq_class ux = exact(b.half.x * b.axis.x), uy = exact(b.half.x * b.axis.y);  // rounded: that is the shape
  const mpq_class wx = exact(b.half.y * b.axis.x), wy = exact(b.half.y * b.axis.y);
  hull_of<2> h{.round = false};
  for (const auto& [u, w] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
    h.corners.push_back({exact(b.center.x) + u * ux - w * wy, exact(b.center.y) + u * uy + w * wx});
  h.size = abs(exact(b.center.x)) + abs(exact(b.center.y)) + abs(ux) + abs(uy) + abs(wx) + abs(wy);
  return h;
}
hull_of<2> as_hull(const polygon_points& p) {
  hull_of<2> h{.round = false};
  for (std::size_t i = 0; i < p.x.size(); ++i) {
    h.corners.push_back({exact(p.x[i]), exact(p.y[i])});
    h.size = std::max<mpq_class>(h.size, abs(exact(p.x[i])) + abs(exact(p.y[i])));
  }
  return h;
}

template <int D> mpq_class dot(const corner_of<D>& a, const corner_of<D>& b) {
  mpq_class sum = 0;
  for (std::size_t k = 0; k < D; ++k) sum += a[k] * b[k];
  return sum;
}
template <int D> corner_of<D> minus(const corner_of<D>& a, const corner_of<D>& b) {
  corner_of<D> m;
  for (std::size_t k = 0; k < D; ++k) m[k] = a[k] - b[k];
  return m;
}
template <int D>
mpq_class to_line2(const corner_of<D>& p, const corner_of<D>& from, const corner_of<D>& to) {  // to a piece of one
  const auto e = minus<D>(to, from), m = minus<D>(p, from);
  const mpq_class ee = dot<D>(e, e);
  mpq_class t = ee > 0 ? mpq_class(dot<D>(m, e) / ee) : mpq_class(0);
  t = t < 0 ? mpq_class(0) : t > 1 ? mpq_class(1) : t;
  mpq_class sum = 0;
  for (std::size_t k = 0; k < D; ++k) sum += (m[k] - t * e[k]) * (m[k] - t * e[k]);
  return sum;
}

// ---- the square of how far two cores are -------------------------------------------------------------------------

int turn(const corner_of<2>& a, const corner_of<2>& b, const corner_of<2>& c) {
  return sgn(mpq_class((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])));
}
bool holds(const hull_of<2>& h, const corner_of<2>& p) {  // inside, not on the rim
  int sides = 0;
  for (std::size_t i = 0; i < h.corners.size(); ++i) {
    const int side = turn(h.corners[i], h.corners[(i + 1) % h.corners.size()], p);
    if (h.corners[i] != h.corners[(i + 1) % h.corners.size()]) sides |= side > 0 ? 1 : side < 0 ? 2 : 4;
  }
  return h.corners.size() > 2 && (sides == 1 || sides == 2);
}
mpq_class cores2(const hull_of<2>& a, const hull_of<2>& b) {
  if (holds(a, b.corners[0]) || holds(b, a.corners[0])) return 0;
  mpq_class least = -1;
  const auto next = [](const hull_of<2>& h, std::size_t i) { return h.corners[(i + 1) % h.corners.size()]; };
  for (std::size_t i = 0; i < a.corners.size(); ++i)
    for (std::size_t j = 0; j < b.corners.size(); ++j) {
      const auto &p = a.corners[i], &q = b.corners[j];
      const auto p_next = next(a, i), q_next = next(b, j);
      if (turn(p, p_next, q) * turn(p, p_next, q_next) < 0 && turn(q, q_next, p) * turn(q, q_next, p_next) < 0)
        return 0;
      for (const mpq_class& d : {to_line2<2>(q, p, p_next), to_line2<2>(p, q, q_next)})
        if (least < 0 || d < least) least = d;
    }
  return least;
}

// In space: the least of everything that may be. Along a segment past a box, one for each way in which axes can be
// below, beside and above it, and the ends.
mpq_class along2(const hull_of<3>& s, const corner_of<3>& low, const corner_of<3>& high) {
  const auto& p = s.corners[0];
  const auto d = minus<3>(s.corners[1], p);
  mpq_class least = -1;
  const auto look = [&](mpq_class t) {
    t = t < 0 ? mpq_class(0) : t > 1 ? mpq_class(1) : t;
    mpq_class sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const mpq_class x = p[k] + t * d[k], gap = x < low[k] ? mpq_class(low[k] - x) : mpq_class(x - high[k]);
      if (gap > 0) sum += gap * gap;
    }
    if (least < 0 || sum < least) least = sum;
  };
  look(0), look(1);
  for (std::size_t k = 0; k < 3; ++k)
    if (d[k] != 0) look((low[k] - p[k]) / d[k]), look((high[k] - p[k]) / d[k]);
  for (int way = 0; way < 27; ++way) {
    mpq_class slope = 0, square = 0;
    for (std::size_t k = 0, w = static_cast<std::size_t>(way); k < 3; ++k, w /= 3)
      if (w % 3 != 0) slope += d[k] * ((w % 3 == 1 ? low[k] : high[k]) - p[k]), square += d[k] * d[k];
    if (square > 0) look(slope / square);
  }
  return least;
}
mpq_class segments2(const hull_of<3>& a, const hull_of<3>& b) {
  mpq_class least = -1;
  const auto look = [&](const mpq_class& d) {
    if (least < 0 || d < least) least = d;
  };
  for (std::size_t i = 0; i < 2; ++i)
    look(to_line2<3>(a.corners[i], b.corners[0], b.corners[1])),
        look(to_line2<3>(b.corners[i], a.corners[0], a.corners[1]));
  const auto d = minus<3>(a.corners[1], a.corners[0]), e = minus<3>(b.corners[1], b.corners[0]),
             m = minus<3>(b.corners[0], a.corners[0]);
  const mpq_class dd = dot<3>(d, d), ee = dot<3>(e, e), de = dot<3>(d, e), det = dd * ee - de * de;
  if (det == 0) return least;
  const mpq_class s = (dot<3>(m, d) * ee - dot<3>(m, e) * de) / det, t = (dot<3>(m, d) * de - dot<3>(m, e) * dd) / det;
  if (s < 0 || s > 1 || t < 0 || t > 1) return least;
  mpq_class sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const mpq_class gap = m[k] + t * e[k] - s * d[k];
    sum += gap * gap;
  }
  look(sum);
  return least;
}
mpq_class boxes2(const hull_of<3>& a, const hull_of<3>& b) {
  mpq_class sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const mpq_class gap = std::max<mpq_class>(a.low[k] - b.high[k], b.low[k] - a.high[k]);
    if (gap > 0) sum += gap * gap;
  }
  return sum;
}
mpq_class cores2(const hull_of<3>& a, const hull_of<3>& b) {
  return a.round && b.round ? boxes2(a, b)
         : a.round          ? along2(b, a.low, a.high)
         : b.round          ? along2(a, b.low, b.high)
                            : segments2(a, b);
}

// ---- what is asked of an answer ------------------------------------------------------------------------------------

constexpr unsigned precision = 2048;
mpf_class wide(const mpq_class& x) { return mpf_class(x, precision); }

const auto& shape_of(const auto& s) { return s; }
hs::polygon shape_of(const polygon_points& p) { return {p.x, p.y}; }

std::string name_of(const polygon_points& p) {
  std::string t = "polygon";
  for (std::size_t i = 0; i < p.x.size(); ++i) t.append(" " + hex(p.x[i]) + " " + hex(p.y[i]));
  return t;
}
std::string name_of(const hs::capsule& c) { return text(c.start) + text(c.delta) + hex(c.radius); }
std::string name_of(const hs::obb& b) { return text(b.center) + text(b.half) + text(b.axis); }
template <class V> std::string name_of(const hs::basic_segment<V>& s) { return text(s.start) + text(s.delta); }
std::string name_of(const auto& s) { return text(s); }

struct seen {
  std::size_t pairs = 0, zero = 0;
};

// How far a point of the answer is from the shape that it should be of.
template <int D, class V> void lies_on(const V& p, const hull_of<D>& h, const mpq_class& size) {
  for (int k = 0; k < D; ++k)
    if (!std::isfinite(p[k])) return;  // beyond what floats hold
  EXPECT_LE(sqrt(wide(cores2(as_hull(p), h))), wide(h.radius) + wide(size) * 0x1p-22 + 0x1p-148) << text(p);
}

template <class A, class B> void judge(const A& a, const B& b, seen& count) {
  const auto x = as_hull(a);
  const auto y = as_hull(b);
  const mpq_class squared = cores2(x, y), reach = x.radius + y.radius, size = x.size + y.size;
  const bool meets = squared <= reach * reach;
  const mpf_class length = sqrt(wide(squared)),
                  truth = meets ? mpf_class(0, precision) : mpf_class(length - wide(reach));
  SCOPED_TRACE("a " + name_of(a) + "\nb " + name_of(b) + "\ntruth " + std::to_string(truth.get_d()));
  const float got = hs::distance(shape_of(a), shape_of(b));
  const auto where = hs::closest(shape_of(a), shape_of(b));
  EXPECT_TRUE(same_bits(got, where.distance));
  ++count.pairs, count.zero += meets;
  if (meets) {
    EXPECT_TRUE(same_bits(got, 0.0f)) << hex(got) << ", but they overlap or touch";
    EXPECT_EQ(where.on_a, where.on_b);
  } else if (truth < mpf_class(largest)) {
    const bool closed_formula = x.round && y.round;
    const mpf_class doubt =
        closed_formula ? mpf_class(reach > 0 ? length * 0x1p-49 : length * 0x1p-50) : mpf_class(wide(size) * 0x1p-45);
    const mpf_class off = abs(mpf_class(static_cast<double>(got), precision) - truth);
    EXPECT_LE(off, ulp(got) * 0.5 + doubt) << hex(got);
    if (reach == 0 && closed_formula) {
      EXPECT_GT(got, 0);
    }
  }
  lies_on(where.on_a, x, size), lies_on(where.on_b, y, size);
}
template <class A, class B> void both_ways(const A& a, const B& b, seen& count) {
  judge(a, b, count), judge(b, a, count);
}

// ---- the shapes ----------------------------------------------------------------------------------------------------

bool finite(const hs::vec2& v) { return std::isfinite(v.x) && std::isfinite(v.y); }

hs::obb draw_obb(const family& f, rng& r) {
  for (;;) {
    const hs::obb b{draw_position<2>(f, r),
                    {f.draw(f.extent, r), f.draw(f.extent, r)},
                    r.one_in(4) ? hs::vec2{0, 1} : hs::vec2{r.real(-1, 1), r.real(-1, 1)}};
    if (finite({b.half.x * b.axis.x, b.half.x * b.axis.y}) && finite({b.half.y * b.axis.x, b.half.y * b.axis.y}))
      return b;
  }
}
polygon_points draw_ring(const family& f, rng& r) {
  for (;;)
    if (polygon_points p = draw_polygon(f, r); p.x.size() > 2) return p;
}

// use(shape) of each kind in turn.
template <class Use> void each_kind(const family& f, rng& r, std::integral_constant<int, 2>, const Use& use) {
  use(draw_position<2>(f, r)), use(draw_box<2>(f, r)), use(draw_circle<2>(f, r));
  use(hs::segment{draw_position<2>(f, r), draw_step<2>(f, r)});
  use(hs::capsule{draw_position<2>(f, r), draw_step<2>(f, r), f.draw(f.extent, r)});
  use(draw_obb(f, r)), use(draw_ring(f, r));
}
template <class Use> void each_kind(const family& f, rng& r, std::integral_constant<int, 3>, const Use& use) {
  use(draw_position<3>(f, r)), use(draw_box<3>(f, r)), use(draw_circle<3>(f, r));
  use(hs::segment3{draw_position<3>(f, r), draw_step<3>(f, r)});
}

template <int D> void every_two_shapes() {
  seen count;
  for (const family& f : valid_families()) {
    SCOPED_TRACE(f.name);
    rng r(53 + D);
    for (std::size_t round = 0; round < cases(D == 2 ? 12 : 60); ++round)
      each_kind(f, r, std::integral_constant<int, D>{}, [&](const auto& a) {
        each_kind(f, r, std::integral_constant<int, D>{}, [&](const auto& b) {
          if (!testing::Test::HasFailure()) judge(a, b, count);
        });
      });
    if (testing::Test::HasFailure()) return;
  }
  if (trial::whole_run()) {
    EXPECT_GT(count.zero, count.pairs / 20);
    EXPECT_LT(count.zero, count.pairs - count.pairs / 20);
  }
}
TEST(distance_oracle, every_two_shapes_are_as_far_apart_as_rational_numbers_say_2d) { every_two_shapes<2>(); }
TEST(distance_oracle, every_two_shapes_are_as_far_apart_as_rational_numbers_say_3d) { every_two_shapes<3>(); }

TEST(distance_oracle, segments_of_space_that_are_nearly_parallel_are_as_far_apart_as_they_are) {
  rng r(59);
  seen count;
  for (std::size_t round = 0; round < cases(1500) && !testing::Test::HasFailure(); ++round) {
    const hs::vec3 d{r.real(-4, 4), r.real(-4, 4), r.real(-4, 4)};
    hs::segment3 a{{r.real(-1, 1), r.real(-1, 1), r.real(-1, 1)}, d}, b = a;
    const float turn = std::ldexp(1.0f, -r.whole(0, 30)), away = std::ldexp(1.0f, -r.whole(0, 60));
    for (int k = 0; k < 3; ++k) {
      b.start[k] += r.real(-1, 1) * away - d[k] * r.real(-1, 1) * turn;
      b.delta[k] += r.real(-1, 1) * turn;
    }
    both_ways(a, b, count);
  }
}

TEST(distance_oracle, what_overlaps_by_less_than_doubles_can_tell_is_0_apart) {
  rng r(63);
  seen count;
  for (std::size_t round = 0; round < cases(1000) && !testing::Test::HasFailure(); ++round) {
    const auto some = [&] { return std::ldexp(r.real(-9, 9), -r.whole(0, 24)); };  // differences of more bits than 26
    const hs::vec3 p{r.real(-9, 9), r.real(-9, 9), r.real(-9, 9)}, q{some(), some(), some()};
    double squares = 0;
    for (int k = 0; k < 3; ++k) squares += (double{p[k]} - double{q[k]}) * (double{p[k]} - double{q[k]});
    const double length = std::sqrt(squares);
    const float ra = one_ulp_down(static_cast<float>(length)), rest = static_cast<float>(length - double{ra});
    for (const float rb : {rest, one_ulp_up(rest), one_ulp_down(rest)})
      both_ways(hs::sphere{p, ra}, hs::sphere{q, rb}, count);

    // Through a place at a third of one way and a quarter of the other, of products that no double holds.
    const auto on_lattice = [&](int most) {
      const auto whole = [&] { return static_cast<float>(r.whole(-most, most)); };
      return hs::vec3{whole(), whole() * 0x1p-9f, whole() * 0x1p-17f};
    };
    const hs::vec3 place = on_lattice(1 << 22), d = on_lattice(1 << 21), e = on_lattice(1 << 21);
    const hs::segment3 through{place - d, d * 3.0f};
    both_ways(through, hs::segment3{place - e, e * 4.0f}, count), both_ways(through, place, count);
    both_ways(through, hs::box3{place, {place.x + 1, place.y, place.z}}, count);
    both_ways(hs::segment{{place.x - d.x, place.y - d.y}, {d.x * 3, d.y * 3}}, hs::vec2{place.x, place.y}, count);
  }
  if (trial::whole_run()) {
    EXPECT_GT(count.zero, count.pairs / 3);
    EXPECT_LT(count.zero, count.pairs * 9 / 10);
  }
}

TEST(distance_oracle, a_segment_of_space_that_leans_past_an_edge_of_a_box_is_as_far_as_it_is) {
  rng r(67);
  seen count;
  for (std::size_t round = 0; round < cases(2500) && !testing::Test::HasFailure(); ++round) {
    // At p / q of its way, where y is 0, x is just that of the edge: before it is below the box, after that beside it.
    const int q = r.whole(3, 255), p = r.whole(1, q - 1);
    const float steep = std::ldexp(static_cast<float>(r.whole(1, 255)), r.whole(-8, 10)),
                lean = std::ldexp(1.0f, -r.whole(0, 30)), x = static_cast<float>(p) * lean;
    hs::segment3 a{{0, -static_cast<float>(p) * steep, 0},
                   {static_cast<float>(q) * lean, static_cast<float>(q) * steep, 0}};
    const float height = std::ldexp(r.real(1, 2), r.whole(-10, 20));
    for (const float edge : {x, one_ulp_up(x), one_ulp_down(x), x * 0.5f})
      both_ways(a, hs::box3{{-1, 0, -1}, {edge, height, 1}}, count);
    const auto some = [&] { return std::ldexp(r.real(-9, 9), r.whole(-20, 20)); };
    const hs::vec3 start{some(), some(), some()};
    a = {start, {some(), some(), some()}};
    both_ways(a, hs::box3{start, {start.x + std::fabs(some()), start.y + 1, start.z}}, count);
    const hs::vec3 low{some(), some(), some()};
    hs::box3 b{low, {low.x + std::fabs(some()), low.y + std::fabs(some()), low.z + std::fabs(some())}};
    both_ways(a, b, count);
  }
}

TEST(distance_oracle, what_just_touches_is_0_apart) {
  rng r(61);
  seen count;
  for (std::size_t round = 0; round < cases(1500) && !testing::Test::HasFailure(); ++round) {
    const auto whole = [&] { return static_cast<float>(r.whole(-4000, 4000)); };
    const float s = std::ldexp(1.0f, r.whole(-40, 40)), x = whole(), y = whole(),
                n = static_cast<float>(r.whole(1, 300));
    const hs::vec2 p{x * s, y * s}, q{(x + 3 * n) * s, (y - 4 * n) * s};  // 5 n s apart
    const float ra = static_cast<float>(r.whole(0, 5 * static_cast<int>(n)));
    const hs::circle a{p, ra * s}, b{q, (5 * n - ra) * s};
    both_ways(a, b, count);
    both_ways(hs::circle{p, one_ulp_up(5 * n * s)}, q, count),
        both_ways(hs::circle{p, one_ulp_down(5 * n * s)}, q, count);
    both_ways(hs::capsule{p, {4 * s, 3 * s}, 5 * n * s}, hs::box{{q.x, q.y - s}, {q.x + s, q.y}}, count);
    both_ways(hs::sphere{{p.x, p.y, s}, 5 * n * s}, hs::segment3{{q.x, q.y, s}, {4 * s, 3 * s, 0}}, count);
    both_ways(hs::segment3{{p.x, p.y, 0}, {q.x - p.x, q.y - p.y, s}},
              hs::segment3{{q.x, q.y, s}, {whole(), whole(), 1}}, count);
    both_ways(hs::segment3{{p.x, p.y, 0}, {q.x - p.x, q.y - p.y, 2 * s}},
              hs::box3{{q.x, q.y - s, s}, {q.x + s, q.y, 9 * s}}, count);
  }
  if (trial::whole_run()) {
    EXPECT_GT(count.zero, count.pairs / 3);
  }
}

}  // namespace
