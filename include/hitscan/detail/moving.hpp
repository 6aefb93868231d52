// The forms of a moving verb, together.
#pragma once

#include "forms.hpp"

namespace hitscan::detail {

template <class Engine, class Verb> struct moving_queries {
  asking<Engine, flat<Verb>, any_form> any;
  asking<Engine, flat<Verb>, count_form> count;
  writing<Engine, flat<Verb>, mask_form> mask;
  writing<Engine, flat<Verb>, times_form> times;
  all_of<writing<Engine, flat<Verb>, list_form>, writing<Engine, flat<Verb>, records_form>> list;
  all_of<asking<Engine, flat<Verb>, nearest_form>, writing<Engine, many<Verb>, nearest_many_form>> nearest;
  asking<Engine, each<Verb>, any_form> each_any;
  asking<Engine, each<Verb>, count_form> each_count;
  writing<Engine, each<Verb>, mask_form> each_mask;
  writing<Engine, each<Verb>, times_form> each_times;
  asking<Engine, each<Verb>, nearest_form> each_nearest;
  all_of<writing<Engine, each<Verb>, list_form>, writing<Engine, each<Verb>, each_form>> pairwise;
};

}  // namespace hitscan::detail
