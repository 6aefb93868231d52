// What a wall leaves of a motion: deflect, slide, push.
//
//            v                n.n times the part of v along n is (v.n) n. Dividing by n.n rather than trusting |n| = 1
//          \   ^              matters: a float normal is off by 2^-24, and so much of v.n would remain in the wall.
//           \  | n
//            \ |              slide    r = v - s n,    s = (v.n) / (n.n)
//    ---------*-----> r       deflect  r = v - 2 s n
//                             push     r |v| / |r| of slide's r
//                             bounce   (1 - friction) (v - s n) - restitution s n
//
// Order of operations, each rounded once to double: v.n and n.n from axis 0 up; s; s n_k (times 2: exact); the
// difference; for push |r|^2 and |v|^2 from axis 0 up, their roots, r_k times the quotient of the roots; times what is
// left; to float. Products of two floats are exact in double.
//
// The last rounding may turn a vector along the wall into one that leads into it by half an ulp. Then it is rounded
// away from the wall instead, axis by axis. Where the normal is nearly along an axis that may be less than what the
// doubles before are off by: then it is lifted off the wall by as much as they can be, 2^-49 of the sum of |v_k n_k|
// over n.n times n, and rounded so again. What breaks a promise even so (it is then smaller than 2^-23 of v) is zero.
// Whether it does is decided exactly. What does not lead into the wall - and that is decided exactly, too - is v times
// what is left, rounded so likewise.
#include <algorithm>
#include <cfloat>
#include <cmath>

#include "../core/contract.hpp"
#include "../core/float_state.hpp"
#include "../core/items.hpp"
#include "../dispatch/by_isa.hpp"
#include "../reference/expansion.hpp"
#include "../reference/shapes.hpp"
#include "walls.hpp"

#include <hitscan/detail/request.hpp>
#include <hitscan/respond.hpp>

namespace hitscan {

namespace detail {
HITSCAN_DECLARE_BY_ISA(void walls(const wall_request&) noexcept)

static void walls_one_by_one(const wall_request& r) noexcept {
  for (std::size_t i = 0; i < r.n; ++i) {
    float v[3]{}, n[3]{}, out[3]{};
    for (int k = 0; k < r.dims; ++k) v[k] = broad::at(r.step[k], i), n[k] = r.normal[k][i];
    wall_answer(r.dims, v, n, r.time ? 1 - r.time[i] : 1, r.what, out);
    for (int k = 0; k < r.dims; ++k) r.out[k][i] = out[k];
  }
}
static constexpr void (*all_walls[isa_count])(const wall_request&) noexcept = HITSCAN_BY_ISA(walls_one_by_one, walls);
}  // namespace detail

namespace {

using detail::in_default_state;
using detail::textbook::finite;

using answer = detail::wall;

template <class V> bool finite_vector(const V& v) noexcept {
  bool ok = true;
  for (int k = 0; k < V::dims; ++k) ok &= finite(v[k]);
  return ok;
}

template <class V> int sign_of_dot(const V& a, const V& b) noexcept {
  detail::expansion<V::dims> sum;
  for (int k = 0; k < V::dims; ++k) sum.add(static_cast<double>(a[k]) * static_cast<double>(b[k]));
  return sum.sign();
}

float to_float(double x) noexcept {  // pushes along a diagonal may be longer than the longest float
  if (x > FLT_MAX) return FLT_MAX;
  return x < -FLT_MAX ? -FLT_MAX : static_cast<float>(x);
}

// x as the next float on the side where n points.
float rounded_along(double x, float n) noexcept {
  const float nearest = to_float(x);
  if (n > 0 && static_cast<double>(nearest) < x) return std::nextafter(nearest, FLT_MAX);
  if (n < 0 && static_cast<double>(nearest) > x) return std::nextafter(nearest, -FLT_MAX);
  return nearest;
}

// How much of the speed into it a wall gives back, and of the speed along it keeps. Without it, one deflects.
struct wall_kind {
  double gives_back, keeps;
  wall_kind(float restitution, float friction) noexcept
      : gives_back(restitution > 0 ? std::min(restitution, FLT_MAX) : 0.0f),
        keeps(1 - double{friction > 0 ? std::min(friction, 1.0f) : 0.0f}) {}
};

// Does it lead out of the wall or along it, and, but for what is thrown back, not against the wish?
template <class V> FORCED bool holds(const V& result, const V& v, const V& n, answer what) noexcept {
  return sign_of_dot(result, n) >= 0 && (what == answer::deflects || sign_of_dot(result, v) >= 0);
}

// What is left, r times `scale`, lifted off the wall by what r may be off. Seldom asked.
template <class V, int D>
ONCE V lifted_off(const V& v, const V& n, const double (&r)[D], double square, double scale, answer what) noexcept {
  double size = 0;
  for (int k = 0; k < D; ++k) size += std::fabs(static_cast<double>(v[k]) * static_cast<double>(n[k]));
  V result;
  for (int k = 0; k < D; ++k)
    result[k] = rounded_along((r[k] + size / square * 0x1p-49 * static_cast<double>(n[k])) * scale, n[k]);
  return holds(result, v, n, what) ? result : V{};
}

// No wall, or v does not lead into it: v times what is left. `clear`: that is sure to be so of what is rounded, too.
// Else each axis is rounded towards the normal, from a product that is exact: no axis leads into the wall by more.
template <class V> V not_into(const V& v, const V& n, float left, answer what, bool clear) noexcept {
  V result;
  bool slow = false;  // rounding is no small part of it
  for (int k = 0; k < V::dims; ++k) {
    result[k] = v[k] * left;
    slow |= std::fabs(v[k]) < 0x1p-100f && v[k] != 0;
  }
  if ((clear && !slow) || holds(result, v, n, what)) return result;
  for (int k = 0; k < V::dims; ++k)
    result[k] = rounded_along(static_cast<double>(v[k]) * static_cast<double>(left), n[k]);
  return result;
}

template <class V, class... Kind>  // of a wall, if it is of some kind
V respond(const V& v, const V& n, float left, answer what, const Kind&... kind) noexcept {
  constexpr int D = V::dims;
  if (!(left > 0) || !finite_vector(v) || !finite_vector(n)) return {};
  if (left > 1) left = 1;

  double along = 0, square = 0, size = 0;
  for (int k = 0; k < D; ++k) {
    const double product = static_cast<double>(v[k]) * static_cast<double>(n[k]);
    along += product, size += std::fabs(product);
    square += static_cast<double>(n[k]) * static_cast<double>(n[k]);
  }
  // A sum of two products has the sign it should have; one of three may round to another.
  const bool sure = D == 2 || std::fabs(along) > size * 0x1p-50;
  if (!(sure ? along < 0 : sign_of_dot(v, n) < 0)) {
    const bool clear = along > size * 0x1p-20 || size == 0;  // roundings are 2^-24 of each product
    return not_into(v, n, left, what, clear);
  }

  const double part = along / square * (what == answer::deflects && sizeof...(kind) == 0 ? 2 : 1);
  double r[D], speed = 1;
  for (int k = 0; k < D; ++k) {
    r[k] = static_cast<double>(v[k]) - part * static_cast<double>(n[k]);
    ((r[k] = r[k] * kind.keeps - (kind.gives_back > 0 ? kind.gives_back * (part * static_cast<double>(n[k])) : 0)),
     ...);
  }
  if (what == answer::pushes) {
    double rr = 0, vv = 0;
    for (int k = 0; k < D; ++k) rr += r[k] * r[k], vv += static_cast<double>(v[k]) * static_cast<double>(v[k]);
    if (!(rr > vv * 0x1p-44)) return {};  // straight, as far as a normal of floats can tell
    speed = std::sqrt(vv) / std::sqrt(rr);
  }

  V nearest, outward;
  for (int k = 0; k < D; ++k) {
    const double x = r[k] * speed * static_cast<double>(left);
    nearest[k] = to_float(x), outward[k] = rounded_along(x, n[k]);
  }
  for (const V& result : {nearest, outward})
    if (holds(result, v, n, what)) return result;
  return lifted_off(v, n, r, square, speed * static_cast<double>(left), what);
}

template <class V> V after(const V& step, const basic_hit<V>& h, answer what) noexcept {
  return h ? respond(step, h.normal, 1 - h.time, what) : V{};
}
// A wall that gives nothing back is slid along.
template <class V> V bounced(const V& v, const V& n, float left, const wall_kind& kind) noexcept {
  return respond(v, n, left, kind.gives_back > 0 ? answer::deflects : answer::slides, kind);
}

// ---- batches ---------------------------------------------------------------------------------------------------

template <std::size_t D>
std::size_t respond_all(const std::array<column, D>& steps, std::span<const float> time,
                        const std::array<std::span<const float>, D>& normal, const std::array<std::span<float>, D>& out,
                        answer what) noexcept {
  const detail::default_float_state here;
  detail::columns_at_work all(what == answer::deflects ? "deflect" : what == answer::slides ? "slide" : "push");
  for (const column& c : steps) all.take(c);
  if (!time.empty()) all.take(time.size());
  for (const auto& c : normal) all.take(c.size());
  for (const auto& c : out) all.take(c.size());
  detail::wall_request r{
      .dims = D, .what = what, .step = {}, .time = time.data(), .normal = {}, .out = {}, .n = all.count()};
  if (time.empty()) r.time = nullptr;
  bool strided = false;
  for (std::size_t k = 0; k < D; ++k) {
    r.step[k] = {steps[k].data(), steps[k].value(), steps[k].gap()};
    strided |= steps[k].gap() != 0;
    r.normal[k] = normal[k].data(), r.out[k] = out[k].data();
  }
  strided ? detail::walls_one_by_one(r) : detail::of_active(detail::all_walls)(r);
  return r.n;
}

std::size_t all2(const motions& steps, const hit_columns& hits, std::span<float> dx, std::span<float> dy,
                 answer what) noexcept {
  return respond_all<2>(steps.columns(), hits.time, {hits.normal_x, hits.normal_y}, {dx, dy}, what);
}
std::size_t all3(const motions3& steps, const hit_columns3& hits, std::span<float> dx, std::span<float> dy,
                 std::span<float> dz, answer what) noexcept {
  return respond_all<3>(steps.columns(), hits.time, {hits.normal_x, hits.normal_y, hits.normal_z}, {dx, dy, dz}, what);
}

}  // namespace

void detail::wall_answer(int dims, const float* v, const float* n, float left, wall what, float* out) noexcept {
  if (dims == 2) {
    const vec2 r = respond(vec2{v[0], v[1]}, vec2{n[0], n[1]}, left, what);
    out[0] = r.x, out[1] = r.y;
  } else {
    const vec3 r = respond(vec3{v[0], v[1], v[2]}, vec3{n[0], n[1], n[2]}, left, what);
    out[0] = r.x, out[1] = r.y, out[2] = r.z;
  }
}

vec2 deflect(vec2 velocity, vec2 normal) noexcept {
  return in_default_state([&] { return respond(velocity, normal, 1, answer::deflects); });
}
vec3 deflect(vec3 velocity, vec3 normal) noexcept {
  return in_default_state([&] { return respond(velocity, normal, 1, answer::deflects); });
}
vec2 slide(vec2 velocity, vec2 normal) noexcept {
  return in_default_state([&] { return respond(velocity, normal, 1, answer::slides); });
}
vec3 slide(vec3 velocity, vec3 normal) noexcept {
  return in_default_state([&] { return respond(velocity, normal, 1, answer::slides); });
}
vec2 push(vec2 velocity, vec2 normal) noexcept {
  return in_default_state([&] { return respond(velocity, normal, 1, answer::pushes); });
}
vec3 push(vec3 velocity, vec3 normal) noexcept {
  return in_default_state([&] { return respond(velocity, normal, 1, answer::pushes); });
}

vec2 deflect(vec2 step, const hit& h) noexcept {
  return in_default_state([&] { return after(step, h, answer::deflects); });
}
vec3 deflect(vec3 step, const hit3& h) noexcept {
  return in_default_state([&] { return after(step, h, answer::deflects); });
}
vec2 slide(vec2 step, const hit& h) noexcept {
  return in_default_state([&] { return after(step, h, answer::slides); });
}
vec3 slide(vec3 step, const hit3& h) noexcept {
  return in_default_state([&] { return after(step, h, answer::slides); });
}
vec2 push(vec2 step, const hit& h) noexcept {
  return in_default_state([&] { return after(step, h, answer::pushes); });
}
vec3 push(vec3 step, const hit3& h) noexcept {
  return in_default_state([&] { return after(step, h, answer::pushes); });
}

vec2 bounce(vec2 velocity, vec2 normal, float restitution, float friction) noexcept {
  return in_default_state([&] { return bounced(velocity, normal, 1, {restitution, friction}); });
}
vec2 bounce(vec2 step, const hit& h, float restitution, float friction) noexcept {
  return in_default_state([&] {
    return h ? bounced(step, h.normal, 1 - h.time, {restitution, friction}) : decltype(step){};
  });
}
vec3 bounce(vec3 velocity, vec3 normal, float restitution, float friction) noexcept {
  return in_default_state([&] { return bounced(velocity, normal, 1, {restitution, friction}); });
}
vec3 bounce(vec3 step, const hit3& h, float restitution, float friction) noexcept {
  return in_default_state([&] {
    return h ? bounced(step, h.normal, 1 - h.time, {restitution, friction}) : decltype(step){};
  });
}

std::size_t deflect(const motions& steps, const hit_columns& hits, std::span<float> dx, std::span<float> dy) noexcept {
  return all2(steps, hits, dx, dy, answer::deflects);
}
std::size_t slide(const motions& steps, const hit_columns& hits, std::span<float> dx, std::span<float> dy) noexcept {
  return all2(steps, hits, dx, dy, answer::slides);
}
std::size_t push(const motions& steps, const hit_columns& hits, std::span<float> dx, std::span<float> dy) noexcept {
  return all2(steps, hits, dx, dy, answer::pushes);
}
std::size_t deflect(const motions3& steps, const hit_columns3& hits, std::span<float> dx, std::span<float> dy,
                    std::span<float> dz) noexcept {
  return all3(steps, hits, dx, dy, dz, answer::deflects);
}
std::size_t slide(const motions3& steps, const hit_columns3& hits, std::span<float> dx, std::span<float> dy,
                  std::span<float> dz) noexcept {
  return all3(steps, hits, dx, dy, dz, answer::slides);
}
std::size_t push(const motions3& steps, const hit_columns3& hits, std::span<float> dx, std::span<float> dy,
                 std::span<float> dz) noexcept {
  return all3(steps, hits, dx, dy, dz, answer::pushes);
}

}  // namespace hitscan
