// On both sides of where the answer flips: one coordinate is bisected until the reference says one thing of a float and
// another of the next. A world has to flip there as well, by each of its methods, on every ISA.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <hitscan/hitscan.hpp>

#include "../support/differential.hpp"
#include "../support/worlds.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

// ---- things as their raw columns -------------------------------------------------------------------------------

// min and max of each axis in turn, or centre and half extents, or centre and radius, or a place; then the step.
template <int D> struct raw {
  std::array<float, 3 * D> value;
};
template <int D> constexpr int columns_of(shape_kind k) {
  return k == shape_kind::circles ? D + 1 : k == shape_kind::points || k == shape_kind::rays ? D : 2 * D;
}

// C: float, or vector of them.
template <int D, class C> struct raw_columns {
  std::array<C, 3 * D> column;
  auto step() const {
    if constexpr (D == 2)
      return hs::motions{.dx = column[4], .dy = column[5]};
    else
      return hs::motions3{.dx = column[6], .dy = column[7], .dz = column[8]};
  }
  template <shape_kind K> auto as(kind_constant<K>) const {
    const auto& c = column;
    if constexpr (D == 2) {
      if constexpr (K == shape_kind::points)
        return hs::points{.x = c[0], .y = c[1]};
      else if constexpr (K == shape_kind::boxes)
        return hs::boxes{.min_x = c[0], .min_y = c[2], .max_x = c[1], .max_y = c[3]};
      else if constexpr (K == shape_kind::centred)
        return hs::centred_boxes{.x = c[0], .y = c[1], .half_x = c[2], .half_y = c[3]};
      else if constexpr (K == shape_kind::circles)
        return hs::circles{.x = c[0], .y = c[1], .radius = c[2]};
      else
        return hs::segments{.x = c[0], .y = c[1], .dx = c[4], .dy = c[5]};
    } else {
      if constexpr (K == shape_kind::points)
        return hs::points3{.x = c[0], .y = c[1], .z = c[2]};
      else if constexpr (K == shape_kind::boxes)
        return hs::boxes3{.min_x = c[0], .min_y = c[2], .min_z = c[4], .max_x = c[1], .max_y = c[3], .max_z = c[5]};
      else if constexpr (K == shape_kind::centred)
        return hs::centred_boxes3{.x = c[0], .y = c[1], .z = c[2], .half_x = c[3], .half_y = c[4], .half_z = c[5]};
      else if constexpr (K == shape_kind::circles)
        return hs::spheres{.x = c[0], .y = c[1], .z = c[2], .radius = c[3]};
      else
        return hs::segments3{.x = c[0], .y = c[1], .z = c[2], .dx = c[6], .dy = c[7], .dz = c[8]};
    }
  }
  // Points meet points as boxes without extent.
  auto specks() const {
    const auto& c = column;
    if constexpr (D == 2)
      return hs::boxes{.min_x = c[0], .min_y = c[1], .max_x = c[0], .max_y = c[1]};
    else
      return hs::boxes3{.min_x = c[0], .min_y = c[1], .min_z = c[2], .max_x = c[0], .max_y = c[1], .max_z = c[2]};
  }
  void push(const raw<D>& one)
  requires(!std::is_same_v<C, float>)
  {
    for (std::size_t k = 0; k < 3 * D; ++k) column[k].push_back(one.value[k]);
  }
};
template <int D> using many = raw_columns<D, std::vector<float>>;
template <int D> raw_columns<D, float> single(const raw<D>& r) { return {r.value}; }

template <int D> raw<D> draw_raw(shape_kind kind, bool lattice, rng& r) {
  const auto number = [&](float low, float high) {
    return lattice ? std::round(r.real(low, high)) : r.real(low, high);
  };
  raw<D> one{};
  auto* const v = one.value.data();
  for (int k = 0; k < D; ++k) {
    const float at = number(-10, 10), size = r.one_in(8) ? 0 : number(0, 6);
    if (kind == shape_kind::boxes)
      v[2 * k] = at, v[2 * k + 1] = at + size;
    else
      v[k] = at;
    if (kind == shape_kind::centred) v[D + k] = size;
    v[2 * D + k] = r.one_in(8) ? 0 : number(-16, 16);
  }
  if (kind == shape_kind::circles) v[D] = r.one_in(8) ? 0 : number(0, 5);
  return one;
}

// Floats in their order, as integers.
std::int64_t ordered(float x) {
  const std::int64_t w = std::bit_cast<std::uint32_t>(x);
  return w < 0x80000000 ? w : 0x80000000 - w;
}
float float_at(std::int64_t i) { return std::bit_cast<float>(static_cast<std::uint32_t>(i < 0 ? 0x80000000 - i : i)); }

// Moves a coordinate of `one` to where answer_of(one) flips. True: `other` is on the other side of the flip.
template <int D, class Answer>
bool flip(shape_kind kind, bool moves, raw<D>& one, raw<D>& other, rng& r, const Answer& answer_of) {
  const auto here = answer_of(one);
  for (int turn = 0; turn < 6; ++turn) {
    const std::uint32_t own = static_cast<std::uint32_t>(columns_of<D>(kind)), all = moves ? own + D : own;
    const std::uint32_t drawn = r.below(all), c = drawn < own ? drawn : 2 * D + drawn - own;
    other = one, other.value[c] = draw_raw<D>(kind, false, r).value[c];
    if (answer_of(other) == here) continue;
    std::int64_t near = ordered(one.value[c]), far = ordered(other.value[c]);
    while (near - far > 1 || far - near > 1) {
      const std::int64_t middle = near + (far - near) / 2;
      other.value[c] = float_at(middle);
      (answer_of(other) == here ? near : far) = middle;
    }
    one.value[c] = float_at(near), other.value[c] = float_at(far);
    return true;
  }
  return false;
}

constexpr std::size_t in_a_batch = 32;

// The items a question is about: of points those that brute force takes.
template <shape_kind Who, shape_kind What, class Columns> auto items_of(const Columns& c, kind_constant<What> asked) {
  if constexpr (What == shape_kind::points && (Who == shape_kind::points || Who == shape_kind::rays))
    return c.specks();
  else
    return c.as(asked);
}

// ---- first hits ------------------------------------------------------------------------------------------------

template <int D, shape_kind Who, shape_kind What>
std::size_t flip_hits(kind_constant<Who> asks, kind_constant<What> asked, unsigned option, rng& r, all_ways& them) {
  hs::query q{.touch = option % 2 ? hs::touching::hits : hs::touching::misses,
              .start = static_cast<hs::start_overlap>(option / 2 % 3)};
  const bool lattice = option / 6 % 2 != 0;
  if (Who == shape_kind::rays && What != shape_kind::circles && r.one_in(4)) q.padding = {1.5f, 0.25f, 1};
  many<D> world, who;
  const std::size_t items = 1 + r.below(4);
  for (std::size_t i = 0; i < items; ++i) world.push(draw_raw<D>(What, lattice, r));
  const auto brute = items_of<Who>(world, asked);
  const auto first_of = [&](const auto& movers, const auto& out) {
    if constexpr (Who == shape_kind::rays)
      hs::cast_nearest(movers.as(asks), brute, out, by_reference(q));
    else
      hs::sweep_nearest(movers.as(asks), movers.step(), brute, out, by_reference(q));
  };
  records<D> one_record(1);
  auto index_alone = one_record.columns();
  index_alone = {.index = one_record.index, .flags = one_record.flags};
  std::size_t flips = 0;
  for (std::size_t k = 0; k < in_a_batch; ++k) {
    raw<D> one = draw_raw<D>(Who, lattice, r), other;
    const bool flipped = flip<D>(Who, true, one, other, r, [&](const raw<D>& mover) {
      first_of(single(mover), index_alone);
      return std::pair(one_record.index[0], one_record.flags[0]);
    });
    flips += flipped, who.push(one);
    if (flipped) who.push(other);
  }
  const std::size_t n = who.column[0].size();
  records<D> right(n), got(n);
  if (option / 12 % 2) {  // the moment of a hit, and the next
    first_of(who, right.columns());
    const std::size_t any = r.below(static_cast<std::uint32_t>(n));
    q.until = r.one_in(2) ? right.time[any] : one_ulp_up(right.time[any]);
  }
  first_of(who, right.columns());
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    them.fill(world.as(asked));
    them.each([&](auto& structure, const char* name) {
      const bool details = r.one_in(2);
      auto out = got.columns();
      if (!details) out = {.index = got.index, .time = got.time, .flags = got.flags};
      if constexpr (Who == shape_kind::rays)
        structure.cast_nearest(who.as(asks), out, q);
      else
        structure.sweep_nearest(who.as(asks), who.step(), out, q);
      for (std::size_t i = 0; i < n; ++i) {
        const hit_of<D> x = got[i], y = right[i];
        bool same = x.index == y.index && same_bits(x.time, y.time) && x.flags == y.flags;
        for (int k = 0; details && k < D; ++k)
          same = same && same_bits(x.normal[k], y.normal[k]) && same_bits(x.position[k], y.position[k]);
        std::string mover;
        for (std::size_t c = 0; !same && c < 3 * D; ++c) mover.append(hex(who.column[c][i])).append(" ");
        ASSERT_TRUE(same) << name_of(Who) << " at " << name_of(What) << ", " << D << "D, " << name << " on "
                          << hs::name(which) << ", option " << option << ", lane " << i << " of " << n << ": item "
                          << x.index << " at " << hex(x.time) << ", not " << y.index << " at " << hex(y.time)
                          << ", mover " << mover;
      }
    });
    if (testing::Test::HasFatalFailure()) break;
  }
  return flips;
}

// ---- overlaps --------------------------------------------------------------------------------------------------

template <int D, shape_kind Who, shape_kind What>
std::size_t flip_overlaps(kind_constant<Who> asks, kind_constant<What> asked, unsigned option, rng& r, all_ways& them) {
  const hs::query q{.touch = option % 2 ? hs::touching::hits : hs::touching::misses};
  const bool lattice = option / 2 % 2 != 0;
  many<D> world, who;
  const std::size_t items = 1 + r.below(4);
  for (std::size_t i = 0; i < items; ++i) world.push(draw_raw<D>(What, lattice, r));
  const auto brute = items_of<Who>(world, asked);
  const std::vector<hs::index> zeros(items);
  std::vector<hs::index> all(items), hits(items), found;
  for (std::size_t i = 0; i < items; ++i) all[i] = static_cast<hs::index>(i);
  std::size_t flips = 0;
  const auto met = [&](const raw<D>& one) {
    unsigned bits = 0;
    for (const hs::index i :
         hs::overlap_each(single(one).as(asks), brute, hits, by_pairs({zeros, all}, by_reference(q))))
      bits |= 1u << i;
    return bits;
  };
  std::vector<std::size_t> ends{0}, starts;
  const auto push = [&](const raw<D>& one) {
    who.push(one);
    const unsigned bits = met(one);
    for (hs::index i = 0; i < items; ++i)
      if (bits >> i & 1) found.push_back(i);
    ends.push_back(found.size());
  };
  for (std::size_t k = 0; k < in_a_batch; ++k) {
    raw<D> one = draw_raw<D>(Who, lattice, r), other;
    const bool flipped = flip<D>(Who, false, one, other, r, met);
    flips += flipped, push(one);
    if (flipped) push(other);
  }
  std::vector<hs::index> got(found.size() + 1);
  for (const hs::isa which : hs::supported_isas()) {
    const forced on(which);
    them.fill(world.as(asked));
    them.each([&](auto& structure, const char* name) {
      const std::string what = std::string(name_of(Who)) + " and " + name_of(What) + ", " + std::to_string(D) + "D, " +
                               name + " on " + hs::name(which) + ", option " + std::to_string(option);
      starts.assign(ends.size(), 7u);
      ASSERT_EQ(structure.overlap(who.as(asks), {starts, got}, q), found.size()) << what;
      ASSERT_EQ(starts, ends) << what;
      ASSERT_TRUE(std::equal(found.begin(), found.end(), got.begin())) << what;
    });
    if (testing::Test::HasFatalFailure()) break;
  }
  return flips;
}

// ---- all kinds of things ---------------------------------------------------------------------------------------

template <int D, class Try> void every_pair_of_kinds(std::size_t rounds, bool rays_ask, const Try& attempt) {
  for (const shape_kind who : every_kind)
    for (const shape_kind what : every_kind) {
      if (std::max(who, what) >= shape_kind::segments) continue;  // those have no columns here
      if (what == shape_kind::rays || (who == shape_kind::rays && !rays_ask)) continue;
      std::size_t flips = 0;
      for (std::size_t c = 0; c < rounds; ++c) {
        flips += with_kind(who, [&](auto asks) {
          return with_kind(what, [&](auto asked) -> std::size_t {
            if constexpr (asked.value == shape_kind::rays || !there_are<3, asks.value, asked.value>)
              return 0;
            else
              return attempt(asks, asked, static_cast<unsigned>(c));
          });
        });
        if (testing::Test::HasFatalFailure()) return;
      }
      if (whole_run() && D == 2 && what != shape_kind::points) {
        EXPECT_GT(flips, 4 * rounds) << name_of(who) << " at " << name_of(what) << ": hardly anything was tested";
      }
    }
}

template <int D> void hits_flip(std::uint64_t seed) {
  rng r(seed);
  all_ways them;
  every_pair_of_kinds<D>(cases(36), true, [&](auto asks, auto asked, unsigned option) {
    return flip_hits<D>(asks, asked, option, r, them);
  });
}
template <int D> void overlaps_flip(std::uint64_t seed) {
  rng r(seed);
  all_ways them;
  every_pair_of_kinds<D>(cases(24), false, [&](auto asks, auto asked, unsigned option) -> std::size_t {
    if constexpr (asks.value == shape_kind::rays)
      return 0;
    else
      return flip_overlaps<D>(asks, asked, option, r, them);
  });
}

TEST(flip, of_first_hits_is_where_brute_force_has_it_in_2D) { hits_flip<2>(1); }
TEST(flip, of_first_hits_is_where_brute_force_has_it_in_3D) { hits_flip<3>(2); }
TEST(flip, of_overlaps_is_where_brute_force_has_it_in_2D) { overlaps_flip<2>(3); }
TEST(flip, of_overlaps_is_where_brute_force_has_it_in_3D) { overlaps_flip<3>(4); }

}  // namespace
