// Lists of numbers, each into ascending order.
//
//   list       7         8     9          Lists lie side by side, unordered. A number has its list's before it, so that
//   keys    7.5 7.2 7.9 8.4 9.3 9.1       what is in an earlier list is less than what is in a later one. So a key's
//   greater before  1   0 . .             place is its own, plus how many of those behind it are less, minus how many
//   less behind   1 0   0 . .             before it are greater: nothing asks where a list ends, or branches. Both are
//   places  1   0   2   3 ...             counted a register of keys at a time, as far as the longest list reaches.
//
// Most lists have a few numbers: sorting them one by one is mispredicted at every other one.
#pragma once

#include "../../lanes/registers.hpp"
#include "../broad.hpp"

namespace hitscan::detail::broad {
namespace {

template <int N> struct key_types {
  typedef int keys __attribute__((vector_size(4 * N)));
  typedef u32 words __attribute__((vector_size(4 * N)));
};

// Orders the lists from `from` on, which starts a group. Returns where it stops: at the first group that has a list too
// long, or at the end.
template <class V> u32 order_lists(const lists_request& r, u32 from) {
  constexpr int lanes = V::size < 4 ? 4 : (int)V::size, reach = (int)longest_list;
  using keys_of = typename key_types<lanes>::keys;
  using words_of = typename key_types<lanes>::words;
  constexpr int last_key = 0x7fffffff;
  int room[reach + list_group * reach + reach + 2 * lanes];
  int* const keys = room + reach;
  for (int i = 0; i < reach; ++i) room[i] = 0;  // before the first: less than anything
  keys_of ascending, behind;
  for (int j = 0; j < lanes; ++j) ascending[j] = j, behind[j] = last_key;

  u32 start = from ? r.ends[from - 1] : r.start;
  for (; from < r.lists; from += list_group) {
    const u32 group = r.lists - from < list_group ? r.lists - from : list_group;
    u32 end = start, longest = 0;
    for (u32 i = from; i < from + group; ++i) {
      const u32 n = r.ends[i] - end;
      longest = n > longest ? n : longest, end = r.ends[i];
    }
    if (__builtin_expect(longest > longest_list, 0)) return from;
    const u32* const unordered = r.keys + start;
    index *const first = r.first + start, *const second = r.second + start;
    const int n = (int)(end - start), whole = n & -lanes;
    start = end;
    if (n == 0) continue;
    for (int i = 0; i < whole; i += lanes) __builtin_memcpy(keys + i, unordered + i, sizeof(keys_of));
    for (int i = whole; i < n; ++i) keys[i] = (int)unordered[i];
    for (int i = n; i < n + lanes + (int)longest; i += lanes) __builtin_memcpy(keys + i, &behind, sizeof behind);

    for (int i = 0; i < n; i += lanes) {
      keys_of key, place = ascending + i;
      __builtin_memcpy(&key, keys + i, sizeof key);
      for (int away = 1; away < (int)longest; ++away) {
        keys_of left, right;
        __builtin_memcpy(&left, keys + i - away, sizeof left);
        __builtin_memcpy(&right, keys + i + away, sizeof right);
        place += left > key, place -= right < key;  // true is -1
      }
      int to[lanes];
      __builtin_memcpy(to, &place, sizeof to);
      if (i < whole)
        for (int j = 0; j < lanes; ++j) first[to[j]] = (index)keys[i + j];
      else
        for (int j = 0; i + j < n; ++j) first[to[j]] = (index)keys[i + j];
    }

    const u32 list = r.list + from;
    for (int i = 0; i < whole; i += lanes) {
      words_of key;
      __builtin_memcpy(&key, first + i, sizeof key);
      const words_of who = (key >> number_bits) + list, what = key & number_mask;
      __builtin_memcpy(first + i, &who, sizeof who), __builtin_memcpy(second + i, &what, sizeof what);
    }
    for (int i = whole; i < n; ++i) {
      const u32 key = first[i];
      first[i] = (key >> number_bits) + list, second[i] = key & number_mask;
    }
  }
  return r.lists;
}

}  // namespace
}  // namespace hitscan::detail::broad
