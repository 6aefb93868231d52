// A few hundred frames of a battle: two armies of round units among buildings. Each unit looks for the nearest enemy,
// shoots where it sees it, walks there where it does not, along walls, and makes room for its neighbours. It shows
// worlds, nearest, cast_nearest for lines of sight, move_and_slide, overlap_pairs, contact_each and erase, looks at
// some units by a plain loop, and ends with a hash of all it saw: the same on every machine.
#include <hitscan/hitscan.hpp>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <vector>

namespace hs = hitscan;

namespace {

constexpr std::size_t units_each = 400;
constexpr float radius = 6, reach = 120, speed = 3;

struct army {
  std::vector<float> x, y, dx, dy, health;
  std::vector<hs::index> target;  // among the enemies
  std::vector<float> away;        // how far that is
  hs::world at;                   // where they are, to be asked

  std::size_t size() const { return x.size(); }
  void add(float at_x, float at_y) {
    x.push_back(at_x), y.push_back(at_y), dx.push_back(0), dy.push_back(0), health.push_back(10);
  }
  hs::circles discs() const { return {.x = x, .y = y, .radius = radius}; }
};

struct battle {
  army red, blue;
  std::vector<float> left, top, right, bottom;
  hs::world walls;
  std::uint64_t hash = 14695981039346656037u;
  std::size_t shots = 0, hidden = 0, shoves = 0, wrong = 0;

  void note(std::uint32_t value) { hash = (hash ^ value) * 1099511628211u; }
  void note(float value) { note(std::bit_cast<std::uint32_t>(value)); }
  hs::boxes buildings() const { return {.min_x = left, .min_y = top, .max_x = right, .max_y = bottom}; }

  void start() {
    for (std::size_t i = 0; i < units_each; ++i) {
      const float row = static_cast<float>(i % 40), column = static_cast<float>(i / 40);
      red.add(20 + 14 * column, 60 + 16 * row), blue.add(1260 - 15 * column, 50 + 16 * row);
    }
    for (int i = 0; i < 18; ++i) {
      const float at_x = 260 + 150 * static_cast<float>(i % 6), at_y = 90 + 210 * static_cast<float>(i / 6);
      left.push_back(at_x), top.push_back(at_y), right.push_back(at_x + 40), bottom.push_back(at_y + 120);
    }
    walls.rebuild(buildings());  // once: they stand
  }

  // Whom each of us sees, shoots at or goes for.
  void look(army& us, army& them) {
    const std::size_t n = us.size();
    us.target.resize(n), us.away.resize(n);
    them.at.nearest(hs::points{.x = us.x, .y = us.y}, std::numeric_limits<float>::infinity(),
                    {.index = us.target, .distance = us.away});
    std::vector<float> to_x(n), to_y(n);
    for (std::size_t i = 0; i < n; ++i)
      to_x[i] = them.x[us.target[i]] - us.x[i], to_y[i] = them.y[us.target[i]] - us.y[i];
    std::vector<hs::index> in_the_way(n);
    walls.cast_nearest(hs::segments{.x = us.x, .y = us.y, .dx = to_x, .dy = to_y}, {.index = in_the_way});
    for (std::size_t i = 0; i < n; ++i) {
      const bool sees = in_the_way[i] == hs::none, near = us.away[i] < reach;
      hidden += near && !sees;
      us.dx[i] = us.dy[i] = 0;
      if (near && sees) {
        them.health[us.target[i]] -= 0.25f, ++shots;
        continue;
      }
      const float far = us.away[i] + radius;  // from centre to centre
      us.dx[i] = to_x[i] * speed / far, us.dy[i] = to_y[i] * speed / far;
    }
  }

  // The nearest by a plain loop.
  void check(const army& us, const army& them) {
    for (std::size_t i = 0; i < us.size(); i += 37) {
      const hs::nearest_item truth = hs::distance_nearest(hs::vec2{us.x[i], us.y[i]}, them.discs());
      wrong += truth.distance != us.away[i];
    }
  }

  void walk(army& us) {
    hs::move_and_slide(hs::round_walkers{us.x, us.y, us.dx, us.dy, radius}, buildings());
    us.at.rebuild(us.discs());  // who stands in whom makes room, each by half of the way
    std::vector<hs::index> first(16 * us.size()), second(16 * us.size());
    const hs::found_pairs met = us.at.overlap_pairs({first, second});
    std::vector<float> push_x(met.written), push_y(met.written);
    hs::contact_each(us.discs(), us.discs(), {.push_x = push_x, .push_y = push_y}, {.pairs = met.pairs});
    for (std::size_t k = 0; k < met.written; ++k) {
      const hs::index a = first[k], b = second[k];
      us.x[a] += 0.5f * push_x[k], us.y[a] += 0.5f * push_y[k], us.x[b] -= 0.5f * push_x[k],
          us.y[b] -= 0.5f * push_y[k];
    }
    shoves += met.total, wrong += !met.complete();
  }

  void bury(army& us) {
    std::vector<std::uint64_t> dead(hs::mask_words(us.size()));
    for (std::size_t i = 0; i < us.size(); ++i)
      if (us.health[i] <= 0) dead[i / 64] |= std::uint64_t{1} << (i % 64);
    hs::erase(dead, us.x, us.y, us.dx, us.dy, us.health);
  }

  bool frame() {
    red.at.rebuild(red.discs()), blue.at.rebuild(blue.discs());
    look(red, blue), look(blue, red), check(red, blue);
    walk(red), walk(blue), bury(red), bury(blue);
    for (const army* a : {&red, &blue})
      for (std::size_t i = 0; i < a->size(); ++i) note(a->x[i]), note(a->y[i]);
    return red.size() != 0 && blue.size() != 0;
  }
};

}  // namespace

int main() {
  battle b;
  b.start();
  int frames = 0;
  while (frames < 300 && b.frame()) ++frames;
  std::printf("%d frames, %zu red and %zu blue left, %zu shots, %zu times out of sight, %zu shoves, %zu wrong\n",
              frames, b.red.size(), b.blue.size(), b.shots, b.hidden, b.shoves, b.wrong);
  std::printf("hash %016llx on %s\n", static_cast<unsigned long long>(b.hash), hs::name(hs::active_isa()));
  return b.wrong != 0;
}
