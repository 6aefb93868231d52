// What a wall leaves of a motion: deflect, slide, push, and particles between walls.
#include <gtest/gtest.h>

#include <algorithm>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "reference/expansion.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

template <class V> int sign_of_dot(const V& a, const V& b) {
  hs::detail::expansion<V::dims> sum;
  for (int k = 0; k < V::dims; ++k) sum.add(static_cast<double>(a[k]) * static_cast<double>(b[k]));
  return sum.sign();
}
template <class V> double length(const V& v) {
  double sum = 0;
  for (int k = 0; k < V::dims; ++k) sum += static_cast<double>(v[k]) * static_cast<double>(v[k]);
  return std::sqrt(sum);
}
// The hit of a wall with this normal, with that much of the step left.
hs::hit at_wall(hs::vec2 normal, float left) { return {.time = 1 - left, .normal = normal, .index = 0}; }

TEST(respond, along_an_axis_the_answers_are_exact) {
  const hs::hit wall = at_wall({-1, 0}, 0.5f);
  EXPECT_EQ(hs::deflect(hs::vec2{3, 4}, wall), (hs::vec2{-1.5f, 2}));
  EXPECT_EQ(hs::slide(hs::vec2{3, 4}, wall), (hs::vec2{0, 2}));
  EXPECT_EQ(hs::push(hs::vec2{3, 4}, wall), (hs::vec2{0, 2.5f})) << "the speed 5, half of it left";
  EXPECT_EQ(hs::push(hs::vec2{3, -4}, wall), (hs::vec2{0, -2.5f}));
  EXPECT_EQ(hs::slide(hs::vec3{1, 2, 3}, hs::vec3{0, 0, -1}), (hs::vec3{1, 2, 0}));
  EXPECT_EQ(hs::deflect(hs::vec3{1, 2, 3}, hs::vec3{0, 0, -1}), (hs::vec3{1, 2, -3}));
  EXPECT_EQ(hs::push(hs::vec3{2, 2, 1}, hs::vec3{-1, 0, 0}), (hs::vec3{0, 2.6832815730f, 1.3416407865f}));
}

TEST(respond, a_slide_is_as_long_as_the_motion_along_the_wall) {
  // A wish of (100, 0.001) with half of it left must not become 50 of anything.
  EXPECT_EQ(hs::slide(hs::vec2{100, 0.001f}, at_wall({-1, 0}, 0.5f)), (hs::vec2{0, 0.0005f}));
  EXPECT_EQ(hs::slide(hs::vec2{3, 4}, at_wall({-1, 0}, 0.5f)), (hs::vec2{0, 2})) << "2 and not 2.5";
}

TEST(respond, straight_into_a_wall_a_slide_and_a_push_stay_where_they_are) {
  for (const hs::vec2 n : {hs::vec2{-1, 0}, {1, 0}, {0, 1}, {0.6f, 0.8f}, {-0.70710678f, 0.70710678f}}) {
    const hs::vec2 into{-7 * n.x, -7 * n.y};
    EXPECT_EQ(hs::slide(into, n), hs::vec2{}) << text(n);
    EXPECT_EQ(hs::push(into, n), hs::vec2{}) << text(n);
  }
}

TEST(respond, a_diagonal_wall_is_no_axis_with_x_and_y_swapped) {
  const float h = 0.70710678f;
  const hs::vec2 up_left{-h, -h};  // the wall falls from lower left to upper right, in a world with y down
  const hs::vec2 slid = hs::slide(hs::vec2{2, 0}, up_left);
  EXPECT_NEAR(slid.x, 1, 1e-6);
  EXPECT_NEAR(slid.y, -1, 1e-6);
  const hs::vec2 bounced = hs::deflect(hs::vec2{2, 0}, up_left);
  EXPECT_NEAR(bounced.x, 0, 1e-6);
  EXPECT_NEAR(bounced.y, -2, 1e-6);
  const hs::vec2 pushed = hs::push(hs::vec2{2, 0}, up_left);
  EXPECT_NEAR(pushed.x, std::sqrt(2), 1e-6);
  EXPECT_NEAR(pushed.y, -std::sqrt(2), 1e-6);
}

TEST(respond, what_does_not_lead_into_the_wall_stays_as_it_is) {
  for (const hs::vec2 v : {hs::vec2{-3, 4}, {0, 4}, {0, 0}, {-0x1p-140f, 1}})
    for (const auto& answer : {hs::deflect(v, hs::vec2{-1, 0}), hs::slide(v, hs::vec2{-1, 0}),
                               hs::push(v, hs::vec2{-1, 0}), hs::slide(v, hs::vec2{0, 0})})
      EXPECT_EQ(answer, v);
}

TEST(respond, after_a_miss_nothing_is_left_and_after_a_start_in_overlap_everything) {
  EXPECT_EQ(hs::slide(hs::vec2{3, 4}, hs::hit{}), hs::vec2{});
  EXPECT_EQ(hs::deflect(hs::vec2{3, 4}, hs::hit{}), hs::vec2{});
  EXPECT_EQ(hs::push(hs::vec3{3, 4, 5}, hs::hit3{}), hs::vec3{});
  EXPECT_EQ(hs::slide(hs::vec2{3, 4}, at_wall({-1, 0}, 1)), (hs::vec2{0, 4}));
}

TEST(respond, what_is_not_finite_does_not_move_and_what_is_long_does_not_overflow) {
  for (const float bad : {not_a_number, infinity, -infinity}) {
    for (const hs::vec2 v : {hs::vec2{bad, 1}, {1, bad}}) {
      EXPECT_EQ(hs::deflect(v, hs::vec2{-1, 0}), hs::vec2{});
      EXPECT_EQ(hs::push(v, hs::vec2{-1, 0}), hs::vec2{});
      EXPECT_EQ(hs::slide(hs::vec2{1, 1}, v), hs::vec2{});
    }
    EXPECT_EQ(hs::slide(hs::vec2{1, 1}, hs::hit{.time = not_a_number, .normal = {-1, 0}, .index = 0}), hs::vec2{});
  }
  EXPECT_EQ(hs::push(hs::vec2{largest, largest}, hs::vec2{-1, 0}), (hs::vec2{0, largest}));
  EXPECT_EQ(hs::deflect(hs::vec2{largest, 1}, hs::vec2{-1, 0}), (hs::vec2{-largest, 1}));
}

// What a circle meets over the seam of two level boxes: as much of the wish along the wall is less than what rounding
// to double takes from the wish.
TEST(respond, a_normal_nearly_along_an_axis_leaves_what_leads_along_it) {
  rng r(23);
  const std::size_t n = cases(20000);
  std::vector<float> dx(n), dy(n), nx(n), ny(n, -1.0f), gone(n, 0.0f), right_x(n), right_y(n), x(n), y(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double tilt = std::ldexp(r.real(-1, 1), -static_cast<int>(r.below(60)));
    nx[i] = static_cast<float>(tilt), dx[i] = r.real(-1, 1), dy[i] = r.real(0.05f, 40);
    const long double along = static_cast<long double>(dx[i]) * nx[i] - dy[i],
                      square = 1 + static_cast<long double>(nx[i]) * nx[i];
    const long double left_x = dx[i] - along / square * nx[i], left_y = dy[i] + along / square;
    const hs::vec2 v{dx[i], dy[i]}, normal{nx[i], -1}, slid = hs::slide(v, normal);
    right_x[i] = slid.x, right_y[i] = slid.y;
    if (along >= 0) continue;
    const double size = static_cast<double>(std::hypot(left_x, left_y));
    if (size > 0x1p-20 * length(v)) {
      ASSERT_NEAR(length(slid) / size, 1, 0x1p-20) << text(v) << " at " << text(normal) << " gave " << text(slid);
      ASSERT_NEAR(length(hs::bounce(v, normal, 0, 0.5f)) / size, 0.5, 0x1p-20) << text(v) << " at " << text(normal);
      ASSERT_NEAR(length(hs::push(v, normal)) / length(v), 1, 0x1p-20) << text(v) << " at " << text(normal);
    }
  }
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    hs::slide({.dx = dx, .dy = dy}, {.time = gone, .normal_x = nx, .normal_y = ny}, x, y);
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_TRUE(same_bits(x[i], right_x[i]) && same_bits(y[i], right_y[i])) << hs::name(which) << ", number " << i;
  }
}

// Walls of every direction and of sloppy length, wishes of every family.
template <int D> void keep_their_promises() {
  std::size_t slid = 0, stayed = 0, tight = 0;
  for (const family& f : valid_families()) {
    rng r(17);
    for (std::size_t i = 0; i < cases(6000); ++i) {
      vector_of<D> n, v = draw_step<D>(f, r);
      double size = 0;
      for (int k = 0; k < D; ++k) n[k] = r.real(-1, 1), size += static_cast<double>(n[k] * n[k]);
      if (size == 0) continue;
      for (int k = 0; k < D; ++k) n[k] = static_cast<float>(n[k] / std::sqrt(size));
      if (r.one_in(3)) {  // along the wall but for some ulps, and straight into it but for some
        const float s = r.real(-9, 9);
        v = {};
        v[0] = n[1] * s, v[1] = -n[0] * s;
        if (r.one_in(2))
          for (int k = 0; k < D; ++k) v[k] = n[k] * s;
        for (int u = r.whole(0, 3); u > 0; --u) v[0] = one_ulp_up(v[0]);
      }
      const vector_of<D> slides = hs::slide(v, n), pushed = hs::push(v, n), bounced = hs::deflect(v, n);
      for (const auto& result : {slides, pushed, bounced})
        ASSERT_GE(sign_of_dot(result, n), 0) << text(v) << " at " << text(n) << " gave " << text(result);
      for (const auto& result : {slides, pushed})
        ASSERT_GE(sign_of_dot(result, v), 0) << text(v) << " at " << text(n) << " gave " << text(result);
      ASSERT_LE(length(slides), length(v) * (1 + 0x1p-22) + 0x1p-147) << text(v) << text(n);
      if (sign_of_dot(v, n) >= 0 || length(v) < 0x1p-120 || length(v) > 0x1p+126) continue;
      ASSERT_NEAR(length(bounced) / length(v), 1, 0x1p-22) << text(v) << text(n);
      if (pushed != vector_of<D>{}) {
        ASSERT_NEAR(length(pushed) / length(v), 1, 0x1p-21) << text(v) << text(n);
      }
      slides == vector_of<D>{} ? ++stayed : ++slid;
      tight += sign_of_dot(slides, n) == 0;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(slid, stayed);
    EXPECT_GT(stayed, 0u);
  }
  EXPECT_LT(tight, slid);
}
TEST(respond, no_answer_leads_into_the_wall_and_no_slide_goes_against_the_wish_2d) { keep_their_promises<2>(); }
TEST(respond, no_answer_leads_into_the_wall_and_no_slide_goes_against_the_wish_3d) { keep_their_promises<3>(); }

// Nor what leads along the wall, or out of it by next to nothing: what is left is rounded, and three products, too.
template <int D> void keep_along_the_wall() {
  rng r(97 + D);
  for (std::size_t round = 0; round < cases(60000); ++round) {
    vector_of<D> v{}, n{};
    for (int k = 0; k < D; ++k) n[k] = r.one_in(4) ? static_cast<float>(r.whole(-4, 4)) : r.real(-1, 1);
    v[0] = n[1], v[1] = -n[0];  // exactly along it
    if (D == 3 && r.one_in(2)) v[0] = n[2], v[1] = 0, v[2] = -n[0];
    const float size = std::ldexp(1.0f, r.whole(-30, 30));
    for (int k = 0; k < D; ++k) {
      v[k] *= size;
      if (r.one_in(3)) v[k] = std::nextafter(v[k], r.one_in(2) ? largest : -largest);
    }
    if constexpr (D == 3)
      if (r.one_in(2)) {  // of three products the first two are all that a double holds
        const float tiny = std::ldexp(r.one_in(2) ? 1.0f : -1.0f, r.whole(-60, -20));
        v = {1, tiny, -1}, n = {1, std::ldexp(1.0f, r.whole(-60, -20)), 1};
      }
    const hit_of<D> h{.time = r.one_in(3) ? 0.0f : r.real(0, 1), .normal = n, .index = 0};
    const auto into = [&](const vector_of<D>& a) {  // exact: products of floats, and few of them
      long double sum = 0;
      for (int k = 0; k < D; ++k) sum += static_cast<long double>(a[k]) * n[k];
      return sum < 0;
    };
    for (const vector_of<D>& answer : {hs::deflect(v, h), hs::slide(v, h), hs::push(v, h), hs::slide(v, n)})
      ASSERT_FALSE(into(answer)) << text(answer) << " of " << text(v) << " at " << text(n) << " time " << hex(h.time);
  }
}
TEST(respond, what_leads_along_a_wall_stays_out_of_it_2d) { keep_along_the_wall<2>(); }
TEST(respond, what_leads_along_a_wall_stays_out_of_it_3d) { keep_along_the_wall<3>(); }

TEST(respond, a_wall_that_gives_nothing_back_is_slid_along_to_the_bit) {
  rng r(3);
  for (int i = 0; i < 20000; ++i) {
    hs::vec2 n{r.real(-1, 1), r.real(-1, 1)};
    if (r.one_in(3)) n.x = 0;
    const float size = std::ldexp(1.0f, static_cast<int>(r.below(20)));
    const hs::vec2 v = r.one_in(2) ? -size * n : hs::vec2{r.real(-size, size), r.real(-size, size)};
    const hs::vec2 slid = hs::slide(v, n), bounced = hs::bounce(v, n, 0);
    ASSERT_EQ(hex(slid.x) + hex(slid.y), hex(bounced.x) + hex(bounced.y)) << text(v) << " at " << text(n);
    const hs::hit h = at_wall(n, 0.25f);
    ASSERT_EQ(hs::slide(v, h), hs::bounce(v, h, 0)) << text(v) << " at " << text(n);
  }
}

TEST(respond, a_bounce_gives_back_what_restitution_says_and_friction_takes_its_part) {
  const hs::vec2 n{-1, 0}, v{4, 8};
  EXPECT_EQ(hs::bounce(v, n, 0.5f), (hs::vec2{-2, 8}));
  EXPECT_EQ(hs::bounce(v, n, 0.5f, 0.25f), (hs::vec2{-2, 6}));
  EXPECT_EQ(hs::bounce(v, n, 2, 1), (hs::vec2{-8, 0})) << "a bumper";
  EXPECT_EQ(hs::bounce(v, n, 0, 0), hs::slide(v, n));
  EXPECT_EQ(hs::bounce(v, n, -3, -3), hs::slide(v, n)) << "what is less counts as 0";
  EXPECT_EQ(hs::bounce(v, n, not_a_number, not_a_number), hs::slide(v, n));
  EXPECT_EQ(hs::bounce(v, n, 1, 7), (hs::vec2{-4, 0})) << "friction takes no more than there is";
  EXPECT_EQ(hs::bounce(v, at_wall(n, 0.5f), 0.5f), (hs::vec2{-1, 4}));
  EXPECT_EQ(hs::bounce(v, hs::hit{}, 0.5f), hs::vec2{}) << "after a miss nothing is left";
  EXPECT_EQ(hs::bounce(-1.0f * v, n, 0.5f, 0.5f), -1.0f * v) << "what does not lead into the wall stays as it is";
  EXPECT_EQ(hs::bounce(hs::vec3{1, 2, 3}, hs::vec3{0, 0, -1}, 0.5f), (hs::vec3{1, 2, -1.5f}));
  EXPECT_EQ(hs::bounce(v, n, infinity), (hs::vec2{-largest, 8})) << "and nothing overflows";
}

TEST(respond, a_bounce_lies_between_slide_and_deflect_and_never_leads_into_the_wall) {
  rng r(77);
  for (std::size_t c = 0; c < cases(200000); ++c) {
    const hs::vec2 v{r.real(-9, 9), r.real(-9, 9)};
    const float a = r.real(0, 6.2831853f), e = r.real(0, 1), f = r.one_in(2) ? 0 : r.real(0, 1);
    const hs::vec2 n{std::cos(a), std::sin(a)}, b = hs::bounce(v, n, e, f), s = hs::slide(v, n), d = hs::deflect(v, n);
    ASSERT_GE(sign_of_dot(b, n), 0) << text(v) << text(n) << e << f;
    if (s == v) {
      ASSERT_EQ(b, v);
      continue;
    }
    ASSERT_NEAR(b.x, (1 - f) * s.x + e * (d.x - s.x), 3e-6) << text(v) << text(n) << e << f;
    ASSERT_NEAR(b.y, (1 - f) * s.y + e * (d.y - s.y), 3e-6) << text(v) << text(n) << e << f;
  }
}

TEST(respond, a_batch_gives_the_bits_of_one_at_a_time_and_may_write_over_its_input) {
  rng r(3);
  const family& f = families()[0];
  constexpr std::size_t n = 333;
  vectors<2> steps;
  vectors<3> steps3;
  records<2> out(n);
  records<3> out3(n);
  for (std::size_t i = 0; i < n; ++i) {
    steps.push(draw_step<2>(f, r)), steps3.push(draw_step<3>(f, r));
    const bool hits = !r.one_in(4);
    out.time[i] = out3.time[i] = hits ? r.real(0, 1) : 1, out.index[i] = out3.index[i] = hits ? 7 : hs::none;
    for (int k = 0; k < 2; ++k) out.normal[k][i] = hits ? r.real(-1, 1) : 0;
    for (int k = 0; k < 3; ++k) out3.normal[k][i] = hits ? r.real(-1, 1) : 0;
  }
  std::vector<float> x(n), y(n);
  const auto check = [&](const auto& all, const auto& one) {
    ASSERT_EQ(all(), n);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ((hs::vec2{x[i], y[i]}), one(steps[i], out[i])) << i;
  };
  check([&] { return hs::slide(steps.as_motions(), out.columns(), x, y); },
        [](hs::vec2 v, const hs::hit& h) { return hs::slide(v, h); });
  check([&] { return hs::push(steps.as_motions(), out.columns(), x, y); },
        [](hs::vec2 v, const hs::hit& h) { return hs::push(v, h); });
  check([&] { return hs::deflect(steps.as_motions(), out.columns(), x, y); },
        [](hs::vec2 v, const hs::hit& h) { return hs::deflect(v, h); });
  hs::hit_columns timeless = out.columns();  // velocities
  timeless.time = {};
  check([&] { return hs::deflect(steps.as_motions(), timeless, x, y); },
        [](hs::vec2 v, const hs::hit& h) { return hs::deflect(v, h.normal); });
  const vectors<3> before = steps3;
  EXPECT_EQ(hs::slide(steps3.as_motions(), out3.columns(), steps3.axis[0], steps3.axis[1], steps3.axis[2]), n);
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(steps3[i], hs::slide(before[i], out3[i]));
}

// Columns of edges against one box at a time: hits that stop, misses that go all the way, and both at time 1.
TEST(respond, columns_that_know_who_was_hit_advance_to_where_one_box_goes_hit_or_miss) {
  rng r(7);
  std::size_t hits = 0, misses = 0, last_moment = 0;
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    for (const family& f : valid_families())
      for (std::size_t round = 0; round < cases(30); ++round) {
        const std::size_t n = 1 + r.below(200);
        box_columns<2> a, b;
        vectors<2> d;
        for (std::size_t i = 0; i < n; ++i) {
          a.push(draw_box<2>(f, r)), b.push(draw_box<2>(f, r)), d.push(draw_step<2>(f, r));
          if (r.one_in(3)) d.axis[0].back() = b[i].min.x - a[i].max.x;
          if (r.one_in(3)) d.axis[0].back() = one_ulp_up(d.axis[0].back());
        }
        records<2> out(n);
        hs::sweep_each(a.view(), d.as_motions(), b.view(), out.columns());
        std::vector<float> x(n), y = a.min.axis[1], wide(n);
        ASSERT_EQ(hs::advance(a.min.axis[0], d.axis[0], out.time, x, out.index), n);
        ASSERT_EQ(hs::advance(y, d.axis[1], out.time, y, out.index), n) << "in place";
        ASSERT_EQ(hs::advance(a.max.axis[0], 2.5f, out.time, wide, out.index), n) << "one step for all";
        for (std::size_t i = 0; i < n; ++i) {
          const hs::box one = hs::advance(a[i], d[i], out[i]);
          ASSERT_TRUE(same_bits(x[i], one.min.x) && same_bits(y[i], one.min.y))
              << hs::name(which) << ", item " << i << " of " << n << ", family " << f.name << ": box " << text(a[i])
              << " by " << text(d[i]) << " at " << text(b[i]) << ": " << text(out[i]) << ", " << hex(x[i]) << ' '
              << hex(y[i]) << " is not " << text(one);
          ASSERT_TRUE(same_bits(wide[i], hs::advance(a[i], hs::vec2{2.5f, 0}, out[i]).max.x)) << i;
          ++(out[i] ? hits : misses), last_moment += out[i] && out.time[i] == 1;
        }
      }
  }
  std::vector<float> three(3, 5.0f);
  const hs::index who[] = {hs::none, 0};
  if (!hs::detail::checks_enabled()) {
    EXPECT_EQ(hs::advance(1.0f, 2.0f, 0.5f, three, who), 2u) << "the shortest";
    EXPECT_EQ(three, (std::vector<float>{3, 1 + 2 * hs::safe_time(0.5f), 5}));
  }
  if (trial::whole_run()) {
    EXPECT_GT(hits, 0u);
    EXPECT_GT(misses, hits / 10);
    EXPECT_GT(last_moment, 0u) << "a hit at time 1 is no miss";
  }
}

// Every engine against the scalar one, to the last bit: walls of all kinds, steps of all kinds, exactly sized columns.
template <int D> void agree_on_every_isa() {
  rng r(5 + D);
  arena memory(3 * D + 1, 1 << 14);
  const auto wall = [&](const family& f) {
    vector_of<D> n = draw_step<D>(f, r);
    if (r.one_in(3)) {  // a unit vector, as a query gives it
      double length = 0;
      for (int k = 0; k < D; ++k) n[k] = r.real(-1, 1), length += double{n[k]} * double{n[k]};
      for (int k = 0; k < D; ++k) n[k] = static_cast<float>(double{n[k]} / std::sqrt(length));
    } else if (r.one_in(2)) {
      const int axis = r.whole(0, D - 1);
      for (int k = 0; k < D; ++k) n[k] = k != axis ? 0.0f : r.one_in(2) ? 1.0f : -1.0f;
    }
    return n;
  };
  std::size_t turned = 0;
  for (const family& f : families())
    for (std::size_t round = 0; round < cases(160); ++round) {
      const std::size_t n = round < 70 ? round : r.below(300);
      memory.release();
      std::array<std::span<float>, D> step, normal, out;
      for (int k = 0; k < D; ++k) {
        step[k] = memory.input<float>(n, place::at_end), normal[k] = memory.input<float>(n, place::at_end);
        out[k] = memory.input<float>(n, place::at_end);
      }
      const std::span<float> time = memory.input<float>(n, place::at_end);
      for (std::size_t i = 0; i < n; ++i) {
        vector_of<D> v = draw_step<D>(f, r);
        const vector_of<D> w = wall(f);
        if (r.one_in(4)) v = {}, v[0] = 0 - w[1] * 3, v[1] = w[0] * 3;  // along it, but for what is rounded off
        for (int k = 0; k < D; ++k) step[k][i] = v[k], normal[k][i] = w[k];
        time[i] = r.one_in(9) ? draw_step<D>(f, r)[0] : r.one_in(5) ? 0.0f : r.real(0, 1);
      }
      const bool timed = r.one_in(2), uniform = n && r.one_in(4);
      for (const int what : {0, 1, 2}) {
        std::array<std::vector<float>, D> expected;
        for (const hs::isa which : hs::supported_isas()) {
          const trial::forced isa(which);
          for (int k = 0; k < D; ++k) std::fill(out[k].begin(), out[k].end(), -77.0f);
          const auto column = [&](int k) {
            return uniform && k == 0 ? hs::column(step[0][0]) : hs::column(std::span<const float>(step[k]));
          };
          const auto ask = [&](const auto& verb) {
            if constexpr (D == 2)
              return verb(hs::motions{.dx = column(0), .dy = column(1)},
                          hs::hit_columns{
                              .time = timed ? time : std::span<float>{}, .normal_x = normal[0], .normal_y = normal[1]},
                          out[0], out[1]);
            else
              return verb(hs::motions3{.dx = column(0), .dy = column(1), .dz = column(2)},
                          hs::hit_columns3{.time = timed ? time : std::span<float>{},
                                           .normal_x = normal[0],
                                           .normal_y = normal[1],
                                           .normal_z = normal[2]},
                          out[0], out[1], out[2]);
          };
          const std::size_t all = what == 0   ? ask([](const auto&... a) { return hs::deflect(a...); })
                                  : what == 1 ? ask([](const auto&... a) { return hs::slide(a...); })
                                              : ask([](const auto&... a) { return hs::push(a...); });
          ASSERT_EQ(all, timed || n ? n : all);
          for (int k = 0; k < D; ++k) {
            if (which == hs::isa::scalar) expected[k].assign(out[k].begin(), out[k].end());
            for (std::size_t i = 0; i < n; ++i) turned += out[k][i] != 0 && out[k][i] != step[k][i];
            for (std::size_t i = 0; i < n; ++i)
              ASSERT_TRUE(same_bits(out[k][i], expected[k][i]))
                  << hs::name(which) << ", answer " << what << ", item " << i << " of " << n << ", axis " << k << ": "
                  << hex(out[k][i]) << " for " << hex(expected[k][i]) << ", step " << hex(step[0][i]) << ' '
                  << hex(step[1][i]) << ", normal " << hex(normal[0][i]) << ' ' << hex(normal[1][i]) << ", family "
                  << f.name;
          }
        }
      }
    }
  if (whole_run()) {
    EXPECT_GT(turned, 1000u);
  }
}

TEST(respond, batches_of_every_isa_have_the_bits_of_the_scalar_ones_2d) { agree_on_every_isa<2>(); }
TEST(respond, batches_of_every_isa_have_the_bits_of_the_scalar_ones_3d) { agree_on_every_isa<3>(); }

TEST(push_out, a_batch_gives_the_bits_of_one_at_a_time_and_may_write_over_its_input) {
  rng r(29);
  for (const family& f : families())
    for (const std::size_t n : {0u, 1u, 3u, 4u, 67u}) {
      vectors<2> at, push;
      for (std::size_t i = 0; i < n; ++i) at.push(draw_step<2>(f, r)), push.push(draw_step<2>(f, r));
      std::vector<float> out(n + 1, -77.0f), one(n), both = at.axis[0];
      ASSERT_EQ(hs::push_out(at.axis[0], push.axis[0], out), n);
      ASSERT_EQ(out[n], -77);
      ASSERT_EQ(hs::push_out(at.axis[0], 2.5f, one), n);
      ASSERT_EQ(hs::push_out(both, push.axis[0], both), n);
      for (std::size_t i = 0; i < n; ++i) {
        const hs::vec2 alone = hs::push_out(at[i], hs::contact2{.push = push[i], .index = 0});
        ASSERT_TRUE(same_bits(out[i], alone.x) || alone.x != alone.x) << hex(out[i]) << ' ' << hex(alone.x);
        ASSERT_TRUE(same_bits(both[i], out[i]));
        ASSERT_TRUE(same_bits(one[i], at[i].x + 2.5f) || at[i].x != at[i].x);
      }
    }
  if (hs::detail::checks_enabled()) return;
  std::vector<float> out(3, 1.0f);
  EXPECT_EQ(hs::push_out(1.0f, std::vector<float>{1, 2}, out), 2u);
  EXPECT_EQ(out, (std::vector<float>{2, 3, 1}));
  EXPECT_EQ(hs::push_out({}, 1.0f, out), 0u) << "no positions";
}

// ---- between walls -----------------------------------------------------------------------------------------------

struct particle {
  float x, dx;
};
particle bounced(float low, float high, float x, float dx, float radius = 0) {
  float y = 0, dy = 0;
  EXPECT_EQ(hs::bounce_inside(hs::box{{low, -100}, {high, 100}}, radius, {&x, 1}, {&y, 1}, {&dx, 1}, {&dy, 1}), 1u);
  EXPECT_EQ(y, 0);
  EXPECT_EQ(dy, 0);
  return {x, dx};
}

// Where floats hold them, bounds are what they are, and no larger.
TEST(swept_bounds, end_where_the_motion_does) {
  const auto check = [](const char* what, const hs::box& b, hs::vec2 min, hs::vec2 max) {
    EXPECT_EQ(b.min, min) << what;
    EXPECT_EQ(b.max, max) << what;
  };
  const hs::vec2 by{2, -1};
  const hs::segment line{{100, 20}, {-3, 5}};
  check("box", hs::swept_bounds(hs::box{{100, 20}, {104, 21}}, by), {100, 19}, {106, 21});
  check("circle", hs::swept_bounds(hs::circle{{100, 20}, 3}, by), {97, 16}, {105, 23});
  check("segment", hs::swept_bounds(line), {97, 20}, {100, 25});
  check("moving segment", hs::swept_bounds(line, by), {97, 19}, {102, 25});
  check("capsule", hs::swept_bounds(hs::capsule{line.start, line.delta, 2}, by), {95, 17}, {104, 27});
  check("obb", hs::swept_bounds(hs::obb{{100, 20}, {4, 1}, {0, 1}}, by), {99, 15}, {103, 24});
  check("turned obb", hs::swept_bounds(hs::obb{{100, 20}, {4, 1}, {0.5f, -0.75f}}, by), {97.25f, 15.5f},
        {104.75f, 23.5f});
  check("flat obb", hs::swept_bounds(hs::obb{{100, 20}, {0, 2}, {1, 0}}, by), {100, 17}, {102, 22});
  check("thin obb", hs::swept_bounds(hs::obb{{100, 20}, {4, 0}, {1, 0}}, by), {96, 19}, {106, 20});
  EXPECT_EQ(hs::swept_bounds(hs::box{{0x1p-60f, 0}, {1, 0}}, {-0x1p60f, 0}).min.x, -0x1p60f) << "no double holds it";
  const hs::box3 b3 = hs::swept_bounds(hs::segment3{{100, 20, 5}, {-3, 5, 9}});
  EXPECT_EQ(b3.min, (hs::vec3{97, 20, 5}));
  EXPECT_EQ(b3.max, (hs::vec3{100, 25, 14}));
  std::vector<float> x{103, 108, 105, 101}, y{20, 22, 29, 25};
  for (int first = 0; first < 4; ++first) {  // each corner as the first
    check("polygon", hs::swept_bounds(hs::polygon{.x = x, .y = y}, by), {101, 19}, {110, 29});
    check("polygon on its side", hs::swept_bounds(hs::polygon{.x = y, .y = x}, by), {20, 100}, {31, 108});
    std::rotate(x.begin(), x.begin() + 1, x.end()), std::rotate(y.begin(), y.begin() + 1, y.end());
  }
}

// Two that both move: not only do they end in nothing, they go as far as the hit lets them; and all the way without.
TEST(advance, of_two_that_move_both_go_up_to_where_they_meet) {
  const hs::vec2 da{8, 2}, db{-8, 2};
  const hs::vec3 da3{8, 2, -4}, db3{-8, 2, -4};
  const auto check = [](const auto& both, float ax, float bx, float time, const char* what) {
    const auto x_of = [](const auto& shape) {
      if constexpr (requires { shape.center; })
        return std::pair{shape.center.x, shape.center.y};
      else
        return std::pair{shape.max.x - 2, shape.max.y - 2};  // the middle of a box of four by four
    };
    EXPECT_NEAR(x_of(both.a).first, ax + 8 * time, 1e-4f) << what;
    EXPECT_NEAR(x_of(both.a).second, 2 * time, 1e-4f) << what;
    EXPECT_NEAR(x_of(both.b).first, bx - 8 * time, 1e-4f) << what;
    EXPECT_NEAR(x_of(both.b).second, 2 * time, 1e-4f) << what;
  };
  const hs::circle c{{-6, 0}, 2};  // eight apart, sixteen an hour
  const hs::sphere s{{-6, 0, 0}, 2};
  const hs::box p{{-8, -2}, {-4, 2}};
  const hs::box3 u{{-8, -2, -2}, {-4, 2, 2}};
  for (const bool met : {true, false}) {
    const hs::hit h = met ? hs::hit{.time = 0.5f, .normal = {-1, 0}, .index = 0} : hs::hit{};
    const hs::hit3 h3 = met ? hs::hit3{.time = 0.5f, .normal = {-1, 0, 0}, .index = 0} : hs::hit3{};
    const float time = met ? 0.5f : 1;
    const float far = met ? 0 : 20;  // apart by so much more there is no hit
    const hs::circle d2{{6 + far, 0}, 2};
    const hs::sphere t2{{6 + far, 0, 0}, 2};
    const hs::box q2{{4 + far, -2}, {8 + far, 2}};
    const hs::box3 v2{{4 + far, -2, -2}, {8 + far, 2, 2}};
    check(hs::advance(c, da, h, d2, db), -6, 6 + far, time, "circles");
    check(hs::advance(p, da, h, q2, db), -6, 6 + far, time, "boxes");
    check(hs::advance(c, da, h, q2, db), -6, 6 + far, time, "circle and box");
    check(hs::advance(p, da, h, d2, db), -6, 6 + far, time, "box and circle");
    check(hs::advance(s, da3, h3, t2, db3), -6, 6 + far, time, "spheres");
    check(hs::advance(u, da3, h3, v2, db3), -6, 6 + far, time, "boxes in 3D");
    check(hs::advance(s, da3, h3, v2, db3), -6, 6 + far, time, "sphere and box");
    check(hs::advance(u, da3, h3, t2, db3), -6, 6 + far, time, "box and sphere");
  }
}

TEST(bounce_inside, a_particle_is_thrown_back_as_often_as_it_takes) {
  const struct {
    float x, dx, to, step;
  } known[] = {{5, 3, 8, 3},       {5, 5, 10, 5},       {5, 7, 8, -7},   {5, -7, 2, 7},  {5, 17, 2, 17},
               {5, 27, 8, -27},    {0, 0, 0, 0},        {0, -1, 1, 1},   {10, 1, 9, -1}, {5, -17, 8, -17},
               {5, 2000, 5, 2000}, {5, 2007, 8, -2007}, {20, -2, 8, -2}, {20, 3, 7, -3}, {-5, 2, 2, 2}};
  for (const auto& k : known) {
    const particle p = bounced(0, 10, k.x, k.dx);
    EXPECT_EQ(p.x, k.to) << k.x << " by " << k.dx;
    EXPECT_EQ(p.dx, k.step) << k.x << " by " << k.dx;
  }
  EXPECT_EQ(bounced(0, 10, 5, 7, 1).x, 6) << "a radius is room that walls take";
  EXPECT_EQ(bounced(0, 10, 5, 7, 6).x, 5) << "no room: the middle";
  EXPECT_EQ(bounced(4, 4, 9, 7).x, 4);
}

// Who arrives at a wall has not been thrown back there. Counted in whole numbers, on every ISA, also far outside.
TEST(bounce_inside, a_step_is_turned_as_often_as_the_particle_is_thrown_back) {
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    for (int at = 0; at <= 10; ++at)
      for (int step = -60; step <= 60; ++step) {
        int where = at, way = step < 0 ? -1 : 1, turns = 0;
        for (int left = std::abs(step); left > 0; --left) {
          if (where + way < 0 || where + way > 10) way = -way, ++turns;
          where += way;
        }
        std::vector<float> x(9, static_cast<float>(at)), y(9, 0), dx(9, static_cast<float>(step)), dy(9, 0);
        hs::bounce_inside(hs::box{{0, -1}, {10, 1}}, 0.0f, x, y, dx, dy);
        ASSERT_EQ(x[8], static_cast<float>(where)) << at << " by " << step << " on " << hs::name(which);
        ASSERT_EQ(dx[8], static_cast<float>(turns % 2 ? -step : step))
            << at << " by " << step << " on " << hs::name(which);
        ASSERT_TRUE(x[0] == x[8] && dx[0] == dx[8]);
      }
  }
}

// The middle of the field, not of walls that a large radius has rounded.
TEST(bounce_inside, without_room_a_particle_lies_in_the_middle_of_the_field) {
  const struct {
    float low, high, radius, middle;
  } known[] = {{5, 6, 1e8f, 5.5f},
               {5, 6, 1e10f, 5.5f},
               {5, 6, largest, 5.5f},
               {-largest, largest, largest, 0},
               {largest, largest, 1, largest},
               {smallest, smallest, 1, smallest},
               {-smallest, -smallest, 1, -smallest}};
  for (const hs::isa which : hs::supported_isas())
    for (const auto& k : known)
      for (const std::size_t n : {1u, 16u, 37u}) {
        const forced on(which);
        std::vector<float> x(n, 7.0f), y(n, 1.0f), z(n, 3.0f), dx(n, 2.0f), dy(n, -3.0f), dz(n, 4.0f);
        ASSERT_EQ(hs::bounce_inside(hs::box3{{k.low, -100, k.low}, {k.high, largest, k.high}},
                                    std::vector<float>(n, k.radius), x, y, z, dx, dy, dz),
                  n);
        for (std::size_t i = 0; i < n; ++i) {
          ASSERT_EQ(x[i], k.middle) << hs::name(which) << ", item " << i << ": a radius of " << k.radius << " in ["
                                    << k.low << ", " << k.high << ']';
          ASSERT_EQ(z[i], k.middle) << hs::name(which) << ", item " << i;
          ASSERT_EQ(dx[i], 2) << hs::name(which) << ", item " << i << ": the step stays";
        }
      }
}

TEST(bounce_inside, whatever_the_step_it_ends_within_the_walls_and_keeps_its_speed) {
  std::size_t turned = 0, total = 0;
  for (const family& f : families()) {
    rng r(5);
    for (std::size_t i = 0; i < cases(4000); ++i) {
      const hs::box b = draw_box<2>(f, r);
      const float x = f.draw(f.position, r), dx = f.draw(f.step, r), radius = r.one_in(2) ? 0 : f.draw(f.extent, r);
      float px = x, py = b.min.y, sx = dx, sy = 0;
      hs::bounce_inside(b, radius, {&px, 1}, {&py, 1}, {&sx, 1}, {&sy, 1});
      const bool fine = b.min.x - b.min.x == 0 && b.min.x <= b.max.x && b.max.x - b.max.x == 0 && b.min.y <= b.max.y &&
                        b.max.y - b.max.y == 0 && b.min.y - b.min.y == 0 && radius >= 0 && radius - radius == 0 &&
                        x - x == 0 && dx - dx == 0;
      if (!fine) {
        ASSERT_TRUE(same_bits(px, x) && same_bits(sx, dx)) << "left alone";
        continue;
      }
      ++total;
      ASSERT_EQ(std::fabs(sx), std::fabs(dx));
      turned += sx != dx;
      const float low = hs::round_up(b.min.x, -radius),
                  high = hs::round_down(b.max.x, radius);  // not by a rounding less
      if (low <= high) {
        ASSERT_TRUE(low <= px && px <= high) << text(b) << hex(x) << ' ' << hex(dx);
      } else {
        ASSERT_TRUE(b.min.x <= px && px <= b.max.x) << text(b) << hex(x) << ' ' << hex(radius);
      }
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(turned, total / 20);
  }
  EXPECT_LT(turned, total);
}

// Every engine against the scalar one, to the last bit: fields, particles and radii of all kinds, exactly sized
// columns.
template <int D> void bounce_alike_on_every_isa() {
  rng r(23 + D);
  arena memory(2 * D + 1, 1 << 14);
  std::size_t turned = 0, far = 0, total = 0;
  for (const family& f : families())
    for (std::size_t round = 0; round < cases(200); ++round) {
      const std::size_t n = round < 70 ? round : r.below(300);
      memory.release();
      std::array<std::span<float>, D> at, step;
      for (int k = 0; k < D; ++k)
        at[k] = memory.input<float>(n, place::at_end), step[k] = memory.input<float>(n, place::at_end);
      const std::span<float> wide = memory.input<float>(n, place::at_end);
      const auto field = draw_box<D>(valid_families()[r.below(static_cast<std::uint32_t>(valid_families().size()))], r);
      std::array<std::vector<float>, 2 * D> before, expected;
      for (std::size_t i = 0; i < n; ++i) wide[i] = r.one_in(3) ? 0 : f.draw(f.extent, r);
      for (int k = 0; k < D; ++k)
        for (std::size_t i = 0; i < n; ++i) {
          const float size = field.max[k] - field.min[k];
          const bool inside = !r.one_in(4);
          before[k].push_back(inside ? field.min[k] + r.real(-0.1f, 1.1f) * size : f.draw(f.position, r));
          before[D + k].push_back(inside ? r.real(-2.2f, 2.2f) * size : f.draw(f.step, r));
          if (r.one_in(20)) before[D + k].back() = r.one_in(2) ? -size : size;
        }
      const int kind = r.whole(0, 2);
      const hs::column radius = kind == 0   ? hs::column{}
                                : kind == 1 ? hs::column(n && r.one_in(2) ? wide[0] : 0.0f)
                                            : hs::column(std::span<const float>(wide));
      for (const hs::isa which : hs::supported_isas()) {
        const forced engine(which);
        for (int k = 0; k < D; ++k)
          std::copy(before[k].begin(), before[k].end(), at[k].begin()),
              std::copy(before[D + k].begin(), before[D + k].end(), step[k].begin());
        if constexpr (D == 2)
          ASSERT_EQ(hs::bounce_inside(field, radius, at[0], at[1], step[0], step[1]), n);
        else
          ASSERT_EQ(hs::bounce_inside(field, radius, at[0], at[1], at[2], step[0], step[1], step[2]), n);
        for (int k = 0; k < 2 * D; ++k) {
          const std::span<float> got = k < D ? at[k] : step[k - D];
          if (which == hs::isa::scalar) expected[k].assign(got.begin(), got.end());
          for (std::size_t i = 0; i < n; ++i)
            ASSERT_TRUE(same_bits(got[i], expected[k][i]))
                << hs::name(which) << ", item " << i << " of " << n << ", column " << k << ": " << hex(got[i])
                << " for " << hex(expected[k][i]) << ", at " << hex(before[k % D][i]) << " by "
                << hex(before[D + k % D][i]) << " in " << text(field) << ", family " << f.name;
        }
      }
      for (std::size_t i = 0; i < n; ++i) {
        ++total, turned += !same_bits(expected[D][i], before[D][i]);
        far += std::fabs(before[D][i]) > 2 * (field.max[0] - field.min[0]);
      }
    }
  if (whole_run()) {
    EXPECT_GT(turned, total / 20);
    EXPECT_GT(far, total / 50);
  }
}

TEST(bounce_inside, batches_of_every_isa_have_the_bits_of_the_scalar_ones_2d) { bounce_alike_on_every_isa<2>(); }
TEST(bounce_inside, batches_of_every_isa_have_the_bits_of_the_scalar_ones_3d) { bounce_alike_on_every_isa<3>(); }

// Each axis between the walls of its own.
TEST(bounce_inside, in_a_room_that_is_no_cube_each_axis_has_its_walls) {
  const hs::vec3 low{0, 10, -60}, high{5, 30, -20};
  for (int k = 0; k < 3; ++k)
    for (const bool up : {true, false}) {
      std::vector<float> at[3], step[3];
      for (int j = 0; j < 3; ++j) at[j] = {0.5f * (low[j] + high[j])}, step[j] = {0};
      step[k] = {up ? 1 + high[k] - at[k][0] : low[k] - at[k][0] - 1};  // by one beyond, and the radius
      std::vector<float> x = at[0], y = at[1], dx = step[0], dy = step[1];
      hs::bounce_inside(hs::box3{low, high}, 0.5f, at[0], at[1], at[2], step[0], step[1], step[2]);
      EXPECT_EQ(at[k][0], up ? high[k] - 2 : low[k] + 2) << "axis " << k;
      EXPECT_EQ(step[k][0] < 0, up) << "axis " << k;
      if (k == 2) continue;
      hs::bounce_inside(hs::box{{low.x, low.y}, {high.x, high.y}}, 0.5f, x, y, dx, dy);
      EXPECT_EQ(x, at[0]);
      EXPECT_EQ(y, at[1]);
      EXPECT_EQ(dx, step[0]);
      EXPECT_EQ(dy, step[1]);
    }
}

TEST(bounce_inside, columns_of_unequal_length_stop_at_the_shortest) {
  if (hs::detail::checks_enabled()) GTEST_SKIP() << "a contract breach";
  std::vector<float> x(5, 9.0f), y(4, 1.0f), dx(5, 4.0f), dy(3, 0.0f);
  EXPECT_EQ(hs::bounce_inside(hs::box{{0, 0}, {10, 10}}, {}, x, y, dx, dy), 3u);
  EXPECT_EQ(x, (std::vector<float>{7, 7, 7, 9, 9}));
  std::vector<float> z(5, 1.0f), dz(5, -2.0f), y5(5, 1.0f), dy5(5, 0.0f);
  EXPECT_EQ(hs::bounce_inside(hs::box3{{0, 0, 0}, {10, 10, 10}}, 1.0f, x, y5, z, dx, dy5, dz), 5u);
  EXPECT_EQ(z, std::vector<float>(5, 3.0f)) << "from 1, two into the wall at 1";
}

TEST(advance, who_starts_in_it_and_was_let_go_moves_the_whole_way) {
  const hs::hit no;
  const hs::circle c{{0, 0}, 2}, d{{1, 0}, 2};
  const hs::box p{{-1, -1}, {1, 1}}, q{{0, 0}, {3, 3}};
  EXPECT_EQ(hs::advance(c, {5, 0}, no, d).center, (hs::vec2{5, 0}));
  EXPECT_EQ(hs::advance(c, {5, 0}, no, q).center, (hs::vec2{5, 0}));
  EXPECT_EQ(hs::advance(p, {5, 0}, no, d).min, (hs::vec2{4, -1}));
  EXPECT_EQ(hs::advance_center({0, 0}, {1, 1}, {5, 0}, no, q), (hs::vec2{5, 0}));
  EXPECT_EQ(hs::advance(p, {5, 0}, no, q, {-1, 0}).b.min, (hs::vec2{-1, 0}));
}

TEST(advance, two_boxes_that_end_flush_have_gone_all_the_way) {
  const hs::box a{{0, 0}, {1, 1}}, b{{4, 0}, {5, 1}};
  const auto there = hs::advance(a, {1, 0}, hs::hit{}, b, {-2, 0});
  EXPECT_EQ(there.a.max.x, 2);
  EXPECT_EQ(there.b.min.x, 2);
}

TEST(advance, where_floats_are_sparse_it_gives_up_half_of_the_way_before_all_of_it) {
  const hs::circle c{{0x1p24f, 0}, 0.5f};
  const hs::box wall{{0x1p24f + 4, -1}, {0x1p24f + 10, 1}};
  EXPECT_EQ(hs::advance(c, {4, 0}, hs::hit{.time = 0.875f, .index = 0}, wall).center.x, 0x1p24f + 2);
}

TEST(advance, a_time_whose_safe_part_is_subnormal_is_none) {
  EXPECT_EQ(hs::safe_time(0x1p-126f), 0);
  EXPECT_EQ(hs::safe_time(0x1p-149f), 0);
}

TEST(push_out, a_capsule_keeps_its_radius) {
  const hs::capsule out = hs::push_out(hs::capsule{{1, 2}, {3, 4}, 5}, hs::contact2{.push = {1, 1}, .index = 0});
  EXPECT_EQ(out.start, (hs::vec2{2, 3}));
  EXPECT_EQ(out.delta, (hs::vec2{3, 4}));
  EXPECT_EQ(out.radius, 5);
}

TEST(swept_bounds, hold_a_radius_that_no_double_tells_from_none) {
  EXPECT_LT(hs::swept_bounds(hs::circle{{1, 1}, 0x1p-60f}, {}).min.x, 1);
  EXPECT_GT(hs::swept_bounds(hs::circle{{1, 1}, 0x1p-60f}, {}).max.y, 1);
}

TEST(swept_bounds, of_what_can_never_hit_are_no_numbers) {
  const auto none = [](const hs::box& b, const char* what) {
    for (int k = 0; k < 2; ++k) EXPECT_TRUE(b.min[k] != b.min[k] && b.max[k] != b.max[k]) << what << ' ' << k;
  };
  const std::vector<float> x{0, 4, 0}, y{0, 0, 4};
  for (const float bad : {infinity, not_a_number}) {
    none(hs::swept_bounds(hs::circle{{0, 0}, bad}, {}), "radius");
    none(hs::swept_bounds(hs::box{{0, 0}, {1, 1}}, {0, bad}), "step");
    for (int c = 0; c < 3; ++c) {
      std::vector<float> at = y;
      at[static_cast<std::size_t>(c)] = bad;
      none(hs::swept_bounds(hs::polygon{.x = x, .y = at}, {}), "corner");
      none(hs::swept_bounds(hs::polygon{.x = at, .y = x}, {}), "corner");
    }
  }
  none(hs::swept_bounds(hs::obb{{0, 0}, {1, -1}, {1, 0}}, {}), "half.y");
  none(hs::swept_bounds(hs::obb{{0, 0}, {-1, 1}, {1, 0}}, {}), "half.x");
  none(hs::swept_bounds(hs::polygon{.x = std::span(x).first(2), .y = y}, {}), "two corners");
  none(hs::swept_bounds(hs::polygon{.x = x, .y = std::span(y).first(2)}, {}), "two corners");
}

TEST(respond, what_rounds_to_subnormals_does_not_lead_into_the_wall_either) {
  const hs::vec2 n{0.6f, -0.8f}, v{3 * 0x1p-149f, 2 * 0x1p-149f};
  const hs::vec2 out = hs::slide(v, hs::hit{.time = 0.7f, .normal = n, .index = 0});
  EXPECT_GE(double{out.x} * double{n.x} + double{out.y} * double{n.y}, 0) << hex(out.x) << ' ' << hex(out.y);
}

TEST(respond, without_times_everything_is_left_wherever_an_empty_column_points) {
  std::vector<float> x(2), y(2), time{1, 1}, nx{-1, -1}, ny{0, 0};
  EXPECT_EQ(hs::slide(hs::motions{.dx = 3.0f, .dy = 4.0f},
                      {.time = std::span(time).first(0), .normal_x = nx, .normal_y = ny}, x, y),
            2u);
  EXPECT_EQ(y, (std::vector<float>{4, 4}));
}

TEST(push_out, of_places_side_by_side_and_pushes_that_are_not) {
  struct pair {
    float push, other;
  };
  const pair structs[] = {{1, 9}, {2, 9}, {3, 9}};
  const std::vector<float> x{10, 20, 30};
  std::vector<float> out(3);
  EXPECT_EQ(hs::push_out(x, hs::strided(&structs[0].push, 3, sizeof(pair)), out), 3u);
  EXPECT_EQ(out, (std::vector<float>{11, 22, 33}));
}

}  // namespace
