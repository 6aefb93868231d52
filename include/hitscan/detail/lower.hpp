// From typed views to a request: which shapes a type stands for, how many, and whether two of them can be asked about.
#pragma once

#include <bit>
#include <type_traits>
#include <utility>

#include "../results.hpp"
#include "request.hpp"

namespace hitscan::detail {

// What a type is: its kind, its dimension, one or many.
template <class T> struct shape_traits {};
template <kind What, int Dims, bool Plural> struct shape_is {
  static constexpr kind what = What;
  static constexpr int dims = Dims;
  static constexpr bool plural = Plural;
};
template <> struct shape_traits<vec2> : shape_is<kind::point, 2, false> {};
template <> struct shape_traits<vec3> : shape_is<kind::point, 3, false> {};
template <> struct shape_traits<points> : shape_is<kind::point, 2, true> {};
template <> struct shape_traits<points3> : shape_is<kind::point, 3, true> {};
template <> struct shape_traits<box> : shape_is<kind::corners, 2, false> {};
template <> struct shape_traits<box3> : shape_is<kind::corners, 3, false> {};
template <> struct shape_traits<boxes> : shape_is<kind::corners, 2, true> {};
template <> struct shape_traits<boxes3> : shape_is<kind::corners, 3, true> {};
template <> struct shape_traits<centred_boxes> : shape_is<kind::centred, 2, true> {};
template <> struct shape_traits<centred_boxes3> : shape_is<kind::centred, 3, true> {};
template <> struct shape_traits<circle> : shape_is<kind::circle, 2, false> {};
template <> struct shape_traits<sphere> : shape_is<kind::circle, 3, false> {};
template <> struct shape_traits<circles> : shape_is<kind::circle, 2, true> {};
template <> struct shape_traits<spheres> : shape_is<kind::circle, 3, true> {};
template <> struct shape_traits<segment> : shape_is<kind::segment, 2, false> {};
template <> struct shape_traits<segments> : shape_is<kind::segment, 2, true> {};
template <> struct shape_traits<capsule> : shape_is<kind::capsule, 2, false> {};
template <> struct shape_traits<capsules> : shape_is<kind::capsule, 2, true> {};
template <> struct shape_traits<obb> : shape_is<kind::obb, 2, false> {};
template <> struct shape_traits<obbs> : shape_is<kind::obb, 2, true> {};
template <> struct shape_traits<polygon> : shape_is<kind::polygon, 2, false> {};
template <> struct shape_traits<polygons> : shape_is<kind::polygon, 2, true> {};
template <> struct shape_traits<chain> : shape_is<kind::chain, 2, true> {};

template <class T> struct segment_traits {};
template <int Dims, bool Plural> struct segment_is {
  static constexpr int dims = Dims;
  static constexpr bool plural = Plural;
};
template <> struct segment_traits<segment> : segment_is<2, false> {};
template <> struct segment_traits<segment3> : segment_is<3, false> {};
template <> struct segment_traits<segments> : segment_is<2, true> {};
template <> struct segment_traits<segments3> : segment_is<3, true> {};

template <class T> struct motion_traits {};
template <> struct motion_traits<vec2> : segment_is<2, false> {};
template <> struct motion_traits<vec3> : segment_is<3, false> {};
template <> struct motion_traits<motions> : segment_is<2, true> {};
template <> struct motion_traits<motions3> : segment_is<3, true> {};

template <class T>
concept shape = requires { shape_traits<T>::what; };
template <class T>
concept some_segments = requires { segment_traits<T>::dims; };
template <class T>
concept some_motion = requires { motion_traits<T>::dims; };
template <class A, class B>
concept same_dims = A::dims == B::dims;

template <class T>
inline constexpr bool is_box = shape_traits<T>::what == kind::corners || shape_traits<T>::what == kind::centred;
template <class T> inline constexpr bool is_circle = shape_traits<T>::what == kind::circle;
template <class T> inline constexpr bool is_point = shape_traits<T>::what == kind::point;
template <class T> inline constexpr bool is_hull = shape_traits<T>::what >= kind::segment;  // nothing simpler
template <class T> inline constexpr bool is_polygon = shape_traits<T>::what == kind::polygon;

template <class T> inline constexpr bool is_chain = false;
template <> inline constexpr bool is_chain<chain> = true;

// A shape that grows is not a `shape`: the verbs that know of growth take it apart.
template <class T> struct growth_traits {
  using plain = T;
  static constexpr bool grows = false;
};
template <class S, std::size_t N> struct growth_traits<growing_shape<S, N>> {
  using plain = S;
  static constexpr bool grows = true;
};
template <class T> using plain_of = typename growth_traits<T>::plain;
template <class T> inline constexpr bool grows = growth_traits<T>::grows;
template <class T> constexpr const plain_of<T>& plain(const T& v) noexcept {
  if constexpr (grows<T>)
    return v.shape;
  else
    return v;
}

// The name of a view and of its columns, in their order.
constexpr const char* label_of(kind what, int dims) noexcept {
  switch (what) {
    case kind::point: return dims == 2 ? "points x y" : "points3 x y z";
    case kind::corners:
      return dims == 2 ? "boxes min_x max_x min_y max_y" : "boxes3 min_x max_x min_y max_y min_z max_z";
    case kind::centred:
      return dims == 2 ? "centred_boxes x y half_x half_y" : "centred_boxes3 x y z half_x half_y half_z";
    case kind::circle: return dims == 2 ? "circles x y radius" : "spheres x y z radius";
    case kind::segment: return dims == 2 ? "segments x y dx dy" : "segments3 x y z dx dy dz";
    case kind::capsule: return "capsules x y dx dy radius";
    case kind::obb: return "obbs x y half_x half_y axis_x axis_y";
    case kind::polygon: return "polygons x y";
    case kind::chain: return "chain x y radius";
  }
  return "view";
}

// ---- filling a request -----------------------------------------------------------------------------------------

// What is wrong with a view, or with the growth of one, and how many items it has. Out of line, so that sound columns
// stay in registers.
template <class T> [[gnu::cold, gnu::noinline]] std::size_t note(request& r, const char* label, const T& v) noexcept {
  const auto told = [&](const auto& columns) {
    note_columns(r, label, columns.data(), columns.size());
    return count_of(columns);
  };
  if constexpr (requires { v.columns(); })
    return told(v.columns());
  else
    return told(v.by);
}

// Writes a view's columns, and how many items these have: as many as each span, 1 without any. Is there a span? In its
// place and without loops, so that columns stay in registers: what is written in pieces is slow to read in one.
template <std::size_t N, class T>
[[gnu::always_inline]] inline bool put(feed* out, const std::array<column, N>& columns, const T& v, request& r,
                                       std::size_t& count, const char* label) noexcept {
  bool alike = columns[0].many(), spans = false, sound = true;
  std::size_t n = columns[0].size();
  const auto each = [&](const auto& take) {
    [&]<std::size_t... C>(std::index_sequence<C...>) {
      (take(out[C], columns[C]), ...);
    }(std::make_index_sequence<N>());
  };
  each([&](feed& to, const column& from) {
    to = {from.data(), from.value(), from.gap()};  // null, or 0
    r.strided |= from.gap() != 0, alike &= from.size() == n;
  });
  if (alike) [[likely]]
    return count = n, true;
  n = 1;
  each([&](feed&, const column& from) {
    if (from.many()) {
      sound &= !spans || from.size() == n;
      spans = true, n = from.size();
    } else {
      sound &= !from.absent();
    }
  });
  count = sound ? n : note(r, label, v);
  return spans;
}

inline void put_layers(side& s, const layer_column& layers, request& r) noexcept {
  s.layer_data = layers.data();  // null: one for all, or none at all
  s.layer_one = layers.absent() ? ~0u : layers.value();
  if (!layers.many()) return;
  s.layer_gap = layers.gap(), r.strided |= layers.gap() != 0;
  if (!s.spans) s.count = layers.size();
  s.spans = true;
  if (layers.size() != s.count) {
    note_lengths(r, {"layers", label_of(s.what, r.dims), -1, -1, layers.size(), s.count});
    if (layers.size() < s.count) s.count = layers.size();
  }
}

template <class V> constexpr void put_vector(feed* out, const V& v) noexcept {
  for (int k = 0; k < V::dims; ++k) out[k] = {nullptr, v[k]};
}

template <class T> void put_outlines(side& s, const T& v, request& r) noexcept {
  const std::size_t least = v.x.size() < v.y.size() ? v.x.size() : v.y.size(),
                    corners = v.x.data() && v.y.data() ? least : 0;
  constexpr const char* label = shape_traits<T>::plural ? "polygons x y" : "polygon x y";
  if (v.x.size() != v.y.size()) note_lengths(r, {label, label, 1, 0, v.y.size(), v.x.size()});
  s.outline = {v.x.data(), v.y.data(), corners, nullptr};
}

// Links are items: both ends of one are read from the same columns, one node apart.
inline void put_links(side& s, const chain& v, request& r) noexcept {
  put(s.column, v.columns(), v, r, s.count, label_of(kind::chain, 2));
  s.spans = true;  // one value for all is one node, and no link
  put_layers(s, v.layers, r);
  s.ring = 0;
  if (v.first != 0 || v.length != none) {
    const std::size_t entries = s.count, before_end = entries > v.first ? entries - v.first : 0;
    s.count = v.length == none ? entries : v.length;
    if ((before_end == 0 && v.first != 0) || s.count > entries) {
      r.breach = "hitscan: chain::first and length lead beyond its nodes";
      s.count = 0;
    } else {
      for (int c = 0; c < 3; ++c)
        if (feed& f = s.column[c]; f.data) f.data = behind(f.data, v.first, f.gap);
      if (s.layer_data) s.layer_data = behind(s.layer_data, v.first, s.layer_gap);
      if (s.count > before_end)
        s.ring = static_cast<index>(entries), s.wrap = static_cast<index>(before_end), r.strided = true;
    }
  }
  s.column[4] = s.column[2];
  for (int k = 0; k < 2; ++k) {
    const feed& nodes = s.column[k];
    s.column[2 + k] = {nodes.data && s.count > 1 ? behind(nodes.data, 1, nodes.gap) : nodes.data, nodes.one, nodes.gap};
  }
  s.count = s.count > 1 ? s.count - 1 : 0;
}

template <shape T> void put_shape(side& s, const T& v, request& r) noexcept {
  s.what = shape_traits<T>::what;
  if constexpr (is_polygon<T>) {
    put_outlines(s, v, r);
    s.count = 1, s.spans = false, s.layer_data = nullptr, s.layer_one = ~0u;
    if constexpr (shape_traits<T>::plural) {
      s.outline.offsets = v.offsets.data(), s.count = v.size(), s.spans = true;
      put_layers(s, v.layers, r);
    }
  } else if constexpr (is_chain<T>) {
    put_links(s, v, r);
  } else if constexpr (shape_traits<T>::plural) {
    s.spans = put(s.column, v.columns(), v, r, s.count, label_of(s.what, shape_traits<T>::dims));
    put_layers(s, v.layers, r);
  } else {
    s.count = 1, s.spans = false, s.layer_data = nullptr, s.layer_one = ~0u;
    if constexpr (is_point<T>)
      put_vector(s.column, v);
    else if constexpr (is_circle<T>)
      put_vector(s.column, v.center), s.column[shape_traits<T>::dims] = {nullptr, v.radius};
    else if constexpr (shape_traits<T>::what == kind::segment || shape_traits<T>::what == kind::capsule) {
      put_vector(s.column, v.start), put_vector(s.column + 2, v.delta);
      if constexpr (shape_traits<T>::what == kind::capsule) s.column[4] = {nullptr, v.radius};
    } else if constexpr (shape_traits<T>::what == kind::obb)
      put_vector(s.column, v.center), put_vector(s.column + 2, v.half), put_vector(s.column + 4, v.axis);
    else
      for (int k = 0; k < shape_traits<T>::dims; ++k)
        s.column[2 * k] = {nullptr, v.min[k]}, s.column[2 * k + 1] = {nullptr, v.max[k]};
  }
}

template <some_motion T> void put_motion(motion& m, side& s, const T& v, request& r) noexcept {
  m.present = true;
  if constexpr (motion_traits<T>::plural) {
    m.longest = v.longest;
    constexpr const char* label = motion_traits<T>::dims == 2 ? "motions dx dy" : "motions3 dx dy dz";
    std::size_t n;
    if (!put(m.column, v.columns(), v, r, n, label)) return;
    if (s.spans && n != s.count) note_lengths(r, {label, label_of(s.what, r.dims), -1, -1, n, s.count});
    if (!s.spans || n < s.count) s.count = n;  // one shape, many steps: then these say how many
    s.spans = true;
  } else {
    m.longest = -1;
    put_vector(m.column, v);
  }
}

// What stands grows by 0.
template <class T> void put_growth(side& s, const T& v, int growths, request& r) noexcept {
  for (int k = 0; k < growths; ++k) s.grow[k] = {nullptr, 0};
  if constexpr (grows<T>) {
    constexpr const char* label = "growing by_x by_y by_z";
    std::size_t n;
    if (!put(s.grow, v.by, v, r, n, label)) return;
    if (s.spans && n != s.count) note_lengths(r, {label, label_of(s.what, r.dims), -1, -1, n, s.count});
    if (!s.spans || n < s.count) s.count = n;
    s.spans = true;
  }
}

// Both by bits: a program that takes subnormals for 0 would compare otherwise. NaN in place of what is negative, since
// edges would not tell where so little is rounded away; and whether there is any padding.
constexpr float half_extent(float x) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return std::bit_cast<float>(bits > 0x80000000u ? 0x7fc00000u : bits);
}
template <int Dims> constexpr bool thickens(const half_extents& padding) noexcept {
  const auto bits = [](float x) { return std::bit_cast<std::uint32_t>(x) & 0x7fffffffu; };
  return (bits(padding.x) | bits(padding.y) | (Dims > 2 ? bits(padding.z) : 0)) != 0;
}

inline constexpr const char* padding_is_for_casts =
    "hitscan: padding is for casts; what has a shape says its size itself";

// Segments are points that move, or boxes.
template <some_segments T>
void put_segments(side& s, motion& m, const T& v, const half_extents& padding, request& r) noexcept {
  constexpr int dims = segment_traits<T>::dims;
  const bool thick = thickens<dims>(padding);
  s.what = thick ? kind::centred : kind::point;
  m.present = true, m.longest = -1;
  if constexpr (segment_traits<T>::plural) {
    feed all[2 * static_cast<std::size_t>(dims)];
    s.spans = put(all, v.columns(), v, r, s.count, label_of(kind::segment, dims));
    for (int k = 0; k < dims; ++k) s.column[k] = all[k], m.column[k] = all[dims + k];
    put_layers(s, v.layers, r);
  } else {
    s.count = 1, s.spans = false, s.layer_data = nullptr, s.layer_one = ~0u;
    put_vector(s.column, v.start), put_vector(m.column, v.delta);
  }
  if (thick)
    for (int k = 0; k < dims; ++k) s.column[dims + k] = {nullptr, half_extent(padding[k])};
}

inline constexpr const char* half_open_is_for_points = "hitscan: half-open touching is for points in boxes";

constexpr touching usual_touch(test t) noexcept { return t == test::inside_boxes ? touching::hits : touching::misses; }

// Options, and everything that stays the same for all queries. What does not move does not look at `start` and `until`.
inline void put_cast_options(request& r, test which, int dims, const query& q, bool point_in_box = false) noexcept {
  const bool moves = is_sweep(which);
  r.kernel = nullptr, r.test = which, r.dims = static_cast<std::uint8_t>(dims);
  r.touch = touch_of(q, usual_touch(which)), r.start = moves ? q.start : start_overlap::hits;
  r.layers = q.layers, r.until = moves ? q.until : 1;
  r.batch = batch::one_many, r.first = r.second = nullptr, r.verb = nullptr;
  r.breach = q.touch == touching::half_open && !point_in_box ? half_open_is_for_points : nullptr;
  r.da.present = r.db.present = r.flip = r.whole = r.strided = false;
}
inline void put_options(request& r, test which, int dims, const query& q, bool point_in_box = false) noexcept {
  put_cast_options(r, which, dims, q, point_in_box);
  if (thickens<3>(q.padding)) r.breach = padding_is_for_casts;
}
// The same of a test that is known when this is compiled: its kernel, and no other, is what the program needs.
template <test T, int D> void put_cast_options(request& r, const query& q) noexcept {
  put_cast_options(r, T, D, q);
  r.kernel = kernel_of<T, D>();
}
template <test T, int D> void put_options(request& r, const query& q, bool point_in_box = false) noexcept {
  put_options(r, T, D, q, point_in_box);
  r.kernel = kernel_of<T, D>();
}
// The options that mean something to some queries alone are refused by all others.
inline constexpr const char* pairs_are_for_each = "hitscan: pairs are an option of the queries with _each";
inline void refuse_pairs(request& r, const query& q) noexcept {
  if (q.pairs.given) r.breach = pairs_are_for_each;
}
inline constexpr const char* by_is_for_worlds = "hitscan: query::by is for worlds; here there is one way alone";
inline void refuse_by_and_unknown_isa(request& r, const query& q) noexcept {
  if (q.by) r.breach = by_is_for_worlds;
  if (q.on && !runs(*q.on))
    r.breach = "hitscan: query::on names an instruction set that this machine, or this build, does not have";
}
inline const char* view_options(const query& q) noexcept {  // given to worlds and tiles: what is wrong with them
  return q.pairs.given ? pairs_are_for_each
         : q.on        ? "hitscan: query::on is for queries of views; here the active instruction set answers"
                       : nullptr;
}
inline const char* tile_options(const query& q) noexcept { return q.by ? by_is_for_worlds : view_options(q); }
inline void refuse_view_options(request& r, const query& q) noexcept {
  if (const char* const wrong = view_options(q)) r.breach = wrong;
}

// The number of items, once both sides are in.
inline void put_batch(request& r, batch how, const index_pairs* pairs) noexcept {
  const int dims = r.dims;
  r.batch = how;
  if (how == batch::one_many)
    r.n = r.b.count;
  else if (how == batch::many_one)
    r.n = r.a.count;
  else if (pairs) {
    r.first = pairs->first.data(), r.second = pairs->second.data();
    r.n = pairs->first.size() < pairs->second.size() ? pairs->first.size() : pairs->second.size();
    if (pairs->first.size() != pairs->second.size()) {
      constexpr const char* label = "index_pairs first second";
      note_lengths(r, {label, label, 1, 0, pairs->second.size(), pairs->first.size()});
    }
    if (r.first == nullptr || r.second == nullptr) r.n = 0;
  } else {
    r.n = r.a.count < r.b.count ? r.a.count : r.b.count;
    if (r.a.count != r.b.count) {
      if (!r.a.spans)
        r.n = r.b.count;
      else if (!r.b.spans)
        r.n = r.a.count;
      else
        note_lengths(r, {label_of(r.b.what, dims), label_of(r.a.what, dims), -1, -1, r.b.count, r.a.count});
    }
  }
}

// ---- two single shapes -----------------------------------------------------------------------------------------

template <test T, int D> void put_cast_options(singles& r, const query& q) noexcept {
  constexpr bool moves = is_sweep(T);
  r.kernel = kernel_of<T, D>();
  r.touch = touch_of(q, usual_touch(T)), r.start = moves ? q.start : start_overlap::hits;
  r.layers = q.layers, r.until = moves ? q.until : 1;
  r.da.present = r.db.present = r.flip = false;
}
template <test T, int D> void put_options(singles& r, const query& q, bool) noexcept { put_cast_options<T, D>(r, q); }
template <class V> constexpr void put_vector(float* out, const V& v) noexcept {
  for (int k = 0; k < V::dims; ++k) out[k] = v[k];
}
template <shape T> void put_shape(single_side& s, const T& v, singles&) noexcept {
  s.what = shape_traits<T>::what;
  if constexpr (is_point<T>)
    put_vector(s.column, v);
  else if constexpr (is_circle<T>)
    put_vector(s.column, v.center), s.column[shape_traits<T>::dims] = v.radius;
  else
    for (int k = 0; k < shape_traits<T>::dims; ++k) s.column[2 * k] = v.min[k], s.column[2 * k + 1] = v.max[k];
}
template <some_motion T> void put_motion(single_motion& m, single_side&, const T& v, singles&) noexcept {
  m.present = true, put_vector(m.column, v);
}
template <some_segments T>
void put_segments(single_side& s, single_motion& m, const T& v, const half_extents&, singles&) noexcept {
  s.what = kind::point, m.present = true;
  put_vector(s.column, v.start), put_vector(m.column, v.delta);
}

}  // namespace hitscan::detail
