// What is computed in the headers, or for them, does not depend on the flags of the program: see arithmetic.cpp.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

std::vector<std::uint32_t> answers_plain(const std::vector<float>&);
std::vector<std::uint32_t> answers_fused(const std::vector<float>&);
std::vector<std::uint32_t> answers_unsafe(const std::vector<float>&);

namespace {

std::vector<float> numbers() {
  std::vector<float> all;
  std::uint32_t state = 1;
  for (int i = 0; i < 300; ++i) {
    state = state * 1664525u + 1013904223u;
    all.push_back(static_cast<float>(state >> 8) * 0x1.9p-22f - 1.1f);
  }
  return all;
}

TEST(header_arithmetic, is_the_same_where_the_caller_fuses_products_and_knows_no_signed_zeros) {
  if (!__builtin_cpu_supports("fma")) GTEST_SKIP() << "this CPU fuses nothing";
  EXPECT_EQ(answers_fused(numbers()), answers_plain(numbers()));
}
TEST(header_arithmetic, is_the_same_under_fast_math) {
  if (!__builtin_cpu_supports("fma")) GTEST_SKIP() << "this CPU fuses nothing";
  EXPECT_EQ(answers_unsafe(numbers()), answers_plain(numbers()));
}

}  // namespace
