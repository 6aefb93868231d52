// Times and contacts of hits that lie apart: told side by side, where kernels are slow to tell. Who reads one hit after
// the other anyway takes them by rank, as they are; else they are put back to where they belong. A last register that
// is not full is told by itself; where few are near nobody counts.
#include "../lanes/packed.hpp"

namespace hitscan::detail::HITSCAN_ISA {

using arch = HITSCAN_ARCH;
constexpr std::size_t lanes = floats<arch>::size;

void pack_items(packed_items& p, const float* const* columns, int count) {
  p.whole = (p.count + lanes - 1) / lanes * lanes;
  for (unsigned j = p.count; j < p.whole; ++j) p.item[j] = p.item[0];
  for (int c = 0; c < max_columns; ++c) p.column[c] = p.row[c < count ? c : 0];
  for (int c = 0; c < count; ++c)
    for (unsigned j = 0; j < p.whole; j += lanes) {
      const auto words = load_words<4>(columns[c], ints<arch>::load_aligned((const std::int32_t*)p.item + j).data);
      __builtin_memcpy(p.row[c] + j, &words, sizeof words);
    }
}

void tell_packed(moments_fn tell, int dims, const void* state, const float* const* columns, int count,
                 std::size_t first, std::size_t n, marks& out) {
  const auto hits_of = [&](std::size_t w)
                           INLINED { return out.hit[w] & (n - 64 * w < 64 ? ~(~0ull << (n % 64)) : ~0ull); };
  unsigned words = 0, hits = 0, registers = 0;
  for (std::size_t w = 0; first == 0 && out.crowd != few && w < n / 64; ++w) words += out.hit[w] != 0;
  if (words > 2)
    for (std::size_t w = 0; w < (n + 63) / 64; ++w) {
      u64 any = hits_of(w);
      hits += bits_set(any);
      for (unsigned k = 1; k < lanes; k *= 2) any |= any >> k;
      registers += bits_set(any & (u64)(~0ull / ((1ull << lanes) - 1)));
    }
  if (!pays_to_pack(hits, registers)) return tell(state, columns, first, n, out);

  packed_items p;
  alignas(64) float time[packed_items::most];
  u64 told[packed_items::most / 64];
  p.count = 0;
  for (std::size_t w = 0; p.count < hits; ++w)
    for (u64 left = hits_of(w); left; left &= left - 1) p.item[p.count++] = (u32)(64 * w) + (u32)__builtin_ctzll(left);
  pack_items(p, columns, count);
  for (unsigned w = 0; 64 * w < hits; ++w) told[w] = hits - 64 * w < 64 ? ~(~0ull << (hits % 64)) : ~0ull;

  const bool ranked = out.may_rank && out.until >= 1;
  marks packed;
  packed.hit = told, packed.until = out.until, packed.details = out.details;
  packed.times = !out.times ? nullptr : ranked ? out.times : time;
  packed.contacts = out.contacts;
  tell(state, p.column, 0, p.whole, packed);
  if (ranked) {
    out.ranked = hits;
    for (unsigned w = 0; 64 * w < hits; ++w) out.corner[w] = packed.corner[w], out.started[w] = packed.started[w];
    return;
  }
  for (unsigned j = hits; j-- > 0;) {  // the last first: none belongs before where it stands
    const u32 i = p.item[j], w = i / 64, from = j / 64;
    const auto bit = [&](u64& to, u64 is)
                         INLINED { to = (to & ~(1ull << (i % 64))) | (is >> (j % 64) & 1) << (i % 64); };
    bit(out.hit[w], told[from]);
    if (!out.times) continue;
    out.times[i] = time[j];
    if (out.details) bit(out.corner[w], packed.corner[from]), bit(out.started[w], packed.started[from]);
    if (!out.contacts) continue;
    for (auto* const columns : {out.contacts->normal, out.contacts->position, out.contacts->push})
      for (int k = 0; k < dims; ++k) columns[k][i] = columns[k][j];
  }
}

}  // namespace hitscan::detail::HITSCAN_ISA
