// What each way of answering would take, and what follows.
#include "cost.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "../core/items.hpp"
#include "../lanes/quads.hpp"
#include "bounds.hpp"
#include "cost_factors.hpp"
#include "jobs.hpp"

namespace hitscan::detail::broad {
namespace {

constexpr std::size_t sampled = 64, weighed = 256, parts = 8;
constexpr float most_float = std::numeric_limits<float>::max();

// The j-th of a sample of n, in steps of the golden section: however they are filed, no step of theirs is one of these.
std::size_t sample_of(std::size_t n, std::size_t j) noexcept {
  return (static_cast<std::uint32_t>(j) + 1) * 0x9E3779B9u * std::uint64_t{n} >> 32;
}

// Of a sample of the items: how wide their field is, on its widest axis, how far it is from one to the next, how large
// they are, how many a place is in, and whether they crowd. Zeros where nothing can be said.
field survey(const side& s, int dims) noexcept {
  const bool many = s.count >= 256;  // among fewer it would take longer than it is good for
  const std::size_t step = s.count / (sampled / 2) + 1, thrown = many ? sampled : (s.count + step - 1) / step;
  // Of many more are looked at for how large they are: one in a hundred may be what counts.
  const std::size_t sizes_of = s.count >= 8192 ? weighed : thrown;
  const auto item = [&](std::size_t j) { return many ? sample_of(s.count, j) : j * step; };
  double volume = 1;  // no float where a field is 1e-25 or 1e37 wide
  double room[weighed];
  std::fill_n(room, weighed, 1.0);
  float begins[3]{}, extents[3]{}, squares_per[2]{};
  float across = 0, sizes = 0, seen = 0;
  std::uint8_t column[2][sampled]{};
  for (int k = 0; k < dims; ++k) {
    const bool round = s.what == kind::circle;
    const feed &from = s.column[round ? k : 2 * k], &to = s.column[round ? dims : 2 * k + 1];
    float low = HUGE_VALF, high = -HUGE_VALF, wide = 0, counted = 0, placed = 0;
    float lows[parts], highs[parts];
    std::fill_n(lows, parts, low), std::fill_n(highs, parts, high);
    for (std::size_t j = 0; j < sizes_of; ++j) {
      const std::size_t i = item(j), part = j % parts;
      const float x = at(from, i), size = round ? 2 * at(to, i) : at(to, i) - x;
      const bool fine = std::isfinite(x) && size >= 0 && std::isfinite(size);
      room[j] *= fine ? double{size} : 0;
      if (fine) wide += size, counted += 1;
      if (j >= thrown) continue;
      placed += fine;
      if (std::isfinite(x)) lows[part] = std::min(lows[part], x), highs[part] = std::max(highs[part], x);
    }
    sizes += wide, seen += counted;
    std::sort(lows, lows + parts), std::sort(highs, highs + parts);
    low = lows[0], high = highs[parts - 1];
    if (many && placed > 0.75f * sampled) {
      // Some may be parked far away: the medians of where the parts of the sample begin and end are `within` the field.
      constexpr float within = 0.083f;  // 1 - 2^(-parts / sampled)
      const float from = lows[parts / 2], to = highs[parts / 2 - 1], beside = (to - from) * within / (1 - 2 * within);
      if (to > from && high - low > 2 * (to - from + 2 * beside)) low = from - beside, high = to + beside;
    }
    const float extent = high > low ? high - low : 0.0f;
    across = std::max(across, extent);
    volume *= std::max(double{extent},
                       counted > 0 ? double{wide / counted} : 0.0);  // all in a plane are as thick as they are
    begins[k] = low, extents[k] = extent;
    if (k < 2) squares_per[k] = 8 / extent;
    for (std::size_t j = 0; many && k < 2 && j < thrown; ++j) {
      const float x = (at(from, item(j)) - low) * squares_per[k];
      column[k][j] = static_cast<std::uint8_t>(x > 0 ? std::min(x, 7.0f) : 0.0f);
    }
  }
  if (!(volume > 0) || !std::isfinite(across)) return {};
  const double each = volume / static_cast<double>(s.count);
  const float spacing = static_cast<float>(dims == 2 ? std::sqrt(each) : std::cbrt(each));
  const float size = seen > 0 ? sizes / seen : 0.0f;
  double filled = 0;
  for (std::size_t j = 0; j < sizes_of; ++j) filled += room[j];
  const float cover = static_cast<float>(std::min(filled / static_cast<double>(sizes_of) / each, 1e6));
  field seen_so{spacing, across, size, cover};
  std::copy_n(begins, 3, seen_so.low), std::copy_n(extents, 3, seen_so.extent);
  if (!many) return seen_so;
  // Thrown at random they would come into so many of 64 squares: a quarter less is no chance.
  std::uint64_t squares = 0;
  for (std::size_t i = 0; i < thrown; ++i) squares |= std::uint64_t{1} << (8 * column[1][i] + column[0][i]);
  const float by_chance = 64 - 64 * std::exp(static_cast<float>(thrown) / -64);
  const float missed = 0.9f - static_cast<float>(std::popcount(squares)) / by_chance;
  seen_so.crowding = std::clamp(3 * missed, 0.0f, 1.0f), seen_so.squares = squares;
  std::copy_n(squares_per, 2, seen_so.squares_per);
  return seen_so;
}

// Of a sample of n movers those who go farther than `from`, and no farther than `to`: how many, and how far.
struct movers_between {
  float count = 0, mean = 0;

  movers_between(const motion& by, std::size_t n, int dims, std::size_t sample, float from, float to) noexcept {
    float sum = 0;
    for (std::size_t i = 0, step = n / sample + 1; by.present && i < n; i += step)
      if (const float far = length_of(by, i, dims); far > from && far <= to) sum += far, count += 1;
    if (count > 0) mean = sum / count;
  }
};
float travel(const motion& by, std::size_t n, int dims) noexcept {
  return movers_between(by, n, dims, 32, -1, most_float).mean;
}

// Do a few of them go much farther than most? What part they are, and how far either go.
struct speeds {
  float beyond = HUGE_VALF, part = 0, slow = 0, fast = 0;
};
speeds speeds_of(const motion& by, std::size_t n, int dims) noexcept {
  constexpr std::size_t sample = 512;
  if (!by.present || n < 8 * sample) return {};
  const auto between = [&](float from, float to) { return movers_between(by, n, dims, sample, from, to); };
  const float mean = between(-1, most_float).mean;
  if (between(4 * mean, most_float).count == 0) return {};
  const float beyond = 12 * between(-1, mean).mean;
  const movers_between slow = between(-1, beyond), fast = between(beyond, most_float);
  if (fast.count == 0 || 8 * fast.count > slow.count) return {};
  return {beyond, fast.count / (slow.count + fast.count), slow.mean, fast.mean};
}

constexpr float square(float x) noexcept { return x * x; }

constexpr std::size_t asking_sampled = 32;

// The j-th of a sample of at most so many of those who ask.
struct few_of {
  const side& who;
  std::size_t count;

  few_of(const side& asking, std::size_t most) noexcept : who(asking), count(std::min(asking.count, most)) {}
  std::size_t at(std::size_t j) const noexcept { return (2 * j + 1) * who.count / (2 * count); }
};
// How wide who asks is, and the square of that, in distances from item to item: means. 0: nobody knows.
struct widths {
  float mean = 0, square = 0;
};
widths widths_of(world_body& g, const side& who) noexcept {
  const field& seen = g.as_field();
  widths all;
  if (!has_own_bounds(who.what) || !(seen.spacing > 0)) return all;
  const few_of some(who, who.count >= 4096 ? weighed : asking_sampled);
  for (std::size_t j = 0; j < some.count; ++j) {
    const interval x = interval_of(who, some.at(j), g.dims, 0);
    const float size = static_cast<float>(std::min((x.high - x.low) / double{seen.spacing}, 1e6));
    if (size > 0) all.mean += size, all.square += size * size;
  }
  all.mean /= static_cast<float>(some.count), all.square /= static_cast<float>(some.count);
  return all;
}
// How wide the items' bounds and those of who asks are together, on average, in distances from one to the next.
float reach_of(world_body& g, const side& who) noexcept {
  const field& seen = g.as_field();
  return has_own_bounds(who.what) && seen.spacing > 0 ? widths_of(g, who).mean + seen.size / seen.spacing : 0;
}

// Of a sample of pairs, by their bounds: where all of them start, what part of the items does who asks meet? How many
// items are looked at, one after the other, until one is met? 0 and all where that is so little that no way minds it.
// each_takes: microseconds for each item that somebody starts in, by the ways that look at all of these.
struct started {
  float part = 0, looks = HUGE_VALF;
};
started overlapping(world_body& g, const side& who, float each_takes) noexcept {
  constexpr std::size_t few = 16, quads = few / 4, most = 512;
  const std::size_t asking = who.count, items = g.bounds.count;
  if (!has_own_bounds(who.what) || asking < few || items < 24) return {};
  const field& seen = g.as_field();
  float low[3][most], high[3][most];
  int number[most];
  const auto sample = [&](const side& s, std::size_t n) {
    for (std::size_t j = 0; j < n; ++j) number[j] = static_cast<int>(sample_of(s.count, j));
    const bool edges = s.what == kind::corners || s.what == kind::point;  // a point is two that are one
    for (int k = 0; k < g.dims; ++k) {
      const int other = s.what == kind::corners  ? 2 * k + 1
                        : s.what == kind::point  ? k
                        : s.what == kind::circle ? g.dims
                                                 : g.dims + k;
      const feed &x = s.column[s.what == kind::corners ? 2 * k : k], &y = s.column[other];
      const float *const xs = x.data ? x.data : &x.one, *const ys = y.data ? y.data : &y.one;
      for (std::size_t j = 0; j < n; ++j) {
        const auto i = static_cast<std::uint32_t>(number[j]);
        const float a = xs[x.data ? i : 0], b = ys[y.data ? i : 0];
        low[k][j] = edges ? a : a - b, high[k][j] = edges ? b : a + b;
      }
    }
  };
  sample(who, few);
  quad from[3][quads], to[3][quads];
  float size = 0;
  for (std::size_t i = 0; i < quads; ++i)
    for (int k = 0; k < g.dims; ++k) from[k][i] = load_quad(low[k] + 4 * i), to[k][i] = load_quad(high[k] + 4 * i);
  // Who asks may be the items themselves: that each meets itself says nothing of how soon somebody is met.
  const bool alike = asking == items;
  int self[few];
  std::copy_n(number, few, self);
  for (std::size_t i = 0; i < few; ++i)
    if (const float one = high[0][i] - low[0][i]; one < most_float) size += one / few;  // and is a number
  const float n = static_cast<float>(asking), m = static_cast<float>(items);
  const float wide = (size + seen.size) / seen.spacing, by_chance = (g.dims == 2 ? 1 : wide) * wide * wide;
  if (!(by_chance < most_float) || (by_chance <= std::min(2.0f, 0.01f * m) && seen.crowding == 0)) return {};
  // To look at an item takes some 20 ns: all of them a tenth of what the answer takes at the least.
  const float least = std::min(n * (0.025f + each_takes * by_chance * (1 + 10 * seen.crowding)), 1e-4f * n * m);
  const std::size_t some = std::min(items, static_cast<std::size_t>(std::clamp(5 * least, 24.0f, float{most})));
  sample(g.bounds, some);
  using count = decltype(quad{} < quad{});  // -1 where that is so
  count met[quads]{};
  int items_met = 0;
  for (std::size_t j = 0; j < some; ++j) {
    count any{};
    for (std::size_t i = 0; i < quads; ++i) {
      count both = (from[0][i] <= high[0][j]) & (to[0][i] >= low[0][j]);
      for (int k = 1; k < g.dims; ++k) both &= (from[k][i] <= high[k][j]) & (to[k][i] >= low[k][j]);
      for (std::size_t lane = 0; alike && lane < 4; ++lane)
        if (self[4 * i + lane] == number[j]) both[lane] = 0;
      met[i] -= both, any |= both;
    }
    items_met += (any[0] | any[1] | any[2] | any[3]) != 0;
  }
  if (items_met < 3) return {};  // a few large ones
  float all = 0, meeting = 0;
  for (std::size_t i = 0; i < few; ++i) {
    const int here = met[i / 4][i % 4];
    all += static_cast<float>(here), meeting += here > 0;
  }
  // Some may be among many and others among none: `inside` are, each meets `mean`, and by chance some of these seem to
  // meet none.
  float inside = few, mean = 0;
  for (int turn = 0; turn < 4; ++turn) {
    mean = all / inside;
    inside = std::min(float{few}, meeting / (1 - std::exp(-mean)));
  }
  const float per = static_cast<float>(some);
  const float looks = std::min(m, 64 + per / mean), part_inside = inside / few;
  return {all / (few * per), part_inside * looks + (1 - part_inside) * m};
}

// What motions are among the items.
struct outlook {
  float reach, share;  // how long they are: in distances from item to item, and as a share of the field
  float meets, hit;    // how many items lie on the way of one, and how many movers hit any, about
  float cover;         // how many items a place is in
  float crowding;      // 0: items are evenly spread, 1: they are in clusters
  int dims;
  bool ends = true;         // by grid, does a hit end the way? Or is all asked about that its bounds meet?
  widths own{};             // of who asks
  float begins = 0;         // of all items, what part is met by who starts
  float looks = HUGE_VALF;  // and how many are looked at until one is met there
  bool whether = false;     // any hit is as good as the first
  float among = 1;          // where items crowd, what part of who asks comes among them

  // Items are as wide as `size` distances from one to the next.
  outlook(int axes, float far, float part_of_field, float size, float crowded = 0) noexcept
      : reach(std::min(1e6f, far)), share(std::min(1e6f, part_of_field)), crowding(crowded), dims(axes) {
    const float wide = std::min(1e6f, size), front = dims == 2 ? wide : wide * wide;
    meets = reach / std::sqrt(1 + 4 * share * share) * front;  // nobody meets what is beyond the field
    cover = front * wide, hit = std::min(1.0f, meets + cover);
  }
  // How many meet the bounds of a way, if they are spread evenly.
  float in_bounds() const noexcept {
    const float wide = (dims == 2 ? std::sqrt(cover) : std::cbrt(cover)) + 0.56f * reach;
    return (dims == 2 ? 1 : wide) * wide * wide;
  }
  // In 2D, how many items are in the cells of the ways of n, about: more where all are in clusters.
  float near(float n) const noexcept {
    const float wide = 1 + std::sqrt(cover);
    return n * (wide * (wide + reach) + own.mean * (2 * wide + reach) + own.square) * (1 + 3 * crowding);
  }
};

// The times of n that ask m items are sums of these.
question_terms terms_of(float n, float m, const outlook& o, bool descending, bool sifting = false) noexcept {
  question_terms t{};
  // A call for each, and a bit for each pair; more where motions are long, as the bounds of more pairs meet, until a
  // hit makes the rest of the way short.
  const float met = std::min(1.0f, 2 * o.share) / (1 + 0.18f * o.meets);
  // Nothing comes before a start in overlap; nor does anybody look on who has met something, where that is all.
  const float until_met = o.whether ? m * (o.crowding + (1 - o.crowding) / std::max(1.0f, o.meets + o.cover)) : m;
  const float asked = std::min({m, o.looks, until_met + 64});
  t.brute = {1, n, n * o.hit, n * asked, n * asked * met};
  // Of few items a call for each and a block of those who ask, and each pair; more for registers in which anybody meets
  // the item, and for each that does.
  const float pairs = std::min(m, o.meets + o.cover);
  // Who starts in some is asked about each of these, at fourteen times what the last term takes. Whether there is any
  // is asked until few have not met one.
  const float few = o.whether ? std::min(m, 4 * std::min(until_met, std::max(1.0f, o.looks - 64))) : m;
  t.few = {1, few * std::ceil(n / block_of_many), n * few, n * std::min(few, 8 * pairs),
           o.whether ? 0 : n * (pairs + 14 * m * o.begins)};
  // Movers are sorted into cells of 32 to 64, in rows; each row lists its items, each cell those of its row; long
  // motions are taken in slices, if that sheds any: as far as nothing was hit. Few go down the BVH by themselves.
  const float log_m = std::log2(m + 1), starts = std::max(o.ends ? 0.0f : o.cover, m * o.begins);
  const float large = std::max(0.0f, o.own.square - square(o.own.mean));  // what a few large ones meet, of all
  if (descending) {
    // What finds too many goes on to all the others. In clusters thirty times as many are found, by hand.
    const float found = square(std::min(1.0f, o.share)), too_many = 0.25f + 0.5f * o.crowding;
    t.grid = {1,
              0,
              0,
              0,
              0,
              0,
              n * log_m,
              n * std::min(o.meets + std::min(30 * o.crowding * o.in_bounds(), m / 100) + m * o.begins, m),
              n * m * (64 * found > 1 ? too_many : found)};
  } else {
    // Of new items so few list but those that are near them.
    const float near = sifting ? std::min(m, o.near(n)) : m;
    const float cells = std::max(1.0f, n / std::clamp(n / 1024, 32.0f, 64.0f)),
                rows = o.dims == 2 ? std::sqrt(cells) : std::cbrt(cells);
    const auto within = [&](float part) {
      const float wide = std::min(1.0f, 1 / rows + o.share * part);
      return o.dims == 2 ? square(wide) : square(wide) * wide;
    };
    const float slices = !o.ends || near * within(1) < 64 ? 1.0f : std::clamp(o.share * rows, 1.0f, 16.0f);
    // Hits lie on a way by chance: of those who come to a slice the same share goes on to the next.
    const float meets = std::max(o.meets, 1e-3f), turns = std::expm1(-meets) / std::expm1(-meets / slices);
    const float listed = near * within(1 / slices);
    t.grid = {1,
              sifting ? 4 * n : n,
              n * (turns - 1),
              turns * rows * near,
              turns * cells * std::min(near, rows * listed),
              n * listed / (1 + o.cover),
              0,
              o.ends ? 0 : n * std::min(o.meets + starts + large, m),
              0};
  }
  // One descent each, into a single block where items are few. Branches of thousands of movers are not foreseen; empty
  // cells on a long way are many, and so are SAH nodes among clusters.
  const float many = m / (m + 1000);
  t.tree = {1,
            n,
            n * std::min(1.0f, m / 100),
            n * (o.whether ? o.hit : o.hit * (o.ends ? 1 : 8) + starts),
            n * n / (n + 2000),
            n * std::min(40.0f, o.reach) / (1 + o.meets),
            n * std::min(1.0f, o.reach) * o.crowding * o.among * many,
            n * m / (m + 100000)};
  // Tables that no cache holds are the dearer ones, most of all where clusters are sorted over again.
  const float sorted = m >= static_cast<float>(worth_a_bvh) ? m : 0;
  t.list = {1, m, sorted, sorted * std::min(1.0f, m / 100000) * (1 + o.crowding)};
  // Clusters are grids within grids, and in SAH nodes: the more items, the more of that.
  t.file = {1, m, m * m / (m + 10000), m * o.crowding * many};
  return t;
}

template <std::size_t N> float sum(const std::array<float, N>& terms, const std::array<float, N>& factors) noexcept {
  float all = 0;
  for (std::size_t k = 0; k < N; ++k) all += terms[k] * factors[k];
  return all;
}

struct estimate {
  float brute, grid, tree;
};
method cheapest(const estimate& t) noexcept {
  if (t.brute <= t.grid && t.brute <= t.tree) return method::brute;
  return t.grid <= t.tree ? method::grid : method::tree;
}

// Pairs of hulls in place of boxes, about; and of others, first hits by brute force. Circles that ask boxes are cheaper
// than boxes that ask circles. Beside boxes wide registers ask circles in little more time, until bounds meet.
constexpr float hulls_take = 6;
bool wide() noexcept {
  const isa which = active_engine().which;
  return which == isa::avx2 || which == isa::avx512;
}
float brute_takes(test t, bool by_item, bool both_move, bool round) noexcept {
  if (t == test::sweep_hulls) return hulls_take;
  if (t == test::sweep_circles_boxes) return by_item || !round || both_move ? 3 : wide() ? 1.6f : 2.2f;
  if (t == test::sweep_circles) return by_item ? 2 : wide() ? (both_move ? 3 : 1.2f) : (both_move ? 5 : 2.4f);
  return both_move && !by_item ? 2 : 1;
}

const cost_factors& factors_in_use() noexcept { return *fitted[static_cast<int>(active_engine().which)]; }

}  // namespace

const field& world_body::as_field() {
  surveyed.run(making, [this] { seen = survey(bounds, dims); });
  return seen;
}

std::size_t stay_for(const world_body& g, std::size_t asking) noexcept {
  return std::max(g.before, g.asked.load(std::memory_order_relaxed) + asking);
}

// Sorting takes as long as five looks at all.
static bool stays(const world_body& g, std::size_t asking) noexcept { return stay_for(g, asking) >= 5 * asking; }

bool descends(world_body& g, std::size_t asking) noexcept {
  const std::size_t items = g.items.count;
  if (16 * asking > items || items < worth_a_bvh || g.by.present) return false;
  return g.sorted.done() || stays(g, asking);
}

static const motion& steps_of(const request& r) noexcept { return r.flip ? r.db : r.da; }  // of who asks

static outlook outlook_of(world_body& g, float far) noexcept {
  const field& seen = g.as_field();
  if (!(seen.spacing > 0)) return {g.dims, 1, 1, 0.5f};
  outlook o(g.dims, far / seen.spacing, far / seen.across, seen.size / seen.spacing, seen.crowding);
  o.cover = seen.cover, o.hit = std::min(1.0f, o.meets + o.cover);
  return o;
}
// Of who asks, what part comes into a square that has items, from where it starts to where it goes: some go that far
// that they cross several.
static float among_items(world_body& g, const side& who, const motion& by, int squares) noexcept {
  const field& seen = g.as_field();
  const few_of some(who, asking_sampled);
  int among = 0;
  for (std::size_t j = 0; j < some.count; ++j) {
    bool any = false;
    for (int turn = 0; turn <= squares && !any; ++turn) {
      unsigned square[2];
      for (int k = 0; k < 2; ++k) {
        const interval x = interval_of(who, some.at(j), g.dims, k);
        const double step = by.present ? double{at(by.column[k], some.at(j))} : 0;
        const double to =
            ((x.low + x.high) / 2 + step * turn / squares - double{seen.low[k]}) * double{seen.squares_per[k]};
        square[k] = to >= 0 && to < 8 ? static_cast<unsigned>(to) : 8;
      }
      any |= square[0] < 8 && square[1] < 8 && (seen.squares >> (8 * square[1] + square[0]) & 1);
    }
    among += any;
  }
  return static_cast<float>(among) / static_cast<float>(some.count);
}

static outlook outlook_of(world_body& g, const side& who, const motion& by) noexcept {
  const std::size_t asking = who.count, items = g.items.count;
  // Looking closer would take longer than the answer. What has a size moves on by little, most likely; rays do not.
  const bool rays = who.what == kind::point;
  const float about = std::sqrt(static_cast<float>(items));
  // By brute force it takes more than 20 us: looking closer takes one or two.
  const bool dear = static_cast<float>(asking * items) * factors_in_use().brute[3] > 20;
  if (asking * items < 1000 || (asking <= 16 && !dear && !g.surveyed.done() && g.asked * items < 20000))
    return {g.dims, rays ? about / 4 : 0.2f, rays ? 0.25f : 0.1f, 0.5f};
  outlook o = outlook_of(g, travel(by, asking, g.dims));
  const field& seen = g.as_field();
  if (!has_own_bounds(who.what) || !(seen.spacing > 0)) return o;
  if (!rays && (8 * asking <= items || asking >= 4096)) o.own = widths_of(g, who);
  if (seen.crowding > 0) {
    const float part = among_items(g, who, by, 1 + static_cast<int>(8 * std::min(1.0f, o.share)));
    o.among = 1 - seen.crowding * (1 - part), o.meets *= o.among;
    // What is filed anew for one frame had better be worth it wherever they are.
    stays(g, asking) ? o.hit *= o.among : o.among = 1;
  }
  return o;
}

static float near(world_body& g, const side& who, const motion& by) noexcept {
  return outlook_of(g, who, by).near(static_cast<float>(who.count));
}

bool sifts(world_body& g, const side& who, const motion& by, bool sorted, float share) noexcept {
  const std::size_t n = who.count, items = g.items.count;
  if (g.dims != 2 || 8 * n > items || items < worth_a_bvh || sorted || descends(g, n)) return false;
  return near(g, who, by) < share * static_cast<float>(items);
}

// To sieve all items, and sort those near.
static float sifting(const world_body& g, float near) noexcept {
  const cost_factors& f = factors_in_use();
  return f.list[0] + f.list[1] * static_cast<float>(g.items.count) + 2 * f.list[2] * near;
}

static bool is_sorted(const world_body& g, bool sweeps) noexcept {
  return (sweeps && g.by.present ? g.swept : g.sorted).done();
}
bool sifts_pairs(world_body& g, const side& who, const motion& by, bool sweeps) noexcept {
  if (g.items.count < 4 * worth_a_bvh) return false;  // sorting fewer takes no longer
  return sifts(g, who, by, is_sorted(g, sweeps) || stays(g, who.count), near_of_pairs);
}

static bool sifts(world_body& g, const request& r) noexcept {
  return sifts(g, who_asks(r), steps_of(r), g.sorted.done() && !g.by.present, near_of_firsts);
}

// Only of boxes a grid's own times are sure, and only where they begin is no question.
static bool ends_by_grid(const world_body& g, const request& r) noexcept {
  return r.test == test::sweep_boxes && !g.by.present && r.start == start_overlap::hits;
}
static started starts_of(world_body& g, const request& r, bool descending) noexcept {
  if (r.start != start_overlap::hits || who_asks(r).count * g.items.count < 4096) return {};
  return overlapping(g, who_asks(r), ends_by_grid(g, r) && !descending ? 0.0f : 0.015f);
}
static outlook of_first_hits(const world_body& g, const request& r, outlook o, const started& s,
                             bool whether) noexcept {
  o.ends = ends_by_grid(g, r), o.begins = s.part, o.looks = s.looks, o.whether = whether;
  return o;
}

question_terms terms_of(world_body& g, const request& r, bool descending, bool whether) noexcept {
  return terms_of(static_cast<float>(who_asks(r).count), static_cast<float>(g.items.count),
                  of_first_hits(g, r, outlook_of(g, who_asks(r), steps_of(r)), starts_of(g, r, descending), whether),
                  descending, !descending && sifts(g, r));
}

// Sorting is shared out among as many queries as these items have seen by now, or those before them in all: it is never
// paid for twice over, and not at all where items are new in every frame.
method method_for(world_body& g, const request& r, std::optional<method> wanted, float& beyond, bool whether) noexcept {
  beyond = HUGE_VALF;
  if (wanted) return *wanted;
  const side& who = who_asks(r);
  const std::size_t asking = who.count, items = g.items.count;
  const std::size_t stay = stay_for(g, asking);
  if (asking * items < 32)
    return who.what == kind::point && (g.filed.done() || (asking && stay / asking > 64)) ? method::tree : method::brute;
  const bool descending = descends(g, asking);
  const question_terms t = terms_of(g, r, descending, whether);
  const cost_factors& f = factors_in_use();
  const bool by_item = whether ? items <= asking : few(items, asking);
  estimate e{by_item ? sum(t.few, f.few) : sum(t.brute, f.brute), sum(t.grid, f.grid), sum(t.tree, f.tree)};
  if (wide() && !by_item && (r.test == test::sweep_circles || r.test == test::sweep_circles_boxes))
    e.brute += 2 * f.brute[4] * t.brute[4];  // where bounds meet, three times what it is of boxes
  e.brute *= brute_takes(r.test, by_item, g.by.present, who.what == kind::circle);
  const float queries = std::max(1.0f, static_cast<float>(stay) / static_cast<float>(asking));
  const float listing = f.list[0] * t.list[0] + f.list[1] * t.list[1];
  if (!descending && sifts(g, r))  // listing, which is fitted, gains more by wide registers
    e.grid += (wide() ? 1.3f : 1) * sifting(g, near(g, who, steps_of(r)));
  else if (!g.listed.done())
    e.grid += listing / queries;
  if (descending && !g.sorted.done()) e.grid += (sum(t.list, f.list) - listing) / queries;
  const float filing = g.filed.done() ? 0.0f : sum(t.file, f.file) / queries;
  // By hand: descents into what no cache holds. Fitted are worlds of up to 100,000 items.
  constexpr float held = 200000, not_held = 600000, missed = 0.15f;
  e.tree += filing +
            missed * static_cast<float>(asking) * std::clamp((static_cast<float>(items) - held) / not_held, 0.0f, 1.0f);
  // Few who move much farther than all others make the cells of these large, if they are not taken apart.
  const speeds far = descending || by_item ? speeds{} : speeds_of(steps_of(r), asking, g.dims);
  if (far.part > 0) {
    const float fast = far.part * static_cast<float>(asking), m = static_cast<float>(items);
    const started starts = starts_of(g, r, false);
    const auto some = [&](float count, float how_far) {
      return terms_of(count, m, of_first_hits(g, r, outlook_of(g, how_far), starts, whether), false);
    };
    const question_terms slow_ones = some(static_cast<float>(asking) - fast, far.slow),
                         fast_ones = some(fast, far.fast);
    const float by_grid = sum(fast_ones.grid, f.grid), by_tree = sum(fast_ones.tree, f.tree) + filing;
    e.grid += sum(slow_ones.grid, f.grid) + std::min(by_grid, by_tree) - sum(t.grid, f.grid);
    if (by_tree < 0.75f * by_grid) beyond = far.beyond;
  }
  return cheapest(e);
}

// Of pairs, lists and masks: to sort all items, and what else, which as many queries share as have been by now.
static float sorting(const world_body& g, std::size_t asking, const question_terms& t, float more = 0) noexcept {
  const float queries = static_cast<float>(stay_for(g, asking)) / static_cast<float>(std::max<std::size_t>(asking, 1));
  return (sum(t.list, factors_in_use().list) + more) / std::max(1.0f, queries);
}

// How many items meet the bounds of a whole way, about: on each axis it is some .56 of its length wide, and what begins
// among the items and goes on beyond them has half of them on its side.
static float in_bounds_of_ways(world_body& g, float far) noexcept {
  const field& seen = g.as_field();
  const float wide = 0.56f * far / seen.across, part = wide < 1 ? wide - wide * wide / 2 : 0.5f;
  return part * part * (g.dims == 2 ? 1 : part) * static_cast<float>(g.items.count);
}
// Of the bounds of a whole way nearly all is beside it: what long ones meet grows with the square of their length. To
// look for a part takes as long as to ask about fifteen items.
struct cost_of_ways {
  float share = 0;  // of the field
  float asked = 0;  // pairs each
  double part = 0;  // how long parts are; 0: there are none
};
static cost_of_ways ways_of(world_body& g, const side& who, const motion& by, bool within) noexcept {
  const field& seen = g.as_field();
  const float shortest = g.dims == 2 ? 30 : 12, far = travel(by, who.count, g.dims);
  if (!(seen.spacing > 0)) return {};
  const float share = far / seen.across;
  const float whole = in_bounds_of_ways(g, far), parts = 15 * std::min(32.0f, far / (4 * seen.spacing));
  if (within || !(far > shortest * seen.spacing) || !(whole > parts)) return {share, whole, 0};
  return {share, parts, 4 * double{seen.spacing}};
}

// By hand, how much longer than to overlap a pair takes to meet on the way, by brute force: the farther, the longer.
static float meeting_takes(bool by_item, bool round, bool both_move, float share) noexcept {
  const float far = std::min(1.0f, 4 * share);
  return by_item ? 1 + 6 * far : (1.2f + (round ? 4.0f : 1.5f) * far) * (both_move ? 2 : 1);
}

// Sorting has no rival that files items, so it is yes or no.
way_of_pairs way_for_pairs(world_body& g, const side& who, const motion& by, bool within, bool sweeps,
                           std::optional<method> wanted) noexcept {
  const bool sifted = !within && wanted != method::brute && sifts_pairs(g, who, by, sweeps);
  if (wanted == method::brute) return {true, sifted};
  const cost_of_ways ways = sweeps ? ways_of(g, who, by, within) : cost_of_ways{};
  if (wanted) return {false, sifted, ways.part};
  const cost_factors& f = factors_in_use();
  const std::size_t asking = who.count;
  const float n = static_cast<float>(asking), m = static_cast<float>(g.items.count);
  // By hand: a mask of a block is a third of a list's call. Bits are read word by word, of a block across; found among
  // sorted items each pair is asked about, and put in order.
  const bool by_item = !within && few(g.items.count, asking), hulls = g.hulls() || who.what > kind::circle;
  const bool balls = who.what == kind::circle, mixed = sweeps && balls != g.round() && who.what != kind::point;
  const float calls = by_item ? 0.3f * m * std::ceil(n / block_of_many) : n;
  const float moves = !sweeps ? 1 : within ? 4 : meeting_takes(by_item, balls || g.round(), g.by.present, ways.share);
  const float kinds = hulls ? by_item ? 4 : hulls_take : mixed ? 2 + std::min(3.0f, 12 * ways.share) : 1;
  const float pair = (within ? 1.0f : 2.0f) * moves * kinds;
  const float part = overlapping(g, who, 0.005f).part, pairs = n * m * (within ? 0.5f : 1.0f), found = part * pairs;
  const float read = by_item
                         ? 0.0011f * pairs * std::min(1.0f, m * part) * std::min(1.0f, 64 * part)
                         : (within ? 0.014f : 0.006f) / 64 * moves * pairs * std::min(1.0f, 64 * part) + 5e-4f * found;
  const float brute = f.flat_pairs[0] * calls + f.flat_pairs[1] * n * m * pair + read;
  const float alike = f.sorted_pairs[0] + f.sorted_pairs[1] * n + found * (g.round() ? 0.0065f : 0.005f) +
                      0.0027f * std::min(4.0f, kinds) * n * (within ? 0.5f : 1.0f) * ways.asked;
  if (sifted) return {brute <= alike + sifting(g, near(g, who, by)), true, ways.part};
  const question_terms t = terms_of(n, m, outlook(g.dims, 1, 1, 0.5f), false);
  const float sort = is_sorted(g, sweeps) ? 0.0f : sorting(g, asking, t, within ? 0.0f : f.list[2] * m);
  // Others who ask go through nodes that no cache may hold, those next to each other through the same.
  const float nodes = within ? 0.0f : 1 + f.list[2] * std::min(m, std::sqrt(n * m));
  return {brute <= alike + nodes + sort, false, ways.part};
}

// Brute force is one call for each of those that are fewer. By grid, pairs end with their first; of few who ask the
// bounds meet most of the items. By tree a point is in a cell, a box in some, and pairs of others are asked one by one.
// Fitted by hand, on AVX2 in 2D: `hitscan_many fit` knows nothing of it.
method method_for_masks(world_body& g, const side& who, std::optional<method> wanted) noexcept {
  if (wanted) return *wanted;
  const cost_factors& f = factors_in_use();
  const std::size_t asking = who.count, items = g.items.count;
  const float n = static_cast<float>(asking), m = static_cast<float>(items), each = f.sorted_pairs[1];
  const float crowding = asking * items >= 20000 ? g.as_field().crowding : 0.0f;
  const question_terms t = terms_of(n, m, outlook(g.dims, 1, 1, 0.5f, crowding), false);
  const float queries = std::max(1.0f, static_cast<float>(stay_for(g, asking)) / std::max(1.0f, n));
  const bool boxes = who.what < kind::circle && !g.round() && !g.hulls(), wide = boxes && who.what != kind::point;
  const float pair = f.flat_pairs[1] * (g.hulls() || who.what > kind::circle                           ? 2 * hulls_take
                                        : n >= m && (wide || (!g.round() && who.what == kind::circle)) ? 5
                                                                                                       : 2);
  // Fewer than the items look at one after the other until they meet one: of h that are met evenly among all,
  // (1 - e^-h) / h of these. More look at each item, until few are left who have not met any.
  float looks = 1, met = 0;
  if (asking * items >= 20000) {
    const float reach = reach_of(g, who);
    met = std::min(1e6f, g.dims == 2 ? reach * reach : reach * reach * reach);
    const float among = n < m ? (1 - std::exp(-met)) / met : 4 / met;
    if (met > 1) looks = crowding + (1 - crowding) * std::min(1.0f, among);
  }
  const float cells = !boxes ? 4.0f : wide ? 2.0f : 0.75f;
  const bool sifted = sifts_pairs(g, who, {}, false);
  const float looked_at = sifted ? near(g, who, {}) : m;
  estimate e{f.flat_pairs[0] * (1 + (n < m ? n : m * looks)) + pair * n * m * looks,
             4 * f.sorted_pairs[0] + each * n + each / 16 * looked_at * std::min(1.0f, n / 32) +
                 2.4e-6f * n * std::min(m, met),  // of a block to a node, until it is seen that all of it have met any
             f.tree[0] + cells * each * n};
  if (sifted)
    e.grid += sifting(g, looked_at);
  else if (!g.sorted.done())
    e.grid += sorting(g, asking, t);
  if (!g.filed.done()) e.tree += sum(t.file, f.file) / queries;
  if (g.by.present) e.tree = HUGE_VALF;
  return cheapest(e);
}

}  // namespace hitscan::detail::broad
