// The first hit or deepest contact of each of many: in dense records, one against all of the others for every item of
// who asks, or the other way round where these are few.
#include <algorithm>
#include <bit>

#include "../core/bits.hpp"
#include "../core/float_state.hpp"
#include "../dispatch/engines.hpp"
#include "run.hpp"

namespace hitscan::detail {
namespace {

// Of few items most who ask meet none or one. Each item is asked first whom it meets of a block of these, in full
// registers, and pairs that meet are told side by side:
//
//             who asks  0 1 2 3 4 5 6 7 ... 255
//     item 0            . . x . . . . .                       2 6 2
//     item 1            . . x . . . x .          ->           0 1 1      of each who asks the first
//
// Where most meet several, and one after the other is quicker, it says false, and nothing is written. The reference
// does without, as its one item takes as long as the other way round.
class few_items {
 public:
  static constexpr std::size_t most = 64, at_once = 256;

  few_items(const engine& e, const request& r, const records& to) noexcept : e_(e), r_(r), to_(to) {}

  // Of those n that ask from `from` on.
  bool answer(std::size_t from, std::size_t n) noexcept {
    const std::size_t items = (r_.flip ? r_.a : r_.b).count, words = mask_words(n);
    std::uint64_t met[most][at_once / 64];
    const request block = block_of(from, n);
    broad::one_against_many one(block, !r_.flip);
    std::size_t all = 0;
    for (std::size_t k = 0; k < items; ++k) {
      e_.mask(one.at(k), met[k]);
      for (std::size_t w = 0; w < words; ++w) all += static_cast<std::size_t>(std::popcount(met[k][w]));
      // Not where more than one and a half are met, as it looks, or of 64 items a half.
      if (64 * all * items > (96 - items) * n * (k + 4)) return false;
    }
    put_nothing(from, n);
    if (all == 0) return true;
    if (!ready_) make_ready();
    from_ = from;
    for (std::size_t i = 0; i < n; ++i) first_[i] = {};
    for (std::size_t k = 0; k < items; ++k)
      for (std::size_t w = 0; w < words; ++w)
        words_of_bits::each_bit(met[k][w], from + 64 * w, [&](index i) {
          who_[count_] = i, whom_[count_] = static_cast<index>(k);
          if (++count_ == at_once) tell();
        });
    tell();
    return true;
  }

 private:
  // Who asks without those before `from`, n of them.
  request block_of(std::size_t from, std::size_t n) const noexcept {
    request block = r_;
    side& asks = r_.flip ? block.b : block.a;
    broad::skip(asks, from, r_.dims), broad::skip(r_.flip ? block.db : block.da, from, r_.dims);
    // Worlds have nothing that grows: skip() does not know of it.
    for (int k = 0; k < growths_of(r_.test, r_.dims); ++k)
      if (asks.grow[k].data) asks.grow[k].data += from;
    asks.count = n;
    return block;
  }
  void put_nothing(std::size_t from, std::size_t n) const noexcept {
    if (to_.index) std::fill_n(to_.index + from, n, none);
    if (to_.time) std::fill_n(to_.time + from, n, 1.0f);
    if (to_.flags) std::fill_n(to_.flags + from, n, std::uint8_t{0});
    for (const auto& columns : {to_.normal, to_.position, to_.push})
      for (int k = 0; k < 3; ++k)
        if (columns[k]) std::fill_n(columns[k] + from, n, 0.0f);
  }
  void make_ready() noexcept {
    ready_ = true;
    pairs_ = r_, pairs_.batch = batch::each;
    (r_.flip ? pairs_.second : pairs_.first) = who_, (r_.flip ? pairs_.first : pairs_.second) = whom_;
    told_.index = index_, told_.time = time_, told_.flags = flags_;
    for (int k = 0; k < 3; ++k) {
      if (to_.normal[k]) told_.normal[k] = normal_[k];
      if (to_.position[k]) told_.position[k] = position_[k];
      if (to_.push[k]) told_.push[k] = push_[k];
    }
  }
  void tell() noexcept {
    pairs_.n = count_;
    if (count_) e_.each(pairs_, told_);
    for (std::size_t j = 0; j < count_; ++j) {
      first& best = first_[who_[j] - from_];
      const bool sooner = time_[j] < best.time, face = best.flags & corner && !(flags_[j] & corner);
      if (best.any && !sooner && !(time_[j] == best.time && face)) continue;
      best = {time_[j], flags_[j], true};
      outcome o{.index = whom_[j], .time = time_[j], .flags = flags_[j]};
      for (int k = 0; k < 3; ++k) {
        if (to_.normal[k]) o.normal[k] = normal_[k][j];
        if (to_.position[k]) o.position[k] = position_[k][j];
        if (to_.push[k]) o.push[k] = push_[k][j];
      }
      broad::put(to_, who_[j], o);
    }
    count_ = 0;
  }

  struct first {
    float time;
    std::uint8_t flags;
    bool any;
  };
  const engine& e_;
  const request& r_;
  const records& to_;
  request pairs_;
  records told_;
  bool ready_ = false;
  std::size_t from_ = 0, count_ = 0;
  first first_[at_once];
  index who_[at_once], whom_[at_once], index_[at_once];
  float time_[at_once], normal_[3][at_once], position_[3][at_once], push_[3][at_once];
  std::uint8_t flags_[at_once];
};

// How many, from the first on.
ONCE std::size_t answered_by_items(const engine& e, const request& r, std::size_t n, const records& to) noexcept {
  few_items items(e, r, to);
  for (std::size_t i = 0; i < n; i += few_items::at_once)
    if (!items.answer(i, std::min(n - i, few_items::at_once))) return i;
  return n;
}

// Many against many: for every item of who asks, one against all of the others.
template <class Columns>
std::size_t write_nearest_many(const engine& e, const request& r, const Columns& out, const wanted& want,
                               const char* form) noexcept {
  const side& items = r.flip ? r.a : r.b;
  const bool unnamed = checked_build && items.spans && items.count > none;
  if (unnamed) tell(r, form, too_many_items);
  if (unnamed || broken(r, form) || too_short(r, form, want.column, -1, want.room())) {
    write_nothing(out);
    return 0;
  }
  const fitted fit(r, want.room());
  const std::size_t n = fit->n;
  std::size_t i = 0;
  if (n >= 16 && items.count <= std::min(n / 3, few_items::most) && !r.strided && &e != &engine_scalar)
    i = answered_by_items(e, r, n, want.to);
  broad::one_against_many single(r, r.flip);
  for (; i < n; ++i) {
    const request& one = single.at(i);
    broad::put(want.to, i, one.n == 0 ? outcome{} : one.strided ? nearest_of_strided(e, one) : e.nearest(one));
  }
  return n;
}

}  // namespace

void run_nearest_many(const engine& e, const request& r, const hit_columns3& out) noexcept {
  const default_float_state here;
  write_nearest_many(e, r, out, wanted(out), "_nearest");
}
void run_nearest_many(const engine& e, const request& r, const contact_columns3& out) noexcept {
  const default_float_state here;
  const wanted want(out);
  times_to_depths(want.to.time, write_nearest_many(e, r, out, want, "_deepest"));
}

}  // namespace hitscan::detail
