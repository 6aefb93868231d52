// The forms of a moving verb, together.
#pragma once

#include "../several.hpp"
#include "forms.hpp"

namespace hitscan::detail {

// The nearest over several views: one after the other, each asked only about what comes before the best so far.
template <class Engine, class Verb> struct nearest_of_several {
  template <class A, class... Views>
  requires(sizeof...(Views) > 0 && !plural<A>() && (asks_flat<Verb, A, Views> && ...))
  [[nodiscard]] auto operator()(const A& a, const several_views<Views...>& views, const query& q = {}) const noexcept {
    return run(views, q, a);
  }
  template <class A, some_motion M, class... Views>
  requires(sizeof...(Views) > 0 && !plural<A>() && !motion_traits<M>::plural && (asks_flat<Verb, A, M, Views> && ...))
  [[nodiscard]] auto operator()(const A& a, const M& by, const several_views<Views...>& views,
                                const query& q = {}) const noexcept {
    return run(views, q, a, by);
  }

 private:
  template <class A, class... Views, class... S>
  static auto run(const several_views<Views...>& views, query q, const A& a, const S&... s) noexcept {
    using V = vector_for<A>;
    basic_mixed_hit<V> best;
    unsigned view = 0;
    const auto ask = [&](const auto& others) {
      request r;
      flat<Verb>::lower(r, q, a, s..., others);
      const basic_hit<V> h = to_hit<V>(run_nearest(Engine::get(), r));
      if (h && comes_first(h.time, h.flags, !best, best.time, best.flags, q.until))
        static_cast<basic_hit<V>&>(best) = h, best.view = view;
      ++view;
    };
    std::apply([&](const auto&... others) { (ask(others), ...); }, views.all);
    return best;
  }
};

template <class Engine, class Verb> struct moving_queries {
  any_of<Engine, Verb> any;
  count_of_hits<Engine, Verb> count;
  mask_of<Engine, Verb> mask;
  writing<Engine, flat<Verb>, times_form> times;
  all_of<list_of<Engine, Verb>, writing<Engine, flat<Verb>, records_form>> list;
  all_of<asking<Engine, flat<Verb>, nearest_form>, writing<Engine, many<Verb>, nearest_many_form>,
         nearest_of_several<Engine, Verb>>
      nearest;
  asking<Engine, each<Verb>, any_form> each_any;
  asking<Engine, each<Verb>, count_form> each_count;
  writing<Engine, each<Verb>, mask_form> each_mask;
  writing<Engine, each<Verb>, times_form> each_times;
  asking<Engine, each<Verb>, nearest_form> each_nearest;
  all_of<writing<Engine, each<Verb>, list_form>, writing<Engine, each<Verb>, each_form>> pairwise;
};

}  // namespace hitscan::detail
