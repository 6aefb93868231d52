// A world that is asked by one method, where a question does not name another.
#pragma once

#include <hitscan/hitscan.hpp>

namespace trial {

class world_by : public hitscan::world {
  using query = hitscan::query;
  using workers = hitscan::workers;

 public:
  explicit world_by(std::optional<hitscan::method> by) : by_(by) {}
  auto overlap_pairs(const hitscan::pair_columns& out, const query& q = {}, const workers& w = {}) const {
    return world::overlap_pairs(out, with(q), w);
  }
  auto overlap_pairs_unordered(const hitscan::pair_columns& out, const query& q = {}, const workers& w = {}) const {
    return world::overlap_pairs_unordered(out, with(q), w);
  }
  template <class S>
  auto overlap_pairs(const S& s, const hitscan::pair_columns& out, const query& q = {}, const workers& w = {}) const {
    return world::overlap_pairs(s, out, with(q), w);
  }
  auto sweep_pairs(const hitscan::meeting_columns& out, const query& q = {}, const workers& w = {}) const {
    return world::sweep_pairs(out, with(q), w);
  }
  template <class S, class M>
  auto sweep_pairs(const S& s, const M& m, const hitscan::meeting_columns& out, const query& q = {},
                   const workers& w = {}) const {
    return world::sweep_pairs(s, m, out, with(q), w);
  }
  template <class S>
  auto overlap(const S& s, const hitscan::list_columns& out, const query& q = {}, const workers& w = {}) const {
    return world::overlap(s, out, with(q), w);
  }
  template <class S>
  void overlap_mask(const S& s, std::span<std::uint64_t> out, const query& q = {}, const workers& w = {}) const {
    world::overlap_mask(s, out, with(q), w);
  }
  template <class S, class M>
  void sweep_mask(const S& s, const M& m, std::span<std::uint64_t> out, const query& q = {},
                  const workers& w = {}) const {
    world::sweep_mask(s, m, out, with(q), w);
  }
  template <class S>
  void cast_mask(const S& s, std::span<std::uint64_t> out, const query& q = {}, const workers& w = {}) const {
    world::cast_mask(s, out, with(q), w);
  }
  template <class S, class M>
  void sweep_nearest(const S& s, const M& m, const hitscan::detail::columns_for<S>& out, const query& q = {},
                     const workers& w = {}) const {
    world::sweep_nearest(s, m, out, with(q), w);
  }
  template <class S>
  void cast_nearest(const S& s, const hitscan::detail::columns_for<S>& out, const query& q = {},
                    const workers& w = {}) const {
    world::cast_nearest(s, out, with(q), w);
  }
  template <class S, class M>
  auto sweep_in_order(const S& s, const M& m, std::size_t k, const hitscan::hit_lists& out, const query& q = {},
                      const workers& w = {}) const {
    return world::sweep_in_order(s, m, k, out, with(q), w);
  }
  template <class S>
  auto cast_in_order(const S& s, std::size_t k, const hitscan::hit_lists& out, const query& q = {},
                     const workers& w = {}) const {
    return world::cast_in_order(s, k, out, with(q), w);
  }

 private:
  query with(query q) const {
    if (!q.by) q.by = by_;
    return q;
  }
  std::optional<hitscan::method> by_;
};
struct by_grid : world_by {
  by_grid() : world_by(hitscan::method::grid) {}
};
struct by_tree : world_by {
  by_tree() : world_by(hitscan::method::tree) {}
};

}  // namespace trial
