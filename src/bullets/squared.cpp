// The caller's own squared threshold: every form is made of the engine's mask, a block of items at a time.
#include <hitscan/squared.hpp>

#include "../core/bits.hpp"
#include "../core/contract.hpp"
#include "../core/float_state.hpp"
#include "../core/strided.hpp"
#include "../dispatch/by_isa.hpp"
#include "../reference/squared.hpp"

namespace hitscan::detail {

HITSCAN_DECLARE_BY_ISA(void squared(const squared_request&, std::uint64_t* words) noexcept)

namespace {

void squared_one_by_one(const squared_request& r, std::uint64_t* words) noexcept {
  for (std::size_t i = 0; i < r.n; ++i) {
    const bool hit = r.dims == 2 ? textbook::squared<2>(r, i) : textbook::squared<3>(r, i);
    if (i % 64 == 0) words[i / 64] = 0;
    words[i / 64] |= std::uint64_t{hit} << (i % 64);
  }
}
constexpr void (*tables[isa_count])(const squared_request&,
                                    std::uint64_t* words) noexcept = HITSCAN_BY_ISA(squared_one_by_one, squared);

using namespace words_of_bits;

// Columns with gaps are copied into `space`, n floats each.
squared_request part_of(const squared_request& r, std::size_t first, std::size_t n, float* space) noexcept {
  squared_request part = r;
  const auto move = [&](feed& f) {
    if (f.gap != 0)
      gather(f, first, n, space), f = {space, 0}, space += n;
    else if (f.data)
      f.data += first;
  };
  for (int k = 0; k < r.dims; ++k) move(part.item[k]);
  move(part.reach2);
  part.n = n;
  return part;
}

// each(first item, words, how many) for every block, until it returns false.
template <class Each>
void each_block(const engine& e, const squared_question& q, std::size_t n, const Each& each) noexcept {
  const bool nobody = !q.layer_data && !(q.layer_one & q.layers);
  const std::size_t most = q.strided ? block_floats / 4 : block;
  float space[block_floats];  // of the centre's columns and reach2
  for (std::size_t first = 0; first < n; first += most) {
    const std::size_t here = n - first < most ? n - first : most, words = (here + 63) / 64;
    word hit[block_words];
    tables[static_cast<int>(e.which)](part_of(q.r, first, here, space), hit);
    for (std::size_t w = 0; w < words; ++w) {
      if (nobody) hit[w] = 0;
      if (q.layer_data)
        each_bit(hit[w], 64 * w, [&](index i) {
          if (!(value_behind(q.layer_data, first + i, q.layer_gap) & q.layers)) hit[w] &= ~(word{1} << (i % 64));
        });
    }
    if (!each(first, static_cast<const word*>(hit), words)) return;
  }
}

bool broken(const squared_question& q, const char* form) noexcept {
  if (!q.breach && q.r.n <= none) return false;
  request r;
  r.verb = nullptr, r.breach = q.breach, r.wrong = q.wrong, r.n = q.r.n;
  return broken(r, "overlap_squared", form);
}

found list_all(const engine& e, const squared_question& q, std::span<index> out, const char* form) noexcept {
  if (broken(q, form)) return {out.data(), 0, 0};
  writer list(out);
  each_block(e, q, q.r.n, [&](std::size_t first, const word* hit, std::size_t words) {
    for (std::size_t w = 0; w < words; ++w) list.put(hit[w], first + 64 * w);
    return true;
  });
  return list.result();
}

}  // namespace

bool run_squared_any(const engine& e, const squared_question& q) noexcept {
  const default_float_state here;
  if (broken(q, "_any")) return false;
  word any = 0;
  each_block(e, q, q.r.n, [&](std::size_t, const word* hit, std::size_t words) {
    for (std::size_t w = 0; w < words; ++w) any |= hit[w];
    return any == 0;
  });
  return any != 0;
}

std::size_t run_squared_count(const engine& e, const squared_question& q) noexcept {
  const default_float_state here;
  return list_all(e, q, {}, "_count").total;
}

void run_squared_mask(const engine& e, const squared_question& q, std::span<word> out) noexcept {
  const default_float_state here;
  const std::size_t room = shorter(q.r.n, out);
  bool wrong = broken(q, "_mask");
  if (checked_build && room < q.r.n && !wrong) {
    report_lengths("overlap_squared_mask", "mask", room, "the batch", q.r.n);
    wrong = true;
  }
  if (wrong) {
    for (word& w : out) w = 0;
    return;
  }
  each_block(e, q, room, [&](std::size_t first, const word* hit, std::size_t words) {
    for (std::size_t w = 0; w < words; ++w) out[first / 64 + w] = hit[w];
    return true;
  });
}

found run_squared_list(const engine& e, const squared_question& q, std::span<index> out) noexcept {
  const default_float_state here;
  return list_all(e, q, out, "");
}

}  // namespace hitscan::detail
