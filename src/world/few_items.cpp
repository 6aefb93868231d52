// Many others among few items, by brute force. Asking each of the others about all items would be a call for a handful
// of them; instead each item is asked about a block of the others, in full registers, and the answers are read across:
//
//             others  0 1 2 3 4 5 6 7 ... 1023
//     item 0          0 0 1 0 0 0 1 0               pairs, ascending: (2, 0) (2, 2) (6, 0) ...
//     item 1          0 0 0 0 0 0 0 0
//     item 2          0 0 1 0 0 0 0 0
#include <bit>

#include "meeting.hpp"

namespace hitscan::detail::broad {

void pairs_with_few(const meeting_of& m, std::size_t from, std::size_t end, const pair_sink& sink) noexcept {
  std::uint64_t hits[few_items][block_of_many / 64];
  index first[pair_room], second[pair_room], items[few_items];
  const std::size_t count = m.items().count;
  std::uint32_t pairs = 0;
  item_by_item(m, from, end, [&](std::size_t at, std::size_t item, const request& one) {
    m.e.mask(one, hits[item]);
    if (item + 1 < count) return;
    for (std::size_t w = 0; w < mask_words(one.n); ++w) {
      std::uint64_t any = 0;
      std::size_t n = 0;  // items that anybody of this word meets
      for (std::size_t k = 0; k < count; ++k)
        if (hits[k][w]) any |= hits[k][w], items[n++] = static_cast<index>(k);
      for (; any; any &= any - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(any));
        for (std::size_t k = 0; k < n; ++k) {
          if (!(hits[items[k]][w] >> bit & 1)) continue;
          first[pairs] = static_cast<index>(at + 64 * w + bit), second[pairs] = items[k];
          if (++pairs == pair_room) sink.take(sink.owner, first, second, pairs, nullptr), pairs = 0;
        }
      }
    }
  });
  if (pairs) sink.take(sink.owner, first, second, pairs, nullptr);
}

}  // namespace hitscan::detail::broad
