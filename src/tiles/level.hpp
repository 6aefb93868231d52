// A tile map as the engines read it.
#pragma once

#include "../core/strided.hpp"
#include "tiled.hpp"

#include <hitscan/tiles.hpp>

namespace hitscan {
namespace {

/// The active engine's kernels, if it has some that can be asked about that map, which is valid: their floats have to
/// stand for its tiles.
inline const detail::tiled::kernels* level_of(const tile_map& m, detail::tiled::level& out) noexcept {
  const auto moderate = [](float x) { return x <= 0x1p100f && x >= -0x1p100f; };
  const bool bytes = !m.tiles.empty();
  const std::size_t count = static_cast<std::size_t>(m.width) * m.height;
  if (m.width > 1u << 20 || m.height > 1u << 20 || !moderate(m.origin.x) || !moderate(m.origin.y) ||
      !moderate(m.cell.x) || !moderate(m.cell.y) || m.cell.x < 0x1p-100f || m.cell.y < 0x1p-100f || count > 1u << 30 ||
      (bytes && count < 4))
    return nullptr;
  out = {.data = bytes ? m.tiles.data() : reinterpret_cast<const std::uint8_t*>(m.bits.data()),
         .bytes = bytes,
         .width = m.width,
         .height = m.height,
         .last_word = (bytes ? count : (count + 63) / 64 * 8) - 4,
         .origin = {m.origin.x, m.origin.y},
         .size = {m.cell.x, m.cell.y}};
  return detail::tiled::active();
}

/// n values from `at` on; those with gaps between them are copied to `space`.
inline detail::feed feed_from(const column& c, std::size_t at, std::size_t n, float*& space) noexcept {
  if (!c.data()) return {nullptr, c[0]};
  if (c.gap() == 0) return {c.data() + at, 0};
  float* const to = space;
  detail::gather({c.data(), 0, c.gap()}, at, n, to), space += n;
  return {to, 0};
}

}  // namespace
}  // namespace hitscan
