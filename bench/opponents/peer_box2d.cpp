// Box2D: the dynamic tree.
#include <box2d/b2_dynamic_tree.h>

#include "peers.hpp"

namespace many {
namespace {

struct tree {
  b2DynamicTree nodes;
  explicit tree(const plain::boxes& b) {
    for (std::size_t i = 0; i < b.size(); ++i) {
      b2AABB box;
      box.lowerBound.Set(b.min_x[i], b.min_y[i]), box.upperBound.Set(b.max_x[i], b.max_y[i]);
      nodes.CreateProxy(box, reinterpret_cast<void*>(i));
    }
  }
  auto near() const {
    return [this](float x0, float y0, float x1, float y1, auto f) {
      struct taker {
        const b2DynamicTree& nodes;
        decltype(f)& each;
        bool QueryCallback(int proxy) {
          each(reinterpret_cast<std::size_t>(nodes.GetUserData(proxy)));
          return true;
        }
      } take{nodes, f};
      b2AABB box;
      box.lowerBound.Set(x0, y0), box.upperBound.Set(x1, y1);
      nodes.Query(&take, box);
    };
  }
};

}  // namespace

const peer box2d = peer_by<tree>("Box2D tree");

}  // namespace many
