// Embree: boxes as user geometry, grown by the movers' half size, and rays; overlaps by its collision of scenes.
#include <embree3/rtcore.h>

#include "peers.hpp"

namespace many {
namespace {

struct tree {
  const plain::boxes& boxes;
  float grow;
  RTCDevice device = rtcNewDevice("threads=1");
  RTCScene nodes = rtcNewScene(device);

  struct question : RTCIntersectContext {
    const scene* s;
    std::size_t mover;
  };
  static void bounds(const RTCBoundsFunctionArguments* a) {
    const tree& t = *static_cast<const tree*>(a->geometryUserPtr);
    const plain::boxes& b = t.boxes;
    const unsigned i = a->primID;
    *a->bounds_o = {b.min_x[i] - t.grow, b.min_y[i] - t.grow, -1, 0, b.max_x[i] + t.grow, b.max_y[i] + t.grow, 1, 0};
  }
  static void intersect(const RTCIntersectFunctionNArguments* a) {
    if (!a->valid[0]) return;
    const question& q = *static_cast<const question*>(a->context);
    const plain::boxes &m = q.s->movers, &b = static_cast<const tree*>(a->geometryUserPtr)->boxes;
    const std::size_t i = q.mover;
    auto& hit = *reinterpret_cast<RTCRayHit*>(a->rayhit);
    const float t = plain::enters(m.min_x[i], m.min_y[i], m.max_x[i], m.max_y[i], q.s->dx[i], q.s->dy[i], b, a->primID,
                                  hit.ray.tfar);
    if (t < hit.ray.tfar) hit.ray.tfar = t, hit.hit.primID = a->primID, hit.hit.geomID = a->geomID;
  }

  tree(const plain::boxes& b, float by) : boxes(b), grow(by) {
    const RTCGeometry all = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(all, static_cast<unsigned>(b.size()));
    rtcSetGeometryUserData(all, this);
    rtcSetGeometryBoundsFunction(all, bounds, nullptr);
    rtcSetGeometryIntersectFunction(all, intersect);
    rtcCommitGeometry(all);
    rtcAttachGeometry(nodes, all);
    rtcReleaseGeometry(all);
    rtcSetSceneBuildQuality(nodes, RTC_BUILD_QUALITY_LOW);  // what is built in every frame
    rtcCommitScene(nodes);
  }
  tree(const tree&) = delete;
  ~tree() { rtcReleaseScene(nodes), rtcReleaseDevice(device); }
};

void first(const scene& s, std::uint32_t* index, float* time) {
  const float half = s.movers.size() ? (s.movers.max_x[0] - s.movers.min_x[0]) * 0.5001f : 0;
  const tree t(s.targets, half);
  tree::question q;
  rtcInitIntersectContext(&q);
  q.s = &s;
  for (std::size_t i = 0; i < s.movers.size(); ++i) {
    q.mover = i;
    RTCRayHit hit{};
    hit.ray.org_x = 0.5f * (s.movers.min_x[i] + s.movers.max_x[i]);
    hit.ray.org_y = 0.5f * (s.movers.min_y[i] + s.movers.max_y[i]);
    hit.ray.dir_x = s.dx[i], hit.ray.dir_y = s.dy[i], hit.ray.tfar = 1, hit.ray.mask = ~0u;
    hit.hit.geomID = hit.hit.primID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(t.nodes, &q, &hit);
    index[i] = hit.hit.primID, time[i] = hit.ray.tfar;
  }
}

std::size_t pairs(const plain::boxes& b) {
  const tree t(b, 0);
  struct sum {
    const plain::boxes& b;
    std::size_t n;
  } all{b, 0};
  rtcCollide(
      t.nodes, t.nodes,
      [](void* to, RTCCollision* found, unsigned n) {
        sum& s = *static_cast<sum*>(to);
        for (unsigned k = 0; k < n; ++k)
          s.n += found[k].primID0 < found[k].primID1 && overlap(s.b, found[k].primID0, found[k].primID1);
      },
      &all);
  return all.n;
}

}  // namespace

const peer embree{"Embree", first, pairs};

}  // namespace many
