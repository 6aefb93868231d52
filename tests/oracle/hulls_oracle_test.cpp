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

verdict judge(const rounded& a, const rounded& b) {
  std::vector<place> differences;
  for (const place& p : a.core)
    for (const place& q : b.core) differences.push_back({q.x - p.x, q.y - p.y});
  const std::vector<place> ring = hull_of(differences);
  const place zero{0, 0};
  bool inside = ring.size() > 2;
  mpq_class least = -1;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const place &p = ring[i], &q = ring[(i + 1) % ring.size()];
    inside &= cross(p, q, zero) > 0;
    const mpq_class dx = q.x - p.x, dy = q.y - p.y, length = dx * dx + dy * dy;
    mpq_class t = 0;
    if (length > 0) t = std::clamp<mpq_class>(-(p.x * dx + p.y * dy) / length, 0, 1);
    const mpq_class x = p.x + t * dx, y = p.y + t * dy, distance = x * x + y * y;
    if (least < 0 || distance < least) least = distance;
  }
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
  const std::size_t how_many = cases(60000) / valid_families().size() + 1;
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
