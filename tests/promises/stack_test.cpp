// How much stack a query takes: some threads have little, fibers less (docs/building.md).
#include <gtest/gtest.h>

#if defined(HITSCAN_STACK_IS_USUAL)
#include <pthread.h>
#endif

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <hitscan/hitscan.hpp>

#include "../../bench/scenes/golden.hpp"

namespace {

namespace hs = hitscan;

#if !defined(HITSCAN_STACK_IS_USUAL)
TEST(stack, of_no_query_is_deeper_than_is_said) {
  GTEST_SKIP() << "sanitizers and unoptimised code take more, and elsewhere stacks are given out otherwise";
}
#else
// A thread's stack is painted first: what is still painted lies below the deepest call.
template <class F> std::size_t stack_of(F f) {
  constexpr std::size_t whole = std::size_t{1} << 21;
  constexpr unsigned char paint = 0xa5;
  auto* const bottom = static_cast<unsigned char*>(std::aligned_alloc(4096, whole));
  std::fill(bottom, bottom + whole, paint);
  pthread_attr_t attributes;
  pthread_t thread;
  EXPECT_EQ(pthread_attr_init(&attributes), 0);
  EXPECT_EQ(pthread_attr_setstack(&attributes, bottom, whole), 0);
  const auto run = [](void* what) -> void* { return (*static_cast<F*>(what))(), nullptr; };
  EXPECT_EQ(pthread_create(&thread, &attributes, run, &f), 0);
  EXPECT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
  const auto* const deepest = std::find_if(bottom, bottom + whole, [](unsigned char byte) { return byte != paint; });
  const auto taken = static_cast<std::size_t>(bottom + whole - deepest);
  std::free(bottom);
  return taken;
}

TEST(stack, of_no_query_is_deeper_than_is_said) {
  const std::size_t own = stack_of([] {}), all = stack_of([] { (void)golden::hashes(); });
  std::printf("stack: %zu bytes (%s)\n", all - own, hs::name(hs::active_isa()));
  EXPECT_GT(all - own, 65536u) << "queries have run";
  EXPECT_LT(all - own, 256u * 1024);
}
#endif

}  // namespace
