#include "cells.hpp"

namespace hitscan::detail::broad {

void search_cells(const first_request& r, int dims, void* judge, const cell_steps& steps) {
  dims == 2 ? cell_search<2>(r, *static_cast<judge_state<2>*>(judge), steps).run()
            : cell_search<3>(r, *static_cast<judge_state<3>*>(judge), steps).run();
}

}  // namespace hitscan::detail::broad
