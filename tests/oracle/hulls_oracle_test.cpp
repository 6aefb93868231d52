// Rounded hulls against rational arithmetic, by another way: the differences of all corners, their convex hull, and how
// far 0 is from it.
#include <gtest/gtest.h>

#include <variant>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/oracle.hpp"
#include "../support/polygons.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

struct place {
  mpq_class x, y;
};
mpq_class cross(const place& o, const place& a, const place& b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

struct rounded {  // a core and a radius
  std::vector<place> core;
  mpq_class radius = 0;
};

rounded shape_of(const hs::vec2& p) { return {{{exact(p.x), exact(p.y)}}}; }
rounded shape_of(const hs::circle& c) { return {{{exact(c.center.x), exact(c.center.y)}}, exact(c.radius)}; }
rounded shape_of(const hs::segment& s) {
  const place from{exact(s.start.x), exact(s.start.y)};
  return {{from, {from.x + exact(s.delta.x), from.y + exact(s.delta.y)}}};
}
rounded shape_of(const hs::capsule& c) {
  rounded shape = shape_of(hs::segment{c.start, c.delta});
  shape.radius = exact(c.radius);
  return shape;
}
rounded shape_of(const hs::box& b) {
  rounded shape;
  for (const float x : {b.min.x, b.max.x})
    for (const float y : {b.min.y, b.max.y}) shape.core.push_back({exact(x), exact(y)});
  return shape;
}
rounded shape_of(const hs::obb& b) {
  const mpq_class ux = exact(b.half.x * b.axis.x), uy = exact(b.half.x * b.axis.y), wx = exact(b.half.y * b.axis.x),
                  wy = exact(b.half.y * b.axis.y), x = exact(b.center.x), y = exact(b.center.y);
  rounded shape;
  for (const int u : {-1, 1})
    for (const int w : {-1, 1}) shape.core.push_back({x + u * ux - w * wy, y + u * uy + w * wx});
  return shape;
}
rounded shape_of(const polygon_points& p) {
  rounded shape;
  for (std::size_t i = 0; i < p.x.size(); ++i) shape.core.push_back({exact(p.x[i]), exact(p.y[i])});
  return shape;
}

std::vector<place> hull_of(std::vector<place> p) {
  const auto before = [](const place& a, const place& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); };
  const auto same = [](const place& a, const place& b) { return a.x == b.x && a.y == b.y; };
  std::sort(p.begin(), p.end(), before);
  p.erase(std::unique(p.begin(), p.end(), same), p.end());
  if (p.size() < 3) return p;
  std::vector<place> ring;
  for (int way = 0; way < 2; ++way, std::reverse(p.begin(), p.end())) {
    const std::size_t base = ring.size();
    for (const place& q : p) {
      while (ring.size() >= base + 2 && cross(ring[ring.size() - 2], ring.back(), q) <= 0) ring.pop_back();
      ring.push_back(q);
    }
    ring.pop_back();
  }
  return ring;
}

std::vector<place> differences_of(const rounded& a, const rounded& b) {
  std::vector<place> differences;
  for (const place& p : a.core)
    for (const place& q : b.core) differences.push_back({q.x - p.x, q.y - p.y});
  return hull_of(differences);
}

bool within(const std::vector<place>& ring, const place& at) {
  bool inside = ring.size() > 2;
  for (std::size_t i = 0; i < ring.size(); ++i) inside &= cross(ring[i], ring[(i + 1) % ring.size()], at) > 0;
  return inside;
}

/// The square of the distance to the outline.
mpq_class distance2(const std::vector<place>& ring, const place& at) {
  mpq_class least = -1;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const place &p = ring[i], &q = ring[(i + 1) % ring.size()];
    const mpq_class dx = q.x - p.x, dy = q.y - p.y, length = dx * dx + dy * dy;
    mpq_class t = 0;
    if (length > 0) t = std::clamp<mpq_class>(((at.x - p.x) * dx + (at.y - p.y) * dy) / length, 0, 1);
    const mpq_class x = p.x + t * dx - at.x, y = p.y + t * dy - at.y, distance = x * x + y * y;
    if (least < 0 || distance < least) least = distance;
  }
  return least;
}

verdict judge(const rounded& a, const rounded& b) {
  const std::vector<place> ring = differences_of(a, b);
  const bool inside = within(ring, {0, 0});
  const mpq_class least = distance2(ring, {0, 0});
  mpq_class reach = a.radius + b.radius;
  reach *= reach;
  return {.open = inside || least < reach, .closed = inside || least <= reach};
}

// ---- shapes ----------------------------------------------------------------------------------------------------

template <class... S> std::string braced(const S&... s) { return (std::string("{") + ... + (s + " ")).append("}"); }
std::string text(const hs::segment& s) { return braced(trial::text(s.start), trial::text(s.delta)); }
std::string text(const hs::capsule& c) { return braced(trial::text(c.start), trial::text(c.delta), hex(c.radius)); }
std::string text(const hs::obb& b) { return braced(trial::text(b.center), trial::text(b.half), trial::text(b.axis)); }
std::string text(const polygon_points& p) {
  std::string t;
  for (std::size_t i = 0; i < p.x.size(); ++i) t.append(braced(hex(p.x[i]), hex(p.y[i])));
  return t;
}
using trial::text;

template <class T> const T& asked_as(const T& shape) { return shape; }
hs::polygon asked_as(const polygon_points& p) { return {.x = p.x, .y = p.y}; }

template <class A, class B> bool check(const A&, const B&) { return false; }  // two points: nobody asks
template <class A, class B>
requires requires(const A& a, const B& b) { hs::overlap_any(asked_as(a), asked_as(b)); }
bool check(const A& a, const B& b) {
  const verdict truth = judge(shape_of(a), shape_of(b));
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    for (const hs::touching touch : {hs::touching::misses, hs::touching::hits}) {
      const bool expected = touch == hs::touching::hits ? truth.closed : truth.open;
      const hs::query q{.touch = touch};
      EXPECT_EQ(hs::overlap_any(asked_as(a), asked_as(b), q), expected)
          << hs::name(isa) << (touch == hs::touching::hits ? " closed" : " open") << "\n  a " << text(a) << "\n  b "
          << text(b);
      EXPECT_EQ(hs::overlap_any(asked_as(b), asked_as(a), q), expected) << "the other way round, " << hs::name(isa);
    }
  }
  return !testing::Test::HasFailure();
}

// What a sweeps is the hull of its corners at both ends.
template <class A, class B> bool check_sweep(const A&, const hs::vec2&, const B&) { return false; }
template <class A, class B>
requires requires(const A& a, const hs::vec2& d, const B& b) { hs::sweep_any(asked_as(a), d, asked_as(b)); }
bool check_sweep(const A& a, const hs::vec2& d, const B& b) {
  rounded swept = shape_of(a);
  for (std::size_t i = 0, n = swept.core.size(); i < n; ++i) {
    const place p = swept.core[i];
    swept.core.push_back({p.x + exact(d.x), p.y + exact(d.y)});
  }
  const verdict truth = judge(swept, shape_of(b));
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    for (const hs::touching touch : {hs::touching::misses, hs::touching::hits}) {
      const bool expected = touch == hs::touching::hits ? truth.closed : truth.open;
      EXPECT_EQ(hs::sweep_any(asked_as(a), d, asked_as(b), {.touch = touch}), expected)
          << hs::name(isa) << (touch == hs::touching::hits ? " closed" : " open") << "\n  a " << text(a) << "\n  d "
          << text(d) << "\n  b " << text(b);
    }
  }
  return !testing::Test::HasFailure();
}

using any_shape = std::variant<hs::vec2, hs::circle, hs::box, hs::segment, hs::capsule, hs::obb, polygon_points>;

any_shape draw(std::uint32_t what, const family& f, rng& r) {
  switch (what) {
    case 0: return draw_position<2>(f, r);
    case 1: return draw_circle<2>(f, r);
    case 2: return draw_box<2>(f, r);
    case 3: return hs::segment{draw_position<2>(f, r), draw_step<2>(f, r)};
    case 4: return hs::capsule{draw_position<2>(f, r), draw_step<2>(f, r), f.draw(f.extent, r)};
    case 5: {
      const float angle = r.real(-4, 4);
      hs::obb b{draw_position<2>(f, r), draw_vector<2>(f.extent, f, r), {std::cos(angle), std::sin(angle)}};
      if (r.one_in(3)) b.axis = {static_cast<float>(r.whole(-2, 2)), static_cast<float>(r.whole(-2, 2))};
      return b;
    }
    default: {
      polygon_points p = draw_polygon(f, r);
      if (p.x.size() < 3) p.x = {0, 2, 1}, p.y = {0, 0, 1};
      return p;
    }
  }
}

bool valid(const any_shape& s) {  // what overflows by itself never hits: not a matter of rational numbers
  if (const auto* b = std::get_if<hs::obb>(&s))
    return std::isfinite(b->half.x * b->axis.x) && std::isfinite(b->half.x * b->axis.y) &&
           std::isfinite(b->half.y * b->axis.x) && std::isfinite(b->half.y * b->axis.y);
  return true;
}

TEST(hulls_oracle, all_pairs_of_shapes_overlap_exactly_when_rational_arithmetic_says_so) {
  rng r(0x1417);
  std::size_t hits = 0;
  const std::size_t how_many = cases(25000) / valid_families().size() + 1;
  for (const family& f : valid_families()) {
    SCOPED_TRACE(f.name);
    for (std::size_t i = 0; i < how_many; ++i) {
      const any_shape a = draw(r.below(7), f, r), b = draw(3 + r.below(4), f, r);
      if (!valid(a) || !valid(b)) continue;
      hits += std::visit([](const auto& x, const auto& y) { return judge(shape_of(x), shape_of(y)).open; }, a, b);
      if (!std::visit([](const auto& x, const auto& y) { return check(x, y); }, a, b)) return;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, how_many) << "hardly anything hits";
  }
}

TEST(hulls_oracle, all_pairs_of_shapes_meet_exactly_when_rational_arithmetic_says_so) {
  rng r(0x1419);
  for (const family& f : valid_families()) {
    SCOPED_TRACE(f.name);
    for (std::size_t i = 0; i < cases(40000) / valid_families().size() + 1; ++i) {
      const bool forward = r.one_in(2);
      const any_shape a = draw(forward ? r.below(7) : 3 + r.below(4), f, r),
                      b = draw(forward ? 3 + r.below(4) : r.below(7), f, r);
      const hs::vec2 d = draw_step<2>(f, r);
      if (!valid(a) || !valid(b)) continue;
      if (!std::visit([&](const auto& x, const auto& y) { return check_sweep(x, d, y); }, a, b)) return;
    }
  }
}

// ---- when ------------------------------------------------------------------------------------------------------

/// Two that move by d as seen from b: the differences of their corners, which 0 comes to meet.
struct course {
  std::vector<place> ring;
  mpq_class reach2;
  place d;

  mpq_class off(const mpq_class& t) const {  // the square of how far apart they are
    const place at{t * d.x, t * d.y};
    return within(ring, at) ? mpq_class(0) : distance2(ring, at);
  }
  /// The first moment at which they are as near as they come. Between moments at which the nearest point changes from a
  /// side to a corner the distance is a parabola or the root of one: it is least where one of these is, or there.
  mpq_class nearest() const {
    std::vector<mpq_class> moments{0, 1};
    const mpq_class dd = d.x * d.x + d.y * d.y;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const place &p = ring[i], &q = ring[(i + 1) % ring.size()];
      const mpq_class ex = q.x - p.x, ey = q.y - p.y, along = d.x * ex + d.y * ey, across = d.x * ey - d.y * ex;
      moments.push_back((p.x * d.x + p.y * d.y) / dd);
      for (const place& end : {p, q})
        if (along != 0) moments.push_back((end.x * ex + end.y * ey) / along);
      if (across != 0) moments.push_back((p.x * ey - p.y * ex) / across);
    }
    mpq_class best = 0, least = off(0);
    for (const mpq_class& t : moments) {
      if (t < 0 || t > 1) continue;
      const mpq_class here = off(t);
      if (here < least || (here == least && t < best)) least = here, best = t;
    }
    return best;
  }
  /// Do they meet no earlier than from, and by the time to? They come nearer until the nearest moment.
  bool meets_between(const mpq_class& from, const mpq_class& to) const {
    const mpq_class lowest = nearest();
    const bool not_before = from <= 0 || (from <= lowest && off(from) >= reach2);
    return not_before && (to >= lowest || off(to) <= reach2);
  }
};

mpq_class size_of(const rounded& r) {
  mpq_class x = 0, y = 0;
  for (const place& p : r.core) x = std::max<mpq_class>(x, abs(p.x)), y = std::max<mpq_class>(y, abs(p.y));
  return x + y + r.radius;
}

// Times are within 2^-23 of themselves, and 2^-36 of the size over the motion, of the true ones; normals of length 1.
template <class A, class B> void check_moment(const A&, const hs::vec2&, const B&, const hs::vec2&, std::size_t&) {}
template <class A, class B>
requires requires(const A& a, const hs::vec2& d, const B& b) { hs::sweep_any(asked_as(a), d, asked_as(b)); }
void check_moment(const A& a, const hs::vec2& da, const B& b, const hs::vec2& db, std::size_t& met) {
  const hs::vec2 d{da.x - db.x, da.y - db.y};
  if (!std::isfinite(d.x) || !std::isfinite(d.y)) return;
  const rounded ra = shape_of(a), rb = shape_of(b);
  for (const hs::touching touch : {hs::touching::misses, hs::touching::hits}) {
    const hs::query q{.touch = touch};
    const hs::hit h = hs::sweep_nearest(asked_as(a), da, hs::moving(asked_as(b), db), by_reference(q));
    const auto what = [&] {
      return (touch == hs::touching::hits ? "closed\n  a " : "open\n  a ") + text(a) + "\n  da " + text(da) + "\n  b " +
             text(b) + "\n  db " + text(db) + "\n  " + text(h);
    };
    for (const hs::isa isa : hs::supported_isas()) {
      const forced here(isa);
      const hs::hit same = hs::sweep_nearest(asked_as(a), da, hs::moving(asked_as(b), db), q);
      ASSERT_TRUE(same == h) << hs::name(isa) << " says " << text(same) << ", " << what();
    }
    if (!h) continue;
    const double nx = h.normal.x, ny = h.normal.y;
    ASSERT_NEAR(std::sqrt(nx * nx + ny * ny), 1, 0x1p-22) << what();
    if (h.flags & hs::started) {
      ASSERT_EQ(h.time, 0) << what();
      continue;
    }
    ++met;
    const mpq_class reach = ra.radius + rb.radius, t = exact(h.time);
    const course way{differences_of(ra, rb), reach * reach, {exact(d.x), exact(d.y)}};
    const mpq_class longer = std::max<mpq_class>(abs(way.d.x), abs(way.d.y));
    ASSERT_GT(longer, 0) << what();
    const mpq_class bound =
        t * exact(0x1p-23f) + (size_of(ra) + size_of(rb)) * exact(0x1p-36f) / longer + exact(smallest);
    ASSERT_TRUE(way.meets_between(t - bound, t + bound)) << what() << "\n  nearest at " << way.nearest().get_d();
  }
}

/// Lengths of very different sizes in one pair, most of them meeting: each is some unit, that unit and a hair, a hair
/// alone, or nothing.
struct mixture {
  rng& r;
  float unit, hair;
  explicit mixture(rng& from) : r(from) {
    const int e = r.one_in(2) ? r.whole(-20, 20) : r.whole(-149, 120);
    unit = std::ldexp(1.0f, e), hair = std::ldexp(1.0f, r.whole(-149, std::min(e, 100)));
  }
  float some() {
    switch (r.below(8)) {
      case 0: return 0;
      case 1: return static_cast<float>(r.whole(-3, 3)) * hair;
      case 2: return static_cast<float>(r.whole(-9, 9)) * unit + hair;
      case 3: return r.real(-9, 9) * unit;
      default: return static_cast<float>(r.whole(-9, 9)) * unit;
    }
  }
  float size() { return std::fabs(some()); }
  hs::vec2 place() { return {some(), some()}; }
  any_shape shape(std::uint32_t what) {
    switch (what) {
      case 0: return place();
      case 1: return hs::circle{place(), size()};
      case 2: {
        const hs::vec2 low = place();
        return hs::box{low, {low.x + size(), low.y + size()}};
      }
      case 3: return hs::segment{place(), place()};
      case 4: return hs::capsule{place(), place(), r.one_in(2) ? hair : size()};
      case 5: {
        const float angle = r.real(-4, 4);
        hs::obb b{place(), {size(), size()}, {std::cos(angle), std::sin(angle)}};
        if (r.one_in(3)) b.axis = {static_cast<float>(r.whole(-2, 2)), static_cast<float>(r.whole(-2, 2))};
        return b;
      }
      default: {
        polygon_points p;
        for (int attempt = 0; attempt < 20; ++attempt) {
          p.x.clear(), p.y.clear();
          for (int i = r.whole(3, 4); i > 0; --i) p.x.push_back(some()), p.y.push_back(some());
          if (convex_ring(p.ring())) return p;
        }
        p.x = {0, unit, 0}, p.y = {0, 0, unit};
        return p;
      }
    }
  }
};

TEST(hulls_oracle, all_pairs_meet_when_rational_arithmetic_says_so_and_normals_have_length_1) {
  rng r(0x141a);
  std::size_t met = 0;
  const std::size_t how_many = cases(3000) / valid_families().size() + 1;
  for (const family& f : valid_families()) {
    SCOPED_TRACE(f.name);
    for (std::size_t i = 0; i < how_many; ++i) {
      const bool forward = r.one_in(2);
      const any_shape a = draw(forward ? r.below(7) : 3 + r.below(4), f, r),
                      b = draw(forward ? 3 + r.below(4) : r.below(7), f, r);
      const hs::vec2 da = draw_step<2>(f, r), db = r.one_in(2) ? hs::vec2{} : draw_step<2>(f, r);
      if (!valid(a) || !valid(b)) continue;
      std::visit([&](const auto& x, const auto& y) { check_moment(x, da, y, db, met); }, a, b);
      if (HasFatalFailure()) return;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(met, how_many) << "hardly anything meets";
  }
}

// It slides along the rim, touches the disc at the end of the capsule and enters its side, which rises by 2^-32.
TEST(hulls_oracle, a_mover_that_grazes_a_side_and_a_corner_at_one_moment_meets_it_then) {
  std::size_t met = 0;
  check_moment(hs::segment{{0x1.c8092p+8f, 0x1p+7f}, {0x1.2p+9f, 0}}, hs::vec2{-0x1.8p+8f, 0},
               hs::capsule{{0x1p+8f, -0x1p+7f}, {-0x1.2p+9f, 0x1p-23f}, 0x1p+8f}, hs::vec2{}, met);
  EXPECT_EQ(met, 2u);
}

TEST(hulls_oracle, lengths_of_very_different_sizes_in_one_pair_change_nothing_about_that) {
  rng r(0x141b);
  std::size_t met = 0;
  const std::size_t how_many = cases(20000);
  for (std::size_t i = 0; i < how_many; ++i) {
    mixture m(r);
    const bool forward = r.one_in(2);
    const any_shape a = m.shape(forward ? r.below(7) : 3 + r.below(4)),
                    b = m.shape(forward ? 3 + r.below(4) : r.below(7));
    const hs::vec2 da = m.place(), db = r.one_in(2) ? hs::vec2{} : m.place();
    if (!valid(a) || !valid(b)) continue;
    std::visit([&](const auto& x, const auto& y) { check_moment(x, da, y, db, met); }, a, b);
    if (HasFatalFailure()) return;
  }
  if (trial::whole_run()) {
    EXPECT_GT(met, how_many / 10) << "hardly anything meets";
  }
}

/// The same, larger or smaller: a power of two.
any_shape times(const any_shape& s, float by) {
  const auto scaled = [&](const hs::vec2& v) { return hs::vec2{v.x * by, v.y * by}; };
  return std::visit(
      [&]<class S>(const S& x) -> any_shape {
        if constexpr (std::is_same_v<S, hs::vec2>) return scaled(x);
        if constexpr (std::is_same_v<S, hs::circle>) return S{scaled(x.center), x.radius * by};
        if constexpr (std::is_same_v<S, hs::box>) return S{scaled(x.min), scaled(x.max)};
        if constexpr (std::is_same_v<S, hs::segment>) return S{scaled(x.start), scaled(x.delta)};
        if constexpr (std::is_same_v<S, hs::capsule>) return S{scaled(x.start), scaled(x.delta), x.radius * by};
        if constexpr (std::is_same_v<S, hs::obb>) return S{scaled(x.center), scaled(x.half), x.axis};
        if constexpr (std::is_same_v<S, polygon_points>) {
          S p = x;
          for (float& v : p.x) v *= by;
          for (float& v : p.y) v *= by;
          return p;
        }
      },
      s);
}

TEST(hulls_oracle, a_scene_drawn_larger_or_smaller_by_a_power_of_two_has_the_same_times_and_normals) {
  rng r(0x141c);
  std::size_t met = 0;
  const std::size_t how_many = cases(20000);
  for (std::size_t i = 0; i < how_many; ++i) {
    const std::size_t plain[] = {0, 1, 3};  // a game, a grid, a tile map: nothing near the ends of the range
    const family& f = valid_families()[plain[r.below(3)]];
    const any_shape a = draw(r.below(7), f, r), b = draw(3 + r.below(4), f, r);
    const hs::vec2 d = draw_step<2>(f, r);
    const float by = std::ldexp(1.0f, r.whole(-50, 100));
    std::visit(
        [&]<class A, class B>(const A& x, const B& y) {
          if constexpr (requires { hs::sweep_any(asked_as(x), d, asked_as(y)); }) {
            const any_shape large_a = times(a, by), large_b = times(b, by);
            const auto one = asked_as(x);
            const auto other = asked_as(y);
            const hs::hit h = hs::sweep_nearest(one, d, other);
            const hs::hit same = hs::sweep_nearest(asked_as(std::get<A>(large_a)), hs::vec2{d.x * by, d.y * by},
                                                   asked_as(std::get<B>(large_b)));
            ASSERT_TRUE(h.time == same.time && h.normal == same.normal && h.flags == same.flags)
                << "times " << by << "\n  a " << text(x) << "\n  d " << text(d) << "\n  b " << text(y) << "\n  "
                << text(h) << "\n  " << text(same);
            met += !!h;
          }
        },
        a, b);
    if (HasFatalFailure()) return;
  }
  if (trial::whole_run()) {
    EXPECT_GT(met, how_many / 100) << "hardly anything meets";
  }
}

TEST(hulls_oracle, capsules_that_touch_circles_within_one_ulp_are_decided_exactly) {
  rng r(0x1418);
  std::size_t touching = 0;
  const std::size_t how_many = cases(20000);
  for (std::size_t i = 0; i < how_many; ++i) {
    circle_of<2> p, q;
    hs::vec2 d;
    touch_circles<2>(r, p, d, q);
    nudge_one(r, p.center.x, p.center.y, q.center.x, q.center.y, d.x, d.y, p.radius, q.radius);
    const hs::capsule c{p.center, d, std::fabs(p.radius)};
    q.radius = std::fabs(q.radius);
    const verdict v = judge(shape_of(c), shape_of(q));
    touching += v.closed && !v.open;
    if (!check(c, q)) return;
  }
  if (trial::whole_run()) {
    EXPECT_GT(touching, how_many / 8) << "hardly any touch";
  }
}

}  // namespace
