#include "outputs.hpp"

namespace hitscan::detail {

wanted::wanted(const hit_columns3& c) noexcept : least_room{"hit_columns"} {
  put("hit_columns.index", to.index, c.index), put("hit_columns.time", to.time, c.time);
  put("hit_columns.flags", to.flags, c.flags), put("hit_columns.normal_x", to.normal[0], c.normal_x);
  put("hit_columns.normal_y", to.normal[1], c.normal_y), put("hit_columns.normal_z", to.normal[2], c.normal_z);
  put("hit_columns.position_x", to.position[0], c.position_x);
  put("hit_columns.position_y", to.position[1], c.position_y);
  put("hit_columns.position_z", to.position[2], c.position_z);
}

wanted::wanted(const contact_columns3& c) noexcept : least_room{"contact_columns"} {
  put("contact_columns.index", to.index, c.index), put("contact_columns.depth", to.time, c.depth);
  put("contact_columns.normal_x", to.normal[0], c.normal_x);
  put("contact_columns.normal_y", to.normal[1], c.normal_y);
  put("contact_columns.normal_z", to.normal[2], c.normal_z);
  put("contact_columns.position_x", to.position[0], c.position_x);
  put("contact_columns.position_y", to.position[1], c.position_y);
  put("contact_columns.position_z", to.position[2], c.position_z);
  put("contact_columns.push_x", to.push[0], c.push_x), put("contact_columns.push_y", to.push[1], c.push_y);
  put("contact_columns.push_z", to.push[2], c.push_z);
}

}  // namespace hitscan::detail
