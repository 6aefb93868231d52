// Arrays of structs: columns whose values do not stand side by side. Every answer has to be that of spans, to the bit,
// on every ISA and by the reference.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "../support/columns.hpp"
#include "../support/differential.hpp"
#include "../support/random.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;
namespace hd = hitscan::detail;

// ---- what becomes of requests ----------------------------------------------------------------------------------

class every_test : public testing::TestWithParam<int> {
 protected:
  hd::test which() const { return static_cast<hd::test>(GetParam()); }
};
TEST_P(every_test, one_against_many_in_structs) { strided_differ_from_spans(which(), asked::one_many, 160); }
TEST_P(every_test, many_in_structs_against_one) { strided_differ_from_spans(which(), asked::many_one, 160); }
TEST_P(every_test, item_by_item_in_structs) { strided_differ_from_spans(which(), asked::each, 160); }
TEST_P(every_test, by_index_pairs_in_structs) { strided_differ_from_spans(which(), asked::each_by_pairs, 160); }
TEST_P(every_test, many_against_many_in_structs) {
  if (telling(which())) strided_differ_from_spans(which(), asked::many_many, 160);
}
INSTANTIATE_TEST_SUITE_P(strided, every_test, testing::Range(0, hd::test_count),
                         [](const auto& of) { return name(static_cast<hd::test>(of.param)); });

// ---- the public functions --------------------------------------------------------------------------------------

template <int Words> struct thing {  // what a game has, in structs of any size
  float x = 0, y = 0, r = 0;
  std::uint32_t layers = ~0u;
  float dx = 0, dy = 0, half = 0, spare[Words - 7]{};
};

template <class Thing> std::vector<Thing> things(std::size_t n, rng& r) {
  std::vector<Thing> all(n);
  for (Thing& t : all) {
    t.x = r.real(-40, 40), t.y = r.real(-40, 40), t.r = r.one_in(9) ? -1 : r.real(0, 6), t.half = r.real(0, 5);
    t.dx = r.real(-30, 30), t.dy = r.one_in(9) ? 0 : r.real(-30, 30), t.layers = 1u << r.below(3);
  }
  return all;
}

// The same as columns of their own.
template <class Thing, class T> std::vector<T> column_of(const std::vector<Thing>& all, T Thing::*member) {
  std::vector<T> c;
  for (const Thing& t : all) c.push_back(t.*member);
  return c;
}
template <class Thing> struct as_columns {
  std::vector<float> x, y, r, dx, dy, half;
  std::vector<std::uint32_t> layers;
  explicit as_columns(const std::vector<Thing>& a)
      : x(column_of(a, &Thing::x)),
        y(column_of(a, &Thing::y)),
        r(column_of(a, &Thing::r)),
        dx(column_of(a, &Thing::dx)),
        dy(column_of(a, &Thing::dy)),
        half(column_of(a, &Thing::half)),
        layers(column_of(a, &Thing::layers)) {}
};

struct told {  // all that a question says, as words
  std::vector<std::uint64_t> all;
  void add(std::uint64_t v) { all.push_back(v); }
  void add(float v) {
    std::uint32_t w;
    std::memcpy(&w, &v, 4), all.push_back(w);
  }
  void add(const hs::found& f) {
    add(f.total), add(f.written);
    for (const hs::index i : f) add(std::uint64_t{i});
  }
  template <class T> void add(const std::vector<T>& v) {
    for (const T& x : v) {
      if constexpr (std::is_same_v<T, float>)
        add(x);
      else
        add(std::uint64_t{x});
    }
  }
  void add(const hs::hit& h) {
    add(std::uint64_t{h.index}), add(h.time), add(std::uint64_t{h.flags});
    add(h.normal.x), add(h.normal.y), add(h.position.x), add(h.position.y);
  }
};

struct outputs {
  std::vector<hs::index> index;
  std::vector<float> time, nx, ny, px, py;
  std::vector<std::uint8_t> flags;
  explicit outputs(std::size_t n) : index(n), time(n), nx(n), ny(n), px(n), py(n), flags(n) {}
  hs::hit_columns columns() {
    return {.index = index,
            .time = time,
            .normal_x = nx,
            .normal_y = ny,
            .position_x = px,
            .position_y = py,
            .flags = flags};
  }
  void tell(told& t) const { t.add(index), t.add(time), t.add(flags), t.add(nx), t.add(ny), t.add(px), t.add(py); }
};

// Every kind of query of these views: `part(view)` is what its items are.
struct views {
  hs::circles discs;
  hs::centred_boxes boxes;
  hs::segments rays;
  hs::motions steps;
  hs::chain laser;
  hs::column half, reach2;
};
template <class Thing> views views_of(const std::vector<Thing>& a) {
  const auto x = hs::strided(a, &Thing::x), y = hs::strided(a, &Thing::y), half = hs::strided(a, &Thing::half);
  const auto dx = hs::strided(a, &Thing::dx), dy = hs::strided(a, &Thing::dy), r = hs::strided(a, &Thing::r);
  const auto layers = hs::strided(a, &Thing::layers);
  return {{x, y, r, layers},
          {x, y, half, 2.5f, layers},
          {x, y, dx, dy, layers},
          {dx, dy},
          {x, y, half, layers},
          half,
          half};
}
template <class Thing> views views_of(const as_columns<Thing>& a) {
  return {{a.x, a.y, a.r, a.layers},
          {a.x, a.y, a.half, 2.5f, a.layers},
          {a.x, a.y, a.dx, a.dy, a.layers},
          {a.dx, a.dy},
          {a.x, a.y, a.half, a.layers},
          a.half,
          a.half};
}
// Some columns of the one, some of the other, and one that is the same for all.
views mixed(const views& a, const views& b) {
  views m = a;
  m.discs.y = b.discs.y, m.discs.layers = b.discs.layers, m.boxes.x = b.boxes.x, m.rays.dy = b.rays.dy;
  m.steps.dx = b.steps.dx, m.laser.x = b.laser.x, m.rays.layers = 6u;
  return m;
}

told ask_everything(const views& v, std::size_t n, const hs::query& by) {
  told t;
  hs::query q = by;
  q.layers = 5;
  const hs::circle ship{{3, -4}, 9};
  const hs::box field{{-25, -20}, {18, 22}};
  const std::size_t nodes = std::min<std::size_t>(n, 70);
  const hs::chain laser{hs::part(v.laser.x, 0, nodes), hs::part(v.laser.y, 0, nodes),
                        hs::part(v.laser.radius, 0, nodes), hs::part(v.laser.layers, 0, nodes)};
  std::vector<hs::index> room(n), more(n);
  std::vector<std::uint64_t> words(hs::mask_words(n) + 1), words2(words.size());
  std::vector<float> time(n);
  t.add(hs::overlap(v.discs, ship, room, q)), t.add(hs::overlap(field, v.discs, std::span(room).first(n / 3), q));
  t.add(std::uint64_t{hs::overlap_any(v.boxes, ship, q)}), t.add(hs::overlap_count(v.boxes, field, q));
  hs::overlap_mask(v.discs, field, words, q), t.add(words);
  hs::inside_mask(v.boxes, field, words, q), t.add(words);
  hs::overlap_mask(v.discs, hs::whole(laser), words, q), t.add(words);
  t.add(std::uint64_t{hs::overlap_any(v.boxes, hs::whole(laser), q)});
  t.add(hs::overlap(laser, ship, room, q));
  hs::sweep_times(v.discs, v.steps, ship, {time, words}, q), t.add(time), t.add(words);
  t.add(hs::sweep_nearest(v.boxes, v.steps, field, q)), t.add(hs::cast_nearest(v.rays, ship, q));
  t.add(hs::sweep_nearest(ship, hs::vec2{40, 9}, v.discs, q));
  t.add(hs::sweep_nearest(ship, hs::vec2{40, 9}, hs::moving(v.boxes, v.steps), q));
  t.add(hs::sweep_nearest(ship, hs::vec2{0, 50}, hs::several(v.boxes, field, v.discs), q));
  t.add(hs::sweep(hs::growing(v.discs, v.half), v.steps, ship, room, q));
  outputs out(n);
  t.add(hs::sweep(v.discs, v.steps, ship, out.columns(), q)), out.tell(t);
  hs::sweep_each(v.discs, v.steps, v.boxes, out.columns(), q), out.tell(t);
  t.add(hs::contact_deepest(v.boxes, ship, q).depth);
  const hs::grazed g = hs::graze(v.discs, ship, 20, room, more, words2, q);
  t.add(g.hits), t.add(g.close), t.add(words2);
  t.add(hs::cull(v.discs, field, 3, room, q)), t.add(hs::cull_mask(v.boxes, field, 3, words, q)), t.add(words);
  t.add(hs::overlap_squared(v.discs, ship.center, v.reach2, room, q));
  hs::overlap_squared_mask(v.discs, ship.center, 81.0f, words, q), t.add(words);
  t.add(std::uint64_t{hs::validate(v.discs)});
  if (n > 9) t.add(hs::overlap(hs::part(v.discs, 5, n - 7), ship, room, q));
  return t;
}

template <int Words> void compare(std::size_t n) {
  rng r(n + 1000 * Words);
  const auto structs = things<thing<Words>>(n, r);
  const as_columns<thing<Words>> columns(structs);
  const views plain = views_of(columns), gaps = views_of(structs);
  for (const hs::isa isa : hs::supported_isas()) {
    const hs::query by{.on = isa};
    const told expected = ask_everything(plain, n, by);
    EXPECT_EQ(ask_everything(gaps, n, by).all, expected.all)
        << n << " structs of " << 4 * Words << " bytes, " << hs::name(isa);
    views only_the_chain = plain;
    only_the_chain.laser = gaps.laser;
    EXPECT_EQ(ask_everything(only_the_chain, n, by).all, expected.all) << n << ", a chain of structs";
    views some = mixed(plain, gaps), other = mixed(plain, plain);
    EXPECT_EQ(ask_everything(some, n, by).all, ask_everything(other, n, by).all)
        << n << " structs of " << 4 * Words << " bytes beside spans, " << hs::name(isa);
  }
}

TEST(strided, every_query_of_structs_answers_as_of_spans_at_all_lengths) {
  for (std::size_t n = 0; n <= 130; ++n) n % 2 ? compare<16>(n) : compare<8>(n);
  for (const std::size_t n : {1000, 1023, 1024, 1025, 2049, 4097, 9001}) compare<8>(n), compare<12>(n);
}

TEST(strided, a_step_of_four_bytes_is_a_span_and_one_of_none_repeats_a_value) {
  const float x[] = {1, 2, 3}, y[] = {9, 9, 9};
  EXPECT_TRUE(hs::strided(x, 3, 4).span());
  const hs::column twos = hs::strided(x + 1, 3, 0), back = hs::strided(x + 2, 3, -4);
  EXPECT_EQ(twos[2], 2.0f);
  EXPECT_EQ(back[0], 3.0f);
  EXPECT_EQ(back[2], 1.0f);
  hs::index room[3];
  EXPECT_EQ(hs::overlap(hs::circles{.x = back, .y = y, .radius = 0.5f}, hs::circle{{3, 9}, 1}, room)[0], 0u);
  EXPECT_EQ(hs::overlap_count(hs::circles{.x = twos, .y = y, .radius = 0.5f}, hs::circle{{2, 9}, 1}), 3u);
  EXPECT_TRUE(hs::strided(x, 3, std::ptrdiff_t{1} << 33).absent());
}

std::string said;
TEST(strided, a_column_that_is_too_short_is_told_by_its_name) {
  rng r(3);
  const auto a = things<thing<8>>(9, r);
  const auto before = hs::set_breach_handler([](const char* message) { said = message; });
  const hs::circles bad{.x = hs::strided(a, &thing<8>::x), .y = hs::strided(&a[0].y, 7, sizeof a[0]), .radius = 1.0f};
  const std::size_t hits = hs::overlap_count(bad, hs::circle{{0, 0}, 99});
  hs::set_breach_handler(before);
  if (hd::checks_in_use() == hd::checks::none) GTEST_SKIP() << "built without checks";
  EXPECT_EQ(hits, 0u);
  EXPECT_EQ(said, "hitscan: overlap_count: circles.y has 7 values, x has 9");
}

TEST(strided, places_of_pixel_masks_with_gaps_are_refused_in_words) {
  const std::int32_t x[] = {0, 9, 1, 9, 2, 9};
  const std::uint64_t dot[] = {1};
  const hs::pixel_mask one{.width = 1, .height = 1, .words = dot};
  const hs::place_column gaps(x, 3, 4);
  hs::index room[3];
  said.clear();
  const auto before = hs::set_breach_handler([](const char* message) { said = message; });
  EXPECT_EQ(one.overlap(one, gaps, 0, room).total, 0u);
  EXPECT_EQ(one.overlap(one, 0, gaps, room).total, 0u);
  hs::set_breach_handler(before);
  if (hd::checks_in_use() != hd::checks::none) {
    EXPECT_EQ(said, "hitscan: pixel_mask: places stand side by side");
  }
}

// ---- worlds, tiles, responses ----------------------------------------------------------------------------------

told ask_worlds(const views& made_of, const views& asked, std::size_t n, hs::method by) {
  told t;
  hs::world w;
  const hs::query q{.layers = 5, .by = by};
  outputs out(n);
  std::vector<hs::index> first(40 * n + 1), second(first.size());
  std::vector<float> when(first.size());
  std::vector<std::size_t> starts(n + 1);
  for (const bool move : {false, true}) {
    move ? w.rebuild(made_of.discs, made_of.steps) : w.rebuild(made_of.boxes);
    w.sweep_nearest(asked.discs, asked.steps, out.columns(), q), out.tell(t);
    w.sweep_nearest(asked.boxes, asked.steps, out.columns(), q), out.tell(t);
    w.cast_nearest(asked.rays, out.columns(), q), out.tell(t);
    hs::found_pairs p = w.overlap_pairs(asked.discs, {first, second}, q);
    t.add(p.total), t.add(std::vector<hs::index>(second.begin(), second.begin() + std::ptrdiff_t(p.written)));
    p = w.sweep_pairs(asked.boxes, asked.steps, {first, second, when}, q);
    t.add(p.total), t.add(std::vector<float>(when.begin(), when.begin() + std::ptrdiff_t(p.written)));
    p = w.sweep_pairs({first, second, when}, q), t.add(p.total);
    t.add(w.overlap(asked.boxes, {starts, second}, q)), t.add(starts);
    if (by == hs::method::brute) continue;
    std::vector<float> far(n);
    const hs::points at{.x = asked.discs.x, .y = asked.discs.y, .layers = asked.discs.layers};
    w.nearest(at, 30, {out.index, far}, q), t.add(out.index), t.add(far);
    t.add(w.nearest_k(at, 3, 30, {starts, second, when}, q)), t.add(starts);
  }
  std::vector<hs::index> order(n);
  hs::workspace space;
  hs::spatial_order(asked.discs, order, space), t.add(order);
  return t;
}

TEST(strided, worlds_of_structs_asked_by_structs_answer_as_of_spans) {
  rng r(77);
  for (const std::size_t n : {1, 7, 130, 700}) {
    const auto structs = things<thing<16>>(n, r);
    const as_columns<thing<16>> columns(structs);
    const views plain = views_of(columns), gaps = views_of(structs);
    for (const hs::isa isa : hs::supported_isas()) {
      const forced here(isa);
      for (const hs::method by : {hs::method::brute, hs::method::grid, hs::method::tree}) {
        const told expected = ask_worlds(plain, plain, n, by);
        EXPECT_EQ(ask_worlds(gaps, gaps, n, by).all, expected.all) << n << ", " << hs::name(by) << hs::name(isa);
        EXPECT_EQ(ask_worlds(plain, mixed(gaps, plain), n, by).all, ask_worlds(plain, mixed(plain, plain), n, by).all)
            << n << " beside spans, " << hs::name(by) << hs::name(isa);
      }
    }
  }
}

told ask_the_rest(const views& v, std::size_t n) {
  told t;
  rng r(5);
  std::vector<std::uint8_t> tiles(32 * 32);
  for (auto& tile : tiles) tile = r.one_in(6);
  const hs::tile_map map{.width = 32, .height = 32, .cell = {3, 3}, .origin = {-48, -48}, .tiles = tiles};
  outputs out(n);
  const hs::query q{.layers = 5};
  map.sweep_nearest(v.discs, v.steps, out.columns(), q), out.tell(t);
  map.sweep_nearest(v.boxes, v.steps, out.columns(), q), out.tell(t);
  map.cast_nearest(v.rays, out.columns(), q), out.tell(t);
  std::vector<float> x(n, 1.0f), y(n, 2.0f), dx(n, 9.0f), dy(n, -7.0f), nx(n, 0.0f), ny(n, 1.0f), time(n, 0.25f);
  hs::move_and_slide({.x = x, .y = y, .dx = dx, .dy = dy, .half_x = v.half, .half_y = 1.0f}, map), t.add(x), t.add(y);
  hs::move_and_slide({.x = x, .y = y, .dx = dx, .dy = dy, .half_x = 1.0f, .half_y = v.half},
                     hs::boxes{v.discs.x, v.discs.y, 50.0f, 50.0f}),
      t.add(x), t.add(y);
  hs::deflect(v.steps, {.time = time, .normal_x = nx, .normal_y = ny}, dx, dy), t.add(dx), t.add(dy);
  hs::bounce_inside({{-50, -50}, {50, 50}}, v.half, x, y, dx, dy), t.add(x), t.add(dy);
  hs::advance(v.discs.x, v.steps.dx, v.half, x), t.add(x);
  hs::push_out(v.discs.x, v.steps.dx, x), t.add(x);
  hs::push_out(v.discs.x, 2.0f, x), t.add(x);
  hs::from_center(v.discs.x, v.half, x, y), t.add(x), t.add(y);
  return t;
}

TEST(strided, tiles_walkers_and_responses_take_structs_as_they_take_spans) {
  rng r(78);
  for (const std::size_t n : {1, 3, 33, 130, 1100}) {
    const auto structs = things<thing<12>>(n, r);
    const as_columns<thing<12>> columns(structs);
    for (const hs::isa isa : hs::supported_isas()) {
      const forced here(isa);
      EXPECT_EQ(ask_the_rest(views_of(structs), n).all, ask_the_rest(views_of(columns), n).all)
          << n << ", " << hs::name(isa);
    }
  }
}

// ---- in three dimensions ---------------------------------------------------------------------------------------

struct body {
  float x, y, z, half, dx, dy, dz;
};
TEST(strided, three_dimensions_are_no_exception) {
  rng r(9);
  std::vector<body> all(777);
  for (body& b : all)
    b = {r.real(-9, 9), r.real(-9, 9), r.real(-9, 9), r.real(0, 3), r.real(-9, 9), r.real(-9, 9), r.real(-9, 9)};
  std::vector<float> c[7];
  for (const body& b : all) {
    const float of[] = {b.x, b.y, b.z, b.half, b.dx, b.dy, b.dz};
    for (int k = 0; k < 7; ++k) c[k].push_back(of[k]);
  }
  const hs::spheres plain{c[0], c[1], c[2], c[3]};
  const hs::motions3 plain_steps{c[4], c[5], c[6]};
  const hs::spheres balls{hs::strided(all, &body::x), hs::strided(all, &body::y), hs::strided(all, &body::z),
                          hs::strided(all, &body::half)};
  const hs::motions3 steps{hs::strided(all, &body::dx), hs::strided(all, &body::dy), hs::strided(all, &body::dz)};
  const hs::box3 room{{-4, -4, -4}, {5, 5, 5}};
  std::vector<hs::index> first(all.size()), second(all.size());
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    EXPECT_EQ(hs::sweep_nearest(balls, steps, room), hs::sweep_nearest(plain, plain_steps, room));
    EXPECT_EQ(hs::overlap(balls, room, first).total, hs::overlap(plain, room, second).total);
    EXPECT_EQ(first, second);
    hs::world w, p;
    w.rebuild(balls, steps), p.rebuild(plain, plain_steps);
    w.sweep_nearest(balls, steps, {.index = first}), p.sweep_nearest(plain, plain_steps, {.index = second});
    EXPECT_EQ(first, second);
  }
}

}  // namespace
