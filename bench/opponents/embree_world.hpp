// Embree 3 as a peer: boxes as user geometry, rays in the plane. Its best hit is the first of equals it comes across.
#pragma once

#include <embree3/rtcore.h>

#include "plain_broad.hpp"

struct embree_world {
  RTCDevice device = rtcNewDevice("threads=1");
  RTCScene scene = nullptr;
  const plain::boxes* walls = nullptr;

  embree_world() = default;
  embree_world(const embree_world&) = delete;
  embree_world& operator=(const embree_world&) = delete;
  ~embree_world() {
    if (scene) rtcReleaseScene(scene);
    rtcReleaseDevice(device);
  }

  static void bounds(const RTCBoundsFunctionArguments* a) {
    const plain::boxes& b = *static_cast<const embree_world*>(a->geometryUserPtr)->walls;
    RTCBounds& o = *a->bounds_o;
    o.lower_x = b.min_x[a->primID], o.upper_x = b.max_x[a->primID];
    o.lower_y = b.min_y[a->primID], o.upper_y = b.max_y[a->primID];
    o.lower_z = -1, o.upper_z = 1;
  }
  static void meet(const RTCIntersectFunctionNArguments* a) {
    if (!a->valid[0]) return;
    const plain::boxes& b = *static_cast<const embree_world*>(a->geometryUserPtr)->walls;
    RTCRayHit& r = *reinterpret_cast<RTCRayHit*>(a->rayhit);
    const float t = plain::enters(r.ray.org_x, r.ray.org_y, r.ray.org_x, r.ray.org_y, r.ray.dir_x, r.ray.dir_y, b,
                                  a->primID, r.ray.tfar);
    if (t < r.ray.tfar) r.ray.tfar = t, r.hit.primID = a->primID, r.hit.geomID = 0;
  }

  void build(const plain::boxes& b) {
    walls = &b;
    if (scene) rtcReleaseScene(scene);
    scene = rtcNewScene(device);
    rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_HIGH);
    const RTCGeometry g = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(g, static_cast<unsigned>(b.size()));
    rtcSetGeometryUserData(g, this);
    rtcSetGeometryBoundsFunction(g, bounds, nullptr);
    rtcSetGeometryIntersectFunction(g, meet);
    rtcCommitGeometry(g);
    rtcAttachGeometry(scene, g);
    rtcReleaseGeometry(g);
    rtcCommitScene(scene);
  }

  void cast(const std::vector<float>& x, const std::vector<float>& y, const std::vector<float>& dx,
            const std::vector<float>& dy, std::uint32_t* index, float* time) const {
    for (std::size_t i = 0; i < x.size(); ++i) {
      RTCIntersectContext context;
      rtcInitIntersectContext(&context);
      RTCRayHit r{};
      r.ray.org_x = x[i], r.ray.org_y = y[i], r.ray.dir_x = dx[i], r.ray.dir_y = dy[i];
      r.ray.tfar = 1, r.ray.mask = ~0u;
      r.hit.geomID = r.hit.primID = RTC_INVALID_GEOMETRY_ID;
      rtcIntersect1(scene, &context, &r);
      index[i] = r.hit.primID, time[i] = r.ray.tfar;
    }
  }
};
