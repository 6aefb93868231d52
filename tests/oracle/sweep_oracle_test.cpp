// Swept boxes and circles against rational arithmetic: every decision, every time, on every ISA.
#include <gtest/gtest.h>

#include <string_view>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/oracle.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

constexpr std::size_t batch = 509;  // a prime: no register width or block fits it

// ---- a batch of cases, every ISA, open and closed ----------------------------------------------------------------

template <int D, class Shapes> struct batch_of {
  Shapes a, b;
  vectors<D> da, db;
  bool both = false;  // b moves too

  vector_of<D> relative(std::size_t i) const {
    vector_of<D> d = da[i];
    for (int k = 0; k < D && both; ++k) d[k] = da[i][k] - db[i][k];
    return d;
  }
  bool valid(std::size_t i) const {
    const vector_of<D> d = relative(i);
    bool finite = true;
    for (int k = 0; k < D; ++k) finite &= std::isfinite(d[k]);
    return finite;
  }
  std::string text(std::size_t i) const {
    return "\n  a " + trial::text(a[i]) + " moves " + trial::text(da[i]) + "\n  b " + trial::text(b[i]) +
           (both ? " moves " + trial::text(db[i]) : "");
  }
};

// Runs the batch and hands every record to check(i, touching is a hit, hit bit, record, ISA).
template <int D, class Shapes, class Check> void on_every_isa(const batch_of<D, Shapes>& cases, const Check& check) {
  const std::size_t n = cases.a.size();
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    for (const hs::touching touch : {hs::touching::misses, hs::touching::hits}) {
      const hs::query options{.touch = touch};
      records<D> out(n);
      std::vector<std::uint64_t> words(hs::mask_words(n));
      const auto a = cases.a.view(), b = cases.b.view();
      const auto da = cases.da.as_motions(), db = cases.db.as_motions();
      if (cases.both) {
        hs::sweep_each(a, da, hs::moving(b, db), out.columns(), options);
        hs::sweep_each_mask(a, da, hs::moving(b, db), words, options);
      } else {
        hs::sweep_each(a, da, b, out.columns(), options);
        hs::sweep_each_mask(a, da, b, words, options);
      }
      for (std::size_t i = 0; i < n; ++i)
        check(i, touch == hs::touching::hits, static_cast<bool>(words[i / 64] >> i % 64 & 1), out[i], hs::name(isa));
      if (testing::Test::HasFailure()) return;
    }
  }
}

// What boxes and circles have in common.
template <class Batch, class Verdict, class Hit>
void check_decision(const Batch& cases, std::size_t i, const Verdict& v, bool closed, bool bit, const Hit& h,
                    const char* isa) {
  const bool truth = cases.valid(i) && (closed ? v.closed : v.open);
  EXPECT_EQ(truth, bit) << isa << ", " << (closed ? "closed" : "open") << ", item " << i << cases.text(i);
  EXPECT_EQ(bit, h.index == i) << isa << ", " << (closed ? "closed" : "open") << ", item " << i << cases.text(i);
  EXPECT_TRUE(truth || h == Hit{}) << "a miss is the empty record" << cases.text(i);
  const bool started = truth && (closed ? v.closed_at_start : v.open_at_start);
  EXPECT_EQ((h.flags & hs::started) != 0, started) << isa << cases.text(i);
}

// ---- boxes -------------------------------------------------------------------------------------------------------

template <int D> using box_batch = batch_of<D, box_columns<D>>;

template <int D> void check_boxes(const box_batch<D>& cases, bool small_integers, double* worst) {
  std::vector<box_verdict<D>> truth;
  for (std::size_t i = 0; i < cases.a.size(); ++i)
    truth.push_back(cases.valid(i) ? sweep_verdict(cases.a[i], cases.b[i], cases.relative(i)) : box_verdict<D>{});
  on_every_isa(cases, [&](std::size_t i, bool closed, bool bit, const hit_of<D>& h, const char* isa) {
    const box_verdict<D>& v = truth[i];
    check_decision(cases, i, v, closed, bit, h, isa);
    EXPECT_TRUE(h.time >= 0 && h.time <= 1) << isa << ": time " << hex(h.time) << cases.text(i);
    if (!h || !std::isfinite(h.time) || testing::Test::HasFailure()) return;
    const double entry = v.entry.get_d();
    const mpq_class error = abs(exact(h.time) - v.entry) / mpq_class(ulp(entry));
    *worst = std::max(*worst, error.get_d());
    EXPECT_LE(error.get_d(), 2.0) << isa << ": time " << hex(h.time) << ", not " << entry << cases.text(i);
    if (!small_integers) return;
    // Where no difference rounds, equal moments are seen to be equal and the last axis takes the normal.
    int length = 0;
    for (int k = 0; k < D; ++k) length += h.normal[k] != 0;
    EXPECT_EQ(length, 1) << "one axis" << cases.text(i);
    if (h.flags & hs::started) {  // the least way out; of equal ones the later axis, the positive side
      vector_of<D> out;
      mpq_class least;
      for (int k = 0; k < D; ++k) {
        const mpq_class left = exact(cases.a[i].max[k]) - exact(cases.b[i].min[k]),
                        right = exact(cases.b[i].max[k]) - exact(cases.a[i].min[k]), way = left < right ? left : right;
        if (k > 0 && way > least) continue;
        least = way, out = {}, out[k] = left < right ? -1.0f : 1.0f;
      }
      EXPECT_EQ(h.normal, out) << isa << cases.text(i);
      EXPECT_FALSE(h.flags & hs::corner) << isa << cases.text(i);
      return;
    }
    if (v.entered_last < 0) return;
    const float towards = cases.relative(i)[v.entered_last];
    EXPECT_EQ(h.normal[v.entered_last], towards < 0 ? 1.0f : -1.0f) << isa << cases.text(i);
    EXPECT_EQ((h.flags & hs::corner) != 0, v.tie) << isa << cases.text(i);
  });
}

template <int D> void drawn_boxes(const family& f, std::size_t how_many, double* worst) {
  rng r(0xb0 + D + static_cast<std::uint64_t>(&f - families().data()) * 16);
  for (std::size_t done = 0; done < how_many && !testing::Test::HasFailure(); done += batch) {
    box_batch<D> cases;
    cases.both = r.one_in(2);
    for (std::size_t i = 0; i < std::min(batch, how_many - done); ++i) {
      cases.a.push(draw_box<D>(f, r)), cases.b.push(draw_box<D>(f, r));
      cases.da.push(draw_step<D>(f, r)), cases.db.push(draw_step<D>(f, r));
    }
    check_boxes<D>(cases, std::string_view(f.name) == "tiny integer grid", worst);
  }
}

template <int D> void grazed_boxes(std::size_t how_many, double* worst) {
  rng r(0xc0 + D);
  for (std::size_t done = 0; done < how_many && !testing::Test::HasFailure(); done += batch) {
    box_batch<D> cases;
    for (std::size_t i = 0; i < std::min(batch, how_many - done); ++i) {
      box_of<D> a, b;
      vector_of<D> d;
      graze_corner<D>(r, a, d, b);
      if constexpr (D == 2)
        nudge_one(r, a.max.x, a.max.y, b.min.x, b.min.y, b.max.x, b.max.y, d.x, d.y, a.min.x, a.min.y);
      else
        nudge_one(r, a.max.x, a.max.y, a.max.z, b.min.x, b.min.y, b.min.z, b.max.x, b.max.y, b.max.z, d.x, d.y, d.z,
                  a.min.x, a.min.y, a.min.z);
      bool valid = true;
      for (int k = 0; k < D; ++k) valid &= a.min[k] <= a.max[k] && b.min[k] <= b.max[k];
      if (!valid) a.max = a.min, b.max = b.min;
      cases.a.push(a), cases.b.push(b), cases.da.push(d), cases.db.push({});
    }
    check_boxes<D>(cases, false, worst);
  }
}

TEST(sweep_oracle, swept_boxes_hit_exactly_when_rational_arithmetic_says_so) {
  const std::size_t each = cases(100000) / (2 * valid_families().size()) + 40;
  double worst = 0;
  for (const family& f : valid_families()) {
    SCOPED_TRACE(f.name);
    drawn_boxes<2>(f, each, &worst);
    drawn_boxes<3>(f, each, &worst);
    if (HasFailure()) return;
  }
  RecordProperty("worst_time_error_in_ulp", std::to_string(worst));
  if (trial::whole_run()) {
    EXPECT_GT(worst, 0.5) << "no time was ever rounded: this measures nothing";
  }
}

TEST(sweep_oracle, a_corner_grazed_within_one_ulp_is_decided_exactly) {
  double worst = 0;
  grazed_boxes<2>(cases(40000), &worst);
  grazed_boxes<3>(cases(40000), &worst);
  RecordProperty("worst_time_error_in_ulp", std::to_string(worst));
}

// A corner grazed as nearly as coordinates of 24 bits allow, with a few ulps to either side.
float close_to(double x, rng& r) {
  float y = static_cast<float>(x);
  for (int steps = r.whole(-2, 2); steps != 0; steps += steps < 0 ? 1 : -1)
    y = steps < 0 ? one_ulp_down(y) : one_ulp_up(y);
  return y;
}

// One side stays, the other has an item for every near miss: the filters of these batch shapes are not those of pairs.
template <int D> void grazed_one_by_one(std::size_t how_many, bool one_asks) {
  rng r(0xca + D + (one_asks ? 8 : 0));
  std::size_t met = 0, asked = 0;
  for (std::size_t done = 0; done < how_many && !testing::Test::HasFailure(); done += 127) {
    const int i = r.whole(0, D - 1), j = (i + r.whole(1, D - 1)) % D;
    const auto sign = [&] { return r.one_in(2) ? 1.0f : -1.0f; };
    box_of<D> one;
    vector_of<D> d;
    for (int k = 0; k < D; ++k) {
      one.min[k] = r.real(-100, 100), one.max[k] = one.min[k] + r.real(0, 30);
      d[k] = k == i || k == j || r.one_in(2) ? sign() * r.real(1, 300) : 0.0f;
    }
    box_columns<D> many;
    vectors<D> steps;
    for (int n = 0; n < 127; ++n) {
      box_of<D> other = one;
      if (!one_asks) d[i] = (d[i] < 0 ? -1 : 1) * r.real(1, 300), d[j] = (d[j] < 0 ? -1 : 1) * r.real(1, 300);
      const double at = r.real(0, 1), near = at * std::fabs(d[i]), far = at * std::fabs(d[j]);
      // Who asks moves towards d; seen from the one that stays, the other is ahead (it is asked) or behind (it asks).
      const auto ahead = [&](int k) { return (d[k] > 0) == one_asks; };
      const float size = r.one_in(8) ? 0 : r.real(0, 20);
      if (ahead(i))
        other.min[i] = close_to(one.max[i] + near, r), other.max[i] = other.min[i] + size;
      else
        other.max[i] = close_to(one.min[i] - near, r), other.min[i] = other.max[i] - size;
      if (ahead(j))
        other.max[j] = close_to(one.min[j] + far, r), other.min[j] = other.max[j] - size;
      else
        other.min[j] = close_to(one.max[j] - far, r), other.max[j] = other.min[j] + size;
      many.push(other), steps.push(d);
    }
    for (const hs::isa isa : hs::supported_isas()) {
      const forced here(isa);
      for (const hs::touching touch : {hs::touching::misses, hs::touching::hits}) {
        std::uint64_t words[2]{};
        if (one_asks)
          hs::sweep_mask(one, d, many.view(), words, {.touch = touch});
        else
          hs::sweep_mask(many.view(), steps.as_motions(), one, words, {.touch = touch});
        for (std::size_t n = 0; n < 127; ++n) {
          const auto v = one_asks ? sweep_verdict(one, many[n], d) : sweep_verdict(many[n], one, steps[n]);
          met += v.open, ++asked;
          EXPECT_EQ(static_cast<bool>(words[n / 64] >> n % 64 & 1), touch == hs::touching::hits ? v.closed : v.open)
              << hs::name(isa) << "\n  one " << text(one) << "\n  other " << text(many[n]) << "\n  d "
              << text(steps[n]);
        }
      }
    }
  }
  if (trial::whole_run() && !testing::Test::HasFailure()) {
    EXPECT_GT(met, asked / 5) << "what is to be near a tie is far from it";
    EXPECT_LT(met, asked - asked / 5);
  }
}

TEST(sweep_oracle, corners_grazed_by_one_against_many_and_many_against_one_are_decided_exactly) {
  for (const bool one_asks : {true, false}) {
    grazed_one_by_one<2>(cases(8000), one_asks);
    grazed_one_by_one<3>(cases(8000), one_asks);
  }
}

// ---- circles -----------------------------------------------------------------------------------------------------

template <int D> using circle_batch = batch_of<D, circle_columns<D>>;

// How far from the true place of contact the mover stands at the time reported, in units of 2^-24 of the sizes that
// enter: distance between the centres, radii, length of the step. The square root of a double's rounding error is what
// a grazing contact amounts to; hence a bound on the place and not on the time.
template <int D>
double place_error(const circle_verdict<D>& v, const circle_of<D>& p, const circle_of<D>& q, const vector_of<D>& d,
                   float time) {
  double step = 0, apart = 0;
  for (int k = 0; k < D; ++k) {
    step = std::hypot(step, static_cast<double>(d[k]));
    apart = std::hypot(apart, static_cast<double>(q.center[k]) - static_cast<double>(p.center[k]));
  }
  const double sizes = apart + step + static_cast<double>(p.radius) + static_cast<double>(q.radius);
  const mpf_class off = abs(mpf_class(static_cast<double>(time), 2048) - entry_of(v)) * mpf_class(step, 2048);
  return mpf_class(off / mpf_class(sizes, 2048)).get_d() * 0x1p24;
}
constexpr double most_place_error = 1;

template <int D> void check_circles(const circle_batch<D>& cases, double* worst) {
  std::vector<circle_verdict<D>> truth;
  for (std::size_t i = 0; i < cases.a.size(); ++i)
    truth.push_back(cases.valid(i) ? sweep_verdict(cases.a[i], cases.b[i], cases.relative(i)) : circle_verdict<D>{});
  std::vector<float> first_times(2 * cases.a.size(), -1);
  on_every_isa(cases, [&](std::size_t i, bool closed, bool bit, const hit_of<D>& h, const char* isa) {
    const circle_verdict<D>& v = truth[i];
    check_decision(cases, i, v, closed, bit, h, isa);
    EXPECT_TRUE(h.time >= 0 && h.time <= 1) << isa << ": time " << hex(h.time) << cases.text(i);
    if (!h || !std::isfinite(h.time) || testing::Test::HasFailure()) return;
    EXPECT_TRUE(h.time == 0 || !(h.flags & hs::started)) << isa << cases.text(i);
    float& before = first_times[2 * i + closed];  // measured once, for all ISAs
    if (same_bits(before, h.time)) return;
    before = h.time;
    const double error = place_error<D>(v, cases.a[i], cases.b[i], cases.relative(i), h.time);
    *worst = std::max(*worst, error);
    EXPECT_LE(error, most_place_error) << isa << ": time " << hex(h.time) << ", not " << entry_of(v).get_d()
                                       << cases.text(i);
    double length = 0;
    for (int k = 0; k < D; ++k) length += static_cast<double>(h.normal[k]) * static_cast<double>(h.normal[k]);
    EXPECT_NEAR(length, 1, 0x1p-22) << isa << ": normal " << text(h.normal) << cases.text(i);
  });
}

template <int D> void drawn_circles(const family& f, std::size_t how_many, double* worst) {
  rng r(0xd0 + D + static_cast<std::uint64_t>(&f - families().data()) * 16);
  for (std::size_t done = 0; done < how_many && !testing::Test::HasFailure(); done += batch) {
    circle_batch<D> cases;
    cases.both = r.one_in(2);
    for (std::size_t i = 0; i < std::min(batch, how_many - done); ++i) {
      cases.a.push(draw_circle<D>(f, r)), cases.b.push(draw_circle<D>(f, r));
      cases.da.push(draw_step<D>(f, r)), cases.db.push(draw_step<D>(f, r));
    }
    check_circles<D>(cases, worst);
  }
}

template <int D> void touched_circles(std::size_t how_many, double* worst) {
  rng r(0xe0 + D);
  for (std::size_t done = 0; done < how_many && !testing::Test::HasFailure(); done += batch) {
    circle_batch<D> cases;
    for (std::size_t i = 0; i < std::min(batch, how_many - done); ++i) {
      circle_of<D> p, q;
      vector_of<D> d;
      touch_circles<D>(r, p, d, q);
      if constexpr (D == 2)
        nudge_one(r, q.center.x, q.center.y, p.center.x, p.center.y, p.radius, d.x, d.y);
      else
        nudge_one(r, q.center.x, q.center.y, q.center.z, p.center.x, p.center.y, p.center.z, p.radius, d.x, d.y, d.z);
      p.radius = std::fabs(p.radius);
      cases.a.push(p), cases.b.push(q), cases.da.push(d), cases.db.push({});
    }
    check_circles<D>(cases, worst);
  }
}

TEST(sweep_oracle, swept_circles_hit_exactly_when_rational_arithmetic_says_so) {
  const std::size_t each = cases(100000) / (2 * valid_families().size()) + 40;
  double worst = 0;
  for (const family& f : valid_families()) {
    SCOPED_TRACE(f.name);
    drawn_circles<2>(f, each, &worst);
    drawn_circles<3>(f, each, &worst);
    if (HasFailure()) return;
  }
  RecordProperty("worst_place_error", std::to_string(worst));
  if (trial::whole_run()) {
    EXPECT_GT(worst, 0.1) << "no time was ever rounded: this measures nothing";
  }
}

TEST(sweep_oracle, circles_that_touch_within_one_ulp_are_decided_exactly) {
  double worst = 0;
  touched_circles<2>(cases(40000), &worst);
  touched_circles<3>(cases(40000), &worst);
  RecordProperty("worst_place_error", std::to_string(worst));
}

// One side stays, the other has an item for every near touch: beside the path, at its start or at its end, as nearly as
// coordinates of 24 bits allow.
template <int D> void touched_one_by_one(std::size_t how_many, bool one_asks) {
  rng r(0xea + D + (one_asks ? 8 : 0));
  std::size_t met = 0, asked = 0;
  for (std::size_t done = 0; done < how_many && !testing::Test::HasFailure(); done += 127) {
    circle_of<D> one{{}, r.one_in(6) ? 0 : r.real(0, 40)};
    vector_of<D> d;
    for (int k = 0; k < D; ++k) one.center[k] = r.real(-200, 200), d[k] = r.real(-300, 300);
    const bool same_radius = r.one_in(2);  // kernels know two cases
    const float radius = r.real(0, 20);
    circle_columns<D> many;
    vectors<D> steps;
    for (int n = 0; n < 127; ++n) {
      circle_of<D> other{{}, same_radius ? radius : r.real(0, 20)};
      if (!one_asks)
        for (int k = 0; k < D; ++k) d[k] = r.real(-300, 300);
      // A direction; beside the path it is at a right angle to it.
      double towards[D], length = 0, dot = 0, square = 0;
      for (int k = 0; k < D; ++k)
        towards[k] = r.real(-1, 1), dot += towards[k] * d[k], square += static_cast<double>(d[k]) * d[k];
      const std::uint32_t where = r.below(3);
      for (int k = 0; k < D && where == 0; ++k) towards[k] -= dot / square * d[k];
      for (int k = 0; k < D; ++k) length += towards[k] * towards[k];
      const double along = where == 0 ? r.real(0, 1) : where - 1,
                   reach = static_cast<double>(one.radius) + other.radius;
      for (int k = 0; k < D; ++k) {
        const double offset = along * d[k] + towards[k] * reach / std::sqrt(length);
        other.center[k] = close_to(one.center[k] + (one_asks ? offset : -offset), r);
      }
      many.push(other), steps.push(d);
    }
    auto view = many.view();
    if (same_radius) view.radius = radius;
    for (const hs::isa isa : hs::supported_isas()) {
      const forced here(isa);
      for (const hs::touching touch : {hs::touching::misses, hs::touching::hits}) {
        std::uint64_t words[2]{};
        if (one_asks)
          hs::sweep_mask(one, d, view, words, {.touch = touch});
        else
          hs::sweep_mask(view, steps.as_motions(), one, words, {.touch = touch});
        for (std::size_t n = 0; n < 127; ++n) {
          const auto v = one_asks ? sweep_verdict(one, many[n], d) : sweep_verdict(many[n], one, steps[n]);
          met += v.open, ++asked;
          EXPECT_EQ(static_cast<bool>(words[n / 64] >> n % 64 & 1), touch == hs::touching::hits ? v.closed : v.open)
              << hs::name(isa) << "\n  one " << text(one) << "\n  other " << text(many[n]) << "\n  d "
              << text(steps[n]);
        }
      }
    }
  }
  if (trial::whole_run() && !testing::Test::HasFailure()) {
    EXPECT_GT(met, asked / 5) << "what is to be near a tie is far from it";
    EXPECT_LT(met, asked - asked / 5);
  }
}

TEST(sweep_oracle, circles_touched_by_one_against_many_and_many_against_one_are_decided_exactly) {
  for (const bool one_asks : {true, false}) {
    touched_one_by_one<2>(cases(8000), one_asks);
    touched_one_by_one<3>(cases(8000), one_asks);
  }
}

}  // namespace
