// The items nearest to a point: down a BVH, what is nearer first, until the rest is surely farther.
//
//        .-------.        How far a node's children are at least is found for 16 at a time, in floats, a little less
//       /  [k]    \       than it is. A child goes on when that is no more than the worst that is still wanted; items
//      |    p - - -|-[j]  of a block that do are measured in double, one by one: that is what decides, and what
//       \         /       everybody compares with. Where one is wanted, the least of a block bounds the others first.
//        '-------'
//
// Those who ask in spatial order go down together, a register of them: its lanes. Items are held against all lanes at
// once, and of what is wanted only how far it is is kept, in a register each: that is what bounds the rest. Who is no
// farther in the end is measured in double.
//
// What is measured: for a box the square of the distance, from gaps in double, squared and added from the first axis
// up; for a circle the root of that to its centre, less its radius. 0 within. IEEE all the way: the same bits
// everywhere.
#pragma once

#include "build.hpp"
#include "k_nearest_rules.hpp"

namespace hitscan::detail::broad {
namespace {

template <class V> FORCED V root_of(V a) {
  if constexpr (V::size == 1)
    return V(__builtin_sqrtf(a.v));
  else
    return V(root(a.data));
}

// A key, which is not negative, and below it the item: as they compare.
#if defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 ranked;
FORCED ranked ranked_as(std::uint64_t key, u32 item) { return (ranked)key << 64 | item; }
FORCED std::uint64_t key_of(ranked r) { return (std::uint64_t)(r >> 64); }
FORCED u32 item_of(ranked r) { return (u32)r; }
#else
struct ranked {
  std::uint64_t key;
  u32 item;
  FORCED friend bool operator<(const ranked& a, const ranked& b) {
    return a.key < b.key || (a.key == b.key && a.item < b.item);
  }
};
FORCED ranked ranked_as(std::uint64_t key, u32 item) { return {key, item}; }
FORCED std::uint64_t key_of(const ranked& r) { return r.key; }
FORCED u32 item_of(const ranked& r) { return r.item; }
#endif
// In order: each to the place that as many come before. No branch could be guessed.
FORCED void put_in_order(const ranked* all, u32 n, near_item* order) {
  for (u32 i = 0; i < n; ++i) {
    const ranked one = all[i];
    u32 before = 0;
    for (u32 j = 0; j < n; ++j) before += all[j] < one;
    order[before] = {__builtin_bit_cast(double, key_of(one)), item_of(one)};
  }
}

template <class V, int D> class neighbours {
 public:
  neighbours(const bvh& over, const near_rules& rules, near_item* kept, const near_sink& sink)
      : over_(over), rules_(rules), kept_(kept), sink_(sink) {
    round_ = rules.items->what == kind::circle;
    const side& items = *rules.items;
    simple_ = !round_ && rules.wanted == 1 && !items.layer_data && !rules.selves;
    apart_ = round_ && !(rules.radius >= 0);
    hub_ = apart_ ? 0 : rules.radius;
    together_ = V::size > 1 && rules.wanted <= most_together;
  }

  void run(const side& points, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      float at[D];
      for (int k = 0; k < D; ++k) {
        const feed& f = points.column[k];
        at[k] = f.data ? f.data[i] : f.one;
      }
      if (rules_.selves) {
        const feed& radius = rules_.items->column[D];
        self_ = (index)(rules_.from + i);
        const float its = radius.data ? radius.data[self_] : radius.one;
        if (round_ && !(its >= 0 && its - its == 0)) at[0] = __builtin_nanf("");  // no item
      }
      one(at, (points.layer_data ? points.layer_data[i] : points.layer_one), (index)(rules_.from + i));
    }
  }

  // Those in spatial order. All of them have finite coordinates.
  void run_sorted(std::size_t n, bool layered) {
    layered_ = layered;
    for (std::size_t first = rules_.from, end = first + n; first < end; first += lanes) {
      const int count = (int)(end - first < lanes ? end - first : lanes);
      for (int j = 0; j < count; ++j) read(first + (std::size_t)j, j);
      // Where bounds of several tell little, each goes by itself.
      if (together_ && (lone_ < 8 || lone_ * 4 < first - rules_.from) && all_of(first, count)) continue;
      lone_ += lanes;
      for (int j = 0; j < count; ++j) {
        float at[D];
        for (int k = 0; k < D; ++k) at[k] = place_[k][j];
        self_ = rules_.selves ? who_[j] : none;
        one(at, layers_of_[j], who_[j]);
      }
    }
  }

 private:
  static constexpr std::size_t lanes = V::size, most_together = 24, most_seen = 8 + 2 * lanes, most_found = 48;

  void one(const float* at, u32 layers, index number) {
    float worst = 0;  // NaN once a coordinate is not finite
    for (int k = 0; k < D; ++k) low_[k] = high_[k] = at_[k] = at[k], worst = worst + (at[k] - at[k]);
    layers_ = layers & rules_.layers;
    have_ = 0;
    limit(rules_.reach);
    if (worst == 0 && over_.levels > 0) node<false>(over_.levels, 0);
    if (rules_.wanted > most_in_order) sort_heap(kept_, have_);
    sink_.take(sink_.owner, number, kept_, have_);
  }

  // Who asks as number `at` in order.
  FORCED void read(std::size_t at, int lane) {
    if (rules_.rows) {
      const float* const row = rules_.rows + at * (std::size_t)row_words(D);
      for (int k = 0; k < D; ++k) place_[k][lane] = row[2 * k];
      who_[lane] = float_as_word(row[3 * D]), layers_of_[lane] = float_as_word(row[3 * D + 1]);
      return;
    }
    const float* const columns = over_.leaf + at / width * (std::size_t)block_words(D) + at % width;
    who_[lane] = float_as_word(columns[2 * D * width]), layers_of_[lane] = float_as_word(columns[(2 * D + 1) * width]);
    for (int k = 0; k < D; ++k) {
      const feed& f = rules_.items->column[k];
      place_[k][lane] = !round_ ? columns[2 * k * width] : f.data ? f.data[who_[lane]] : f.one;
    }
  }

  // ---- several at a time -----------------------------------------------------------------------------------------

  // One lane of the boxes that a node or a block has.
  struct edges {
    float low[D], high[D];
  };
  FORCED static edges edges_of(const float* columns, int j) {
    edges e;
    for (int k = 0; k < D; ++k) e.low[k] = columns[2 * k * width + j], e.high[k] = columns[(2 * k + 1) * width + j];
    return e;
  }
  struct places {
    V of[D];
  };
  FORCED places all_places() const {
    places p;
    for (int k = 0; k < D; ++k) p.of[k] = V::load_unaligned(place_[k]);
    return p;
  }
  FORCED V all_layers() const {
    V v(0.f);
    __builtin_memcpy(&v, layers_of_, sizeof layers_of_);
    return v;
  }
  FORCED static V squares(const edges& e, const places& p) {
    V sum(0.f);
    for (int k = 0; k < D; ++k) {
      const V gap = greatest(greatest(V(e.low[k]) - p.of[k], p.of[k] - V(e.high[k])), V(0.f));
      sum = sum + gap * gap;
    }
    return sum;
  }
  // A block that was looked at: where min and max of each axis are, of circles the middles for both; and their radii.
  struct seen {
    const float *columns, *low[D], *high[D], *radius;
    edges around;
    int count;
    FORCED edges of(int j) const {
      edges e;
      for (int k = 0; k < D; ++k) e.low[k] = low[k][j], e.high[k] = high[k][j];
      return e;
    }
  };
  // How far an item is of all lanes, and how much less it may be: of circles of one size, and of boxes, the square,
  // which all else is done to in the end.
  FORCED V far(const seen& b, int j, const places& p, V hub, V& room) const {
    const V sum = squares(b.of(j), p);
    if (!apart_) return greatest(sum, hub);
    const V centre = root_of(sum), radius(b.radius[j]);
    room = (centre + radius) * V(0x1p-20f) + V(0x1p-73f);  // squares below 2^-149 are none
    return greatest(centre - radius, V(0.f)) + room;
  }

  // Lanes that share a layer with item j of a block.
  FORCED auto sharing(V layers, const seen& b, int j) const {
    return shares_bits(layers, rules_.layers & float_as_word(b.columns[(2 * D + 1) * width + j]));
  }

  // Lanes of which a block may still have something.
  FORCED u32 reached(const edges& e, const places& p) const {
    const V most = V::load_unaligned(worst_);
    return bits(squares(e, p) * V(1 - 0x1p-19f) <= (apart_ ? most * magnitude(most) + V(0x1p-120f) : most));
  }

  // What these lanes still want: how far the last of them is, and a little more.
  FORCED void tighten() {
    const V last = nearest_[rules_.wanted - 1];
    const V more = last * V(1 + 0x1p-18f) + V(0x1p-120f);
    pick(last >= V(0.f), more, last).store_unaligned(worst_);
    float most = -1;
    for (std::size_t j = 0; j < lanes; ++j) most = worst_[j] > most ? worst_[j] : most;
    limit_ = most < 0 ? -1 : apart_ ? most * most * (1 + 0x1p-18f) + 0x1p-120f : most;
  }

  // A block that is not too far: how far its items are.
  FORCED void look(const float* columns, const float* bounds, int child) {
    const places p = all_places();
    const edges around = edges_of(bounds, child);
    if (seen_ > most_seen || !reached(around, p)) return;
    if (seen_ == most_seen) return void((++seen_, limit_ = -1));
    float* const at = dots_ + seen_ * (D + 1) * width;
    seen& b = was_[seen_++];
    b.columns = columns, b.radius = at + D * width, b.around = around, b.count = 0;
    for (int k = 0; k < D; ++k) {
      b.low[k] = round_ ? at + k * width : columns + 2 * k * width;
      b.high[k] = round_ ? b.low[k] : columns + (2 * k + 1) * width;
    }
    const side& items = *rules_.items;
    for (; b.count < width; ++b.count) {
      const index who = float_as_word(columns[2 * D * width + b.count]);
      if (who == none) break;
      for (int k = 0; round_ && k <= D; ++k) {
        const feed& f = items.column[k];
        at[k * width + b.count] = f.data ? f.data[who] : f.one;
      }
    }
    weigh(b, p);
    tighten();
  }
  FORCED void weigh(const seen& b, const places& p) {
    const int wanted = (int)rules_.wanted;
    const V hub(hub_ * hub_);
    const V layers = all_layers();
    V last = nearest_[wanted - 1], room(0.f);
    for (int j = 0; j < b.count; ++j) {
      V x = far(b, j, p, hub, room);
      if (layered_) x = pick(sharing(layers, b, j), x, V(far_away));
      if (b.columns == own_ && j >= own_from_ && j < own_to_)
        x = pick(lanes_in(1u << (j - own_from_), x), V(far_away), x);
      if (!bits(x < last)) continue;
      for (int t = 0; t < wanted; ++t) {
        const V next = greatest(nearest_[t], x);
        nearest_[t] = least(nearest_[t], x), x = next;
      }
      last = nearest_[wanted - 1];
    }
  }
  // Those no farther than what is wanted, as they come. False: too many.
  FORCED bool gather(const seen& b, const places& p, V last) {
    const V hub(hub_ * hub_), layers = all_layers();
    V room(0.f);
    for (int j = 0; j < b.count; ++j) {
      const V x = far(b, j, p, hub, room);
      u32 m = asking_ & ~bits(x - (room + room) > last);  // NaN: farther than a float can say
      if (layered_) m &= bits(sharing(layers, b, j));
      if (b.columns == own_ && j >= own_from_ && j < own_to_) m &= ~(1u << (j - own_from_));
      for (; m; m &= m - 1) {
        const int lane = __builtin_ctz(m);
        double sum = 0;
        for (int k = 0; k < D; ++k) {
          const double at = place_[k][lane];
          const double below = b.low[k][j] - at, above = at - b.high[k][j], gap = below > above ? below : above;
          sum += gap > 0 ? gap * gap : 0;
        }
        if (round_) sum = __builtin_sqrt(sum) - (double)b.radius[j], sum = sum > 0 ? sum : 0;
        if (found_[lane] == most_found) return false;
        list_[lane][found_[lane]] =
            ranked_as(__builtin_bit_cast(std::uint64_t, sum), float_as_word(b.columns[2 * D * width + j]));
        found_[lane] += sum < rules_.reach || (rules_.closed && sum == rules_.reach);
      }
    }
    return true;
  }
  // False: they are near too much, and nothing has been said.
  ONCE bool all_of(std::size_t first, int count) {
    if constexpr (V::size == 1) return false;
    double key = rules_.reach;
    if (round_ && !apart_) key = (key + (double)hub_) * (key + (double)hub_);
    const float most = key * (1 + 0x1p-18) < 0x1p120 ? (float)(key * (1 + 0x1p-18)) + 0x1p-120f : far_away;
    for (int j = count; j < (int)lanes; ++j)
      for (int k = 0; k < D; ++k) place_[k][j] = place_[k][0];
    alignas(64) float start[lanes];
    for (int j = 0; j < (int)lanes; ++j) start[j] = j < count ? most : -1;
    for (std::size_t t = 0; t < rules_.wanted; ++t) nearest_[t] = V::load_unaligned(start);
    for (int k = 0; k < D; ++k) low_[k] = high_[k] = place_[k][0];
    for (int j = 1; j < count; ++j)
      for (int k = 0; k < D; ++k) {
        low_[k] = place_[k][j] < low_[k] ? place_[k][j] : low_[k];
        high_[k] = place_[k][j] > high_[k] ? place_[k][j] : high_[k];
      }
    own_ = rules_.selves ? over_.leaf + first / width * (std::size_t)block_words(D) : nullptr;
    own_from_ = (int)(first % width), own_to_ = own_from_ + count;
    seen_ = 0;
    tighten();
    if (over_.levels > 0) node<true>(over_.levels, 0);
    if (seen_ > most_seen) return false;
    for (std::size_t j = 0; j < lanes; ++j) found_[j] = 0;
    asking_ = (u32)((std::uint64_t{1} << count) - 1);
    const places p = all_places();
    const V last = V::load_unaligned(worst_);
    for (std::size_t b = 0; b < seen_; ++b)
      if (reached(was_[b].around, p) && !gather(was_[b], p, last)) return false;
    for (int j = 0; j < count; ++j) {
      const u32 n = found_[j];
      put_in_order(list_[j], n, order_);
      sink_.take(sink_.owner, who_[j], order_, n < rules_.wanted ? n : rules_.wanted);
    }
    return true;
  }

  // ---- one by one ------------------------------------------------------------------------------------------------

  // Nothing farther than that is wanted: as a float, and a little more.
  FORCED void limit(double key) {
    const double square = (round_ ? key * key : key) * (1 + 0x1p-20);
    limit_ = square < 0x1p120 ? (float)square + 0x1p-120f : far_away;
  }

  // How far the 16 of a node or a block are at least of who asks, or of all who do, squared; one bit for each that is
  // not too far.
  FORCED u32 measure(const float* columns, float* least) const {
    u32 m = 0;
    for (int j = 0; j < width; j += V::size) {
      V sum(0.f);
      for (int k = 0; k < D; ++k) {
        const V below = V::load_unaligned(columns + 2 * k * width + j) - V(high_[k]),
                above = V(low_[k]) - V::load_unaligned(columns + (2 * k + 1) * width + j);
        const V gap = pick(below > above, below, above), outside = pick(gap > V(0.f), gap, V(0.f));
        sum = sum + outside * outside;
      }
      sum = sum * V(1 - 0x1p-19f);
      sum.store_unaligned(least + j);
      m |= bits(sum <= V(limit_)) << j;
    }
    return m;
  }

  // Those of 16 that are no farther.
  FORCED static u32 within(const float* least, float most) {
    u32 m = 0;
    for (int j = 0; j < width; j += V::size) m |= bits(V::load_unaligned(least + j) <= V(most)) << j;
    return m;
  }

  template <bool All> __attribute__((noinline)) void node(int level, u32 i) {
    alignas(64) float least[width];
    const float* const bounds = over_.node[level - 1] + (std::size_t)i * node_words(D);
    u32 m = measure(bounds, least);
    // Spare lanes are infinitely far, which is not too far when nothing is.
    const u32 below = level == 1 ? over_.blocks : over_.nodes[level - 2], first = i * width;
    if (below - first < (u32)width) m &= (1u << (below - first)) - 1;
    while (m) {
      int next = __builtin_ctz(m);
      if (m & (m - 1))
        if (const u32 nearest = m & within(least, least_of<width>(least))) next = __builtin_ctz(nearest);
      m &= ~(1u << next), least[next] = far_away;
      if (level > 1)
        node<All>(level - 1, first + (u32)next);
      else if (const float* const leaf = over_.leaf + (std::size_t)(first + (u32)next) * block_words(D); All)
        look(leaf, bounds, next);
      else
        block(leaf);
      if (m) m &= within(least, limit_);
    }
  }

  const near_item& last_kept() const { return kept_[rules_.wanted > most_in_order ? 0 : have_ - 1]; }
  // Those of a block whose number is lower than that.
  FORCED static u32 before(const float* columns, index who) {
    u32 m = 0;
    for (int j = 0; j < width; j += V::size)
      m |= bits(ordered_gt(V(word_as_float(who)), V::load_unaligned(columns + 2 * D * width + j))) << j;
    return m;
  }
  FORCED void block(const float* columns) {
    alignas(64) float least[width];
    u32 m = measure(columns, least);
    // The one with the least bound is not much farther than that: others may not be nearer.
    if (simple_ && (m & (m - 1))) m &= within(least, least_of<width>(least) * (1 + 0x1p-17f) + 0x1p-120f);
    if (have_ == rules_.wanted && last_kept().key == 0) m &= before(columns, last_kept().item);  // many in one place
    for (; m; m &= m - 1) {
      const int j = __builtin_ctz(m);
      const index who = float_as_word(columns[2 * D * width + j]);
      if (who == none || who == self_ || !(layers_ & float_as_word(columns[(2 * D + 1) * width + j]))) continue;
      const double sum = exact(columns, j, who, at_);
      if (sum < rules_.reach || (rules_.closed && sum == rules_.reach)) {
        have_ = keep_nearest(kept_, have_, rules_.wanted, {sum, who});
        if (have_ == rules_.wanted) limit(last_kept().key);
      }
    }
  }

  FORCED double exact(const float* columns, int j, index who, const float* at) const {
    double sum = 0;
    for (int k = 0; k < D; ++k) {
      const double p = at[k];
      double lo = columns[2 * k * width + j], hi = columns[(2 * k + 1) * width + j];
      if (round_) {
        const feed& f = rules_.items->column[k];
        lo = hi = f.data ? f.data[who] : f.one;
      }
      const double below = lo - p, above = p - hi, gap = below > above ? below : above;
      if (gap > 0) sum += gap * gap;
    }
    if (round_) {
      const feed& f = rules_.items->column[D];
      sum = __builtin_sqrt(sum) - (double)(f.data ? f.data[who] : f.one);
      sum = sum > 0 ? sum : 0;
    }
    return sum;
  }

  const bvh& over_;
  const near_rules rules_;
  near_item* const kept_;
  const near_sink sink_;
  bool round_, simple_;
  std::size_t have_ = 0;
  index self_ = none;
  u32 layers_ = 0;
  float at_[D], low_[D], high_[D], limit_ = 0;  // who asks, or bounds around all who do

  bool apart_, together_;  // circles of several sizes
  bool layered_ = false;
  float hub_;  // the radius of circles of one size
  alignas(64) float place_[D][lanes], worst_[lanes];
  index who_[lanes];
  u32 layers_of_[lanes];
  V nearest_[most_together];
  std::size_t seen_ = 0, lone_ = 0;
  const float* own_ = nullptr;  // the block of who asks, if these are items, and where in it they are
  int own_from_ = 0, own_to_ = 0;
  seen was_[most_seen];
  float dots_[most_seen * (D + 1) * width];
  u32 asking_, found_[lanes];
  ranked list_[lanes][most_found];
  near_item order_[most_found];
};

template <class V, int D>
void k_nearest(const bvh& over, const side& points, std::size_t n, const near_rules& rules, near_item* kept,
               const near_sink& sink) {
  neighbours<V, D> search(over, rules, kept, sink);
  rules.sorted ? search.run_sorted(n, points.layer_data || rules.items->layer_data) : search.run(points, n);
}

}  // namespace
}  // namespace hitscan::detail::broad
