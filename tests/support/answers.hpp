// What an engine says to one request in every result form, as one row of words: equal rows are the same bits.
#pragma once

#include <bit>
#include <hitscan/detail/forms.hpp>
#include <vector>

#include "outputs.hpp"
namespace trial {

namespace answers_detail {

inline void put(std::vector<std::uint32_t>& to, std::span<const float> from) {
  for (const float x : from) to.push_back(std::bit_cast<std::uint32_t>(x));
}

// Every column of a moving query, or of a contact, which knows one more.
struct all_columns {
  std::vector<hitscan::index> index;
  std::vector<float> time, normal[3], position[3], push[3];
  std::vector<std::uint8_t> flags;

  explicit all_columns(std::size_t n) : index(n), time(n), flags(n) {
    for (int k = 0; k < 3; ++k) normal[k].resize(n), position[k].resize(n), push[k].resize(n);
  }
  hitscan::hit_columns3 hits() { return hits_in<3>(*this); }
  hitscan::contact_columns3 contacts() { return contacts_in<3>(*this); }
  void put_to(std::vector<std::uint32_t>& to, int dims) const {
    to.insert(to.end(), index.begin(), index.end());
    to.insert(to.end(), flags.begin(), flags.end());
    put(to, time);
    for (int k = 0; k < dims; ++k) put(to, normal[k]), put(to, position[k]), put(to, push[k]);
  }
};

}  // namespace answers_detail

/// any, count, mask, list; of what has more to tell: times, records (item by item: dense ones) and the nearest.
inline std::vector<std::uint32_t> answers(const hitscan::detail::engine& e, const hitscan::detail::request& r) {
  namespace hd = hitscan::detail;
  std::vector<std::uint32_t> said{hd::run_any(e, r), static_cast<std::uint32_t>(hd::run_count(e, r))};
  std::vector<std::uint64_t> words(hitscan::mask_words(r.n));
  const auto put_words = [&] {
    for (const std::uint64_t w : words)
      said.push_back(static_cast<std::uint32_t>(w)), said.push_back(static_cast<std::uint32_t>(w >> 32));
  };
  hd::run_mask(e, r, words);
  put_words();
  std::vector<hitscan::index> out(r.n);
  const hitscan::found which = hd::run_list(e, r, out);
  said.insert(said.end(), out.begin(), out.begin() + static_cast<std::ptrdiff_t>(which.written));
  const bool contact = hd::is_contact(r.test);
  if (!contact && !hd::is_sweep(r.test)) return said;

  answers_detail::all_columns all(r.n);
  if (r.batch == hd::batch::each) {
    contact ? hd::run_each(e, r, all.contacts()) : hd::run_each(e, r, all.hits());
  } else {
    const hitscan::found told = contact ? hd::run_records(e, r, all.contacts()) : hd::run_records(e, r, all.hits());
    said.push_back(static_cast<std::uint32_t>(told.total));
  }
  all.put_to(said, r.dims);
  const hd::outcome first = hd::run_nearest(e, r);
  said.push_back(first.index), said.push_back(first.flags);
  answers_detail::put(said, {&first.time, 1});
  answers_detail::put(said, first.normal), answers_detail::put(said, first.position);
  answers_detail::put(said, first.push);
  if (contact) return said;
  std::vector<float> times(r.n);
  hd::run_times(e, r, hitscan::times_out(times, words));
  answers_detail::put(said, times), put_words();
  return said;
}

}  // namespace trial
