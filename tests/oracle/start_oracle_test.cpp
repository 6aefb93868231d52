// Starts in overlap against rational arithmetic: which pairs start so, and which of those are on their way out.
#include <gtest/gtest.h>

#include <string_view>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/oracle.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

constexpr std::size_t batch = 509;

// The shortest way out by whole distances: each of the 2 D faces is a way; of equal ones the later axis, upwards.
template <int D> bool leaves(const box_of<D>& a, const box_of<D>& b, const vector_of<D>& d) {
  mpq_class least;
  int along = -1, towards = 0;
  for (int k = 0; k < D; ++k) {
    const mpq_class down = exact(a.max[k]) - exact(b.min[k]), up = exact(b.max[k]) - exact(a.min[k]);
    for (const int way : {-1, 1}) {
      const mpq_class& far = way < 0 ? down : up;
      if (along < 0 || far < least || (far == least && (k > along || way > towards)))
        least = far, along = k, towards = way;
    }
  }
  return towards * exact(d[along]) >= 0;
}
template <int D> bool leaves(const circle_of<D>& a, const circle_of<D>& b, const vector_of<D>& d) {
  mpq_class towards_b = 0;
  for (int k = 0; k < D; ++k) towards_b += (exact(b.center[k]) - exact(a.center[k])) * exact(d[k]);
  return towards_b <= 0;
}

struct seen {
  std::size_t started = 0, left = 0, stayed = 0;
};

template <int D, class Shapes, class Draw> void check(const family& f, std::size_t how_many, Draw draw, seen& tally) {
  rng r(0x57a + D + static_cast<std::uint64_t>(&f - families().data()) * 16);
  for (std::size_t done = 0; done < how_many && !testing::Test::HasFailure(); done += batch) {
    const std::size_t n = std::min(batch, how_many - done);
    Shapes a, b;
    vectors<D> steps;
    for (std::size_t i = 0; i < n; ++i) a.push(draw(r)), b.push(draw(r)), steps.push(draw_step<D>(f, r));
    for (const hs::touching touch : {hs::touching::misses, hs::touching::hits}) {
      const bool closed = touch == hs::touching::hits;
      std::vector<bool> hits(n), starts(n), goes(n);
      for (std::size_t i = 0; i < n; ++i) {
        const auto v = sweep_verdict(a[i], b[i], steps[i]);
        hits[i] = closed ? v.closed : v.open;
        starts[i] = hits[i] && (closed ? v.closed_at_start : v.open_at_start);
        goes[i] = starts[i] && leaves<D>(a[i], b[i], steps[i]);
        tally.started += starts[i], tally.left += goes[i], tally.stayed += starts[i] && !goes[i];
      }
      for (const hs::isa isa : hs::supported_isas()) {
        const forced here(isa);
        for (const auto rule : {hs::start_overlap::ignored, hs::start_overlap::hits_unless_leaving}) {
          std::vector<std::uint64_t> words(hs::mask_words(n));
          hs::sweep_each_mask(a.view(), steps.as_motions(), b.view(), words, {.touch = touch, .start = rule});
          for (std::size_t i = 0; i < n; ++i) {
            const bool truth = hits[i] && !(rule == hs::start_overlap::ignored ? starts[i] : goes[i]);
            ASSERT_EQ(truth, static_cast<bool>(words[i / 64] >> i % 64 & 1))
                << hs::name(isa) << (closed ? ", closed" : ", open")
                << (rule == hs::start_overlap::ignored ? ", ignored" : ", unless leaving") << ", item " << i << "\n  a "
                << text(a[i]) << " moves " << text(steps[i]) << "\n  b " << text(b[i]);
          }
        }
      }
    }
  }
}

template <int D> void check_boxes(const family& f, std::size_t how_many, seen& tally) {
  check<D, box_columns<D>>(
      f, how_many, [&](rng& r) { return draw_box<D>(f, r); }, tally);
}
template <int D> void check_circles(const family& f, std::size_t how_many, seen& tally) {
  check<D, circle_columns<D>>(
      f, how_many, [&](rng& r) { return draw_circle<D>(f, r); }, tally);
}

// Depths of boxes are differences rounded to float. On whole numbers nothing rounds, and the shortest way out is it.
TEST(start_oracle, boxes_that_start_in_overlap_follow_the_rule) {
  seen tally;
  for (const family& f : valid_families()) {
    if (std::string_view(f.name) != "tiny integer grid") continue;
    check_boxes<2>(f, cases(30000), tally);
    check_boxes<3>(f, cases(30000), tally);
  }
  if (trial::whole_run()) {
    EXPECT_GT(tally.left, 100u);
    EXPECT_GT(tally.stayed, 100u);
  }
}

TEST(start_oracle, circles_that_start_in_overlap_follow_the_rule) {
  seen tally;
  for (const family& f : valid_families()) {
    SCOPED_TRACE(f.name);
    check_circles<2>(f, cases(60000) / valid_families().size(), tally);
    check_circles<3>(f, cases(60000) / valid_families().size(), tally);
  }
  if (trial::whole_run()) {
    EXPECT_GT(tally.left, 100u);
    EXPECT_GT(tally.stayed, 100u);
  }
}

}  // namespace
