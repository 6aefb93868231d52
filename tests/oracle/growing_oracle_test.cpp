// Boxes and circles that grow, against rational arithmetic: every decision and every time, on every ISA.
#include <gtest/gtest.h>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/oracle.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

struct truth {
  bool open = false, closed = false, started_open = false, started_closed = false;
};

// ---- boxes ---------------------------------------------------------------------------------------------------------

template <int D> struct box_case {
  box_of<D> a, b;
  vector_of<D> da, db, ga, gb;
};

// Steps and growth that no float holds: rational arithmetic cannot hold them either, and nothing hits.
template <int D> bool in_range(const vector_of<D>& da, const vector_of<D>& db) {
  bool ok = true;
  for (int k = 0; k < D; ++k) ok &= std::isfinite(da[k] - db[k]);
  return ok;
}

template <int D> bool in_range(const box_case<D>& c) {
  bool ok = in_range<D>(c.da, c.db);
  for (int k = 0; k < D; ++k) ok &= std::isfinite(c.ga[k]) && std::isfinite(c.gb[k]);
  return ok;
}
template <int D> bool valid(const box_case<D>& c) {
  const auto fine = [](const box_of<D>& b, const vector_of<D>& g) {
    bool ok = true;
    for (int k = 0; k < D; ++k) ok &= b.min[k] <= b.max[k] && exact(b.max[k]) - exact(b.min[k]) + 2 * exact(g[k]) >= 0;
    return ok;
  };
  return fine(c.a, c.ga) && fine(c.b, c.gb);
}

// Solves for the moments at which every gap is closed, which the library never does.
template <int D> truth judge(const box_case<D>& c, mpq_class& entry, double& size) {
  truth t{true, true, true, true};
  mpq_class from = 0, to = 1;
  bool any_from = false, any_to = false;
  size = 0;
  for (int k = 0; k < D; ++k) {
    const mpq_class d = exact(c.da[k] - c.db[k]), grow = exact(c.ga[k]) + exact(c.gb[k]);
    size += std::fabs(double{c.da[k]} - c.db[k]) + std::fabs(c.ga[k]) + std::fabs(c.gb[k]);
    for (const bool above : {true, false}) {
      const mpq_class gap = above ? exact(c.a.min[k]) - exact(c.b.max[k]) : exact(c.b.min[k]) - exact(c.a.max[k]);
      const mpq_class rate = (above ? d : mpq_class(-d)) - grow;
      t.started_open &= gap < 0, t.started_closed &= gap <= 0;
      if (rate == 0) {
        t.open &= gap < 0, t.closed &= gap <= 0;
        continue;
      }
      const mpq_class at = -gap / rate;
      if (rate < 0) {
        if (!any_from || at > from) from = at;
        any_from = true;
      } else {
        if (!any_to || at < to) to = at;
        any_to = true;
      }
    }
  }
  t.open &= (!any_from || from < 1) && (!any_to || to > 0) && (!any_from || !any_to || from < to);
  t.closed &= (!any_from || from <= 1) && (!any_to || to >= 0) && (!any_from || !any_to || from <= to);
  entry = any_from && from > 0 ? from : mpq_class(0);
  return t;
}

template <int D> struct box_cases {
  std::vector<box_case<D>> all;
  box_columns<D> a, b;
  vectors<D> da, db, ga, gb;
  void push(const box_case<D>& c) {
    all.push_back(c), a.push(c.a), b.push(c.b), da.push(c.da), db.push(c.db), ga.push(c.ga), gb.push(c.gb);
  }
  static auto grown(const box_columns<D>& shapes, const vectors<D>& by) {
    if constexpr (D == 2)
      return hs::growing(shapes.view(), by.axis[0], by.axis[1]);
    else
      return hs::growing(shapes.view(), by.axis[0], by.axis[1], by.axis[2]);
  }
};

std::string text_of(const auto& c) {
  return "\n  a " + text(c.a) + " moves " + text(c.da) + "\n  b " + text(c.b) + " moves " + text(c.db);
}

// Masks and times of all cases, on all ISAs; check(i, touch, hit, time).
template <class Cases, class Check> void ask_everywhere(const Cases& c, const Check& check) {
  const std::size_t n = c.all.size();
  std::vector<std::uint64_t> words(hs::mask_words(n));
  std::vector<float> times(n);
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    SCOPED_TRACE(hs::name(isa));
    for (const hs::touching touch : {hs::touching::misses, hs::touching::hits}) {
      hs::sweep_each_times(c.grown(c.a, c.ga), c.da.as_motions(), hs::moving(c.grown(c.b, c.gb), c.db.as_motions()),
                           hs::times_out(times, words), {.touch = touch});
      for (std::size_t i = 0; i < n && !testing::Test::HasFailure(); ++i)
        check(i, touch == hs::touching::hits, static_cast<bool>(words[i / 64] >> i % 64 & 1), times[i]);
    }
  }
}

template <int D> void check_boxes(const box_cases<D>& c, std::size_t* hits) {
  ask_everywhere(c, [&](std::size_t i, bool closed, bool hit, float time) {
    if (!in_range(c.all[i])) {
      ASSERT_FALSE(hit);
      return;
    }
    mpq_class entry;
    double size;
    const truth t = judge(c.all[i], entry, size);
    const bool expected = valid(c.all[i]) && (closed ? t.closed : t.open);
    ASSERT_EQ(hit, expected) << (closed ? "closed" : "open") << text_of(c.all[i]) << "\n  grow " << text(c.all[i].ga)
                             << text(c.all[i].gb);
    if (!hit) return;
    ++*hits;
    // In places, not moments: where a gap closes slowly, a moment is not known well.
    const double gone = std::fabs(mpq_class(exact(time) - entry).get_d()) * size;
    ASSERT_LE(gone, 0x1p-23 * size * entry.get_d() + 0x1p-149 * size)
        << time << " is not " << entry.get_d() << text_of(c.all[i]);
  });
}

template <int D> box_case<D> drawn_boxes(const family& f, rng& r) {
  box_case<D> c{draw_box<D>(f, r), draw_box<D>(f, r), draw_step<D>(f, r), draw_step<D>(f, r), {}, {}};
  for (int k = 0; k < D; ++k) {
    const auto grow = [&](const box_of<D>& b) {
      const float half = (b.max[k] - b.min[k]) / 2;
      return r.one_in(3) ? 0 : r.one_in(3) ? 0 - half : r.one_in(2) ? f.draw(f.extent, r) : f.draw(f.step, r);
    };
    c.ga[k] = grow(c.a), c.gb[k] = grow(c.b);
  }
  return c;
}
// Whole numbers are full of ties.
template <int D> box_case<D> whole_boxes(rng& r) {
  box_case<D> c;
  const auto some = [&](int most) { return static_cast<float>(r.whole(-most, most)); };
  for (int k = 0; k < D; ++k) {
    c.a.min[k] = some(6), c.b.min[k] = some(6);
    c.a.max[k] = c.a.min[k] + static_cast<float>(r.whole(0, 4)),
    c.b.max[k] = c.b.min[k] + static_cast<float>(r.whole(0, 4));
    c.da[k] = some(6), c.db[k] = some(3), c.ga[k] = some(3) * 0.5f, c.gb[k] = some(3) * 0.5f;
  }
  nudge_one(r, c.a.min.x, c.a.max.x, c.b.min.x, c.b.max.y, c.da.x, c.da.y, c.ga.x, c.ga.y, c.gb.x);
  return c;
}

// Gaps that close at the last moment, or one just when another one opens, to within the last bits: the margins of what
// floats are sure of. Some shrink to nothing.
template <int D> box_case<D> tight_boxes(rng& r) {
  box_case<D> c;
  const float t = r.one_in(3) ? 1.0f : r.real(0.05f, 1);
  const auto ulps = [&](float x) {
    for (std::uint32_t n = r.below(4); n > 0; --n) x = std::nextafter(x, r.one_in(2) ? 1e30f : -1e30f);
    return x;
  };
  const int closes = static_cast<int>(r.below(D));
  for (int k = 0; k < D; ++k) {
    c.ga[k] = r.real(-3, 5), c.gb[k] = r.one_in(2) ? r.real(-3, 5) : 0;
    c.a.min[k] = r.real(-9, 9), c.b.min[k] = r.real(-9, 9) * (r.one_in(2) ? 1.0f : 100.0f);
    const auto size = [&](float grow) { return r.one_in(6) ? ulps(-2 * grow) : r.real(0.5f, 9) - 2 * grow; };
    c.a.max[k] = c.a.min[k] + (c.ga[k] < 0 ? size(c.ga[k]) : r.real(0, 9));
    c.b.max[k] = c.b.min[k] + (c.gb[k] < 0 ? size(c.gb[k]) : r.real(0, 9));
    const double gap = double{c.a.min[k]} - c.b.max[k], below = double{c.b.min[k]} - c.a.max[k],
                 grow = double{c.ga[k]} + c.gb[k];
    const bool above = k == closes ? gap > 0 || (below <= 0 && r.one_in(2)) : gap > below;
    const double rate = (above ? 0 - gap : 0 - below) / t + grow;  // what is open closes then, and the other way round
    c.db[k] = r.one_in(2) ? r.real(-9, 9) : 0;
    c.da[k] = r.one_in(5) ? c.db[k] : ulps(static_cast<float>(c.db[k] + (above ? rate : 0 - rate)));
    if (k == closes || r.one_in(2)) continue;  // or there is nothing to decide on this one
    c.ga[k] = c.gb[k] = 0, c.da[k] = c.db[k];
    c.b.min[k] = c.a.min[k] - 1, c.b.max[k] = c.a.max[k] + 1, c.a.max[k] += 1;
  }
  return c;
}

template <int D> void boxes_of_all_kinds(std::size_t each) {
  rng r(0xb0 + D);
  std::size_t hits = 0, total = 0;
  const std::size_t drawn = valid_families().size();
  for (std::size_t f = 0; f <= drawn + 1 && !testing::Test::HasFailure(); ++f)
    for (std::size_t done = 0; done < each && !testing::Test::HasFailure(); done += 500, total += 500) {
      box_cases<D> c;
      for (int i = 0; i < 500; ++i)
        c.push(f < drawn ? drawn_boxes<D>(valid_families()[f], r) : f == drawn ? whole_boxes<D>(r) : tight_boxes<D>(r));
      check_boxes(c, &hits);
    }
  if (trial::whole_run()) {
    EXPECT_GT(hits, total / 10);
  }
}

TEST(growing_oracle, boxes_hit_exactly_when_rational_arithmetic_says_so) {
  boxes_of_all_kinds<2>(cases(1500));
  boxes_of_all_kinds<3>(cases(1500));
}

// ---- circles -------------------------------------------------------------------------------------------------------

template <int D> struct circle_case {
  circle_of<D> a, b;
  vector_of<D> da, db;
  float ga = 0, gb = 0;
};

template <int D> bool valid(const circle_case<D>& c) {
  return c.a.radius >= 0 && c.b.radius >= 0 && exact(c.a.radius) + exact(c.ga) >= 0 &&
         exact(c.b.radius) + exact(c.gb) >= 0;
}

template <int D> struct parabola {
  mpq_class m[D], d[D], R, G, A, B, C;
  double size = 0, speed = 0;
  explicit parabola(const circle_case<D>& c) {
    R = exact(c.a.radius) + exact(c.b.radius), G = exact(c.ga) + exact(c.gb);
    A = -G * G, B = R * G, C = -R * R;
    for (int k = 0; k < D; ++k) {
      m[k] = exact(c.b.center[k]) - exact(c.a.center[k]), d[k] = exact(c.da[k] - c.db[k]);
      A += d[k] * d[k], B += m[k] * d[k], C += m[k] * m[k];
      size += std::fabs(m[k].get_d()), speed += std::fabs(d[k].get_d());
    }
    size += R.get_d(), speed += std::fabs(c.ga) + std::fabs(c.gb);
  }
  mpq_class at(const mpq_class& t) const { return (A * t - 2 * B) * t + C; }
};

template <int D> truth judge(const parabola<D>& p) {
  mpq_class least = std::min(p.at(0), p.at(1));
  if (p.A > 0 && p.B > 0 && p.B < p.A) least = std::min(least, p.at(p.B / p.A));
  return {least < 0, least <= 0, p.C < 0, p.C <= 0};
}

// |m - t d| - (R + t G): how far they are apart at the time given.
template <int D> double apart(const parabola<D>& p, float time) {
  constexpr unsigned bits = 1024;
  const mpq_class t = exact(time);
  mpq_class square = 0;
  for (int k = 0; k < D; ++k) square += (p.m[k] - t * p.d[k]) * (p.m[k] - t * p.d[k]);
  const mpf_class distance = sqrt(mpf_class(square, bits));
  return mpf_class(distance - mpf_class(p.R + t * p.G, bits)).get_d();
}
// The first moment, by the formula that the library does not use there.
template <int D> double first_moment(const parabola<D>& p) {
  constexpr unsigned bits = 2048;
  mpq_class inner = p.B * p.B - p.A * p.C;
  if (inner < 0) inner = 0;
  const mpf_class root = sqrt(mpf_class(inner, bits)), b(p.B, bits);
  if (p.C <= 0) return 0;
  if (p.A == 0) return mpq_class(p.C / (2 * p.B)).get_d();
  return mpf_class((b - root) / mpf_class(p.A, bits)).get_d();
}

template <int D> struct circle_cases {
  std::vector<circle_case<D>> all;
  circle_columns<D> a, b;
  vectors<D> da, db;
  std::vector<float> ga, gb;
  void push(const circle_case<D>& c) {
    all.push_back(c), a.push(c.a), b.push(c.b), da.push(c.da), db.push(c.db), ga.push_back(c.ga), gb.push_back(c.gb);
  }
  static auto grown(const circle_columns<D>& shapes, const std::vector<float>& by) {
    return hs::growing(shapes.view(), by);
  }
};

template <int D> void check_circles(const circle_cases<D>& c, std::size_t* hits, double* worst) {
  ask_everywhere(c, [&](std::size_t i, bool closed, bool hit, float time) {
    if (!in_range<D>(c.all[i].da, c.all[i].db)) {
      ASSERT_FALSE(hit);
      return;
    }
    const parabola<D> p(c.all[i]);
    const truth t = judge(p);
    const bool expected = valid(c.all[i]) && (closed ? t.closed : t.open);
    ASSERT_EQ(hit, expected) << (closed ? "closed" : "open") << text_of(c.all[i]) << "\n  grow " << hex(c.all[i].ga)
                             << " " << hex(c.all[i].gb);
    if (!hit) return;
    ++*hits;
    if (closed ? t.started_closed : t.started_open) {
      ASSERT_EQ(time, 0);
      return;
    }
    const double size = p.size + p.speed, off = std::fabs(apart(p, time)), late = time - first_moment(p);
    if (size > 0x1p-100 && size < 0x1p100) *worst = std::max(*worst, off / size);
    ASSERT_LE(off, 0x1p-22 * size + 0x1p-149 * p.speed)
        << time << text_of(c.all[i]) << "\n  grow " << hex(c.all[i].ga) << " " << hex(c.all[i].gb);
    ASSERT_LE(late * p.speed, 0x1p-20 * size + 0x1p-149 * p.speed)
        << "not the first moment: " << time << text_of(c.all[i]);
  });
}

template <int D> circle_case<D> drawn_circles(const family& f, rng& r) {
  circle_case<D> c{draw_circle<D>(f, r), draw_circle<D>(f, r), draw_step<D>(f, r), draw_step<D>(f, r)};
  const auto grow = [&](float radius) {
    return r.one_in(4) ? 0 : r.one_in(4) ? 0 - radius : r.one_in(2) ? f.draw(f.extent, r) : f.draw(f.step, r);
  };
  c.ga = grow(c.a.radius), c.gb = grow(c.b.radius);
  return c;
}

// They touch in passing, exactly, at t = part / 8; then, half of the time, some number moves by an ulp. At that moment
// b is at w from a, |w| = R + t G, and the distance is level: w.d = -|w| G. With w along (x, y) of a triple x, y, z and
// d along the first axis, that says G = -x of a motion of z.
template <int D> circle_case<D> grazed_circles(rng& r) {
  circle_case<D> c;
  float x, y, z;
  triple(r, x, y, z);
  const int i = r.whole(0, D - 1), j = (i + r.whole(1, D - 1)) % D;
  const float s = static_cast<float>(8 * r.whole(1, 3)), far = static_cast<float>(r.whole(1, 9)),
              part = static_cast<float>(r.whole(0, 8)) / 8;
  const double to[2] = {part * double{z} * s + far * double{x}, far * double{y}};
  const double reach = far * double{z} + part * double{x} * s, grow = -double{x} * s;
  c.da[i] = z * s;
  split(to[0], c.b.center[i], c.a.center[i]), split(to[1], c.b.center[j], c.a.center[j]);
  c.a.center[i] = -c.a.center[i], c.a.center[j] = -c.a.center[j];
  split(reach, c.b.radius, c.a.radius), split(grow, c.gb, c.ga);
  if (r.one_in(2)) std::swap(c.ga, c.gb);
  const float unit = std::ldexp(1.0f, r.one_in(3) ? r.whole(-100, 60) : r.whole(-9, 9));
  for (int k = 0; k < D; ++k) c.a.center[k] *= unit, c.b.center[k] *= unit, c.da[k] *= unit;
  c.a.radius *= unit, c.b.radius *= unit, c.ga *= unit, c.gb *= unit;
  nudge_one(r, c.a.center.x, c.b.center.y, c.a.radius, c.b.radius, c.da.x, c.da.y, c.ga, c.gb);
  return c;
}
// ... or at an end, or in small whole numbers anyhow.
template <int D> circle_case<D> whole_circles(rng& r) {
  circle_case<D> c;
  const auto some = [&](int most) { return static_cast<float>(r.whole(-most, most)); };
  for (int k = 0; k < D; ++k) c.a.center[k] = some(6), c.b.center[k] = some(6), c.da[k] = some(6), c.db[k] = some(3);
  c.a.radius = static_cast<float>(r.whole(0, 5)), c.b.radius = static_cast<float>(r.whole(0, 5));
  c.ga = some(5), c.gb = some(5);
  nudge_one(r, c.a.center.x, c.b.center.y, c.a.radius, c.b.radius, c.da.x, c.da.y, c.ga, c.gb);
  return c;
}

template <int D> void circles_of_all_kinds(std::size_t each, double* worst) {
  rng r(0xc0 + D);
  std::size_t hits = 0, total = 0;
  const std::size_t families = valid_families().size();
  for (std::size_t f = 0; f < families + 2 && !testing::Test::HasFailure(); ++f)
    for (std::size_t done = 0; done < each && !testing::Test::HasFailure(); done += 500, total += 500) {
      circle_cases<D> c;
      for (int i = 0; i < 500; ++i)
        c.push(f < families    ? drawn_circles<D>(valid_families()[f], r)
               : f == families ? grazed_circles<D>(r)
                               : whole_circles<D>(r));
      check_circles(c, &hits, worst);
    }
  if (trial::whole_run()) {
    EXPECT_GT(hits, total / 10);
  }
}

TEST(growing_oracle, circles_hit_exactly_when_rational_arithmetic_says_so) {
  double worst = 0;
  circles_of_all_kinds<2>(cases(1500), &worst);
  circles_of_all_kinds<3>(cases(1500), &worst);
  RecordProperty("worst_place_error_of_size", std::to_string(worst * 0x1p24));
}

}  // namespace
