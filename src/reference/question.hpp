// From a request to answers: reading item i of it, and what a test says of it. The result forms, plain loops over
// that, are in src/isa/scalar/engine.cpp.
#pragma once

#include <bit>

#include "../core/forced.hpp"
#include "contact_boxes.hpp"
#include "contact_circles.hpp"
#include "contact_circles_boxes.hpp"
#include "contact_hulls.hpp"
#include "inside_boxes.hpp"
#include "overlap_boxes.hpp"
#include "overlap_circles.hpp"
#include "overlap_circles_boxes.hpp"
#include "overlap_hulls.hpp"
#include "sweep_boxes.hpp"
#include "sweep_circles.hpp"
#include "sweep_circles_boxes.hpp"
#include "sweep_growing_boxes.hpp"
#include "sweep_growing_circles.hpp"
#include "sweep_hulls.hpp"

#include <cmath>

#include <hitscan/detail/lower.hpp>

#if defined(__FAST_MATH__)
#error "hitscan: the library is exact, whatever it is used in: see HITSCAN_EXACT_FLAGS in cmake/flags.cmake"
#endif

namespace hitscan::detail::textbook {

// ---- reading ---------------------------------------------------------------------------------------------------
// at(column): what stands there for the item that is read.

template <int D, class Side, class At> FORCED void read(const Side& s, const At& at, box_at<D>& box) noexcept {
  if (s.what == kind::corners)
    for (int k = 0; k < D; ++k) box.min[k] = at(s.column[2 * k]), box.max[k] = at(s.column[2 * k + 1]);
  else if (s.what == kind::centred)
    for (int k = 0; k < D; ++k) {
      const float c = at(s.column[k]), h = at(s.column[D + k]);
      box.min[k] = c - h, box.max[k] = c + h;
    }
  else
    for (int k = 0; k < D; ++k) box.min[k] = box.max[k] = at(s.column[k]);  // a point: copied, so that -0 stays -0
}

template <int D, class Side, class At> FORCED void read(const Side& s, const At& at, circle_at<D>& circle) noexcept {
  for (int k = 0; k < D; ++k) circle.center[k] = at(s.column[k]);
  circle.radius = s.what == kind::circle ? at(s.column[D]) : 0.0f;
}

template <int D, class At> FORCED void read(const side& s, const At& at, growing_box_at<D>& b) noexcept {
  read(s, at, b.box);
  for (int k = 0; k < D; ++k) b.grow[k] = at(s.grow[k]);
}
template <int D, class At> FORCED void read(const side& s, const At& at, growing_circle_at<D>& c) noexcept {
  read(s, at, c.circle);
  c.grow = at(s.grow[0]);
}

struct at_item {
  std::size_t item;
  float operator()(const feed& column) const noexcept { return *(column.data ? column.data + item : &column.one); }
};
struct at_single {
  static constexpr std::size_t item = 0;
  float operator()(float column) const noexcept { return column; }
};
struct at_only {  // a side without spans
  static constexpr std::size_t item = 0;
  float operator()(const feed& column) const noexcept { return column.one; }
};

template <class At> FORCED void read(const side& s, const At& at, hull& h) noexcept { read_hull(s, at.item, h); }

// One item of a side, with its motion.
template <int D, class Shape> struct item {
  Shape shape;
  float motion[D];  // in tests in which something moves; 0 for what stands still
  std::uint32_t layers;
  bool ok;  // valid, and there; if not, nothing else needs to be set
};

template <bool Moves, int D, class Shape, class Side, class Motion, class At>
FORCED void load(const Side& s, const Motion& m, const At& at, std::uint32_t layers, item<D, Shape>& to) noexcept {
  read(s, at, to.shape);
  to.layers = layers;
  to.ok = valid(to.shape);
  for (int k = 0; Moves && k < D; ++k) {
    to.motion[k] = m.present ? at(m.column[k]) : 0;
    to.ok &= finite(to.motion[k]);
  }
}

template <bool Moves, int D, class Shape>
ONCE void load_only(const side& s, const motion& m, item<D, Shape>& to) noexcept {
  load<Moves>(s, m, at_only{}, s.layer_one, to);
}

// A side of the question. A single shape is read once.
template <int D, class Shape, bool Moves> class items {
 public:
  items(const side& s, const motion& m, bool single) noexcept : uniform_(single || !s.spans) {
    if (uniform_) load_only<Moves>(s, m, one_);  // else never read
  }
  // Item i: the one there is, or read into `room`.
  const item<D, Shape>& get(const side& s, const motion& m, std::size_t i, item<D, Shape>& room) const noexcept {
    if (uniform_) return one_;
    room.ok = false;  // as long as an index pair points beyond the view
    if (i < s.count) load<Moves>(s, m, at_item{i}, s.layer_data ? s.layer_data[i] : s.layer_one, room);
    return room;
  }

 private:
  const bool uniform_;
  item<D, Shape> one_;
};

// ---- asking ----------------------------------------------------------------------------------------------------

// The shapes each test wants, and the question it asks of a pair.
template <test Which, int D> struct asks;

template <int D, class A, class B, bool (*Ask)(const A&, const B&, touching) noexcept> struct asks_now {
  using a = A;
  using b = B;
  static constexpr bool moving = false, timed = false;
  static bool of(const item<D, A>& x, const item<D, B>& y, const rules& rule) noexcept {
    return Ask(x.shape, y.shape, rule.touch);
  }
};
template <int D, class A, class B,
          moment<D> (*Ask)(const A&, const float (&)[D], const B&, const float (&)[D], const rules&) noexcept>
struct asks_when {
  using a = A;
  using b = B;
  static constexpr bool moving = true, timed = true;
  static moment<D> of(const item<D, A>& x, const item<D, B>& y, const rules& rule) noexcept {
    return Ask(x.shape, x.motion, y.shape, y.motion, rule);
  }
};

template <int D, class A, class B, moment<D> (*Ask)(const A&, const B&, const rules&) noexcept> struct asks_how_deep {
  using a = A;
  using b = B;
  static constexpr bool moving = false, timed = true;
  static moment<D> of(const item<D, A>& x, const item<D, B>& y, const rules& rule) noexcept {
    return Ask(x.shape, y.shape, rule);
  }
};

template <int D> struct asks<test::overlap_boxes, D> : asks_now<D, box_at<D>, box_at<D>, overlap_or_hold<D>> {};
template <int D> struct asks<test::inside_boxes, D> : asks_now<D, box_at<D>, box_at<D>, inside_boxes<D>> {};
template <int D> struct asks<test::overlap_circles, D> : asks_now<D, circle_at<D>, circle_at<D>, overlap_circles<D>> {};
template <int D>
struct asks<test::overlap_circles_boxes, D> : asks_now<D, circle_at<D>, box_at<D>, overlap_circles_boxes<D>> {};
template <int D> struct asks<test::contact_hulls, D> : asks_how_deep<D, hull, hull, contact_hulls<D>> {};
template <int D> struct asks<test::sweep_hulls, D> : asks_when<D, hull, hull, sweep_hulls<D>> {};
template <int D> struct asks<test::overlap_hulls, D> : asks_now<D, hull, hull, overlap_hulls<D>> {};
template <int D> struct asks<test::sweep_boxes, D> : asks_when<D, box_at<D>, box_at<D>, sweep_boxes<D>> {};
template <int D> struct asks<test::sweep_circles, D> : asks_when<D, circle_at<D>, circle_at<D>, sweep_circles<D>> {};
template <int D>
struct asks<test::sweep_growing_boxes, D> : asks_when<D, growing_box_at<D>, growing_box_at<D>, sweep_growing_boxes<D>> {
};
template <int D>
struct asks<test::sweep_growing_circles, D>
    : asks_when<D, growing_circle_at<D>, growing_circle_at<D>, sweep_growing_circles<D>> {};
template <int D>
struct asks<test::sweep_circles_boxes, D> : asks_when<D, circle_at<D>, box_at<D>, sweep_circles_boxes<D>> {};
template <int D> struct asks<test::contact_boxes, D> : asks_how_deep<D, box_at<D>, box_at<D>, contact_boxes<D>> {};
template <int D>
struct asks<test::contact_circles, D> : asks_how_deep<D, circle_at<D>, circle_at<D>, contact_circles<D>> {};
template <int D>
struct asks<test::contact_circles_boxes, D> : asks_how_deep<D, circle_at<D>, box_at<D>, contact_circles_boxes<D>> {};

// A request, ready to be asked about item (or pair) i.
template <test Which, int D> class question {
  using ask = asks<Which, D>;

 public:
  explicit question(const request& r) noexcept
      : r_(r), a_(r.a, r.da, r.batch == batch::one_many), b_(r.b, r.db, r.batch == batch::many_one) {}

  bool hits(std::size_t i) const noexcept {
    if constexpr (ask::timed)
      return when(this, i, !(r_.until >= 1)).hit;
    else
      return answer(i, false);
  }
  // As plain_question has these, below.
  ONCE static moment<D> when(const void* self, std::size_t i, bool told) noexcept {
    const question& q = *static_cast<const question*>(self);
    if constexpr (ask::timed) {
      moment<D> m = q.answer(i, told);
      if (!(q.r_.until >= 1 || m.time < q.r_.until)) m = {};
      return m;
    } else
      return {.hit = (some_hits(self, i, 1, false) & 1) != 0};
  }
  ONCE static std::uint64_t some_hits(const void* self, std::size_t first, std::size_t n, bool one) noexcept {
    const question& q = *static_cast<const question*>(self);
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < n; ++i)
      if (q.hits(first + i)) {
        bits |= std::uint64_t{1} << i;
        if (one) break;
      }
    return bits;
  }

 private:
  FORCED auto answer(std::size_t i, bool told) const noexcept {
    item<D, typename ask::a> room_a;
    item<D, typename ask::b> room_b;
    const auto& a = a_.get(r_.a, r_.da, r_.first ? r_.first[i] : i, room_a);
    const auto& b = b_.get(r_.b, r_.db, r_.second ? r_.second[i] : i, room_b);
    const bool asked = a.ok && b.ok && (a.layers & b.layers & r_.layers) != 0;
    return asked ? ask::of(a, b, {r_.touch, r_.start, r_.flip, told}) : decltype(ask::of(a, b, {}))();
  }

  const request& r_;
  const items<D, typename ask::a, ask::moving> a_;
  const items<D, typename ask::b, ask::moving> b_;
};

// The same when it no longer matters which test it is: what the forms walk over.
template <int D> struct plain_question {
  std::size_t n;
  const void* question;
  // Of items first .. first + n - 1, 64 at most: a bit for each that hits; or, if one is enough, for the first of them.
  std::uint64_t (*hits)(const void* question, std::size_t first, std::size_t n, bool one) noexcept;
  // Told: when and where, too.
  moment<D> (*tell)(const void* question, std::size_t i, bool told) noexcept;
  FORCED moment<D> when(std::size_t i) const noexcept { return tell(question, i, true); }
};
// form(its plain_question, to)
template <test Which, int D> void ask(const request& r, void (*form)(const void* ask, void* to), void* to) noexcept {
  const question<Which, D> q(r);
  const plain_question<D> all{r.n, &q, question<Which, D>::some_hits, question<Which, D>::when};
  form(&all, to);
}

// ---- a single answer -------------------------------------------------------------------------------------------

template <int D> std::uint8_t flags_of(const moment<D>& m) noexcept {
  return static_cast<std::uint8_t>((m.corner ? corner : 0) | (m.started ? started : 0));
}

// The order of nearest: time, then faces before corners, then the lower index (which comes first here).
template <int D> bool nearer(const moment<D>& a, const moment<D>& b) noexcept {
  return a.time < b.time || (a.time == b.time && !a.corner && b.corner);
}

// Number by number: a copy of two or more at once waits until each of them has left the store buffer.
FORCED void copy_alone(float& to, const float& from) noexcept {
#if defined(__GNUC__)
  std::uint32_t bits = std::bit_cast<std::uint32_t>(from);
  __asm__("" : "+r"(bits));  // or the compiler makes one copy of neighbours
  to = std::bit_cast<float>(bits);
#else
  to = from;
#endif
}
template <int D> void put_outcome(outcome& o, index who, const moment<D>& m) noexcept {
  o.index = who, o.time = m.time, o.flags = flags_of(m);
  for (int k = 0; k < D; ++k)
    copy_alone(o.normal[k], m.normal[k]), copy_alone(o.position[k], m.position[k]), copy_alone(o.push[k], m.push[k]);
}

// The only item of a request, without a loop: nothing is kept for a next one. `told` says nothing before, and where it
// does not hit.
template <bool Moves, int D, class Shape>
FORCED void read_only_one(const side& s, const motion& m, const index* pick, item<D, Shape>& to) noexcept {
  const std::size_t i = pick ? *pick : 0;
  to.ok = false;
  if (!s.spans || i < s.count) load<Moves>(s, m, at_item{i}, s.layer_data ? s.layer_data[i] : s.layer_one, to);
}
template <int D, class A, class B, class Ask, class Request>
FORCED bool answer_one(const item<D, A>& a, const item<D, B>& b, const Request& r, outcome* told, Ask) noexcept {
  if (!a.ok || !b.ok || (a.layers & b.layers & r.layers) == 0) return false;
  const bool timed = !(r.until >= 1);
  const auto m = Ask::of(a, b, {r.touch, r.start, r.flip, told || timed});
  if constexpr (Ask::timed) {
    if (!m.hit || (timed && !(m.time < r.until))) return false;
    if (told) put_outcome(*told, 0, m);
    return true;
  } else {
    if (told && m) told->index = 0;
    return m;
  }
}
template <test Which, int D> bool only_one(const request& r, outcome* told) noexcept {
  using ask = asks<Which, D>;
  item<D, typename ask::a> a;
  item<D, typename ask::b> b;
  read_only_one<ask::moving>(r.a, r.da, r.first, a), read_only_one<ask::moving>(r.b, r.db, r.second, b);
  return answer_one(a, b, r, told, ask());
}
template <test Which, int D> bool two_singles(const singles& r, outcome* told) noexcept {
  using ask = asks<Which, D>;
  item<D, typename ask::a> a;
  item<D, typename ask::b> b;
  load<ask::moving>(r.a, r.da, at_single{}, ~0u, a), load<ask::moving>(r.b, r.db, at_single{}, ~0u, b);
  return answer_one(a, b, r, told, ask());
}

template <test Which, int D> constexpr auto two() noexcept -> bool (*)(const singles&, outcome*) noexcept {
  using a = typename asks<Which, D>::a;
  if constexpr (std::is_same_v<a, hull> || requires(a one) { one.grow; })
    return nullptr;
  else
    return two_singles<Which, D>;
}

}  // namespace hitscan::detail::textbook
