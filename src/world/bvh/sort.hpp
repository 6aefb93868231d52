// Items in spatial order, and a BVH of them, by several threads.
#pragma once

#include "../memory.hpp"

namespace hitscan::detail::broad {

// Sorted into s.rows. Returns how many there are, as those that are not valid are left out.
std::uint32_t sort_items(const sort_kernels&, const side& items, int dims, memory& s, const workers&);
bvh sorted_bvh(const sort_kernels&, const side& items, int dims, memory& s, room<float>& to, const workers&);

}  // namespace hitscan::detail::broad
