// What stands between a lowered request and the engine: contracts, capacities, empty batches. Every function first
// checks the contract (nothing in a build without checks), then makes the request as short as its output.
#include "contract.hpp"

#include <hitscan/detail/forms.hpp>

#include "../dispatch/engines.hpp"
#include "../reference/hulls.hpp"

namespace hitscan::detail {

const engine& reference_engine() noexcept { return engine_scalar; }

namespace {

// ---- contracts -------------------------------------------------------------------------------------------------

void breach(const char* message) noexcept {
  if (checked_build) report_breach(message);
}

// Does a step go further than motions::longest says? Infinite steps are invalid, not long: they never hit anyhow.
bool keeps_promise(const motion& m, std::size_t count, int dims) noexcept {
  if (!m.present || !(m.longest >= 0)) return true;
  for (int k = 0; k < dims; ++k) {
    const feed& steps = m.column[k];
    for (std::size_t i = 0; i < (steps.data ? count : 1); ++i) {
      const float step = steps.data ? steps.data[i] : steps.one, length = step < 0 ? 0 - step : step;
      if (length > m.longest && length - length == 0) return false;
    }
  }
  return true;
}

bool within(const index* which, std::size_t n, const side& s) noexcept {
  if (!s.spans) return true;  // one value for all: every index has it
  for (std::size_t i = 0; i < n; ++i)
    if (which[i] >= s.count) return false;
  return true;
}

[[gnu::cold]] void check(const request& r) noexcept {
  if (r.breach) report_breach(r.breach);
  if (!keeps_promise(r.da, r.a.count, r.dims) || !keeps_promise(r.db, r.b.count, r.dims))
    report_breach("hitscan: a step is longer than motions::longest promises");
  if (r.first && !(within(r.first, r.n, r.a) && within(r.second, r.n, r.b)))
    report_breach("hitscan: an index pair points beyond its view");
}

void check_contract(const request& r) noexcept {
  if (checked_build) check(r);
}

// ---- outputs ---------------------------------------------------------------------------------------------------

// The request, no longer than what its answers fit into. Copied only when it is too long.
class fitted {
 public:
  fitted(const request& r, std::size_t capacity) noexcept {
    if (r.n <= capacity) {
      use_ = &r;
      return;
    }
    breach("hitscan: an output is shorter than the batch");
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

constexpr std::size_t unlimited = static_cast<std::size_t>(-1);

// Pointers to the wanted columns, and the length of the shortest of them.
struct wanted {
  records to;
  std::size_t capacity = unlimited;

  explicit wanted(const hit_columns3& c) noexcept {
    take(to.index, c.index), take(to.time, c.time), take(to.flags, c.flags);
    take(to.normal[0], c.normal_x), take(to.normal[1], c.normal_y), take(to.normal[2], c.normal_z);
    take(to.position[0], c.position_x), take(to.position[1], c.position_y), take(to.position[2], c.position_z);
  }
  explicit wanted(const contact_columns3& c) noexcept {
    take(to.index, c.index), take(to.time, c.depth);
    take(to.normal[0], c.normal_x), take(to.normal[1], c.normal_y), take(to.normal[2], c.normal_z);
    take(to.position[0], c.position_x), take(to.position[1], c.position_y), take(to.position[2], c.position_z);
    take(to.push[0], c.push_x), take(to.push[1], c.push_y), take(to.push[2], c.push_z);
  }
  bool nothing() const noexcept { return capacity == unlimited; }

 private:
  template <class T> void take(T*& pointer, std::span<T> column) noexcept {
    if (column.empty()) return;
    pointer = column.data();
    if (column.size() < capacity) capacity = column.size();
  }
};

std::size_t bits_in(std::span<const std::uint64_t> words) noexcept {
  return words.size() > unlimited / 64 ? unlimited : words.size() * 64;
}

void put(const records& out, std::size_t i, const outcome& o) noexcept {
  if (out.index) out.index[i] = o.index;
  if (out.time) out.time[i] = o.time;
  if (out.flags) out.flags[i] = o.flags;
  for (int k = 0; k < 3; ++k) {
    if (out.normal[k]) out.normal[k][i] = o.normal[k];
    if (out.position[k]) out.position[k][i] = o.position[k];
    if (out.push[k]) out.push[k][i] = o.push[k];
  }
}

// What stands for the time of a contact is -depth, and 1 where there is none.
void times_to_depths(float* out, std::size_t n) noexcept {
  if (out == nullptr) return;
  for (std::size_t i = 0; i < n; ++i) out[i] = out[i] > 0 ? 0 : 0 - out[i];
}

}  // namespace

// ---- the forms -------------------------------------------------------------------------------------------------

bool run_any(const engine& e, const request& r) noexcept {
  check_contract(r);
  return r.n != 0 && e.any(r);
}

std::size_t run_count(const engine& e, const request& r) noexcept {
  check_contract(r);
  return r.n == 0 ? 0 : e.count(r);
}

void run_mask(const engine& e, const request& r, std::span<std::uint64_t> words) noexcept {
  check_contract(r);
  const fitted fit(r, bits_in(words));
  if (fit->n != 0) e.mask(*fit, words.data());
}

void run_times(const engine& e, const request& r, const times_out& out) noexcept {
  check_contract(r);
  const std::size_t bits = out.mask.empty() ? unlimited : bits_in(out.mask);
  const fitted fit(r, out.time.size() < bits ? out.time.size() : bits);
  if (fit->n != 0) e.times(*fit, out.time.data(), out.mask.empty() ? nullptr : out.mask.data());
}

found run_list(const engine& e, const request& r, std::span<index> out) noexcept {
  check_contract(r);
  if (r.n == 0) return {out.data(), 0, 0};
  records to;
  to.index = out.data();
  const tally t = e.list(r, to, out.size());
  return {out.data(), t.written, t.total};
}

namespace {

found list_records(const engine& e, const request& r, const wanted& want) noexcept {
  check_contract(r);
  if (r.n == 0) return {want.to.index, 0, 0};
  const tally t = e.list(r, want.to, want.nothing() ? 0 : want.capacity);
  return {want.to.index, t.written, t.total};
}

}  // namespace

found run_records(const engine& e, const request& r, const hit_columns3& out) noexcept {
  return list_records(e, r, wanted(out));
}
found run_records(const engine& e, const request& r, const contact_columns3& out) noexcept {
  const wanted want(out);
  const found all = list_records(e, r, want);
  times_to_depths(want.to.time, all.written);
  return all;
}

outcome run_nearest(const engine& e, const request& r) noexcept {
  check_contract(r);
  return r.n == 0 ? outcome{} : e.nearest(r);
}

namespace {

// Dense records. Returns how many.
std::size_t write_each(const engine& e, const request& r, const wanted& want) noexcept {
  check_contract(r);
  if (want.nothing()) return 0;
  const fitted fit(r, want.capacity);
  if (fit->n != 0) e.each(*fit, want.to);
  return fit->n;
}

// Many against many: for every item of who asks, one against all of the others. Only its values change from turn to
// turn.
std::size_t write_nearest_many(const engine& e, const request& r, const wanted& want) noexcept {
  check_contract(r);
  if (want.nothing()) return 0;
  const fitted fit(r, want.capacity);
  const side& askers = r.flip ? r.b : r.a;
  const motion& moves = r.flip ? r.db : r.da;
  request one = *fit;
  side& asker = r.flip ? one.b : one.a;
  motion& move = r.flip ? one.db : one.da;
  one.batch = r.flip ? batch::many_one : batch::one_many, one.n = r.flip ? r.a.count : r.b.count;
  one.first = one.second = nullptr;
  asker.count = 1, asker.layer_data = nullptr, asker.spans = false;
  move.longest = -1;  // the one step is at hand, no promise about it is needed

  const int columns = columns_of(askers.what, r.dims), steps = moves.present ? r.dims : 0;
  for (std::size_t i = 0; i < fit->n; ++i) {
    for (int c = 0; c < columns; ++c)
      if (const feed& from = askers.column[c]; from.data) asker.column[c] = {nullptr, from.data[i]};
    for (int k = 0; k < steps; ++k)
      if (const feed& from = moves.column[k]; from.data) move.column[k] = {nullptr, from.data[i]};
    if (askers.layer_data) asker.layer_one = askers.layer_data[i];
    if (askers.what == kind::polygon && askers.outline.offsets) {
      hull h;
      read_outline(askers.outline, i, h);
      asker.outline = {h.x, h.y, static_cast<std::size_t>(h.corners), nullptr};
    }
    put(want.to, i, one.n == 0 ? outcome{} : e.nearest(one));
  }
  return fit->n;
}

}  // namespace

void run_each(const engine& e, const request& r, const hit_columns3& out) noexcept { write_each(e, r, wanted(out)); }
void run_each(const engine& e, const request& r, const contact_columns3& out) noexcept {
  const wanted want(out);
  times_to_depths(want.to.time, write_each(e, r, want));
}

void run_nearest_many(const engine& e, const request& r, const hit_columns3& out) noexcept {
  write_nearest_many(e, r, wanted(out));
}
void run_nearest_many(const engine& e, const request& r, const contact_columns3& out) noexcept {
  const wanted want(out);
  times_to_depths(want.to.time, write_nearest_many(e, r, want));
}

}  // namespace hitscan::detail
