// Polygons may be given either way round: every question has the same answer, to the bit, when all corners but the
// first come in the other order.
#include <gtest/gtest.h>

#include <cstring>
#include <hitscan/hitscan.hpp>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/outputs.hpp"
#include "../support/polygons.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

struct flock {  // polygons, and the same clockwise
  std::vector<float> x, y;
  std::vector<hs::index> offsets{0};
  hs::polygons view() const { return {.x = x, .y = y, .offsets = offsets}; }
  hs::polygon one(std::size_t i) const {
    const std::size_t from = offsets[i], n = offsets[i + 1] - from;
    return {.x = std::span(x).subspan(from, n), .y = std::span(y).subspan(from, n)};
  }
  void push(const polygon_points& p) {
    x.insert(x.end(), p.x.begin(), p.x.end()), y.insert(y.end(), p.y.begin(), p.y.end());
    offsets.push_back(static_cast<hs::index>(x.size()));
  }
};
bool clockwise(const polygon_points& p) {  // of few and small numbers
  double area = 0;
  for (std::size_t i = 0; i < p.x.size(); ++i) {
    const std::size_t next = (i + 1) % p.x.size();
    area += static_cast<double>(p.x[i]) * p.y[next] - static_cast<double>(p.y[i]) * p.x[next];
  }
  return area < 0;
}

// Everything an answer consists of.
struct answers {
  std::vector<std::uint32_t> words;
  template <class T> void add(std::span<const T> all) {
    const std::size_t at = words.size(), bytes = all.size_bytes();
    words.resize(at + (bytes + 3) / 4);
    if (bytes) std::memcpy(words.data() + at, all.data(), bytes);
  }
  template <class T> void add(const std::vector<T>& all) { add(std::span<const T>(all)); }
  void add(std::size_t n) { words.push_back(static_cast<std::uint32_t>(n)); }
  void add(const hs::hit& h) {
    const float all[] = {h.time, h.normal.x, h.normal.y, h.position.x, h.position.y};
    add(std::span<const float>(all)), words.push_back(h.index), words.push_back(h.flags);
  }
  void add(const hs::contact2& c) {
    const float all[] = {c.depth, c.normal.x, c.normal.y, c.position.x, c.position.y, c.push.x, c.push.y};
    add(std::span<const float>(all)), words.push_back(c.index);
  }
};

struct hit_room {
  std::vector<hs::index> index;
  std::vector<float> f[5];
  std::vector<std::uint8_t> flags;
  explicit hit_room(std::size_t n) : index(n), flags(n) {
    for (auto& c : f) c.resize(n);
  }
  hs::hit_columns columns() { return hits_over<2>(index, f, flags); }
  void add_to(answers& a) const {
    a.add(index), a.add(flags);
    for (const auto& c : f) a.add(c);
  }
};
struct contact_room {
  std::vector<hs::index> index;
  std::vector<float> f[7];
  explicit contact_room(std::size_t n) : index(n) {
    for (auto& c : f) c.resize(n);
  }
  hs::contact_columns columns() { return contacts_over<2>(index, f); }
  void add_to(answers& a) const {
    a.add(index);
    for (const auto& c : f) a.add(c);
  }
};

// Some shape, or polygon, against all polygons; both ways round, at rest and in motion.
template <class S>
void ask(answers& to, const flock& all, const S& shape, hs::vec2 step, const hs::motions& steps, const hs::query& q) {
  const hs::polygons view = all.view();
  const std::size_t n = view.size();
  std::vector<hs::index> list(n);
  std::vector<std::uint64_t> bits((n + 63) / 64);
  std::vector<float> times(n);
  to.add(std::size_t(hs::overlap_any(shape, view, q))), to.add(hs::overlap_count(view, shape, q));
  to.add(hs::overlap(shape, view, list, q).total), to.add(list);
  hs::overlap_mask(view, shape, bits, q), to.add(bits);
  contact_room contacts(n);
  to.add(hs::contact(shape, view, contacts.columns(), q).total), contacts.add_to(to);
  to.add(hs::contact(view, shape, contacts.columns(), q).total), contacts.add_to(to);
  to.add(hs::contact_deepest(shape, view, q));
  to.add(std::size_t(hs::sweep_any(shape, step, view, q))), to.add(hs::sweep_count(view, steps, shape, q));
  hs::sweep_mask(shape, step, hs::moving(view, steps), bits, q), to.add(bits);
  hs::sweep_times(view, steps, hs::moving(shape, step), times, q), to.add(times);
  hit_room hits(n);
  to.add(hs::sweep(shape, step, hs::moving(view, steps), hits.columns(), q).total), hits.add_to(to);
  to.add(hs::sweep_nearest(shape, step, view, q)), to.add(hs::sweep_nearest(view, steps, shape, q));
}

void ask_all(answers& to, const flock& all, const flock& others, std::uint64_t seed, const family& f) {
  rng r(seed);  // the same for both windings
  const hs::query q{.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses,
                    .start = hs::start_overlap(r.below(3))};
  const hs::polygons view = all.view(), other = others.view();
  const std::size_t n = view.size();
  std::vector<float> dx(n), dy(n), x(n), y(n);
  for (std::size_t i = 0; i < n; ++i) {
    const hs::vec2 step = draw_step<2>(f, r), at = draw_position<2>(f, r);
    dx[i] = step.x, dy[i] = step.y, x[i] = at.x, y[i] = at.y;
  }
  const hs::motions steps{.dx = dx, .dy = dy};
  const hs::vec2 step = draw_step<2>(f, r), at = draw_position<2>(f, r), way = draw_step<2>(f, r);
  const float size = f.draw(f.extent, r), angle = r.real(-4, 4);
  ask(to, all, at, step, steps, q);
  ask(to, all, hs::circle{at, size}, step, steps, q);
  ask(to, all, draw_box<2>(f, r), step, steps, q);
  ask(to, all, hs::segment{at, way}, step, steps, q);
  ask(to, all, hs::capsule{at, way, size}, step, steps, q);
  ask(to, all, hs::obb{at, {size, f.draw(f.extent, r)}, {std::cos(angle), std::sin(angle)}}, step, steps, q);
  ask(to, all, others.one(r.below(static_cast<std::uint32_t>(n))), step, steps, q);

  std::vector<hs::index> first(n), second(n), list(n);
  for (std::size_t i = 0; i < n; ++i)
    first[i] = r.below(static_cast<std::uint32_t>(n)), second[i] = r.below(static_cast<std::uint32_t>(n));
  const hs::index_pairs pairs{first, second};
  std::vector<std::uint64_t> bits((n + 63) / 64);
  std::vector<float> times(n);
  hit_room hits(n);
  contact_room contacts(n);
  hs::overlap_each_mask(view, other, bits, q), to.add(bits);
  to.add(hs::overlap_each(view, other, list, by_pairs(pairs, q)).total), to.add(list);
  hs::contact_each(view, other, contacts.columns(), q), contacts.add_to(to);
  hs::contact_each(view, other, contacts.columns(), by_pairs(pairs, q)), contacts.add_to(to);
  hs::contact_deepest(view, other, contacts.columns(), q), contacts.add_to(to);
  hs::sweep_each(view, steps, other, hits.columns(), q), hits.add_to(to);
  hs::sweep_each(view, steps, hs::moving(other, steps), hits.columns(), by_pairs(pairs, q)), hits.add_to(to);
  hs::sweep_nearest(view, steps, other, hits.columns(), q), hits.add_to(to);
  const hs::segments rays{.x = x, .y = y, .dx = dx, .dy = dy};
  to.add(hs::cast_nearest(hs::segment{at, way}, view, q));
  hs::cast_times(rays, others.one(0), times, q), to.add(times);
  hs::cast_each(rays, view, hits.columns(), q), hits.add_to(to);
}

TEST(winding, polygons_have_the_same_answers_both_ways_round_in_every_form) {
  rng r(0x77);
  const std::size_t plain[] = {0, 1, 3, 5, 11};  // with numbers of which the test can tell the way round
  std::size_t said = 0;
  for (std::size_t i = 0; i < cases(60); ++i) {
    const family& f = valid_families()[plain[r.below(5)]];
    flock given[2], others[2];  // [1]: all of them clockwise
    for (flock* const which : {given, others})
      for (int n = i % 2 ? 21 : 5, j = 0; j < n; ++j) {
        polygon_points p = draw_polygon(f, r);
        if (p.x.size() < 3) p.x = {0, 4, 0}, p.y = {0, 0, 3};
        if (clockwise(p)) p = other_way_round(p);
        which[0].push(p), which[1].push(other_way_round(p));
      }
    const std::uint64_t seed = r.next();
    for (const hs::isa isa : hs::supported_isas()) {
      const forced here(isa);
      answers of[2];
      for (int way = 0; way < 2; ++way) ask_all(of[way], given[way], others[way], seed, f);
      ASSERT_TRUE(of[0].words == of[1].words) << f.name << ", " << hs::name(isa) << ", case " << i;
      answers mixed;
      ask_all(mixed, given[1], others[0], seed, f);
      ASSERT_TRUE(of[0].words == mixed.words) << f.name << ", " << hs::name(isa) << ", case " << i;
      for (const std::uint32_t w : of[0].words) said += w != 0 && w != hs::none;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(said, 10000u) << "hardly anything hits";
  }
}

// The sign of the area is exact: slivers that only exact numbers can tell from their mirror image, at any size.
TEST(winding, slivers_have_the_same_answers_both_ways_round) {
  rng r(0x78);
  std::size_t slivers = 0;
  for (std::size_t i = 0; i < cases(4000); ++i) {
    const float unit = std::ldexp(1.0f, r.one_in(2) ? r.whole(-149, 90) : r.whole(-10, 10));
    const auto some = [&] { return static_cast<float>(r.whole(-1000, 1000)) * unit; };
    const float x = some(), y = some(), dx = some(), dy = some();
    polygon_points p{{x, x + dx, x + dx + dx}, {y, y + dy, y + dy + dy}};  // on one line, but for rounding and an ulp
    float& moved = (r.one_in(2) ? p.x : p.y)[r.below(3)];
    moved = r.one_in(2) ? one_ulp_up(moved) : one_ulp_down(moved);
    if (!hs::validate(hs::polygon{.x = p.x, .y = p.y})) continue;
    ++slivers;
    const polygon_points back = other_way_round(p);
    EXPECT_TRUE(hs::validate(hs::polygon{.x = back.x, .y = back.y}));
    const hs::vec2 from{some(), some()}, step{(x - from.x) * 2, (y - from.y) * 2};
    if (!std::isfinite(step.x) || !std::isfinite(step.y)) continue;
    for (const hs::isa isa : hs::supported_isas()) {
      const forced here(isa);
      const hs::polygon one{.x = p.x, .y = p.y}, other{.x = back.x, .y = back.y};
      const hs::circle c{from, unit};
      ASSERT_TRUE(hs::sweep_nearest(c, step, one) == hs::sweep_nearest(c, step, other)) << hs::name(isa) << i;
      ASSERT_TRUE(hs::cast_nearest(hs::segment{from, step}, one) == hs::cast_nearest(hs::segment{from, step}, other))
          << hs::name(isa) << i;
      ASSERT_TRUE(hs::contact_deepest(c, one) == hs::contact_deepest(c, other)) << hs::name(isa) << i;
      ASSERT_EQ(hs::overlap_any(one, hs::circle{from, 9 * unit}), hs::overlap_any(other, hs::circle{from, 9 * unit}))
          << hs::name(isa) << i;
    }
  }
  if (trial::whole_run()) {
    EXPECT_GT(slivers, 100u);
  }
}

TEST(winding, cells_are_found_by_clockwise_polygons_too) {
  std::vector<std::uint8_t> tiles(64);
  for (std::size_t i = 0; i < 64; i += 3) tiles[i] = hs::tile_solid;
  const hs::tile_map map{.width = 8, .height = 8, .cell = {2, 2}, .origin = {0, 0}, .tiles = tiles};
  const std::vector<float> x{1, 9, 5}, y{1, 3, 11}, back_x{1, 5, 9}, back_y{1, 11, 3};
  const hs::polygon one{.x = x, .y = y}, other{.x = back_x, .y = back_y};
  const hs::cells world(map);
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    EXPECT_GT(world.overlap_count(one), 0u) << hs::name(isa);
    EXPECT_EQ(world.overlap_count(other), world.overlap_count(one)) << hs::name(isa);
    EXPECT_TRUE(world.contact_deepest(other) == world.contact_deepest(one)) << hs::name(isa);
    const hs::hit h = world.sweep_nearest(one, hs::vec2{4, 9}, {.start = hs::start_overlap::ignored});
    EXPECT_TRUE(h) << hs::name(isa);
    EXPECT_TRUE(world.sweep_nearest(other, hs::vec2{4, 9}, {.start = hs::start_overlap::ignored}) == h)
        << hs::name(isa);
  }
}

}  // namespace
