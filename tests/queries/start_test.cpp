// What starts in overlap is told alike for every pair of shapes: its normal is that of `contact`, the least way out,
// and so is its position; but a point, such as the start of a ray, is where it is. So sliding holds nobody in.
#include <gtest/gtest.h>

#include <hitscan/hitscan.hpp>
#include <string>
#include <tuple>

#include "../support/differential.hpp"
#include "../support/draw.hpp"

namespace {

using namespace trial;
namespace hs = hitscan;

auto growing(const hs::box& b) { return hs::growing(b, hs::vec2{0.5f, 0.25f}); }
auto growing(const hs::circle& c) { return hs::growing(c, 0.5f); }
template <class S> const S& plain(const S& s) { return s; }
template <class S, std::size_t N> const S& plain(const hs::growing_shape<S, N>& s) { return s.shape; }

template <class A, class B>
concept can_meet = hs::detail::can_ask<hs::detail::sweep_verb, hs::detail::flat, A, B, hs::vec2>;

// f(a, b) for every pair that can be asked.
template <class As, class Bs, class F> void each_pair(const As& as, const Bs& bs, const F& f) {
  std::apply(
      [&](const auto&... a) {
        const auto against_all = [&](const auto& one) {
          std::apply(
              [&](const auto&... b) {
                const auto ask = [&]<class B>(const B& other) {
                  if constexpr (can_meet<std::decay_t<decltype(one)>, B>) f(one, other);
                };
                (ask(b), ...);
              },
              bs);
        };
        (against_all(a), ...);
      },
      as);
}

template <class A> constexpr const char* name_of() {
  using P = hs::detail::plain_of<A>;
  if (hs::detail::grows<A>) return "growing";
  constexpr const char* names[] = {"point", "box", "box", "circle", "segment", "capsule", "obb", "polygon", "chain"};
  return names[static_cast<int>(hs::detail::shape_traits<P>::what)];
}
template <class A, class B> std::string pair_name() { return std::string(name_of<A>()) + " in " + name_of<B>(); }

template <class V> bool same_vector(const V& x, const V& y) {
  for (int k = 0; k < V::dims; ++k)
    if (!same_bits(x[k], y[k])) return false;
  return true;
}

constexpr float ring_x[] = {0, 8, 8, 0}, ring_y[] = {0, 0, 8, 8};
constexpr float small_x[] = {-3, 1, 1, -3}, small_y[] = {3, 3, 5, 5};

TEST(start, a_box_that_is_in_by_the_left_leaves_by_the_left_whatever_the_shapes) {
  const hs::box block{{0, 0}, {8, 8}}, mover{{-3, 3}, {1, 5}};
  const std::tuple walls(block, growing(block), hs::circle{{4, 4}, 4}, growing(hs::circle{{4, 4}, 4}),
                         hs::obb{{4, 4}, {4, 4}, {1, 0}}, hs::capsule{{4, 3}, {0, 2}, 4},
                         hs::polygon{.x = ring_x, .y = ring_y});
  const std::tuple movers(mover, growing(mover), hs::vec2{1, 4}, hs::circle{{-1, 4}, 2},
                          growing(hs::circle{{-1, 4}, 2}), hs::capsule{{-2, 4}, {1, 0}, 2},
                          hs::obb{{-1, 4}, {2, 1}, {1, 0}}, hs::polygon{.x = small_x, .y = small_y});
  const hs::vec2 step{-3, 1};
  int pairs = 0;
  on_every_isa([&] {
    each_pair(movers, walls, [&]<class A, class B>(const A& a, const B& b) {
      SCOPED_TRACE((pair_name<A, B>()));
      const hs::hit h = hs::sweep_nearest(a, step, b);
      EXPECT_EQ(h.flags, hs::started);
      EXPECT_EQ(h.time, 0);
      EXPECT_EQ(h.normal, (hs::vec2{-1, 0})) << text(h);
      EXPECT_TRUE(same_vector(h.normal, hs::contact_deepest(plain(a), plain(b)).normal)) << text(h);
      EXPECT_EQ(hs::slide(step, h), step) << "it leads out";
      ++pairs;
    });
  });
  EXPECT_GT(pairs, 40);
}

TEST(start, a_ray_that_starts_inside_says_where_it_starts) {
  const hs::box block{{0, 0}, {8, 8}};
  const hs::segment ray{{3, 5}, {20, 1}};
  on_every_isa([&] {
    const auto ask = [&](const char* what, const auto& b) {
      const hs::hit h = hs::cast_nearest(ray, b);
      EXPECT_EQ(h.flags, hs::started) << what;
      EXPECT_EQ(h.position, ray.start) << what;
      EXPECT_EQ(hs::sweep_nearest(ray.start, ray.delta, b).position, ray.start) << what;
    };
    ask("box", block), ask("circle", hs::circle{{4, 4}, 4}), ask("obb", hs::obb{{4, 4}, {4, 4}, {1, 0}});
    ask("capsule", hs::capsule{{4, 3}, {0, 2}, 4}), ask("polygon", hs::polygon{.x = ring_x, .y = ring_y});
    EXPECT_EQ(hs::sweep_nearest(ray.start, ray.delta, growing(block)).position, ray.start);
    EXPECT_EQ(hs::sweep_nearest(ray.start, ray.delta, growing(hs::circle{{4, 4}, 4})).position, ray.start);
    EXPECT_EQ(hs::sweep_nearest(hs::circle{ray.start, 0}, ray.delta, block).position, ray.start);
    const hs::box3 room{{0, 0, 0}, {8, 8, 8}};
    EXPECT_EQ(hs::cast_nearest(hs::segment3{{3, 5, 1}, {9, 0, 0}}, room).position, (hs::vec3{3, 5, 1}));
    EXPECT_EQ(hs::cast_nearest(hs::segment3{{3, 5, 4}, {9, 0, 0}}, hs::sphere{{4, 4, 4}, 4}).position,
              (hs::vec3{3, 5, 4}));
  });
}

TEST(start, circles_that_share_their_centre_part_along_the_last_axis) {
  on_every_isa([] {
    const hs::circle a{{2, 3}, 1}, b{{2, 3}, 4};
    EXPECT_EQ(hs::sweep_nearest(a, hs::vec2{5, 5}, b).normal, (hs::vec2{0, 1}));
    EXPECT_EQ(hs::sweep_nearest(a, hs::vec2{5, 5}, b).position, (hs::vec2{2, 7})) << "on the rim of b";
    EXPECT_EQ(hs::sweep_nearest(hs::sphere{{2, 3, 4}, 1}, hs::vec3{5, 5, -1}, hs::sphere{{2, 3, 4}, 4}).normal,
              (hs::vec3{0, 0, 1}));
  });
}

// ---- at random -----------------------------------------------------------------------------------------------------

float number(rng& r, float low, float high) {
  const float x = r.real(low, high);
  return r.one_in(2) ? std::round(x) : x;
}
template <int D> vector_of<D> draw(rng& r, float low, float high) {
  vector_of<D> v;
  for (int k = 0; k < D; ++k) v[k] = number(r, low, high);
  return v;
}
template <int D> box_of<D> some_box(rng& r) {
  box_of<D> b{draw<D>(r, -6, 6), {}};
  for (int k = 0; k < D; ++k) b.max[k] = b.min[k] + number(r, 0, 9);
  return b;
}
template <int D> circle_of<D> some_circle(rng& r) { return {draw<D>(r, -6, 6), number(r, 0, 6)}; }
hs::vec2 some_axis(rng& r) {
  const float turn = r.real(0, 6.3f);
  return r.one_in(3) ? hs::vec2{0, 1} : hs::vec2{std::cos(turn), std::sin(turn)};
}
auto some_shapes(rng& r, const float (&x)[4], const float (&y)[4]) {
  return std::tuple(draw<2>(r, -6, 6), some_box<2>(r), growing(some_box<2>(r)), some_circle<2>(r),
                    growing(some_circle<2>(r)), hs::capsule{draw<2>(r, -6, 6), draw<2>(r, -6, 6), number(r, 0, 4)},
                    hs::obb{draw<2>(r, -6, 6), {number(r, 0, 6), number(r, 0, 6)}, some_axis(r)},
                    hs::polygon{.x = x, .y = y});
}

template <class A> bool is_point(const A& a) {
  if constexpr (hs::detail::is_point<A>)
    return true;
  else if constexpr (std::is_same_v<A, hs::box> || std::is_same_v<A, hs::box3>)
    return a.min == a.max;
  else if constexpr (std::is_same_v<A, hs::circle> || std::is_same_v<A, hs::sphere>)
    return a.radius == 0;
  else
    return false;
}

// Whether it started in overlap.
template <class A, class V, class B, class... DB>
bool told_like_contact(const A& a, const V& d, const B& b, const hs::query& q, const DB&... db) {
  const auto h = [&] {
    if constexpr (sizeof...(db) > 0)
      return hs::sweep_nearest(a, d, hs::moving(b, db...), q);
    else
      return hs::sweep_nearest(a, d, b, q);
  }();
  const auto c = hs::contact_deepest(plain(a), plain(b), {.touch = q.touch});
  EXPECT_EQ(static_cast<bool>(c), (h.flags & hs::started) != 0) << text(h);
  if (!(h.flags & hs::started)) return false;
  EXPECT_TRUE(same_vector(h.normal, c.normal)) << "normal " << text(h.normal) << ", contact's " << text(c.normal);
  if constexpr (!hs::detail::grows<A>) {
    if (!is_point(a)) {
      EXPECT_EQ(h.position, c.position) << "position " << text(h.position) << ", contact's " << text(c.position);
    }
  }
  return true;
}

TEST(start, the_normal_is_that_of_contact_to_the_last_bit) {
  std::size_t started = 0;
  on_every_isa([&] {
    rng r(0x57a7);
    for (std::size_t i = 0; i < cases(1500) && !testing::Test::HasFailure(); ++i) {
      const float w = number(r, 1, 9), h = number(r, 1, 9), x = number(r, -6, 2), y = number(r, -6, 2);
      const float xs[] = {x, x + w, x + w / 2, x}, ys[] = {y, y, y + h, y + h / 2};
      const auto as = some_shapes(r, xs, ys), bs = some_shapes(r, xs, ys);
      const hs::vec2 d = r.one_in(5) ? hs::vec2{} : draw<2>(r, -5, 5), db = draw<2>(r, -5, 5);
      const hs::query q{.touch = r.one_in(2) ? hs::touching::hits : hs::touching::misses};
      each_pair(as, bs, [&]<class A, class B>(const A& a, const B& b) {
        SCOPED_TRACE((pair_name<A, B>() + ", case " + std::to_string(i)));
        started += told_like_contact(a, d, b, q) + told_like_contact(a, d, b, q, db);
      });
      const auto far = draw<3>(r, -5, 5), other = draw<3>(r, -5, 5);
      const std::tuple as3(draw<3>(r, -6, 6), some_box<3>(r), some_circle<3>(r));
      const auto b3 = some_box<3>(r);
      const auto s3 = some_circle<3>(r);
      std::apply(
          [&](const auto&... a) {
            ((started += told_like_contact(a, far, b3, q) + told_like_contact(a, far, s3, q, other)), ...);
          },
          as3);
    }
  });
  EXPECT_GT(started, hs::supported_isas().size() * cases(1500) * 10) << "hardly anything starts inside";
}

hs::box moved(const hs::box& a, hs::vec2 by) {
  return {{a.min.x + by.x, a.min.y + by.y}, {a.max.x + by.x, a.max.y + by.y}};
}
hs::vec2 moved(hs::vec2 a, hs::vec2 by) { return {a.x + by.x, a.y + by.y}; }
hs::circle moved(const hs::circle& a, hs::vec2 by) { return {moved(a.center, by), a.radius}; }
hs::capsule moved(const hs::capsule& a, hs::vec2 by) { return {moved(a.start, by), a.delta, a.radius}; }
hs::obb moved(const hs::obb& a, hs::vec2 by) { return {moved(a.center, by), a.half, a.axis}; }
template <class A>
concept movable = requires(const A& a) { moved(a, hs::vec2{}); };

TEST(start, whoever_walks_out_of_the_least_way_and_slides_gets_out) {
  std::size_t tried = 0;
  on_every_isa([&] {
    rng r(0x51de);
    for (std::size_t i = 0; i < cases(1000) && !testing::Test::HasFailure(); ++i) {
      const float xs[] = {-4, 4, 5, 0}, ys[] = {-4, -3, 4, 6};
      const auto as = some_shapes(r, xs, ys), bs = some_shapes(r, xs, ys);
      const float part = r.real(0.3f, 1), aside = r.real(-3, 3);
      each_pair(as, bs, [&]<class A, class B>(A a, const B& b) {
        if constexpr (movable<A> && !hs::detail::grows<B>) {
          const hs::contact2 c = hs::contact_deepest(a, b);
          if (!c || c.depth < 0x1p-10f) return;
          SCOPED_TRACE((pair_name<A, B>() + ", case " + std::to_string(i)));
          const hs::vec2 n = c.normal;
          const float out = c.depth * part, along = c.depth * aside;
          const hs::vec2 step{out * n.x - along * n.y, out * n.y + along * n.x};
          for (int frame = 0; frame < 8; ++frame) {
            const hs::hit h = hs::sweep_nearest(a, step, b);
            const float t = h ? hs::safe_time(h.time) : 1;
            const hs::vec2 rest = hs::slide(step, h);
            a = moved(a, {t * step.x + rest.x, t * step.y + rest.y});
          }
          EXPECT_FALSE(hs::overlap_any(a, b)) << "still inside, with steps of " << text(step);
          ++tried;
        }
      });
    }
  });
  EXPECT_GT(tried, hs::supported_isas().size() * cases(1000) * 5) << "hardly anything starts inside";
}

}  // namespace
