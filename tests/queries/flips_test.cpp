// Where an answer flips: one coordinate is bisected until two neighbouring floats give different answers, by the
// reference. Then every engine is asked on both sides of the flip, in every form and way: item by item and by index
// pairs, one against many, many against one. Whatever room for rounding a filter forgets shows here.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>
#include <string>
#include <vector>

#include "../support/answers.hpp"
#include "../support/differential.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;
namespace hd = hitscan::detail;

// A pair of shapes of these kinds, as one row of floats: a, its motion and growth; b, the same.
struct layout {
  hd::test test;
  int dims;
  hd::kind a, b;
  hs::touching touch;

  int columns(bool of_b) const { return hd::columns_of(of_b ? b : a, dims); }
  int steps() const { return hd::is_sweep(test) ? dims : 0; }
  int growths() const { return hd::growths_of(test, dims); }
  int length(bool of_b) const { return columns(of_b) + steps() + growths(); }
  int all() const { return length(false) + length(true); }
};
using row = std::vector<float>;

// Rows as columns, and the request about them; `how`: which side they are many of.
class question {
 public:
  question(const layout& l, const std::vector<row>& rows, asked how) : columns_(static_cast<std::size_t>(l.all())) {
    for (std::size_t c = 0; c < columns_.size(); ++c)
      for (const row& x : rows) columns_[c].push_back(x[c]);
    r_ = {};
    r_.kernel = trial::kernel_of(l.test, l.dims);
    r_.test = l.test, r_.dims = static_cast<std::uint8_t>(l.dims), r_.touch = l.touch, r_.until = 1, r_.layers = ~0u;
    r_.start = hs::start_overlap::hits;
    r_.batch = how == asked::one_many   ? hd::batch::one_many
               : how == asked::many_one ? hd::batch::many_one
                                        : hd::batch::each;
    r_.n = rows.size();
    put(l, r_.a, r_.da, false, how != asked::one_many, rows.size());
    put(l, r_.b, r_.db, true, how != asked::many_one, rows.size());
    if (how != asked::each_by_pairs) return;
    for (std::size_t i = 0; i < rows.size(); ++i) which_.push_back(static_cast<hs::index>(i));
    r_.first = r_.second = which_.data();
  }
  question(const question&) = delete;
  question& operator=(const question&) = delete;
  const hd::request& get() const { return r_; }

 private:
  void put(const layout& l, hd::side& s, hd::motion& m, bool of_b, bool many, std::size_t n) {
    std::size_t at = of_b ? static_cast<std::size_t>(l.length(false)) : 0;
    const auto next = [&]() -> hd::feed {
      const std::vector<float>& column = columns_[at++];
      return many ? hd::feed{column.data(), 0} : hd::feed{nullptr, column[0]};
    };
    s.what = of_b ? l.b : l.a, s.layer_one = ~0u, s.spans = many, s.count = many ? n : 1;
    for (int c = 0; c < l.columns(of_b); ++c) s.column[c] = next();
    m.present = l.steps() != 0, m.longest = -1;
    for (int k = 0; k < l.steps(); ++k) m.column[k] = next();
    for (int k = 0; k < l.growths(); ++k) s.grow[k] = next();
  }

  std::vector<std::vector<float>> columns_;
  std::vector<hs::index> which_;
  hd::request r_;
};

bool hits(const layout& l, const row& x) {
  const question q(l, {x}, asked::each);
  return hd::run_any(hd::reference_engine(), q.get());
}

// Floats in their order as whole numbers.
std::int64_t rank_of(float x) {
  const auto bits = static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(x) & 0x7fffffffu);
  return std::signbit(x) ? -bits : bits;
}
float of_rank(std::int64_t rank) {
  const float x = std::bit_cast<float>(static_cast<std::uint32_t>(rank < 0 ? -rank : rank));
  return rank < 0 ? -x : x;
}

// Positions of -4..4, sizes up to 4, steps of -6..6: whole numbers and others, so that ties are common.
float number(rng& r, float low, float high) {
  return r.one_in(2)   ? std::round(r.real(low, high))
         : r.one_in(3) ? std::round(16 * r.real(low, high)) / 16
                       : r.real(low, high);
}
void draw_side(const layout& l, bool of_b, rng& r, row& x) {
  const hd::kind what = of_b ? l.b : l.a;
  const bool holds = l.test == hd::test::inside_boxes && of_b;  // else next to nothing would be inside
  const auto place = [&] { x.push_back(number(r, -4, 4)); };
  const auto size = [&] { x.push_back(number(r, 0, 4)); };
  switch (what) {
    case hd::kind::corners:
      for (int k = 0; k < l.dims; ++k)
        holds ? x.push_back(number(r, -9, -3)) : place(), x.push_back(x.back() + number(r, 0, holds ? 16 : 4));
      break;
    case hd::kind::centred:
      for (int k = 0; k < l.dims; ++k) place();
      for (int k = 0; k < l.dims; ++k) size();
      break;
    case hd::kind::segment:
    case hd::kind::capsule:
      for (int k = 0; k < 4; ++k) place();
      if (what == hd::kind::capsule) size();
      break;
    case hd::kind::obb: place(), place(), size(), size(), x.push_back(r.real(-1, 1)), x.push_back(r.real(-1, 1)); break;
    default:
      for (int k = 0; k < l.dims; ++k) place();
      if (what == hd::kind::circle) size();
  }
  for (int k = 0; k < l.steps(); ++k) x.push_back(r.one_in(5) ? 0 : number(r, -6, 6));
  for (int k = 0; k < l.growths(); ++k) x.push_back(r.one_in(3) ? 0 : number(r, 0, 2));
}

// Two rows that differ by one ulp of one coordinate, the first of which hits or the second; none found: empty.
std::vector<row> find_flip(const layout& l, rng& r, std::size_t& at) {
  row x;
  draw_side(l, false, r, x), draw_side(l, true, r, x);
  at = r.below(static_cast<std::uint32_t>(x.size()));
  const bool before = hits(l, x);
  if (!before && r.one_in(2)) return {};  // most would miss
  for (int attempt = 0; attempt < 6; ++attempt) {
    row y = x;
    y[at] = number(r, -10, 10);
    if (hits(l, y) == before) continue;
    std::int64_t same = rank_of(x[at]), other = rank_of(y[at]);
    while (same - other > 1 || other - same > 1) {
      const std::int64_t middle = same + (other - same) / 2;
      y[at] = of_rank(middle);
      (hits(l, y) == before ? same : other) = middle;
    }
    x[at] = of_rank(same), y[at] = of_rank(other);
    return {x, y};
  }
  return {};
}

std::string text(const layout& l, const std::vector<row>& flip) {
  std::string t = std::string(name(l.test)) + " " + std::to_string(l.dims) + "D, kinds " +
                  std::to_string(static_cast<int>(l.a)) + " and " + std::to_string(static_cast<int>(l.b)) +
                  (l.touch == hs::touching::hits ? ", closed" : ", open");
  for (const row& x : flip) {
    t += "\n  ";
    for (const float v : x) t += hex(v) + " ";
  }
  return t;
}

bool every_engine_agrees(const layout& l, const std::vector<row>& rows, asked how, const std::vector<row>& flip) {
  const question q(l, rows, how);
  const std::vector<std::uint32_t> truth = answers(hd::reference_engine(), q.get());
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    if (answers(hd::active_engine(), q.get()) == truth) continue;
    ADD_FAILURE() << "ISA " << hs::name(isa) << ", " << name(how) << ", " << text(l, flip);
    return false;
  }
  return true;
}

void ask_both_sides(hd::test test, int dims, hd::kind a, hd::kind b, std::size_t usual) {
  std::size_t flips = 0;
  const std::size_t rounds = cases(usual);
  for (const hs::touching touch : {hs::touching::misses, hs::touching::hits}) {
    const layout l{test, dims, a, b, touch};
    rng r(static_cast<std::uint64_t>(test) << 8 | static_cast<std::uint64_t>(dims));
    std::size_t found = 0;
    for (std::size_t i = 0; i < 60 * rounds && found < rounds; ++i) {
      std::size_t at = 0;
      const std::vector<row> flip = find_flip(l, r, at);
      if (flip.empty()) continue;
      ++flips, ++found;
      ASSERT_NE(hits(l, flip[0]), hits(l, flip[1])) << text(l, flip);
      std::vector<row> many;  // a register and more, both sides in turn
      for (std::size_t k = 0; k < 19; ++k) many.push_back(flip[k % 2]);
      const bool of_b = at >= static_cast<std::size_t>(l.length(false));
      // Both in one batch where the coordinate is of the many, else a batch for each side.
      for (const asked how : {asked::each, asked::each_by_pairs, of_b ? asked::one_many : asked::many_one})
        if (!every_engine_agrees(l, many, how, flip)) return;
      for (const row& side : flip)
        if (!every_engine_agrees(l, std::vector<row>(3, side), of_b ? asked::many_one : asked::one_many, flip)) return;
    }
  }
  if (whole_run()) {
    EXPECT_GT(flips, rounds / 4) << "too few flips: this tests nothing";
  }
}

using hd::kind;
using hd::test;
constexpr std::size_t usual = 150;

TEST(flips, boxes_overlap_alike_on_both_sides) {
  for (const int dims : {2, 3})
    for (const test t : {test::overlap_boxes, test::contact_boxes, test::inside_boxes}) {
      ask_both_sides(t, dims, kind::corners, kind::corners, usual);
      ask_both_sides(t, dims, kind::centred, kind::corners, usual);
      ask_both_sides(t, dims, kind::point, t == test::inside_boxes ? kind::corners : kind::centred, usual);
    }
}
TEST(flips, circles_overlap_alike_on_both_sides) {
  for (const int dims : {2, 3})
    for (const test t : {test::overlap_circles, test::contact_circles}) {
      ask_both_sides(t, dims, kind::circle, kind::circle, usual);
      ask_both_sides(t, dims, kind::point, kind::circle, usual);
    }
}
TEST(flips, circles_and_boxes_overlap_alike_on_both_sides) {
  for (const int dims : {2, 3})
    for (const test t : {test::overlap_circles_boxes, test::contact_circles_boxes}) {
      ask_both_sides(t, dims, kind::circle, kind::corners, usual);
      ask_both_sides(t, dims, kind::circle, kind::centred, usual);
    }
}
TEST(flips, boxes_meet_alike_on_both_sides) {
  for (const int dims : {2, 3})
    for (const test t : {test::sweep_boxes, test::sweep_growing_boxes}) {
      ask_both_sides(t, dims, kind::corners, kind::corners, usual);
      ask_both_sides(t, dims, kind::centred, kind::corners, usual);
      ask_both_sides(t, dims, kind::point, kind::corners, usual);
    }
}
TEST(flips, circles_meet_alike_on_both_sides) {
  for (const int dims : {2, 3})
    for (const test t : {test::sweep_circles, test::sweep_growing_circles}) {
      ask_both_sides(t, dims, kind::circle, kind::circle, usual);
      ask_both_sides(t, dims, kind::point, kind::circle, usual);
    }
}
TEST(flips, circles_and_boxes_meet_alike_on_both_sides) {
  for (const int dims : {2, 3}) {
    ask_both_sides(test::sweep_circles_boxes, dims, kind::circle, kind::corners, usual);
    ask_both_sides(test::sweep_circles_boxes, dims, kind::circle, kind::centred, usual);
  }
}
TEST(flips, hulls_answer_alike_on_both_sides) {
  for (const test t : {test::overlap_hulls, test::contact_hulls, test::sweep_hulls}) {
    ask_both_sides(t, 2, kind::circle, kind::segment, usual / 3);
    ask_both_sides(t, 2, kind::corners, kind::capsule, usual / 3);
    ask_both_sides(t, 2, kind::obb, kind::capsule, usual / 3);
    ask_both_sides(t, 2, kind::obb, kind::corners, usual / 3);
    ask_both_sides(t, 2, kind::point, kind::obb, usual / 3);
  }
}

}  // namespace
