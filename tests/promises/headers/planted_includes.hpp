// What tools/check_includes.py has to find, and to leave alone: nothing includes this.
#pragma once

#include <vector>

namespace hitscan {

inline int found(int a, int b) { return std::min(a, b); }
inline std::vector<int> not_found() { return {1}; }

}  // namespace hitscan
