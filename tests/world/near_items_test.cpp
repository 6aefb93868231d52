// Few ask about many new items: those near them alone are sorted. Pairs, lists, masks and meetings are those of brute
// force all the same, whoever asks whom, wherever items are, on every ISA.
#include <gtest/gtest.h>

#include <algorithm>
#include <hitscan/hitscan.hpp>

#include "../support/differential.hpp"
#include "../support/draw.hpp"
#include "../support/worlds.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

// All that a world says of those who ask.
struct answers {
  std::vector<hs::index> first, second, item, met_first, met_second, listed;
  std::vector<std::size_t> starts, lists;
  std::vector<float> when, times;
  std::vector<std::uint64_t> mask;
  std::size_t total = 0;

  // With room for so many pairs.
  template <class Movers, class Steps>
  void ask(const hs::world& w, const Movers& movers, const Steps& steps, std::size_t n, std::size_t room, hs::query q,
           hs::method by) {
    for (auto* const column : {&first, &second, &item, &met_first, &met_second, &listed}) column->assign(room, 7u);
    starts.assign(n + 1, 7), lists.assign(n + 1, 7), when.assign(room, 7), times.assign(room, 7);
    mask.assign(hs::mask_words(n), 7);
    q.by = by;
    const auto sweeping = q;
    q.until = 1, q.start = hs::start_overlap::hits;
    const auto pairs = w.overlap_pairs(movers, {first, second}, q);
    first.resize(pairs.written), second.resize(pairs.written);
    total = w.overlap(movers, {starts, item}, q);
    item.resize(std::min(total, room));
    w.overlap_mask(movers, mask, q);
    const auto met = w.sweep_pairs(movers, steps, {met_first, met_second, when}, sweeping);
    met_first.resize(met.written), met_second.resize(met.written), when.resize(met.written);
    const std::size_t all = w.sweep_in_order(movers, steps, 3, {lists, listed, times}, sweeping);
    listed.resize(std::min(all, room)), times.resize(std::min(all, room));
    total += pairs.total + met.total + all;
  }
  bool operator==(const answers&) const = default;
};

template <shape_kind Who, shape_kind What>
std::size_t try_few(kind_constant<Who> asks, kind_constant<What> asked, layout kind, rng& r) {
  constexpr std::size_t sizes[] = {1, 7, 33, 250};
  const bool far = r.one_in(4);  // so far that ways are looked for in parts
  const bool crowded = kind == layout::one_spot || kind == layout::one_line;  // all meet all, and touch
  const std::size_t n = sizes[r.below(far || crowded ? 3 : 4)], m = 8192 + r.below(600);
  const float side = 40 * std::sqrt(static_cast<float>(m));
  const bool layered = r.one_in(2), moving = r.one_in(2);
  const auto items = draw_crowd<2>(kind, m, side, moving ? 150.0f : 0.0f, r);
  const auto who = draw_crowd<2>(r.one_in(3) ? layout::uniform : kind, n, r.one_in(4) ? side / 6 : side,
                                 far           ? side
                                 : r.one_in(2) ? 12.0f
                                               : 150.0f,
                                 r);
  hs::query q;
  if (r.one_in(2)) q.touch = hs::touching::hits;
  q.start = static_cast<hs::start_overlap>(r.below(3));
  if (r.one_in(2)) q.layers = 1 + r.below(7);
  if (r.one_in(3)) q.until = r.real(0.1f, 1);
  const std::size_t room = r.one_in(4) ? r.below(20) : 40 * m;
  const auto movers = who.as(asks, layered);
  const auto given = items.as(asked, layered);
  answers right, got;
  const auto fill = [&](hs::world& w) { moving ? w.rebuild(given, items.steps()) : w.rebuild(given); };
  hs::world all;
  fill(all);
  right.ask(all, movers, who.steps(), n, room, q, hs::method::brute);
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    hs::world w;
    fill(w);
    got.ask(w, movers, who.steps(), n, room, q, hs::method::grid);
    EXPECT_TRUE(got == right) << n << " " << name_of(Who) << " among " << m << " " << name_of(What) << " on "
                              << hs::name(which) << ", " << name_of(kind) << (moving ? ", moving" : "")
                              << (layered ? ", layered" : "") << ", room for " << room << ": " << got.total
                              << " answers, not " << right.total;
  }
  return right.total;
}

constexpr shape_kind some[] = {shape_kind::points, shape_kind::boxes, shape_kind::circles, shape_kind::capsules};
constexpr bool is_asked(shape_kind k) { return std::find(std::begin(some), std::end(some), k) != std::end(some); }

TEST(near_items, are_all_that_few_who_ask_can_meet) {
  rng r(1);
  for (const shape_kind who : some)
    for (const shape_kind what : some)
      with_kind(who, [&](auto asks) {
        with_kind(what, [&](auto asked) {
          if constexpr (is_asked(asks.value) && is_asked(asked.value)) {
            std::size_t found = 0;
            for (std::size_t c = 0; c < cases(11) && !HasFailure(); ++c)
              found += try_few(asks, asked, static_cast<layout>(c % static_cast<std::size_t>(layout::count)), r);
            if (whole_run() && (who != what || who != shape_kind::points)) {
              EXPECT_GT(found, 0u) << name_of(who) << " among " << name_of(what);
            }
          }
        });
      });
}

// Each way is across the field; some begin in what the one before ended in: the last part of a way is none of the next.
template <int D> std::size_t try_far(layout kind, rng& r) {
  const std::size_t n = 5 + r.below(40), m = 4500;
  const float side = 40 * std::pow(static_cast<float>(m), 1.0f / D);
  const bool layered = r.one_in(2), moving = r.one_in(3), round = r.one_in(2), balls = r.one_in(2);
  const auto items = draw_crowd<D>(kind, m, side, moving ? 30.0f : 0.0f, r);
  auto who = draw_crowd<D>(layout::uniform, n, side, side, r);
  if (r.one_in(2))
    for (int k = 0; k < D; ++k)
      for (std::size_t i = 0; i < n; ++i)
        who.ray.delta.axis[k][i] = who.circle.center.axis[k][(i + 1) % n] - who.circle.center.axis[k][i];
  hs::query q;
  if (r.one_in(2)) q.touch = hs::touching::hits;
  if (r.one_in(2)) q.layers = 1 + r.below(7);
  std::vector<hs::index> first(n * m), second(n * m), as_found_first(n * m), as_found_second(n * m);
  const auto ask = [&](const hs::world& w, auto& to, auto& at) {
    const hs::meeting_columns out{to, at};
    return balls ? w.sweep_pairs(who.circles(layered), who.steps(), out, q)
                 : w.sweep_pairs(who.boxes(layered), who.steps(), out, q);
  };
  const auto fill = [&](hs::world& w, const auto& given) {
    moving ? w.rebuild(given, items.steps()) : w.rebuild(given);
  };
  hs::world w;
  round ? fill(w, items.circles(layered)) : fill(w, items.boxes(layered));
  q.by = hs::method::brute;
  const hs::found_pairs right = ask(w, first, second);
  q.by = hs::method::grid;
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    const hs::found_pairs got = ask(w, as_found_first, as_found_second);
    const auto same = [&](const auto& x, const auto& y) {
      return std::equal(x.begin(), x.begin() + right.total, y.begin());
    };
    EXPECT_TRUE(got.total == right.total && same(first, as_found_first) && same(second, as_found_second))
        << D << "D, " << n << (balls ? " balls" : " boxes") << " among " << (round ? "balls" : "boxes") << " on "
        << hs::name(which) << ", " << name_of(kind) << (moving ? ", moving" : "") << ": " << got.total << ", not "
        << right.total;
  }
  return right.total;
}

TEST(near_items, are_all_that_ways_across_the_field_can_meet) {
  rng r(3);
  std::size_t found[2]{};
  for (std::size_t c = 0; c < cases(6 * static_cast<std::size_t>(layout::count)) && !HasFailure(); ++c) {
    const auto kind = static_cast<layout>(c % static_cast<std::size_t>(layout::count));
    found[0] += try_far<2>(kind, r), found[1] += try_far<3>(kind, r);
  }
  if (whole_run()) {
    EXPECT_GT(std::min(found[0], found[1]), 100u);
  }
}

// What is sorted is remembered, what is sieved is not: that is how it shows.
TEST(near_items, alone_are_sorted_unless_they_stay_or_most_are_near) {
  rng r(2);
  const auto items = draw_crowd<2>(layout::uniform, 20000, 6000, 0, r),
             few = draw_crowd<2>(layout::uniform, 40, 6000, 9, r),
             many = draw_crowd<2>(layout::uniform, 4000, 6000, 9, r);
  std::vector<hs::index> first(100000), second(100000);
  const auto asked_by = [&](const crowd<2>& who, int times) {
    hs::world w;
    hs::workspace space;
    w.rebuild(items.boxes(false));
    const std::size_t before = w.bytes();
    for (int k = 0; k < times; ++k)
      (void)w.overlap_pairs(who.boxes(false), {first, second}, {.by = hs::method::grid}, space);
    return w.bytes() - before;
  };
  EXPECT_EQ(asked_by(few, 1), 0u);
  EXPECT_GT(asked_by(few, 10), 20000u * 16);
  EXPECT_GT(asked_by(many, 1), 20000u * 16);
  // All in two places far apart, where marks tell nothing: a sample says so.
  auto apart = items, asking = few;
  for (crowd<2>* const half : {&apart, &asking})
    for (std::size_t i = 0; i < half->size(); i += 2)
      for (std::size_t k = 0; k < 2; ++k) half->box.min.axis[k][i] += 1e7f, half->box.max.axis[k][i] += 1e7f;
  hs::world w;
  hs::workspace space;
  w.rebuild(apart.boxes(false));
  const std::size_t before = w.bytes();
  (void)w.overlap_pairs(asking.boxes(false), {first, second}, {.by = hs::method::grid}, space);
  EXPECT_GT(w.bytes() - before, 20000u * 16);
}

}  // namespace
