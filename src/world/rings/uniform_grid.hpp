// Items in cells of one size, filed by where their middle is: what is nearest, where they are spread evenly.
//
//     +-----+-----+-----+     Cells of a row stand side by side, so those from one to another are one range of
//     | . . | .   |   . |     columns. Items beyond the field belong to its border: who is filed further on is not
//     +-----+-----+-----+     further back, and that is all that a search takes for granted.
//     |   . |  .. | .   |
//     +-----+-----+-----+
#pragma once

#include "../broad.hpp"

namespace hitscan::detail::broad {

struct uniform_grid {
  enum class shape : std::uint8_t { dots, circles, boxes };  // dots: points, or circles of one size
  bool fits = false;                                         // does it? Otherwise it is not filled
  shape what = shape::dots;
  int dims = 2;
  int row = 1, rows = 1;      // cells along axis 0, and along axis 1
  float low[4]{}, last[4]{};  // where the first begins, and the number of the last, by axis
  float per_unit[4]{};        // cells a unit; 0: the axis has one
  float side = 0;             // of a cell
  float reach = 0;            // how far an item goes beyond its middle, at most, on an axis; of dots nothing
  float radius = 0;           // of dots
  float a_cell = 0;           // so many items, on average
  const std::uint32_t* starts = nullptr;  // where those of a cell begin; one more
  // Middles, and of circles radii; of boxes min and max of each axis in turn. Some numbers behind the last may be read.
  const float* column[6]{};
  const std::uint32_t *number = nullptr, *layers = nullptr;  // layers: null, or of each
  std::uint32_t items = 0;                                   // valid ones
};

constexpr float nearly = 1 - 0x1p-6f;  // of a ring's width: where an item is filed is rounded
// Of circles of several sizes: as far as a walk says of what is that far.
inline float with_room(const uniform_grid& g, float far) noexcept {
  return far + (far + 2 * g.reach) * 0x1p-18f + 0x1p-70f;
}

}  // namespace hitscan::detail::broad
