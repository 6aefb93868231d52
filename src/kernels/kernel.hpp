// What ends a kernel file. By itself, as what is precompiled for 2D and 3D may not know of HITSCAN_DIMS.
#pragma once

#include "../lanes/plan.hpp"

// `name` is bound by bind<arch, D>(request, plan), which returns false when nothing can hit at all.
// The file is compiled once for 2D and once for 3D, so that a program gets what it asks.
#define HITSCAN_NAME(name, dims) HITSCAN_JOINED(name, _, dims)
// HITSCAN_BIND alone: the bind of another kernel file, for one that goes on from there.
#define HITSCAN_BIND(name)                                          \
  namespace hitscan::detail::HITSCAN_ISA {                          \
  bool HITSCAN_NAME(name, HITSCAN_DIMS)(const request& r, plan& p); \
  }
#define HITSCAN_KERNEL(name, bind)                                                                                    \
  HITSCAN_BIND(name)                                                                                                  \
  namespace hitscan::detail::HITSCAN_ISA {                                                                            \
  bool HITSCAN_NAME(name, HITSCAN_DIMS)(const request& r, plan& p) { return bind<HITSCAN_ARCH, HITSCAN_DIMS>(r, p); } \
  }
