// A game's frame: hit and near, what left the field, removal from all columns, squared thresholds.
#include <algorithm>

#include "../harness/suite.hpp"

namespace bench {
namespace {

constexpr float near_radius = 40;

// Who hits and who is near, told apart by the library and put together again for the comparison.
void grazes(suite& s) {
  s.add_own({.query = "graze_mask", .scene = "ship_bullets", .what = form::mask, .bytes = 8}, [](std::size_t n) {
    const auto b = crowd2("bullets", scenes::bullets(), n);
    const auto q = askers2("ship", scenes::ship());
    const auto hits = std::make_shared<std::vector<std::uint64_t>>(hs::mask_words(n));
    const auto hit_bytes = std::make_shared<std::vector<std::uint8_t>>(n);
    return own_calls{.library =
                         [=, all = b->circles(0, n)](std::size_t k, results& r) {
                           (void)hs::graze_mask(all, q->circle[k % scenes::fresh], near_radius, std::span(*hits),
                                                std::span(r.words));
                           for (std::size_t w = 0; w < hits->size(); ++w) r.words[w] ^= (*hits)[w];  // who is either
                         },
                     .reference = {},
                     .plain =
                         [=](const baseline::loops& p, std::size_t k, results& r) {
                           p.graze(disc_of(q->circle[k % scenes::fresh]), near_radius, spots_of(*b), b->radius[0], n,
                                   hit_bytes->data(), r.bytes.data());
                           // Of vectors that a byte written might belong to, the compiler makes no registers.
                           std::uint8_t* const either = r.bytes.data();
                           const std::uint8_t* const hit = hit_bytes->data();
                           for (std::size_t i = 0; i < n; ++i) either[i] |= hit[i];
                         }};
  });
}

void culls(suite& s) {
  s.add_own({.query = "cull_mask", .scene = "bullets_field", .what = form::mask, .bytes = 8}, [](std::size_t n) {
    const auto b = crowd2("bullets", scenes::bullets(), n);
    const auto q = askers2("screen", scenes::screens());
    return own_calls{
        .library = [=, all = b->circles(0, n)](
                       std::size_t k,
                       results& r) { r.count = hs::cull_mask(all, q->box[k % scenes::fresh], 0, std::span(r.words)); },
        .reference = {},
        .plain =
            [=](const baseline::loops& p, std::size_t k, results& r) {
              p.cull_mask(rect_of(q->box[k % scenes::fresh]), spots_of(*b), b->radius[0], n, r.bytes.data());
            }};
  });
}

void squares(suite& s) {
  s.add_own(
      {.query = "overlap_squared_mask", .scene = "ship_bullets", .what = form::mask, .bytes = 8}, [](std::size_t n) {
        const auto b = crowd2("bullets", scenes::bullets(), n);
        const auto q = askers2("ship", scenes::ship());
        constexpr float reach2 = 52;
        return own_calls{.library =
                             [=, all = b->points(0, n)](std::size_t k, results& r) {
                               hs::overlap_squared_mask(all, q->point[k % scenes::fresh], reach2, std::span(r.words));
                             },
                         .reference = {},
                         .plain =
                             [=](const baseline::loops& p, std::size_t k, results& r) {
                               const hs::vec2 at = q->point[k % scenes::fresh];
                               p.squared_mask({at.x, at.y, reach2}, spots_of(*b), n, r.bytes.data());
                             }};
      });
}

// One in eight goes, from four columns. What is removed from is copied anew each time, for everybody.
void removals(suite& s) {
  s.add_own({.query = "compact", .scene = "four_columns", .what = form::records, .bytes = 32}, [](std::size_t n) {
    const auto c = crowd2("bullets", scenes::bullets(), n);
    const std::size_t words = hs::mask_words(n);
    const auto gone = std::make_shared<std::vector<std::uint64_t>>();
    scenes::rng random(23);
    for (std::size_t w = 0; w < words + scenes::fresh; ++w)
      gone->push_back(random.next() & random.next() & random.next());
    const auto load = [=](std::size_t k, results& r) {
      std::copy_n(c->center[0].begin(), n, r.normal_x.begin()),
          std::copy_n(c->center[1].begin(), n, r.normal_y.begin());
      std::copy_n(c->step[0].begin(), n, r.position_x.begin()),
          std::copy_n(c->step[1].begin(), n, r.position_y.begin());
      return std::span<const std::uint64_t>(*gone).subspan(k % scenes::fresh, words);
    };
    return own_calls{
        .library =
            [=](std::size_t k, results& r) {
              const auto removed = load(k, r);
              r.count = hs::compact(removed, r.normal_x, r.normal_y, r.position_x, r.position_y);
            },
        .reference =
            [=](std::size_t k, results& r) {
              const auto removed = load(k, r);
              r.count = 0;
              for (std::size_t i = 0; i < n; ++i) {
                if (removed[i / 64] >> (i % 64) & 1) continue;
                for (auto* v : {&r.normal_x, &r.normal_y, &r.position_x, &r.position_y}) (*v)[r.count] = (*v)[i];
                ++r.count;
              }
            },
        .plain =
            [=](const baseline::loops& p, std::size_t k, results& r) {
              const auto removed = load(k, r);
              float* const columns[] = {r.normal_x.data(), r.normal_y.data(), r.position_x.data(), r.position_y.data()};
              r.count = p.compact(removed.data(), n, columns, 4);
            }};
  });
}

}  // namespace

void game_frame(suite& s) {
  grazes(s);
  culls(s);
  squares(s);
  removals(s);
}

}  // namespace bench
