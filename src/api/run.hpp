// What every form asks and writes before an engine is asked, for the files that do so: each has a copy of its own.
#pragma once

#include <hitscan/detail/forms.hpp>

#include "../core/contract.hpp"
#include "../core/forced.hpp"
#include "../core/items.hpp"
#include "../core/outputs.hpp"

namespace hitscan::detail {

// Columns with gaps, copied block by block: the first or deepest of all. In run.cpp.
outcome nearest_of_strided(const engine& e, const request& r) noexcept;

namespace {

// ---- contracts -------------------------------------------------------------------------------------------------

// Does a step go further than motions::longest says? Infinite steps are invalid, not long: they never hit anyhow.
[[maybe_unused]] bool keeps_promise(const motion& m, std::size_t count, int dims) noexcept {
  if (!m.present || !(m.longest >= 0)) return true;
  for (int k = 0; k < dims; ++k) {
    const feed& steps = m.column[k];
    for (std::size_t i = 0; i < (steps.data ? count : 1); ++i) {
      const float step = broad::at(steps, i), length = step < 0 ? 0 - step : step;
      if (length > m.longest && length - length == 0) return false;
    }
  }
  return true;
}

// A pass over indices that are read next in any case. Compared as signed numbers in the same order: an old CPU can do
// that in its registers.
bool within(const index* which, std::size_t n, const side& s) noexcept {
  if (!s.spans || s.count > none) return true;  // one value for all: every index has it
  if (s.count == 0) return n == 0;
  constexpr std::uint32_t lowest = 0x80000000;
  const auto last = static_cast<std::int32_t>(static_cast<std::uint32_t>(s.count - 1) ^ lowest);
  std::int32_t beyond = 0;
  for (std::size_t i = 0; i < n; ++i) beyond |= -(static_cast<std::int32_t>(which[i] ^ lowest) > last);
  return beyond == 0;
}

[[gnu::cold]] void tell(const request& r, const char* form, const char* sentence) noexcept {
  request told = r;
  told.breach = sentence;
  report_breach(told, r.verb, form);
}

ONCE bool is_broken(const request& r, const char* form) noexcept {
  if (detail::broken(r, r.verb, form)) return true;
  if (r.first && !(within(r.first, r.n, r.a) && within(r.second, r.n, r.b))) {
    tell(r, form, "an index pair points beyond its view");
    return true;
  }
  if constexpr (looks_at_items)
    if (!keeps_promise(r.da, r.a.count, r.dims) || !keeps_promise(r.db, r.b.count, r.dims))
      tell(r, form, "a step is longer than motions::longest promises");
  return false;
}
// Is the contract broken? Then that has been told, and the answer is nothing. Only a step that is too long loses hits
// and no more: it takes a look at every item to see it.
FORCED bool broken(const request& r, const char* form) noexcept {
  if constexpr (!checked_build) return false;
  return (looks_at_items || r.breach || r.first || r.n > none) && is_broken(r, form);
}

[[gnu::cold]] void report_short(const request& r, const char* form, const char* label, int column,
                                std::size_t capacity) noexcept {
  request told = r;
  told.breach = differs, told.wrong = {label, nullptr, column, -1, capacity, r.n};
  report_breach(told, r.verb, form);
}

// Is an output shorter than the batch?
bool too_short(const request& r, const char* form, const char* label, int column, std::size_t capacity) noexcept {
  if (!checked_build || r.n <= capacity) [[likely]]
    return false;
  report_short(r, form, label, column, capacity);
  return true;
}

// ---- outputs ---------------------------------------------------------------------------------------------------

// The request, no longer than what its answers fit into: in a build that looks at nothing it may be.
class fitted {
 public:
  fitted(const request& r, std::size_t capacity) noexcept {
    if (r.n <= capacity) {
      use_ = &r;
      return;
    }
    shorter_ = r;
    shorter_.n = capacity;
    use_ = &shorter_;
  }
  fitted(const fitted&) = delete;
  fitted& operator=(const fitted&) = delete;
  const request& operator*() const noexcept { return *use_; }
  const request* operator->() const noexcept { return use_; }

 private:
  const request* use_;
  request shorter_;  // not set when not needed
};

// What stands for the time of a contact is -depth, and 1 where there is none.
void times_to_depths(float* out, std::size_t n) noexcept {
  if (out == nullptr) return;
  for (std::size_t i = 0; i < n; ++i) out[i] = out[i] > 0 ? 0 : 0 - out[i];
}

// Nothing was found.
template <class T> void fill(std::span<T> column, T value) noexcept {
  for (T& x : column) x = value;
}
void write_nothing(const hit_columns3& c) noexcept {
  fill(c.index, none), fill(c.time, 1.0f), fill(c.flags, std::uint8_t{0});
  for (const auto& zero : {c.normal_x, c.normal_y, c.normal_z, c.position_x, c.position_y, c.position_z})
    fill(zero, 0.0f);
}
void write_nothing(const contact_columns3& c) noexcept {
  fill(c.index, none);
  for (const auto& zero : {c.depth, c.normal_x, c.normal_y, c.normal_z, c.position_x, c.position_y, c.position_z,
                           c.push_x, c.push_y, c.push_z})
    fill(zero, 0.0f);
}

}  // namespace
}  // namespace hitscan::detail
