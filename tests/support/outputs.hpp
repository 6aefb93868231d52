// The columns that records are written to, over memory that somebody holds: the one place where they stand in a row.
#pragma once

#include <hitscan/results.hpp>

namespace trial {

/// Over index, flags and floats c: time, then the axes of the normal and those of the position.
template <int D, class Index, class Floats, class Flags> auto hits_over(Index& index, Floats& c, Flags& flags) {
  if constexpr (D == 2)
    return hitscan::hit_columns{index, c[0], c[1], c[2], c[3], c[4], flags};
  else
    return hitscan::hit_columns3{index, c[0], c[1], c[2], c[3], c[4], c[5], c[6], flags};
}
/// The depth in place of the time, no flags, and the axes of the push behind.
template <int D, class Index, class Floats> auto contacts_over(Index& index, Floats& c) {
  if constexpr (D == 2)
    return hitscan::contact_columns{index, c[0], c[1], c[2], c[3], c[4], c[5], c[6]};
  else
    return hitscan::contact_columns3{index, c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9]};
}

/// Over a struct that has index, time, normal, position, flags, push: those with an axis as arrays of columns.
template <int D, class Records> auto hits_in(Records& r) {
  if constexpr (D == 2)
    return hitscan::hit_columns{r.index, r.time, r.normal[0], r.normal[1], r.position[0], r.position[1], r.flags};
  else
    return hitscan::hit_columns3{r.index,       r.time,        r.normal[0],   r.normal[1], r.normal[2],
                                 r.position[0], r.position[1], r.position[2], r.flags};
}
/// ... where a contact's depth stands for the time.
template <int D, class Records> auto contacts_in(Records& r) {
  if constexpr (D == 2)
    return hitscan::contact_columns{r.index,       r.time,        r.normal[0], r.normal[1],
                                    r.position[0], r.position[1], r.push[0],   r.push[1]};
  else
    return hitscan::contact_columns3{r.index,       r.time,        r.normal[0], r.normal[1], r.normal[2], r.position[0],
                                     r.position[1], r.position[2], r.push[0],   r.push[1],   r.push[2]};
}

}  // namespace trial
