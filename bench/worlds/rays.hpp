// Rays in static worlds, by tree: 10,000 of them, 100,000 boxes; ns a ray, and ms to build: to the first answer.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

struct ray_times {
  std::string world;
  double plain, embree, tree;  // ns a ray; Embree's is negative where it is not installed
};
/// How many answers were wrong.
std::size_t rays(std::vector<ray_times>& times);
