// Whatever floating-point state a program is in, the answers have the same bits, and it gets its state back. Every
// public call is asked in the default state, and in all the others; nothing here computes with floats in between.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <thread>

#include <hitscan/hitscan.hpp>

#include "../support/by_method.hpp"
#include "../support/differential.hpp"
#include "../support/float_states.hpp"
#include "../support/outputs.hpp"
#include "../support/random.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

// The bits of answers. They are taken with integers alone.
class bits {
 public:
  void add(std::integral auto v) { all_.push_back(static_cast<std::uint64_t>(v)); }
  void add(float v) {
    std::uint32_t b;
    std::memcpy(&b, &v, sizeof b);
    all_.push_back(b);
  }
  void add(hs::vec2 v) { add(v.x), add(v.y); }
  void add(hs::vec3 v) { add(v.x), add(v.y), add(v.z); }
  template <class V> void add(const hs::basic_box<V>& b) { add(b.min), add(b.max); }
  template <class V> void add(const hs::basic_circle<V>& c) { add(c.center), add(c.radius); }
  template <class V> void add(const hs::basic_hit<V>& h) {
    add(h.time), add(h.normal), add(h.position), add(h.index), add(h.flags);
  }
  template <class V> void add(const hs::basic_contact<V>& c) {
    add(c.depth), add(c.normal), add(c.position), add(c.push), add(c.index);
  }
  void add(const hs::walked& w) { add(w.center), add(w.step), add(w.contacts), add(w.flags); }
  void add(const hs::found& f) {
    add(f.total);
    for (const hs::index i : f) add(i);
  }
  template <class T> void add(const std::vector<T>& all) {
    for (const T& v : all) add(v);
  }
  const std::vector<std::uint64_t>& values() const { return all_; }

 private:
  std::vector<std::uint64_t> all_;
};

// Numbers that a state could change: edges at 0, subnormals and their like, what is no short binary fraction.
struct scene {
  static constexpr std::size_t n = 75;
  std::vector<float> at[3], low[3], high[3], half[3], step[3], radius, small, smaller, growth, cosine, sine, near_zero;
  std::vector<std::uint32_t> layers, offsets;
  std::vector<float> corner_x, corner_y;
  std::vector<hs::index> first, second;
  std::vector<std::uint8_t> tiles;

  scene() {
    rng r(77);
    const auto number = [&](float reach) {
      switch (r.below(8)) {
        case 0: return 0.0f;
        case 1: return 0x1p-140f * static_cast<float>(r.whole(-5, 5));
        case 2: return 0x1p-75f * static_cast<float>(r.whole(-9, 9));
        case 3: return static_cast<float>(r.whole(-6, 6));
        default: return r.real(-reach, reach);
      }
    };
    const auto size = [&] { return r.one_in(6) ? 0x1p-130f : r.one_in(6) ? 0.0f : r.real(0.05f, 3); };
    for (std::size_t i = 0; i < n; ++i) {
      for (int k = 0; k < 3; ++k) {
        at[k].push_back(number(8)), half[k].push_back(size()), step[k].push_back(number(10));
        const float from = number(8);
        low[k].push_back(from), high[k].push_back(r.one_in(5) && from < 0 ? 0.0f : from + size());
      }
      radius.push_back(size()), growth.push_back(r.real(0, 2)), small.push_back(0x1p-135f * static_cast<float>(i));
      smaller.push_back(0x1p-136f * static_cast<float>(i));
      near_zero.push_back(number(1));
      const float angle = r.real(0, 6);
      cosine.push_back(std::cos(angle)), sine.push_back(std::sin(angle));
      layers.push_back(1u << r.below(3));
      first.push_back(r.below(n)), second.push_back(r.below(n));
      offsets.push_back(static_cast<std::uint32_t>(3 * i));
      for (int c = 0; c < 3; ++c) {
        const float a = angle + 2 * static_cast<float>(c);
        corner_x.push_back(at[0][i] + 2 * std::cos(a)), corner_y.push_back(at[1][i] + 2 * std::sin(a));
      }
    }
    offsets.push_back(static_cast<std::uint32_t>(3 * n));
    for (int i = 0; i < 24 * 20; ++i) tiles.push_back(r.one_in(4) ? 1 : r.one_in(20) ? hs::one_way_min_y : 0);
  }

  hs::points points() const { return {at[0], at[1], layers}; }
  hs::boxes boxes() const { return {low[0], low[1], high[0], high[1]}; }
  hs::boxes3 boxes3() const { return {low[0], low[1], low[2], high[0], high[1], high[2]}; }
  hs::centred_boxes centred() const { return {at[0], at[1], half[0], half[1]}; }
  hs::circles circles() const { return {at[0], at[1], radius}; }
  hs::spheres spheres() const { return {at[0], at[1], at[2], radius}; }
  hs::segments segments() const { return {at[0], at[1], step[0], step[1]}; }
  hs::capsules capsules() const { return {at[0], at[1], half[0], half[1], radius}; }
  hs::obbs obbs() const { return {at[0], at[1], half[0], half[1], cosine, sine}; }
  hs::polygons polygons() const { return {corner_x, corner_y, offsets}; }
  hs::chain chain() const { return {at[0], at[1], growth}; }
  hs::motions motions() const { return {step[0], step[1]}; }
  hs::motions3 motions3() const { return {step[0], step[1], step[2]}; }
  hs::tile_map map() const {
    return {.width = 24, .height = 20, .cell = {0.7f, 0.9f}, .origin = {-8.3f, -9.1f}, .tiles = tiles};
  }
  hs::obstacles level() const {  // a few of each kind, or there would be no way to go
    const auto few = [](const std::vector<float>& column) { return std::span(column).first(4); };
    const auto next = [](const std::vector<float>& column) { return std::span(column).subspan(4, 2); };
    return {.boxes = {few(low[0]), few(low[1]), few(high[0]), few(high[1])},
            .circles = {next(at[0]), next(at[1]), next(radius)},
            .segments = {few(at[1]), few(at[0]), few(step[0]), few(step[1])},
            .obbs = {next(at[1]), next(at[0]), next(half[0]), next(half[1]), next(cosine), next(sine)},
            .polygons = {corner_x, corner_y, std::span(offsets).first(4)},
            .platforms = {.boxes = {next(low[0]), next(low[1]), next(high[0]), next(high[1])},
                          .steps = {next(step[1]), next(step[0])}}};
  }
  hs::index_pairs pairs() const { return {first, second}; }

  hs::vec2 point(std::size_t i) const { return {at[0][i], at[1][i]}; }
  hs::vec2 way(std::size_t i) const { return {step[0][i], step[1][i]}; }
  hs::vec3 way3(std::size_t i) const { return {step[0][i], step[1][i], step[2][i]}; }
  hs::vec2 extent(std::size_t i) const { return {half[0][i], half[1][i]}; }
  hs::box box(std::size_t i) const { return {{low[0][i], low[1][i]}, {high[0][i], high[1][i]}}; }
  hs::box3 box3(std::size_t i) const {
    return {{low[0][i], low[1][i], low[2][i]}, {high[0][i], high[1][i], high[2][i]}};
  }
  hs::circle circle(std::size_t i) const { return {point(i), radius[i]}; }
  hs::sphere sphere(std::size_t i) const { return {{at[0][i], at[1][i], at[2][i]}, radius[i]}; }
  hs::segment segment(std::size_t i) const { return {point(i), way(i)}; }
  hs::capsule capsule(std::size_t i) const { return {point(i), way(i), radius[i]}; }
  hs::obb obb(std::size_t i) const { return {point(i), extent(i), {cosine[i], sine[i]}}; }
  hs::polygon polygon(std::size_t i) const {
    return {std::span(corner_x).subspan(3 * i, 3), std::span(corner_y).subspan(3 * i, 3)};
  }
};
const scene& all() {
  static const scene one;
  return one;
}

constexpr hs::query options[] = {{},
                                 {.touch = hs::touching::hits},
                                 {.start = hs::start_overlap::hits_unless_leaving, .until = 0x1.8p-1f},
                                 {.start = hs::start_overlap::ignored, .padding = {0x1p-140f, 0x1p-140f, 0}}};

// ask(bits) in every state, on every ISA: the same bits, and the state is given back.
template <class Ask> void same_in_every_state(const Ask& ask) {
  (void)all();
  for (const hs::isa isa : hs::supported_isas()) {
    const forced here(isa);
    SCOPED_TRACE(hs::name(isa));
    bits usual;
    ask(usual);
    ASSERT_GT(usual.values().size(), 0u);
    for (const float_state& s : float_states) {
      bits got;
      std::uint64_t after;
      {
        const in_float_state now(s.control);
        ask(got);
        after = float_control();
      }
      EXPECT_EQ(after, s.control) << "what " << s.name << " was is not given back";
      ASSERT_EQ(got.values().size(), usual.values().size()) << s.name;
      std::size_t differ = 0, at = 0;
      for (std::size_t i = 0; i < got.values().size(); ++i)
        if (got.values()[i] != usual.values()[i] && differ++ == 0) at = i;
      EXPECT_EQ(differ, 0u) << "words that differ in " << s.name << "; the first is word " << at << " of "
                            << got.values().size();
    }
  }
}

// Room for the answers of a query, and taking them.
struct answers {
  std::vector<hs::index> index = std::vector<hs::index>(scene::n, 7);
  std::vector<float> c[9];
  std::vector<std::uint8_t> flags = std::vector<std::uint8_t>(scene::n, 7);
  std::vector<std::uint64_t> words = std::vector<std::uint64_t>(hs::mask_words(scene::n), 7);
  answers() {
    for (auto& column : c) column.assign(scene::n, 0.0f);
  }
  template <int D> auto hits() { return trial::hits_over<D>(index, c, flags); }
  hs::contact_columns contacts() { return trial::contacts_over<2>(index, c); }
  void add_to(bits& b, std::size_t count = scene::n) const {
    for (std::size_t i = 0; i < count; ++i) b.add(index[i]), b.add(flags[i]);
    for (const auto& column : c)
      for (std::size_t i = 0; i < count; ++i) b.add(column[i]);
  }
};

#define STATIC_FORMS(verb, ...)                         \
  b.add(hs::verb##_any(__VA_ARGS__, q));                \
  b.add(hs::verb##_count(__VA_ARGS__, q));              \
  hs::verb##_mask(__VA_ARGS__, std::span(to.words), q); \
  b.add(to.words);                                      \
  b.add(hs::verb(__VA_ARGS__, std::span(to.index), q));

template <class... S> void overlap_forms(bits& b, const hs::query& q, const S&... s) {
  answers to;
  STATIC_FORMS(overlap, s...)
}
template <class... S> void overlap_each_forms(bits& b, const hs::query& q, const S&... s) {
  answers to;
  STATIC_FORMS(overlap_each, s...)
}
template <class... S> void inside_forms(bits& b, const hs::query& q, const S&... s) {
  answers to;
  STATIC_FORMS(inside, s...)
}
template <int D, class... S> void cast_forms(bits& b, const hs::query& q, const S&... s) {
  answers to;
  STATIC_FORMS(cast, s...)
  hs::cast_times(s..., hs::times_out(to.c[0], to.words), q);
  b.add(to.c[0]), b.add(to.words);
  b.add(hs::cast_nearest(s..., q));
  const hs::found f = hs::cast(s..., to.hits<D>(), q);
  b.add(f.total), to.add_to(b, f.written);
}
template <int D, class... S> void sweep_forms(bits& b, const hs::query& q, const S&... s) {
  answers to;
  STATIC_FORMS(sweep, s...)
  hs::sweep_times(s..., hs::times_out(to.c[0], to.words), q);
  b.add(to.c[0]), b.add(to.words);
  b.add(hs::sweep_nearest(s..., q));
  const hs::found f = hs::sweep(s..., to.hits<D>(), q);
  b.add(f.total), to.add_to(b, f.written);
}
template <int D, class... S> void sweep_each_forms(bits& b, const hs::query& q, const S&... s) {
  answers to;
  STATIC_FORMS(sweep_each, s...)
  hs::sweep_each_times(s..., hs::times_out(to.c[0], to.words), q);
  b.add(to.c[0]), b.add(to.words);
  b.add(hs::sweep_each_nearest(s..., q));
  hs::sweep_each(s..., to.hits<D>(), q);
  to.add_to(b);
}
template <class... S> void contact_forms(bits& b, const hs::query& q, const S&... s) {
  answers to;
  b.add(hs::contact_deepest(s..., q));
  const hs::found f = hs::contact(s..., to.contacts(), q);
  b.add(f.total), to.add_to(b, f.written);
}

TEST(float_state, does_not_change_what_overlaps) {
  same_in_every_state([](bits& b) {
    const scene& s = all();
    for (hs::query q : options) {
      q.padding = {};  // is for casts
      for (std::size_t i = 0; i < 6; ++i) {
        overlap_forms(b, q, s.boxes(), s.box(i)), overlap_forms(b, q, s.circles(), s.circle(i));
        overlap_forms(b, q, s.centred(), s.circle(i)), overlap_forms(b, q, s.points(), s.box(i));
        overlap_forms(b, q, s.boxes3(), s.box3(i)), overlap_forms(b, q, s.spheres(), s.sphere(i));
        overlap_forms(b, q, s.obbs(), s.capsule(i)), overlap_forms(b, q, s.polygons(), s.obb(i));
        overlap_forms(b, q, s.capsules(), s.polygon(i)), overlap_forms(b, q, s.segments(), s.circle(i));
        overlap_forms(b, q, s.circles(), hs::whole(s.chain()));
        inside_forms(b, q, s.points(), s.box(i)), inside_forms(b, q, s.boxes(), s.box(i));
      }
    }
    overlap_each_forms(b, {.pairs = s.pairs()}, s.boxes(), s.circles());
    overlap_each_forms(b, {}, s.obbs(), s.capsules());
  });
}

TEST(float_state, does_not_lose_what_lies_at_the_edge_of_the_field) {
  const std::vector<float> x{0, 0, 1, 2}, y{1, 2, 1, 0};
  same_in_every_state([&](bits& b) {
    std::vector<hs::index> out(4);
    const hs::found gone = hs::cull(hs::points{.x = x, .y = y}, hs::box{{0, 0}, {640, 480}}, 0, out);
    b.add(gone.total);
  });
}

TEST(float_state, does_not_change_what_moving_things_hit_and_when) {
  same_in_every_state([](bits& b) {
    const scene& s = all();
    for (const hs::query& q : options)
      for (std::size_t i = 0; i < 5; ++i) {
        hs::query plain = q;
        plain.padding = {};
        cast_forms<2>(b, q, s.segment(i), s.boxes()), cast_forms<2>(b, plain, s.segment(i), s.circles());
        cast_forms<2>(b, plain, s.segment(i), s.obbs()), cast_forms<2>(b, q, s.segments(), s.box(i));
        cast_forms<2>(b, plain, s.segment(i), s.chain());
        sweep_forms<2>(b, plain, s.box(i), s.way(i), s.boxes()),
            sweep_forms<2>(b, plain, s.circles(), s.motions(), s.circle(i));
        sweep_forms<2>(b, plain, s.circle(i), s.way(i), hs::moving(s.boxes(), s.motions()));
        sweep_forms<2>(b, plain, s.box(i), s.way(i), s.circles());
        sweep_forms<2>(b, plain, s.capsules(), s.motions(), s.polygon(i));
        sweep_forms<2>(b, plain, s.obb(i), s.way(i), s.polygons());
        sweep_forms<3>(b, plain, s.box3(i), s.way3(i), s.boxes3());
        sweep_forms<3>(b, plain, s.spheres(), s.motions3(), s.sphere(i));
        sweep_forms<2>(b, plain, hs::growing(s.boxes(), s.growth, s.growth), s.way(i), s.box(i));
        sweep_forms<2>(b, plain, s.circle(i), s.way(i), hs::growing(s.circles(), s.growth));
        sweep_forms<2>(b, plain, s.points(), hs::motions{s.small, s.near_zero}, s.box(i));
      }
    sweep_each_forms<2>(b, {}, s.boxes(), s.motions(), s.centred());
    sweep_each_forms<2>(b, {.pairs = s.pairs()}, s.circles(), s.motions(), s.boxes());
    sweep_each_forms<2>(b, {}, s.capsules(), s.motions(), s.obbs());
  });
}

TEST(float_state, does_not_change_the_nearest_of_many_and_of_several) {
  same_in_every_state([](bits& b) {
    const scene& s = all();
    answers to;
    hs::sweep_nearest(s.circles(), s.motions(), s.boxes(), to.hits<2>()), to.add_to(b);
    hs::cast_nearest(s.segments(), s.obbs(), to.hits<2>()), to.add_to(b);
    hs::contact_deepest(s.circles(), s.boxes(), to.contacts()), to.add_to(b);
    const std::vector<float>& x = s.small;
    const hs::boxes close{.min_x = x, .min_y = -1.0f, .max_x = 1.0f, .max_y = 1.0f};
    for (std::size_t i = 0; i < 12; ++i) {
      const auto h = hs::sweep_nearest(s.circle(i), s.way(i), hs::several(s.boxes(), s.circles(), s.obb(i)));
      b.add(h), b.add(h.view);
      // Times that are subnormal: which view is first is decided by comparing them.
      const hs::segment ray{{0, 0}, {1, 0}};
      const hs::box near{{x[i], -1}, {1, 1}}, nearer{{s.smaller[i], -1}, {1, 1}};
      const auto which = hs::cast_nearest(ray, hs::several(close, near, nearer));
      b.add(which), b.add(which.view);
    }
  });
}

TEST(float_state, does_not_change_contacts) {
  same_in_every_state([](bits& b) {
    const scene& s = all();
    answers to;
    for (const hs::query& q : {hs::query{}, hs::query{.touch = hs::touching::hits}})
      for (std::size_t i = 0; i < 8; ++i) {
        contact_forms(b, q, s.boxes(), s.box(i)), contact_forms(b, q, s.circle(i), s.circles());
        contact_forms(b, q, s.circles(), s.box(i)), contact_forms(b, q, s.box(i), s.circles());
        contact_forms(b, q, s.obbs(), s.capsule(i)), contact_forms(b, q, s.polygon(i), s.polygons());
      }
    hs::contact_each(s.circles(), s.boxes(), to.contacts()), to.add_to(b);
    // A touch: depth 0, and which 0.
    b.add(
        hs::contact_deepest(hs::box{{0, 0}, {1, 1}}, hs::boxes{1.0f, 0.0f, 2.0f, 1.0f}, {.touch = hs::touching::hits}));
  });
}

TEST(float_state, does_not_change_what_grazes_leaves_the_field_or_is_near_by_the_square) {
  same_in_every_state([](bits& b) {
    const scene& s = all();
    answers to, more;
    for (std::size_t i = 0; i < 8; ++i) {
      for (const float reach : {s.growth[i], s.small[i + 1]}) {
        const auto g = hs::graze(s.circles(), s.circle(i), reach, std::span(to.index), std::span(more.index));
        b.add(g.hits), b.add(g.close);
        const auto c = hs::graze_mask(s.boxes(), s.circle(i), reach, std::span(to.words), std::span(more.words));
        b.add(c.hits), b.add(c.close), b.add(to.words), b.add(more.words);
      }
      for (const float margin : {0.1f, s.small[i], s.growth[i]}) {
        b.add(hs::cull(s.boxes(), s.box(i), margin, std::span(to.index)));
        b.add(hs::cull_mask(s.circles(), s.box(i), margin, std::span(to.words))), b.add(to.words);
        b.add(hs::cull(s.boxes3(), s.box3(i), margin, std::span(to.index)));
      }
      b.add(hs::overlap_squared(s.points(), s.point(i), s.growth, std::span(to.index)));
      b.add(hs::overlap_squared_any(s.circles(), s.point(i), 0x1p-140f));
      b.add(hs::overlap_squared_count(s.circles(), s.point(i), s.radius));
      hs::overlap_squared_mask(s.points(), s.point(i), 3.3f, std::span(to.words)), b.add(to.words);
    }
  });
}

TEST(float_state, does_not_change_how_far_things_are) {
  same_in_every_state([](bits& b) {
    const scene& s = all();
    std::vector<float> far(scene::n);
    answers to;
    const auto add = [&](const auto& c) { b.add(c.distance), b.add(c.on_a), b.add(c.on_b); };
    const auto ask = [&](const auto& a, const auto& many) {
      hs::distance_each(a, many, far), b.add(far);
      const hs::nearest_item best = hs::distance_nearest(a, many);
      b.add(best.index), b.add(best.distance);
      for (const float within : {0x1p-140f, 1.0f, s.small[1]})
        b.add(hs::distance_within(a, many, within, std::span(to.index), {.touch = hs::touching::hits}));
    };
    for (std::size_t i = 0; i < 8; ++i) {
      ask(s.point(i), s.boxes()), ask(s.circle(i), s.circles()), ask(s.box(i), s.points()), ask(s.box3(i), s.spheres());
      ask(s.point(i), s.obbs()), ask(s.polygon(i), s.polygons()), ask(s.segment(i), s.circles());
      add(hs::closest(s.point(i), s.box(i + 1))), add(hs::closest(s.capsule(i), s.polygon(i + 1)));
      add(hs::closest(s.sphere(i), s.box3(i + 1)));
      b.add(hs::distance(hs::segment3{s.sphere(i).center, s.way3(i)}, s.box3(i + 2)));
      b.add(hs::distance(hs::segment3{s.sphere(i).center, s.way3(i)}, hs::segment3{s.way3(i), s.sphere(i + 1).center}));
    }
  });
}

TEST(float_state, does_not_change_boxes_that_are_made_columns_that_are_converted_and_what_is_valid) {
  same_in_every_state([](bits& b) {
    const scene& s = all();
    answers to;
    for (std::size_t i = 0; i < scene::n; ++i) {
      b.add(hs::box::from_center(s.point(i), s.extent(i))), b.add(hs::box::from_corner(s.point(i), s.extent(i)));
      b.add(hs::box3::from_center(s.way3(i), s.sphere(i).center));
      b.add(hs::box3::from_corner(s.way3(i), s.sphere(i).center));
      b.add(hs::box::from_corner(s.point(i), s.extent(i)).grown(3.3f));
      const std::size_t o = (i + 1) % scene::n;
      const hs::box tiny{{s.small[i], s.smaller[o]}, {1, s.small[o]}},
          other{{s.smaller[o], s.small[i]}, {s.small[i], 1}};
      b.add(hs::intersection(s.box(i), s.box(o))), b.add(hs::united(s.box(i), s.box(o)));
      b.add(hs::intersection(s.box3(i), s.box3(o))), b.add(hs::united(s.box3(i), s.box3(o)));
      b.add(hs::intersection(tiny, other)), b.add(hs::united(tiny, other));
      b.add(hs::obb::from_angle({}, {}, s.point(i).x).axis.x), b.add(hs::obb::from_angle({}, {}, 0x1p-148f).axis.y);
    }
    b.add(hs::from_center(s.at[0], s.half[0], to.c[0], to.c[1])), b.add(to.c[0]), b.add(to.c[1]);
    b.add(hs::from_corner(s.at[0], s.small, to.c[0], to.c[1])), b.add(to.c[0]), b.add(to.c[1]);
    b.add(hs::validate(s.boxes())), b.add(hs::validate(s.polygons())), b.add(hs::validate(s.chain()));
    const std::vector<float> ends{0x1p-140f, 1}, zero{0, 0}, negative{1, -0x1p-140f};
    b.add(hs::validate(hs::boxes{.min_x = ends, .min_y = 0.0f, .max_x = zero, .max_y = 1.0f}));
    b.add(hs::validate(hs::circles{.x = zero, .y = zero, .radius = negative}));
    b.add(hs::validate(hs::centred_boxes{.x = zero, .y = zero, .half_x = negative, .half_y = ends}));
    b.add(hs::validate(
        hs::obbs{.x = zero, .y = zero, .half_x = negative, .half_y = ends, .axis_x = 1.0f, .axis_y = 0.0f}));
    b.add(hs::validate(hs::motions{.dx = ends, .dy = zero, .longest = 0x1p-141f}));
    b.add(hs::validate(hs::growing(hs::circles{.x = zero, .y = zero, .radius = zero}, negative)));
    b.add(hs::validate(hs::capsules{.x = zero, .y = zero, .dx = zero, .dy = zero, .radius = negative}));
    b.add(hs::validate(s.polygon(1)));
  });
}

TEST(float_state, does_not_change_what_is_done_after_a_hit) {
  same_in_every_state([](bits& b) {
    const scene& s = all();
    answers to;
    for (std::size_t i = 0; i < scene::n; ++i) {
      const hs::vec2 step = s.way(i), at = s.point(i);
      const hs::vec3 step3 = s.way3(i);
      const std::size_t o = (i + 1) % scene::n;
      b.add(hs::safe_time(s.growth[i])), b.add(hs::safe_time(s.small[i])), b.add(hs::safe_time(s.near_zero[i]));
      const hs::hit h = hs::sweep_nearest(s.box(i), step, s.boxes());
      const hs::hit3 h3 = hs::sweep_nearest(s.box3(i), step3, s.boxes3());
      b.add(hs::advance(s.box(i), step, h)), b.add(hs::advance(at, step, h));
      b.add(h.at(at, step)), b.add(h3.at(step3, step3)), b.add(hs::hit{.time = s.small[i]}.at({}, step));
      b.add(hs::advance(s.box3(i), step3, h3)), b.add(hs::advance(step3, step3, h3));
      b.add(hs::advance(s.circle(i), step, h, s.circle(o))), b.add(hs::advance(s.circle(i), step, h, s.box(o)));
      b.add(hs::advance(s.box(i), step, h, s.circle(o))), b.add(hs::advance_center(at, s.extent(i), step, h, s.box(o)));
      b.add(hs::advance(s.sphere(i), step3, h3, s.sphere(o))), b.add(hs::advance(s.sphere(i), step3, h3, s.box3(o)));
      b.add(hs::advance(s.box3(i), step3, h3, s.sphere(o)));
      const hs::vec2 way = s.way(o);
      b.add(h.delta(step)), b.add(hs::hit{.time = s.small[i]}.delta(step));
      b.add(hs::advance(s.box(i), step, h, s.box(o), way).a), b.add(hs::advance(s.box(i), step, h, s.box(o), way).b);
      b.add(hs::advance(s.circle(i), step, h, s.circle(o), way).b);
      b.add(hs::advance(s.circle(i), step, h, s.box(o), way).a);
      b.add(hs::advance(s.box(i), step, h, s.circle(o), way).a);
      b.add(hs::advance(s.box3(i), step3, h3, s.box3(o), step3).a);
      b.add(hs::sweep_exit(s.box(i), step, hs::moving(s.box(o), way)));
      b.add(hs::sweep_exit(s.circle(i), step, hs::moving(s.circle(o), way)));
      std::vector<float> exits(scene::n);
      hs::sweep_exits(s.box(i), step, s.boxes(), s.first, exits), b.add(exits);
      hs::sweep_exits(s.circle(i), step, s.circles(), s.first, exits), b.add(exits);
      const hs::contact2 c = hs::contact_deepest(s.circle(i), s.boxes());
      b.add(hs::push_out(s.circle(i), c)), b.add(hs::push_out(s.box(i), c)), b.add(hs::push_out(at, c));
      b.add(hs::push_out(s.segment(i), c).start), b.add(hs::push_out(s.capsule(i), c).start);
      b.add(hs::push_out(s.obb(i), c).center);
      const hs::vec2 wall{s.cosine[i], s.sine[i]};
      b.add(hs::deflect(step, wall)), b.add(hs::slide(step, wall)), b.add(hs::push(step, wall));
      b.add(hs::deflect(step, h)), b.add(hs::slide(step, h)), b.add(hs::push(step, h));
      b.add(hs::deflect(step3, h3)), b.add(hs::slide(step3, h3)), b.add(hs::push(step3, h3));
      b.add(hs::deflect(step3, s.sphere(i).center)), b.add(hs::push(step3, s.sphere(i).center));
      b.add(hs::bounce(step, wall, 0.7f, 0.2f)), b.add(hs::bounce(step, wall, s.small[i], s.smaller[i]));
      b.add(hs::bounce(step, h, s.growth[i])), b.add(hs::bounce(step3, h3, 0.3f, 0.1f));
      b.add(hs::bounce(step3, s.sphere(i).center, 0.5f)),
          b.add(hs::bounce(hs::vec2{s.small[i], 1}, hs::vec2{0, 1}, 0.5f, 0.5f));
      b.add(hs::swept_bounds(s.box(i), step)), b.add(hs::swept_bounds(s.circle(i), step));
      b.add(hs::swept_bounds(s.capsule(i), step)), b.add(hs::swept_bounds(s.obb(i), step));
      b.add(hs::swept_bounds(s.polygon(i), step)), b.add(hs::swept_bounds(s.segment(i)));
      b.add(hs::swept_bounds(s.segment(i), step)), b.add(hs::swept_bounds(s.sphere(i), step3));
      b.add(hs::swept_bounds(s.box3(i), step3));
    }
    b.add(hs::advance(s.at[0], s.step[0], s.growth, to.c[0])), b.add(to.c[0]);
    b.add(hs::advance(s.at[0], s.step[0], {}, to.c[0])), b.add(to.c[0]);
    b.add(hs::push_out(s.at[0], s.small, to.c[0])), b.add(to.c[0]);
    hs::sweep_each(s.circles(), s.motions(), s.boxes(), to.hits<2>());
    const hs::hit_columns hits = to.hits<2>();
    for (const auto respond : {static_cast<std::size_t (*)(const hs::motions&, const hs::hit_columns&, std::span<float>,
                                                           std::span<float>) noexcept>(&hs::deflect),
                               &hs::slide, &hs::push}) {
      respond(s.motions(), hits, to.c[7], to.c[8]);
      b.add(to.c[7]), b.add(to.c[8]);
    }
    std::vector<float> x = s.at[0], y = s.at[1], dx = s.step[0], dy = s.step[1];
    hs::bounce_inside(hs::box{{-3.3f, -2.1f}, {0, 4.7f}}, s.small, x, y, dx, dy);
    b.add(x), b.add(y), b.add(dx), b.add(dy);
  });
}

TEST(float_state, does_not_change_tiles_cells_and_masks) {
  same_in_every_state([](bits& b) {
    const scene& s = all();
    const hs::tile_map map = s.map();
    answers to;
    const std::vector<std::uint64_t> pixels(16, 0x0f0f3c3c5a5aff01u);
    const hs::pixel_mask mask{.width = 16, .height = 16, .words = pixels, .x = -4, .y = -6};
    const hs::cells of_map(map), of_mask(mask);
    const hs::tile_map tiny{.width = 1, .height = 1, .cell = {0x1p-140f, 1}, .tiles = s.tiles};
    b.add(map.valid()), b.add(tiny.valid()), b.add(tiny.at(0, 0)), b.add(hs::tile_map{}.at(0, 0));
    b.add(hs::cells(tiny).overlap_any(s.box(0))), b.add(hs::cells(tiny).overlap_count(hs::box{{-1, -1}, {2, 2}}));
    for (std::size_t i = 0; i < 12; ++i) {
      b.add(map.tile(static_cast<std::uint32_t>(i), 3));
      b.add(map.overlap_any(s.box(i))), b.add(map.overlap_count(s.circle(i))), b.add(map.overlap_any(s.circle(i)));
      b.add(map.overlap_count(s.box(i)));
      b.add(map.overlap(s.box(i), to.index)), b.add(map.overlap(s.circle(i), to.index));
      b.add(map.sweep_nearest(s.box(i), s.way(i))), b.add(map.sweep_nearest(s.circle(i), s.way(i)));
      b.add(map.cast_nearest(s.segment(i))), b.add(map.cast_nearest(s.segment(i), options[3]));
      for (const hs::cells* w : {&of_map, &of_mask}) {
        b.add(w->overlap_any(s.obb(i))), b.add(w->overlap_count(s.point(i))), b.add(w->overlap(s.polygon(i), to.index));
        b.add(w->contact_deepest(s.circle(i))), b.add(w->contact(s.capsule(i), to.contacts()));
        b.add(w->sweep_nearest(s.polygon(i), s.way(i))), b.add(w->cast_nearest(s.segment(i)));
      }
    }
    b.add(of_map.overlap(of_mask, to.index));
    map.sweep_nearest(s.boxes(), s.motions(), to.hits<2>()), to.add_to(b);
    map.sweep_nearest(s.centred(), s.motions(), to.hits<2>()), to.add_to(b);
    map.sweep_nearest(s.circles(), s.motions(), to.hits<2>()), to.add_to(b);
    map.cast_nearest(s.segments(), to.hits<2>()), to.add_to(b);
    b.add(mask.overlap_normal(mask.moved_to(-2, -1))), b.add(mask.overlap_normal(mask.moved_to(3, -9)));
  });
}

TEST(float_state, does_not_change_where_walkers_go) {
  same_in_every_state([](bits& b) {
    const scene& s = all();
    for (std::size_t i = 0; i < 30; ++i) {
      b.add(hs::move_and_slide(s.point(i), s.extent(i), s.way(i), s.boxes()));
      b.add(hs::move_and_slide(s.point(i), s.extent(i), s.way(i), s.map()));
      b.add(hs::move_and_slide(s.circle(i), s.way(i), s.boxes()));
      b.add(hs::move_and_slide(s.circle(i), s.way(i), s.map()));
      b.add(hs::move_and_slide(s.circle(i), s.way(i), s.circles()));
      b.add(hs::move_and_slide(s.point(i), s.extent(i), s.way(i), s.level(), {.steepest = 0.3f, .snap = 0.1f}));
      b.add(hs::move_and_slide(s.circle(i), s.way(i), s.level(), {.up = {0.1f, -0.7f}, .snap = 0x1p-140f}));
    }
    for (int world = 0; world < 7; ++world) {
      std::vector<float> x = s.at[0], y = s.at[1], dx = s.step[0], dy = s.step[1];
      std::vector<std::uint8_t> flags(scene::n);
      const hs::walkers boxes{x, y, dx, dy, s.half[0], s.half[1], flags};
      const hs::round_walkers round{x, y, dx, dy, s.radius, flags};
      const hs::walk_counts c = world == 0   ? hs::move_and_slide(boxes, s.boxes())
                                : world == 1 ? hs::move_and_slide(boxes, s.map())
                                : world == 2 ? hs::move_and_slide(round, s.boxes())
                                : world == 3 ? hs::move_and_slide(round, s.map())
                                : world == 4 ? hs::move_and_slide(round, s.circles())
                                : world == 5 ? hs::move_and_slide(boxes, s.level())
                                             : hs::move_and_slide(round, s.level());
      b.add(c.contacts), b.add(c.recovered), b.add(c.stuck);
      b.add(x), b.add(y), b.add(dx), b.add(dy), b.add(flags);
    }
  });
}

// Each job in a thread of its own, which is in a state of its own, and gets it back.
struct pool {
  std::uint64_t control;
  std::atomic<int> spoilt{0};
  void operator()(std::size_t jobs, hs::job job) {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < jobs; ++i)
      threads.emplace_back([this, i, job] {
        set_float_control(control);
        job(i);
        spoilt += control != default_float_control && float_control() != control;  // by default flags may rise
        set_float_control(default_float_control);
      });
    for (std::thread& t : threads) t.join();
  }
};

void add_sorted(bits& b, const hs::found_pairs& f) {
  std::vector<std::uint64_t> pairs;
  for (std::size_t i = 0; i < f.written; ++i)
    pairs.push_back(std::uint64_t{f.pairs.first[i]} << 32 | f.pairs.second[i]);
  std::sort(pairs.begin(), pairs.end());
  b.add(f.total), b.add(pairs);
}

struct pair_room {
  std::vector<hs::index> first = std::vector<hs::index>(6000), second = first;
  hs::pair_columns columns() { return {first, second}; }
};

template <class World, class Items> void ask_world(bits& b, World& w, const Items& items) {
  const scene& s = all();
  answers to;
  pair_room room;
  std::vector<std::size_t> starts(scene::n + 1);
  std::vector<hs::index> listed(4000);
  std::vector<float> far(4000);
  w.rebuild(items);
  add_sorted(b, w.overlap_pairs(room.columns()));
  add_sorted(b, w.overlap_pairs_unordered(room.columns()));
  add_sorted(b, w.overlap_pairs(s.circles(), room.columns()));
  b.add(w.overlap(s.points(), hs::list_columns{starts, listed})), b.add(starts), b.add(listed);
  w.sweep_nearest(s.circles(), s.motions(), to.hits<2>()), to.add_to(b);
  w.cast_nearest(s.segments(), to.hits<2>()), to.add_to(b);
  if constexpr (
      requires { items.axis_x; } || requires { items.dx; })
    return;  // how near these are is not known
  w.nearest(s.points(), 0.3f, {.index = to.index, .distance = to.c[0]}), to.add_to(b);
  w.nearest(s.points(), 0x1p-133f, {.index = to.index, .distance = to.c[0]}), to.add_to(b);
  b.add(w.nearest_k(s.points(), 4, 5.5f, {.starts = starts, .items = listed, .distance = far}));
  b.add(starts), b.add(listed), b.add(far);
}

TEST(float_state, does_not_change_what_a_world_answers) {
  same_in_every_state([](bits& b) {
    for (const hs::method m : {hs::method::brute, hs::method::grid, hs::method::tree}) {
      world_by world(m);
      ask_world(b, world, all().boxes()), ask_world(b, world, all().circles()), ask_world(b, world, all().centred());
      ask_world(b, world, all().capsules()), ask_world(b, world, all().obbs());
    }
    hs::world world;
    ask_world(b, world, all().centred());
  });
}

TEST(float_state, of_the_threads_that_answer_does_not_matter_and_is_given_back) {
  const scene& s = all();
  std::vector<float> x, y, dx, dy;
  rng r(5);
  for (int i = 0; i < 20000; ++i)
    x.push_back(r.real(-9, 9)), y.push_back(r.one_in(3) ? 0.0f : r.real(-9, 9)), dx.push_back(r.real(-3, 3)),
        dy.push_back(r.real(-3, 3));
  for (const std::uint64_t threads :
       {default_float_control, float_states[0].control, std::end(float_states)[-1].control})
    same_in_every_state([&](bits& b) {
      by_grid grid;
      grid.rebuild(s.boxes());
      pool run{threads};
      hs::workspace spaces[2];
      std::vector<hs::index> index(x.size());
      std::vector<float> time(x.size());
      grid.sweep_nearest(hs::circles{.x = x, .y = y, .radius = 0.3f}, hs::motions{.dx = dx, .dy = dy},
                         hs::hit_columns{.index = index, .time = time}, {}, {run, spaces});
      b.add(index), b.add(time), b.add(run.spoilt.load());
    });
}

TEST(float_state, does_not_change_where_particles_fly) {
  const scene& s = all();
  same_in_every_state([&](bits& b) {
    hs::workspace w;
    hs::world grid;
    grid.rebuild(s.boxes());
    hs::world discs;
    discs.rebuild(s.circles());
    for (const int walls : {0, 1, 2})  // boxes, tiles, both and circles
      for (const hs::query& q : options) {
        std::vector<float> x = s.at[0], y = s.at[1], dx = s.step[0], dy = s.step[1];
        const hs::particles p{x, y, dx, dy};
        b.add(walls == 0   ? hs::integrate_and_deflect(p, 0.1f, grid, q, w)
              : walls == 1 ? hs::integrate_and_deflect(p, 0.1f, s.map(), q, w)
                           : hs::integrate_and_deflect(p, 0.1f, hs::several(discs, s.map(), grid), q, w));
        b.add(x), b.add(y), b.add(dx), b.add(dy);
      }
  });
}

TEST(float_state, does_not_change_the_order_in_space) {
  same_in_every_state([](bits& b) {
    hs::workspace w;
    std::vector<hs::index> order(scene::n);
    hs::spatial_order(all().circles(), order, w);
    b.add(order);
  });
}

TEST(float_state, is_given_back_when_there_is_nothing_to_answer) {
  const std::vector<float> nothing;
  const hs::circles none{.x = nothing, .y = nothing, .radius = nothing};
  std::vector<std::uint64_t> words(1);
  std::vector<float> times(1);
  for (const float_state& s : float_states) {
    const in_float_state now(s.control);
    const hs::circle one{{0, 0}, 1};
    (void)hs::overlap_any(none, one), (void)hs::overlap_count(none, one),
        (void)hs::sweep_nearest(none, hs::vec2{}, one);
    hs::overlap_mask(none, one, words), hs::sweep_times(none, hs::vec2{}, one, times);
    (void)hs::overlap(none, one, {}), (void)hs::cull(none, hs::box{{0, 0}, {1, 1}}, 0, {});
    (void)hs::deflect(hs::motions{nothing, nothing}, hs::hit_columns{}, {}, {});
    const std::uint64_t after = float_control();
    set_float_control(default_float_control);
    EXPECT_EQ(after, s.control) << s.name;
  }
}

// The sticky flags are the caller's, too, where its state is another one: what it had not seen it does not see now.
TEST(float_state, keeps_the_sticky_flags_of_a_caller_in_another_state) {
#if defined(__GNUC__) && defined(__x86_64__)
  const scene& s = all();
  for (const std::uint64_t flags : {0u, 0x21u, 0x3fu}) {
    std::vector<float> times(scene::n);
    std::uint64_t after;
    {
      const in_float_state now(0x9fc0 | flags);
      hs::sweep_times(s.circles(), s.motions(), s.circle(0), times);
      after = float_control();
    }
    EXPECT_EQ(after, 0x9fc0 | flags);
  }
#else
  GTEST_SKIP() << "sticky flags are not part of the state that is set here";
#endif
}

}  // namespace
