#include "scene.hpp"

#include "polygons.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <vector>

namespace trial {
namespace {

namespace hd = hitscan::detail;
using hd::kind;

constexpr place places[] = {place::at_end, place::at_start, place::shifted};

struct kinds {
  kind a, b;
};

// What may meet what: verbs.hpp in a table.
kinds pick_kinds(hd::test t, rng& r) {
  constexpr kind boxlike[] = {kind::point, kind::corners, kind::centred};
  switch (t) {
    case hd::test::contact_hulls:
    case hd::test::sweep_hulls:
    case hd::test::overlap_hulls: {
      const auto any = static_cast<kind>(r.below(9)), hull = static_cast<kind>(4 + r.below(5));
      return r.one_in(2) ? kinds{any, hull} : kinds{hull, any};
    }
    case hd::test::inside_boxes: return {boxlike[r.below(3)], boxlike[1 + r.below(2)]};
    case hd::test::contact_circles_boxes:
    case hd::test::sweep_circles_boxes:
    case hd::test::overlap_circles_boxes: return {kind::circle, boxlike[1 + r.below(2)]};
    case hd::test::contact_circles:
    case hd::test::overlap_circles:
    case hd::test::sweep_growing_circles:
    case hd::test::sweep_circles: {
      constexpr kinds round[] = {
          {kind::circle, kind::circle}, {kind::point, kind::circle}, {kind::circle, kind::point}};
      return round[r.below(3)];
    }
    default: {
      const kinds k{boxlike[r.below(3)], boxlike[r.below(3)]};
      return k.a == kind::point && k.b == kind::point ? kinds{kind::point, kind::corners} : k;
    }
  }
}

// Columns of one side, drawn item by item so that a box's corners belong together.
struct maker {
  const plan& p;
  rng& r;
  arena& memory;

  place where() { return places[r.below(3)]; }

  // A column of n floats, or one value for all.
  hd::feed column(std::size_t n, bool many, std::span<float>& data) {
    data = many ? memory.input<float>(n, where()) : std::span<float>{};
    return {many ? data.data() : nullptr, 0};
  }

  void one_item(kind what, float* values) {
    const family& f = *p.from;
    if (what == kind::obb) {  // a turn of any angle, none, or by a right one
      const float angle = r.real(-4, 4);
      values[4] = r.one_in(4) ? 1 : std::cos(angle), values[5] = r.one_in(4) ? 0 : std::sin(angle);
    }
    for (int k = 0; k < p.dims; ++k) {
      const float at = f.draw(f.position, r);
      if (what == kind::segment || what == kind::capsule) {
        values[k] = at, values[2 + k] = f.draw(f.step, r);
      } else if (what == kind::chain) {
        values[k] = at, values[2 + k] = at + f.draw(f.step, r);
      } else if (what == kind::corners) {
        const float size = f.draw(f.extent, r), max = at + size;
        values[2 * k] = at;
        values[2 * k + 1] = f.spoiled || std::isfinite(max) ? max : largest;
      } else {
        values[k] = at;
        if (what == kind::centred || what == kind::obb) values[p.dims + k] = f.draw(f.extent, r);
      }
    }
    if (what == kind::circle) values[p.dims] = f.draw(f.extent, r);
    if (what == kind::capsule || what == kind::chain) values[4] = r.one_in(4) ? 0 : f.draw(f.extent, r);
  }

  // One polygon, or n of them. What is no polygon has two corners; those with NaN or infinite ones stay.
  void outlines(hd::outlines& s, std::size_t n, bool many) {
    const family& f = *p.from;
    std::vector<float> x, y;
    std::vector<hitscan::index> offsets{0};
    for (std::size_t i = 0; i < (many ? n : 1); ++i) {
      if (f.identical && i > 0) {
        for (std::size_t j = 0; j < offsets[1]; ++j) x.push_back(x[j]), y.push_back(y[j]);
      } else {
        polygon_points points = draw_polygon(f, r);
        x.insert(x.end(), points.x.begin(), points.x.end()), y.insert(y.end(), points.y.begin(), points.y.end());
      }
      offsets.push_back(static_cast<hitscan::index>(x.size()));
    }
    const std::span<float> xs = memory.input<float>(x.size(), where()), ys = memory.input<float>(x.size(), where());
    std::copy(x.begin(), x.end(), xs.begin()), std::copy(y.begin(), y.end(), ys.begin());
    s = {xs.data(), ys.data(), x.size(), nullptr};
    if (!many) return;
    const std::span<hitscan::index> o = memory.input<hitscan::index>(n + 1, where());
    std::copy(offsets.begin(), offsets.end(), o.begin());
    if (f.spoiled && n > 2) o[n / 2] = r.one_in(2) ? 0xfffffff0u : 0;  // out of order, out of bounds
    s.offsets = o.data();
  }

  // `uniform`: bit c says that column c is one value. Items that share a corner of a box may come out inverted: such a
  // box is invalid, which is a case of its own; so uniform corners are drawn as a whole axis.
  void shape(hd::side& s, kind what, std::size_t n, bool many, std::uint32_t uniform) {
    s.what = what, s.count = many ? n : 1, s.layer_data = nullptr, s.layer_one = ~0u;
    if (what == kind::polygon) return outlines(s.outline, n, many);
    const int columns = hd::columns_of(what, p.dims);
    std::span<float> data[6];
    float first[6]{}, values[6]{};
    one_item(what, first);
    for (int c = 0; c < columns; ++c) {
      s.column[c] = column(n, many && !(uniform >> c & 1), data[c]);
      if (data[c].data() == nullptr) s.column[c].one = first[c];
    }
    for (std::size_t i = 0; i < n && many; ++i) {
      if (p.from->identical)
        std::copy(std::begin(first), std::end(first), values);
      else
        one_item(what, values);
      for (int c = 0; c < columns; ++c)
        if (data[c].data()) data[c][i] = values[c];
    }
  }

  void motion(hd::motion& m, std::size_t n, bool many, std::uint32_t uniform) {
    const family& f = *p.from;
    m.present = true, m.longest = -1;
    float longest = 0;
    bool finite = true;
    for (int k = 0; k < p.dims; ++k) {
      std::span<float> data;
      m.column[k] = column(n, many && !(uniform >> k & 1), data);
      m.column[k].one = f.draw(f.step, r);
      const auto take = [&](float d) { longest = std::max(longest, std::fabs(d)), finite &= std::isfinite(d); };
      if (data.data() == nullptr) take(m.column[k].one);
      for (float& d : data) take(d = f.identical ? m.column[k].one : f.draw(f.step, r));
      if (m.column[k].data) m.column[k].one = 0;
    }
    // A promise is for views; it may be generous, and steps that are no numbers cannot keep one.
    if (many && finite && r.one_in(2)) m.longest = r.one_in(2) ? longest : std::min(largest, longest * 1.5f);
  }

  // Some grow, some shrink: by more than they have here and there, or to nothing.
  void growth(hd::side& s, std::size_t n, bool many, std::uint32_t uniform) {
    const family& f = *p.from;
    const auto extent = [&](int k, std::size_t i) {
      const auto value = [&](int c) { return s.column[c].data ? s.column[c].data[i] : s.column[c].one; };
      if (s.what == kind::circle) return value(p.dims);
      if (s.what == kind::corners) return (value(2 * k + 1) - value(2 * k)) / 2;
      return s.what == kind::centred ? value(p.dims + k) : 0.0f;
    };
    for (int k = 0; k < hd::growths_of(p.test, p.dims); ++k) {
      std::span<float> data;
      s.grow[k] = column(n, many && !(uniform >> k & 1), data);
      const auto draw = [&](std::size_t i) {
        switch (r.below(6)) {
          case 0: return 0.0f;
          case 1: return 0 - extent(k, i);
          case 2: return extent(k, i) * r.real(-1, 1);
          case 3: return f.draw(f.step, r);
          default: return f.draw(f.extent, r);
        }
      };
      const float one = n == 0 ? 0 : draw(0);
      if (data.data() == nullptr) s.grow[k].one = one;
      for (std::size_t i = 0; i < data.size(); ++i) data[i] = f.identical ? one : draw(i);
    }
  }

  // Few bits, so that layers often do not meet.
  std::uint32_t some_layers() { return r.one_in(8) ? 0 : 1u << r.below(3) | 1u << r.below(32); }
  void layers(hd::side& s, std::size_t n) {
    if (r.one_in(2)) return;
    if (r.one_in(4)) return void(s.layer_one = some_layers());
    const std::span<std::uint32_t> data = memory.input<std::uint32_t>(n, where());
    for (std::uint32_t& bits : data) bits = some_layers();
    s.layer_data = data.data(), s.layer_one = ~0u;
  }
};

void options(hd::request& q, rng& r) {
  constexpr float limits[] = {1, 1, 1, 0.5f, 0.25f, 0, 2, 0x1p-149f, -1, not_a_number, 0x1.fffffep-1f};
  q.touch = r.one_in(2) ? hitscan::touching::hits : hitscan::touching::misses;
  q.start = static_cast<hitscan::start_overlap>(r.below(3));
  q.layers = r.one_in(4) ? 0x0000ffffu >> r.below(16) : ~0u;
  q.until = moving(q.test) ? limits[r.below(std::size(limits))] : 1;
}

// Does anything on this side differ between items? One side without may stand for any number of items.
bool varies(const hd::side& s, const hd::motion& m, int dims) {
  bool any = s.grow[0].data || s.grow[1].data || s.grow[2].data || s.layer_data != nullptr ||
             (s.what == kind::polygon && s.outline.offsets);
  for (int c = 0; c < hd::columns_of(s.what, dims); ++c) any |= s.column[c].data != nullptr;
  for (int k = 0; k < dims && m.present; ++k) any |= m.column[k].data != nullptr;
  return any;
}

}  // namespace

const hd::kernel* kernel_of(hd::test t, int dims) noexcept {
#define TRIAL_IN_2D(name) \
  if (t == hd::test::name && dims == 2) return &hd::tests::name##_2d;
#define TRIAL_IN_BOTH(name) \
  TRIAL_IN_2D(name)         \
  if (t == hd::test::name && dims == 3) return &hd::tests::name##_3d;
  HITSCAN_EACH_TEST(TRIAL_IN_BOTH, TRIAL_IN_2D)
#undef TRIAL_IN_2D
#undef TRIAL_IN_BOTH
  return nullptr;
}

hd::request make_request(const plan& p, rng& r, arena& memory) {
  hd::request q{};
  q.kernel = kernel_of(p.test, p.dims), q.test = p.test, q.dims = static_cast<std::uint8_t>(p.dims);
  options(q, r);
  q.flip = can_flip(q.test) && r.one_in(2);
  maker make{p, r, memory};

  // How many of each, and which sides are views.
  std::size_t na = p.n, nb = p.n;
  bool many_a = true, many_b = true;
  switch (p.how) {
    case asked::one_many: na = 1, many_a = false, q.batch = hd::batch::one_many; break;
    case asked::many_one: nb = 1, many_b = false, q.batch = hd::batch::many_one; break;
    case asked::many_many:
      (r.one_in(2) ? na : nb) = r.below(6);
      q.batch = q.flip ? hd::batch::one_many : hd::batch::many_one;
      break;
    case asked::each: q.batch = hd::batch::each, (r.one_in(2) ? many_a : many_b) = !r.one_in(4); break;
    case asked::each_by_pairs:
      q.batch = hd::batch::each, (r.one_in(2) ? many_a : many_b) = !r.one_in(4);
      na = 1 + r.below(static_cast<std::uint32_t>(std::min<std::size_t>(2 * p.n, 2000)) + 1), nb = 1 + r.below(40);
      break;
  }

  const kinds what = pick_kinds(p.test, r);
  const bool moves = moving(p.test), both = moves && r.one_in(2);
  const auto side = [&](hd::side& s, hd::motion& m, kind k, std::size_t n, bool many, bool with_motion) {
    // Half of the time everything varies; otherwise any of the columns may be one value, as long as one varies.
    std::uint32_t uniform = r.one_in(2) ? 0 : static_cast<std::uint32_t>(r.next());
    std::uint32_t steady = r.one_in(2) ? 0 : static_cast<std::uint32_t>(r.next());
    if (many && with_motion && r.one_in(6)) uniform = ~0u, steady = 0;  // one shape, many motions
    make.shape(s, k, n, many, uniform);
    m.present = false;
    if (with_motion) make.motion(m, n, many, steady);
    if (hd::growths_of(p.test, p.dims) && !r.one_in(3))
      make.growth(s, n, many, r.one_in(2) ? 0 : static_cast<std::uint32_t>(r.next()));
    if (many && !varies(s, m, p.dims)) {  // all uniform: that is one item, or any number of the same
      if (p.how == asked::each || p.how == asked::each_by_pairs)
        s.count = 1;
      else
        make.shape(s, k, n, many, 0);
    }
    if (with_motion && many) s.count = varies(s, m, p.dims) ? n : s.count;
    if (many && s.count == n)
      make.layers(s, n);
    else if (many && r.one_in(3))
      s.layer_one = make.some_layers();
  };
  side(q.a, q.da, what.a, na, many_a, moves);
  side(q.b, q.db, what.b, nb, many_b, both);

  if (p.how == asked::each && !varies(q.a, q.da, p.dims) && !varies(q.b, q.db, p.dims)) {
    make.shape(q.a, what.a, na, true, 0);  // both sides uniform: give the batch its length
  }
  q.a.spans = varies(q.a, q.da, p.dims), q.b.spans = varies(q.b, q.db, p.dims);
  q.a.spans = varies(q.a, q.da, p.dims), q.b.spans = varies(q.b, q.db, p.dims);
  q.n = p.n;
  if (p.how == asked::many_many) q.n = q.flip ? q.b.count : q.a.count;
  if (p.how == asked::each_by_pairs) {
    const std::span<hitscan::index> first = memory.input<hitscan::index>(p.n, make.where());
    const std::span<hitscan::index> second = memory.input<hitscan::index>(p.n, make.where());
    const std::uint32_t style = r.below(3);
    for (std::size_t i = 0; i < p.n; ++i) {
      const auto pick = [&](const hd::side& s, const hd::motion& m) {
        const auto count = static_cast<std::uint32_t>(s.count);
        if (!varies(s, m, p.dims)) return style == 0 ? 0 : r.below(5);                 // the same item under any index
        if (style == 0) return static_cast<std::uint32_t>(i) % count;                  // in order
        if (style == 1) return count - 1 - static_cast<std::uint32_t>(i / 3) % count;  // backwards, repeated
        return r.below(count);
      };
      first[i] = pick(q.a, q.da), second[i] = pick(q.b, q.db);
    }
    q.first = first.data(), q.second = second.data();
  }
  return q;
}

namespace {

std::string side_text(const hd::side& s, const hd::motion& m, int dims, int growths, std::size_t i) {
  constexpr const char* kind_names[] = {"point",   "corners", "centred", "circle", "segment",
                                        "capsule", "obb",     "polygon", "chain"};
  const auto value = [i](const hd::feed& f) { return hex(f.data ? f.data[i] : f.one) + (f.data ? "" : " (for all)"); };
  std::string text = kind_names[static_cast<int>(s.what)];
  text += " {";
  for (int c = 0; c < hd::columns_of(s.what, dims); ++c) text += (c ? ", " : "") + value(s.column[c]);
  if (s.what == kind::polygon) {
    const hd::outlines& o = s.outline;
    const std::size_t first = o.offsets ? o.offsets[i] : 0, last = o.offsets ? o.offsets[i + 1] : o.corners;
    for (std::size_t j = first; j < last && j < o.corners; ++j)
      text.append(" {").append(hex(o.x[j])).append(", ").append(hex(o.y[j])).append("}");
  }
  text += "}";
  if (m.present) {
    text += " moves {";
    for (int k = 0; k < dims; ++k) text += (k ? ", " : "") + value(m.column[k]);
    text += "}";
    if (m.longest >= 0) text += " longest " + hex(m.longest);
  }
  if (growths) text += " grows {";
  for (int k = 0; k < growths; ++k) text += (k ? ", " : "") + value(s.grow[k]);
  if (growths) text += "}";
  char layers[40];
  std::snprintf(layers, sizeof layers, " layers %#x", s.layer_data ? s.layer_data[i] : s.layer_one);
  return text + layers;
}

}  // namespace

std::string describe(const hd::request& q, std::size_t item_of_a, std::size_t item_of_b) {
  constexpr const char* starts[] = {"hits", "ignored", "hits_unless_leaving"};
  char options[200];
  std::snprintf(options, sizeof options, "  touching::%s, start_overlap::%s, layers %#x, until %s\n",
                q.touch == hitscan::touching::hits ? "hits" : "misses", starts[static_cast<int>(q.start)], q.layers,
                hex(q.until).c_str());
  if (q.flip) std::snprintf(options + std::strlen(options), 32, "  flip: b asks\n");
  const int growths = hd::growths_of(q.test, q.dims);
  return "  a[" + std::to_string(item_of_a) + "] " + side_text(q.a, q.da, q.dims, growths, item_of_a) + "\n  b[" +
         std::to_string(item_of_b) + "] " + side_text(q.b, q.db, q.dims, growths, item_of_b) + "\n" + options;
}

const char* name(hd::test t) noexcept {
  constexpr const char* names[] = {
      "overlap_boxes",       "inside_boxes",  "overlap_circles", "overlap_circles_boxes", "sweep_boxes",
      "sweep_circles",       "contact_boxes", "contact_circles", "contact_circles_boxes", "overlap_hulls",
      "sweep_circles_boxes", "contact_hulls", "sweep_hulls",     "sweep_growing_boxes",   "sweep_growing_circles"};
  return names[static_cast<int>(t)];
}

const char* name(asked how) noexcept {
  constexpr const char* names[] = {"one x many", "many x one", "each", "each by index pairs", "many x many"};
  return names[static_cast<int>(how)];
}

}  // namespace trial
