// Pixel masks: a sprite of 48 x 48 over one of 200 x 90 in many places. Not dispatched, so all instruction sets run the
// same code; the reference looks at every pixel.
#include "one_by_one.hpp"
#include "turned.hpp"

namespace bench {
namespace {

struct sprites {
  std::vector<std::uint64_t> words[2];
  hs::pixel_mask big, small;
  std::vector<std::int32_t> x, y;  // where the small one lies

  explicit sprites(std::size_t n) {
    big = disc(200, 90, 45, words[0]), small = disc(48, 48, 24, words[1]);
    scenes::rng random(37);
    for (std::size_t i = 0; i < n + scenes::fresh; ++i) {
      x.push_back(static_cast<std::int32_t>(random.below(320)) - 80);
      y.push_back(static_cast<std::int32_t>(random.below(180)) - 70);
    }
  }
  // Pixels of the ellipse in the middle, every fifth of them missing.
  static hs::pixel_mask disc(std::uint32_t width, std::uint32_t height, int radius, std::vector<std::uint64_t>& to) {
    to.assign(hs::pixel_mask::words_needed(width, height), 0);
    const int across = static_cast<int>(width) / 2;
    for (std::uint32_t py = 0; py < height; ++py)
      for (std::uint32_t px = 0; px < width; ++px) {
        const int dx = (static_cast<int>(px) - across) * radius / across, dy = static_cast<int>(py) - radius;
        if (dx * dx + dy * dy < radius * radius && (px + 3 * py) % 5 != 0)
          to[py * hs::pixel_mask::words_per_row(width) + px / 64] |= std::uint64_t{1} << (px % 64);
      }
    return {.width = width, .height = height, .words = to};
  }
  std::size_t common(std::size_t i, bool any) const {  // the reference
    std::size_t count = 0;
    for (std::uint32_t py = 0; py < small.height; ++py)
      for (std::uint32_t px = 0; px < small.width; ++px) {
        const std::int64_t bx = std::int64_t{x[i]} + px, by = std::int64_t{y[i]} + py;
        if (bx < 0 || by < 0 || !small.at(px, py)) continue;
        count += big.at(static_cast<std::uint32_t>(bx), static_cast<std::uint32_t>(by));
        if (any && count) return 1;
      }
    return count;
  }
  struct pixel_boxes {
    std::vector<float> min_x, min_y, max_x, max_y;
    hs::boxes boxes() const { return {.min_x = min_x, .min_y = min_y, .max_x = max_x, .max_y = max_y}; }
  };
  auto pixels_of_small() const {
    const auto to = std::make_shared<pixel_boxes>();
    for (std::uint32_t py = 0; py < small.height; ++py)
      for (std::uint32_t px = 0; px < small.width; ++px) {
        if (!small.at(px, py)) continue;
        const auto left = static_cast<float>(px), top = static_cast<float>(py);
        to->min_x.push_back(left), to->min_y.push_back(top), to->max_x.push_back(left + 1),
            to->max_y.push_back(top + 1);
      }
    return to;
  }
  static baseline::bitmap bitmap(const hs::pixel_mask& m) {
    return {m.words.data(), static_cast<std::int32_t>(m.width), static_cast<std::int32_t>(m.height)};
  }
  std::span<const std::int32_t> part(const std::vector<std::int32_t>& v, std::size_t from, std::size_t n) const {
    return std::span(v).subspan(from, n);
  }
};

}  // namespace

void pixel_masks(suite& s) {
  s.add_own({.query = "pixel_mask_overlap_mask", .scene = "places", .what = form::mask, .bytes = 8, .most = 16384},
            [](std::size_t n) {
              const auto all = std::make_shared<const sprites>(n);
              return own_calls{.library =
                                   [=](std::size_t k, results& r) {
                                     const std::size_t from = k % scenes::fresh;
                                     r.count = all->big.overlap_mask(all->small, all->part(all->x, from, n),
                                                                     all->part(all->y, from, n), r.words);
                                   },
                               .reference =
                                   [=](std::size_t k, results& r) {
                                     const std::size_t from = k % scenes::fresh;
                                     for (auto& w : r.words) w = 0;
                                     for (std::size_t i = 0; i < n; ++i)
                                       r.words[i / 64] |= std::uint64_t{all->common(from + i, true)} << (i % 64);
                                   },
                               .plain =
                                   [=](const baseline::loops& p, std::size_t k, results& r) {
                                     const std::size_t from = k % scenes::fresh;
                                     p.bitmaps_mask(sprites::bitmap(all->big), sprites::bitmap(all->small),
                                                    &all->x[from], &all->y[from], n, r.bytes.data());
                                   }};
            });
  s.add_own({.query = "pixel_mask_overlap_count", .scene = "pixels", .what = form::times, .bytes = 8, .most = 1024},
            [](std::size_t n) {
              const auto all = std::make_shared<const sprites>(n);
              const auto each = [=](const auto& count) {
                return [=](std::size_t k, results& r) {
                  for (std::size_t i = 0; i < n; ++i) r.times[i] = static_cast<float>(count(k % scenes::fresh + i));
                };
              };
              return own_calls{.library = each([=](std::size_t i) {
                                 return all->big.overlap_count(all->small.moved_to(all->x[i], all->y[i]));
                               }),
                               .reference = each([=](std::size_t i) { return all->common(i, false); }),
                               .plain = [=](const baseline::loops& p, std::size_t k, results& r) {
                                 each([&](std::size_t i) {
                                   return p.bitmaps_count(sprites::bitmap(all->big), sprites::bitmap(all->small),
                                                          all->x[i], all->y[i]);
                                 })(k, r);
                               }};
            });
  // A mask as a world of cells, which any shape may ask: which capsules meet a pixel.
  s.add_own({.query = "pixel_mask_cells_overlap_any",
             .scene = "capsules",
             .what = form::mask,
             .bytes = 20,
             .most = 1024,
             .plain = false},
            [](std::size_t n) {
              const auto all = std::make_shared<const sprites>(n);
              const auto c = turned("close a", scenes::close_up(), n);
              return own_calls{
                  .library = bits_of_each(
                      n, [=](std::size_t i) { return hs::cells(all->small).overlap_any(c->capsule_at(i)); }),
                  .reference = bits_of_each(n, [=, pixels = all->pixels_of_small()](std::size_t i) {
                    return hs::overlap_any(c->capsule_at(i), pixels->boxes(), {.on = hs::isa::scalar});
                  })};
            });
}

}  // namespace bench
