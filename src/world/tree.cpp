// What a tree adds to a grid: its items are filed for rays as well, keep their order when they move, and go into a
// file.
#include <hitscan/tree.hpp>

#include <cstring>

#include "../core/contract.hpp"
#include "../core/float_state.hpp"
#include "rays/nested_grid_build.hpp"

namespace hitscan {

using namespace detail;
using namespace detail::broad;

void tree::build(const request& r) {
  const default_float_state here;
  grid_body& g = *body_;
  if (!g.rays) g.rays.reset(new nested_grid_body);
  rebuild(r);
  g.rays->build(g.items, g.dims);
}

// Keeping the order that overlaps are found in would save a sort, and costs more: it scatters what a sort streams.
void tree::refit(const request& r) {
  const grid_body& g = *body_;
  const bool same = g.rays && r.a.count == g.items.count && r.dims == g.dims && (r.a.what == kind::circle) == round() &&
                    (r.a.what == kind::point) == of_points();
  if (!same && checked_build) report_breach("hitscan: refit with other items than were built from");
  build(r);
}

// ---- files -----------------------------------------------------------------------------------------------------

namespace {

struct file_head {
  char magic[8];
  std::uint32_t version, byte_order;  // another machine's order reads as another number
  std::uint32_t dims, what, layered, layer_one;
  std::uint64_t items;
};
constexpr file_head known{{'h', 's', '_', 't', 'r', 'e', 'e', '\n'}, 1, 0x01020304, 2, 0, 0, ~0u, 0};

enum : std::uint32_t { boxes_in_it, circles_in_it, points_in_it };  // points are stored as boxes are

int columns_in(const file_head& h) noexcept {
  return static_cast<int>(h.what == circles_in_it ? h.dims + 1 : 2 * h.dims);
}
std::size_t bytes_of(const file_head& h) noexcept {
  return sizeof h + h.items * 4 * static_cast<std::size_t>(columns_in(h) + (h.layered ? 1 : 0));
}

}  // namespace

std::size_t tree::save(std::span<std::byte> to) const noexcept {
  const grid_body& g = *body_;
  file_head h = known;
  h.dims = static_cast<std::uint32_t>(g.dims), h.items = g.items.count;
  h.what = round() ? circles_in_it : g.points ? points_in_it : boxes_in_it;
  h.layered = g.items.count && g.items.layer_data, h.layer_one = g.items.count ? g.items.layer_one : ~0u;
  const std::size_t all = bytes_of(h), column = g.items.count * sizeof(float);
  if (to.size() < all) return all;
  std::byte* out = to.data();
  const auto put = [&](const void* from, std::size_t n) {
    if (n) std::memcpy(out, from, n);
    out += n;
  };
  put(&h, sizeof h);
  for (int c = 0; c < columns_in(h); ++c) put(g.items.column[c].data, column);
  if (h.layered) put(g.items.layer_data, column);
  return all;
}

bool tree::load(std::span<const std::byte> from) {
  file_head h;
  if (from.size() < sizeof h) return false;
  std::memcpy(&h, from.data(), sizeof h);
  if (std::memcmp(h.magic, known.magic, sizeof h.magic) != 0 || h.version != known.version ||
      h.byte_order != known.byte_order || (h.dims != 2 && h.dims != 3) || h.what > points_in_it || h.layered > 1 ||
      h.items >= none || bytes_of(h) != from.size())
    return false;
  const std::size_t n = static_cast<std::size_t>(h.items);
  const int columns = columns_in(h);
  // The bytes may lie anywhere: floats may not.
  float* const data = lender::of(own_).list.need(n * static_cast<std::size_t>(columns));
  std::uint32_t* const layers = h.layered ? lender::of(own_).firsts.need(n) : nullptr;
  const std::byte* const body = from.data() + sizeof h;
  const std::size_t floats = n * 4 * static_cast<std::size_t>(columns);
  if (floats) std::memcpy(data, body, floats);
  if (layers && n) std::memcpy(layers, body + floats, n * 4);

  request r;
  put_options(r, test::overlap_boxes, static_cast<int>(h.dims), {});
  r.a = {};
  r.a.what = h.what == circles_in_it ? kind::circle : h.what == points_in_it ? kind::point : kind::corners;
  const int every = h.what == points_in_it ? 2 : 1;  // of a point's edges one is enough
  for (int c = 0; c < columns; c += every) r.a.column[c / every] = {data + static_cast<std::size_t>(c) * n, 0};
  r.a.layer_data = layers, r.a.layer_one = h.layer_one, r.a.spans = true, r.a.count = n;
  build(r);
  return true;
}

}  // namespace hitscan
