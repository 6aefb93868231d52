// When has it parted again? Exit times against rational arithmetic, on every ISA, and what they are good for.
#include <gtest/gtest.h>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/oracle.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

constexpr hs::touching policies[] = {hs::touching::misses, hs::touching::hits};

// The first moment at which the shadows on some axis have parted, in rational numbers; false: never.
template <int D> bool exit_of(const box_verdict<D>& v, mpq_class& exit) {
  bool any = false;
  for (const window& w : v.axis)
    if (w.moves && (!any || w.to < exit)) exit = w.to, any = true;
  return any;
}

template <class V> V relative(const V& da, const V& db) {
  V d;
  for (int k = 0; k < V::dims; ++k) d[k] = da[k] - db[k];
  return d;
}
template <class V> bool finite(const V& v) {
  bool all = true;
  for (int k = 0; k < V::dims; ++k) all &= std::isfinite(v[k]);
  return all;
}

template <int D> void boxes_leave_in_time(std::size_t& hits, std::size_t& later, double& worst) {
  const std::size_t rounds = cases(1500);
  for (const family& f : families()) {
    rng r(17);
    for (std::size_t round = 0; round < rounds; ++round) {
      const bool point = r.one_in(3);
      box_of<D> a = draw_box<D>(f, r);
      if (point) a.max = a.min;
      const box_of<D> b = draw_box<D>(f, r);
      const vector_of<D> da = draw_step<D>(f, r), db = r.one_in(2) ? vector_of<D>{} : draw_step<D>(f, r);
      const vector_of<D> d = relative(da, db);
      for (const hs::touching touch : policies) {
        const hs::query q{.touch = touch};
        const hit_of<D> h = hs::sweep_nearest(a, da, hs::moving(b, db), by_reference(q));
        const float exit = hs::sweep_exit(a, da, hs::moving(b, db), q);
        if (!h) {
          ASSERT_EQ(exit, 1) << "no hit";
          continue;
        }
        ASSERT_GE(exit, h.time) << text(a) << text(da) << text(b) << text(db);
        mpq_class truth;
        if (!exit_of(sweep_verdict(a, b, d), truth)) {
          ASSERT_EQ(exit, infinity) << "nothing moves";
          continue;
        }
        ++hits, later += exit > 1;
        ASSERT_GE(truth, 0);
        if (truth > exact(largest)) {
          ASSERT_GE(exit, largest);
          continue;
        }
        ASSERT_TRUE(std::isfinite(exit)) << text(a) << text(da) << text(b) << text(db);
        const mpq_class error = abs(exact(exit) - truth) / mpq_class(ulp(truth.get_d()));
        worst = std::max(worst, error.get_d());
        ASSERT_LE(error.get_d(), 2.0) << hex(exit) << ", not " << truth.get_d() << '\n'
                                      << text(a) << text(da) << text(b) << text(db);
        if (point && db == vector_of<D>{}) {
          ASSERT_TRUE(same_bits(exit, hs::cast_exit(segment_of<D>{a.min, da}, b, q)));
        }
      }
    }
  }
}
TEST(exits_oracle, of_boxes_and_segments_are_two_roundings_from_the_truth) {
  std::size_t hits = 0, later = 0;
  double worst = 0;
  boxes_leave_in_time<2>(hits, later, worst), boxes_leave_in_time<3>(hits, later, worst);
  RecordProperty("worst", std::to_string(worst));
  if (trial::whole_run()) {
    EXPECT_GT(hits, 3000u);
    EXPECT_GT(later, 500u);
    EXPECT_LT(later, hits - 500);
  }
}

template <int D> void circles_leave_in_time(std::size_t& hits, double& worst) {
  const std::size_t rounds = cases(1500);
  for (const family& f : families()) {
    rng r(18);
    for (std::size_t round = 0; round < rounds; ++round) {
      const circle_of<D> a = draw_circle<D>(f, r), b = draw_circle<D>(f, r);
      const vector_of<D> da = draw_step<D>(f, r), db = r.one_in(2) ? vector_of<D>{} : draw_step<D>(f, r);
      const vector_of<D> d = relative(da, db);
      const hit_of<D> h = hs::sweep_nearest(a, da, hs::moving(b, db), by_reference());
      const float exit = hs::sweep_exit(a, da, hs::moving(b, db));
      if (!h) {
        ASSERT_EQ(exit, 1);
        continue;
      }
      ASSERT_GE(exit, h.time);
      if (d == vector_of<D>{}) {
        ASSERT_EQ(exit, infinity) << "nothing moves";
        continue;
      }
      if (!std::isfinite(exit)) continue;
      ++hits;
      // How far apart they are then, and whether they come apart there.
      mpq_class apart2 = 0, size = exact(a.radius) + exact(b.radius), growing = 0, way = 0;
      for (int k = 0; k < D; ++k) {
        const mpq_class m = exact(b.center[k]) - exact(a.center[k]), x = exact(exit) * exact(d[k]) - m;
        apart2 += x * x, growing += x * exact(d[k]), size += abs(m) + exact(exit) * abs(exact(d[k])),
            way += abs(exact(d[k]));
      }
      const mpq_class reach = exact(a.radius) + exact(b.radius);
      const double off = std::fabs(std::sqrt(apart2.get_d()) - reach.get_d());
      const double least = 0x1p-149 * way.get_d();  // what a subnormal time cannot tell
      const double share = off > least ? (off - least) / size.get_d() : 0;
      worst = std::max(worst, share);
      ASSERT_LE(share, 0x1p-22) << hex(exit) << text(a) << text(da) << text(b) << text(db);
      ASSERT_GE(growing.get_d(), -(0x1p-22 * size.get_d() + 0x1p-149 * way.get_d()) * way.get_d())
          << "the later root, " << hex(exit) << text(a) << text(da) << text(b) << text(db);
    }
  }
}
TEST(exits_oracle, of_circles_are_where_these_are_just_as_far_apart_as_they_are_large) {
  std::size_t hits = 0;
  double worst = 0;
  circles_leave_in_time<2>(hits, worst), circles_leave_in_time<3>(hits, worst);
  RecordProperty("worst", std::to_string(worst * 0x1p22));
  if (trial::whole_run()) {
    EXPECT_GT(hits, 3000u);
  }
}

// ---- the forms -----------------------------------------------------------------------------------------------------

TEST(exits_oracle, columns_beside_lists_and_dense_records_are_those_of_single_shapes) {
  const std::size_t rounds = cases(12);
  std::size_t found = 0;
  for (const family& f : families()) {
    rng r(19);
    for (std::size_t round = 0; round < rounds; ++round) {
      const std::size_t n = 1 + r.below(90);
      box_columns<2> a, b;
      circle_columns<2> rocks;
      vectors<2> da, db;
      segment_columns<2> beams;
      for (std::size_t i = 0; i < n; ++i) {
        a.push(draw_box<2>(f, r)), b.push(draw_box<2>(f, r)), rocks.push(draw_circle<2>(f, r));
        da.push(draw_step<2>(f, r)), db.push(draw_step<2>(f, r));
        beams.push({draw_position<2>(f, r), draw_step<2>(f, r)});
      }
      const hs::box one = draw_box<2>(f, r);
      const hs::circle ball = draw_circle<2>(f, r);
      const hs::vec2 step = draw_step<2>(f, r);
      const hs::query q = {.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses,
                           .start = static_cast<hs::start_overlap>(r.below(3)),
                           .until = r.one_in(3) ? r.real(0, 1) : 1};
      std::vector<hs::index> who(n);
      std::vector<float> exits(n + 3, 77);
      const auto same_as = [&](const hs::found& all, const auto& single) {
        found += all.written;
        for (std::size_t k = 0; k < exits.size(); ++k)
          ASSERT_TRUE(same_bits(exits[k], k < all.written ? single(all[k]) : 1.0f)) << k << hex(exits[k]);
      };
      for (const hs::isa isa : hs::supported_isas()) {
        const forced here(isa);
        hs::found all = hs::sweep(one, step, hs::moving(b.view(), db.as_motions()), who, q);
        hs::sweep_exits(one, step, hs::moving(b.view(), db.as_motions()), all.span(), exits, q);
        same_as(all, [&](hs::index i) { return hs::sweep_exit(one, step, hs::moving(b[i], db[i]), q); });
        all = hs::sweep(a.view(), da.as_motions(), one, who, q);
        hs::sweep_exits(a.view(), da.as_motions(), one, all.span(), exits, q);
        same_as(all, [&](hs::index i) { return hs::sweep_exit(a[i], da[i], one, q); });
        all = hs::sweep(ball, step, rocks.view(), who, q);
        hs::sweep_exits(ball, step, rocks.view(), all.span(), exits, q);
        same_as(all, [&](hs::index i) { return hs::sweep_exit(ball, step, rocks[i], q); });
        all = hs::cast(beams.view(), one, who, q);
        hs::cast_exits(beams.view(), one, all.span(), exits, q);
        same_as(all, [&](hs::index i) { return hs::cast_exit(beams[i], one, q); });
        hs::query thick = q;
        thick.padding = hs::vec2{1, 2};
        all = hs::cast(beams[0], b.view(), who, thick);
        hs::cast_exits(beams[0], b.view(), all.span(), exits, thick);
        same_as(all, [&](hs::index i) { return hs::cast_exit(beams[0], b[i], thick); });
        if (testing::Test::HasFailure()) FAIL() << hs::name(isa) << ", " << f.name << ", round " << round;

        records<2> nearest(n);  // dense
        hs::sweep_nearest(a.view(), da.as_motions(), b.view(), nearest.columns(), q);
        hs::sweep_exits(a.view(), da.as_motions(), b.view(), nearest.index, exits, q);
        for (std::size_t k = 0; k < n; ++k) {
          const hs::index i = nearest.index[k];
          ASSERT_TRUE(same_bits(exits[k], i == hs::none ? 1.0f : hs::sweep_exit(a[k], da[k], b[i], q)));
        }
      }
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(found, 10000u);
  }
}

TEST(exits_oracle, a_beam_is_in_a_wall_between_its_times_and_leaves_one_tile_as_it_enters_the_next) {
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    const hs::segment beam{{0, 5}, {100, 0}};
    const hs::box first{{25, 0}, {50, 10}}, second{{50, 0}, {300, 10}};
    EXPECT_EQ(hs::cast_nearest(beam, first).time, 0.25f);
    EXPECT_EQ(hs::cast_exit(beam, first), 0.5f);
    EXPECT_EQ(hs::cast_nearest(beam, second).time, 0.5f);
    EXPECT_EQ(hs::cast_exit(beam, second), 3.0f) << "it ends inside";
    EXPECT_EQ(hs::cast_exit(beam, hs::box{{0, 6}, {50, 10}}), 1.0f) << "no hit";
    EXPECT_EQ(hs::cast_exit(hs::segment{{30, 5}, {0, 0}}, first), infinity) << "nothing moves";
    EXPECT_EQ(hs::sweep_exit(hs::box{{0, 0}, {20, 10}}, hs::vec2{40, 0}, hs::box{{30, 2}, {40, 4}}), 1.0f);
    EXPECT_EQ(hs::sweep_exit(hs::circle{{0, 0}, 1}, hs::vec2{10, 0}, hs::circle{{5, 0}, 2}), 0.8f);
    EXPECT_EQ(hs::sweep_exit(hs::circle{{6, 0}, 1}, hs::vec2{10, 0}, hs::circle{{5, 0}, 2}), 0.2f) << "leaving";
    EXPECT_EQ(hs::cast_exit(beam, first, {.until = 0.25f}), 1.0f) << "that hit does not count";
    EXPECT_EQ(hs::sweep_exit(hs::box3{{0, 0, 0}, {1, 1, 1}}, hs::vec3{8, 0, 0}, hs::box3{{3, 0, 0}, {5, 1, 1}}),
              0.625f);
  }
  // Any two tiles in a row, any ray along them: the same float.
  rng r(20);
  std::size_t both = 0;
  for (std::size_t round = 0; round < cases(3000); ++round) {
    const float edge = r.real(-50, 50);
    const hs::box left{{-100, -100}, {edge, 100}}, right{{edge, -100}, {100, 100}};
    const hs::segment s{{r.real(-99, 99), r.real(-9, 9)}, {r.real(0, 200), r.real(-9, 9)}};
    const hs::hit h = hs::cast_nearest(s, right);
    if (!h || (h.flags & hs::started) || h.normal.x == 0) continue;
    ++both;
    ASSERT_TRUE(same_bits(hs::cast_exit(s, left), h.time)) << text(s.start) << text(s.delta) << hex(edge);
  }
  if (trial::whole_run()) {
    EXPECT_GT(both, 500u);
  }
}

// Through the corner of a box: entered on one axis just before it is left on the other, and the entry is rounded up.
TEST(exits_oracle, an_exit_that_rounding_would_put_before_the_hit_is_at_its_time) {
  rng r(21);
  std::size_t crossed = 0;
  for (std::size_t round = 0; round < cases(100000); ++round) {
    const float q = -std::ldexp(r.real(1, 2), -r.whole(4, 20)), p = r.real(1, 2);
    const hs::vec2 d{r.real(4, 8), r.real(1, 9)};
    const float entry = (p - q) / d.x, rim = entry * d.y;
    const float far = r.one_in(2) ? rim : r.one_in(2) ? one_ulp_down(rim) : one_ulp_up(rim);
    const hs::vec2 at{q, 0};
    const hs::box b{{p, -9}, {99, far}};
    const hs::hit h = hs::sweep_nearest(at, d, b, by_reference());
    if (!h) continue;
    ASSERT_TRUE(same_bits(h.time, entry));
    crossed += far / d.y < entry;
    ASSERT_EQ(hs::sweep_exit(at, d, b), std::max(entry, far / d.y)) << text(at) << text(d) << text(b);
  }
  if (trial::whole_run()) {
    EXPECT_GT(crossed, 100u);
  }
}

// Who asks is counted by those who ask, and what is met by what there is.
TEST(exits_oracle, two_that_meet_the_last_of_four_have_exits) {
  const std::vector<float> x{-1, -1}, min_x{100, 100, 0, 5}, max_x{101, 101, 9, 9};
  const hs::boxes walls{.min_x = min_x, .min_y = 0.0f, .max_x = max_x, .max_y = 9.0f};
  const std::vector<hs::index> who{3, 2};
  std::vector<float> exits(2, 77);
  hs::sweep_exits(hs::points{.x = x, .y = 1.0f}, hs::motions{.dx = 20.0f, .dy = 0.0f}, walls, who, exits);
  EXPECT_EQ(exits, (std::vector<float>{0.5f, 0.5f}));
  const std::vector<hs::index> often{3, 2, 3, hs::none, 2};
  exits.assign(5, 77);
  hs::sweep_exits(hs::vec2{-1, 1}, hs::vec2{20, 0}, walls, often, exits);
  EXPECT_EQ(exits, (std::vector<float>{0.5f, 0.5f, 0.5f, 1, 0.5f})) << "of one that asks there may be any number";
}

TEST(exits_oracle, what_cannot_be_told_is_refused_and_still_written) {
  if (hs::detail::checks_in_use() != hs::detail::checks::say) GTEST_SKIP() << "nobody looks, or it ends here";
  static std::string said;
  hs::set_breach_handler([](const char* what) { said = what; });
  const std::vector<float> x{0, 5};
  const hs::boxes walls{.min_x = x, .min_y = 0.0f, .max_x = 9.0f, .max_y = 9.0f};
  std::vector<hs::index> who{0, 2};
  std::vector<float> exits(2, 77);
  const std::vector<float> ones{1, 1};
  hs::sweep_exits(hs::vec2{-1, 1}, hs::vec2{9, 0}, walls, who, exits);
  EXPECT_EQ(said, "hitscan: sweep_exits: an index points beyond its view");
  EXPECT_EQ(exits, ones);
  who[1] = hs::none, exits = {77, 77};
  hs::sweep_exits(hs::vec2{-1, 1}, hs::vec2{20, 0}, walls, who, exits);
  EXPECT_EQ(exits, (std::vector<float>{0.5f, 1}));
  exits = {77};
  hs::sweep_exits(hs::vec2{-1, 1}, hs::vec2{9, 0}, walls, who, exits);
  EXPECT_EQ(said, "hitscan: sweep_exits: there are fewer exits than indices");
  EXPECT_EQ(exits[0], 1);
  const hs::segment beam{{-5, 0}, {9, 0}};
  EXPECT_EQ(hs::cast_exit(beam, hs::circle{{0, 0}, 2}, {.padding = hs::vec2{1, 1}}), 1);
  EXPECT_EQ(said, "hitscan: cast_exit: there are no exits of padded segments from circles");
  const hs::index three[3] = {0, 0, 0};
  exits.assign(3, 77);
  hs::sweep_exits(walls, hs::vec2{1, 1}, walls, three, exits);
  EXPECT_EQ(said, "hitscan: sweep_exits: there are more indices than items that ask");
  EXPECT_EQ(exits, (std::vector<float>{1, 1, 1}));
  hs::set_breach_handler(nullptr);
}

}  // namespace
