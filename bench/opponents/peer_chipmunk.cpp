// Chipmunk: the space hash, cells as large as a target.
#include <chipmunk/chipmunk.h>

#include "peers.hpp"

namespace many {
namespace {

struct thing {
  cpBB bounds;
  std::size_t number;
};

struct hash {
  std::vector<thing> things;
  cpSpatialIndex* index;
  explicit hash(const plain::boxes& b) : things(b.size()) {
    const auto bounds = [](void* p) { return static_cast<thing*>(p)->bounds; };
    index = cpSpaceHashNew(32, static_cast<int>(b.size()), bounds, nullptr);
    for (std::size_t i = 0; i < b.size(); ++i) {
      things[i] = {cpBBNew(b.min_x[i], b.min_y[i], b.max_x[i], b.max_y[i]), i};
      cpSpatialIndexInsert(index, &things[i], static_cast<cpHashValue>(i));
    }
  }
  hash(const hash&) = delete;
  ~hash() { cpSpatialIndexFree(index); }
  auto near() const {
    return [this](float x0, float y0, float x1, float y1, auto f) {
      thing self{cpBBNew(x0, y0, x1, y1), 0};
      cpSpatialIndexQuery(
          index, &self, self.bounds,
          [](void*, void* other, cpCollisionID id, void* each) {
            (*static_cast<decltype(f)*>(each))(static_cast<thing*>(other)->number);
            return id;
          },
          &f);
    };
  }
};

}  // namespace

const peer chipmunk = peer_by<hash>("Chipmunk hash");

}  // namespace many
