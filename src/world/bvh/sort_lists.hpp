// Lists of numbers, each into ascending order.
//
//   list       7         8     9          Lists lie side by side, unordered. A number has its list's before it, so that
//   keys    7.5 7.2 7.9 8.4 9.3 9.1       what is in an earlier list is less than what is in a later one. So a key's
//   greater before  1   0 . .             place is its own, plus how many of those behind it are less, minus how many
//   less behind   1 0   0 . .             before it are greater: nothing asks where a list ends, or branches. Both are
//   places  1   0   2   3 ...             counted a register of keys at a time, as far as the longest list reaches.
//
// Most lists have a few numbers: sorting them one by one is mispredicted at every other one. Where there are more, a
// list is taken by itself: a key's place in it is how many of its keys are less, of which there are a register's at a
// time for each one that they are compared with.
#pragma once

#include "../../lanes/registers.hpp"
#include "../broad.hpp"

namespace hitscan::detail::broad {
namespace {

template <int N> struct key_types {
  typedef int keys __attribute__((vector_size(4 * N)));
  typedef u32 words __attribute__((vector_size(4 * N)));
};

// One list of up to longest_list keys, which may stand where `second` is.
template <class V> ONCE void order_list(const u32* keys, int n, u32 list, index* first, index* second) {
  constexpr int lanes = V::size < 4 ? 4 : (int)V::size;
  using keys_of = typename key_types<lanes>::keys;
  int number[longest_list + lanes];
  for (int i = 0; i < n; ++i) number[i] = (int)(keys[i] & number_mask), first[i] = list;
  for (int j = 0; j < lanes; ++j) number[n + j] = 0;  // whatever: they have no place
  for (int i = 0; i < n; i += lanes) {
    keys_of mine, place = {};
    __builtin_memcpy(&mine, number + i, sizeof mine);
    for (int k = 0; k < n; ++k) place -= number[k] < mine;  // true is -1
    int to[lanes];
    __builtin_memcpy(to, &place, sizeof to);
    for (int j = 0; j < lanes && i + j < n; ++j) second[to[j]] = (index)number[i + j];
  }
}

// One list of any length, by marks: a bit a number, and a bit a word of those. All are 0 before, and after.
ONCE inline void order_by_marks(const u32* keys, u32 n, u32 list, index* first, index* second, const lists_request& r) {
  u32 low = none, high = 0;
  for (u32 i = 0; i < n; ++i) {
    const u32 number = keys[i] & number_mask, word = number / 32;
    r.marks[word] |= 1u << (number % 32), r.marked[word / 32] |= 1u << (word % 32);
    low = word < low ? word : low, high = word > high ? word : high, first[i] = list;
  }
  for (u32 group = low / 32; group <= high / 32; ++group)
    for (u32 words = r.marked[group]; words; words &= words - 1) {
      const u32 word = 32 * group + (u32)__builtin_ctz(words);
      for (u32 left = r.marks[word]; left; left &= left - 1) *second++ = 32 * word + (u32)__builtin_ctz(left);
      r.marks[word] = 0;
    }
  for (u32 group = low / 32; group <= high / 32; ++group) r.marked[group] = 0;
}

// Orders the lists from `from` on, which starts a group, up to r.lists.
template <class V> void order_lists(const lists_request& r, u32 from) {
  constexpr int lanes = V::size < 4 ? 4 : (int)V::size, reach = 32;  // longer lists are taken one by one
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
    u32 end = start, longest = 0, squares = 0;
    for (u32 i = from; i < from + group; ++i) {
      const u32 n = r.ends[i] - end;
      longest = n > longest ? n : longest, squares += n * n, end = r.ends[i];
    }
    // Operations, about: two comparisons of each with as many as the longest list has, or one with those of its own.
    const u32 all = end - start, side_by_side = 6 * all * longest / lanes,
              one_by_one = 3 * squares / lanes + 3 * all + 30 * group;
    if (longest > (u32)reach || side_by_side > one_by_one) {
      for (u32 i = from; i < from + group; start = r.ends[i++]) {
        const u32 n = r.ends[i] - start;
        if (n <= longest_list)
          order_list<V>(r.keys + start, (int)n, r.list + i, r.first + start, r.second + start);
        else
          order_by_marks(r.keys + start, n, r.list + i, r.first + start, r.second + start, r);
      }
      continue;
    }
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
}

}  // namespace
}  // namespace hitscan::detail::broad
