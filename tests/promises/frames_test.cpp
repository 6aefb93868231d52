// Whole frames: the library's answers are the committed ones on every ISA, and what the double loop finds.
#include "../../bench/frames/frames.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace {

namespace hs = hitscan;

constexpr std::size_t small_sizes[] = {640, 4000};

class golden_frames : public testing::TestWithParam<hs::isa> {
 protected:
  void SetUp() override { ASSERT_TRUE(hs::force_isa(GetParam())); }
  void TearDown() override { hs::force_isa(before_); }

 private:
  hs::isa before_ = hs::active_isa();
};

TEST_P(golden_frames, are_those_that_were_committed) {
  for (const frames::kind& kind : frames::kinds())
    for (const std::size_t n : small_sizes)
      EXPECT_EQ(frames::golden(*kind.open(n)), frames::expected(kind.name, n)) << kind.name << ", " << n;
}

INSTANTIATE_TEST_SUITE_P(on_every_isa, golden_frames,
                         testing::ValuesIn(hs::supported_isas().begin(), hs::supported_isas().end()),
                         [](const auto& which) { return std::string(hs::name(which.param)); });

TEST(golden_frame_values, exist_for_every_scene_and_size_and_all_differ) {
  std::set<std::uint64_t> all;
  for (const frames::kind& kind : frames::kinds())
    for (const std::size_t n : frames::sizes) all.insert(frames::expected(kind.name, n));
  EXPECT_EQ(all.size(), frames::kinds().size() * std::size(frames::sizes));
  EXPECT_FALSE(all.contains(0));
}

TEST(a_frame, is_what_the_double_loop_finds) {
  std::size_t compared = 0;
  for (const frames::kind& kind : frames::kinds())
    for (const std::size_t n : small_sizes) {
      const auto scene = kind.open(n);
      if (!scene->has_naive()) continue;
      for (const std::size_t k : {0u, 5u, 4095u}) {
        scene->library(k), scene->naive(k);
        EXPECT_LE(scene->differences(), frames::allowed_differences(n)) << kind.name << ", " << n << ", input " << k;
        ++compared;
      }
    }
  EXPECT_GE(compared, 3 * frames::kinds().size());
}

TEST(a_frame, is_not_what_the_double_loop_finds_in_another_one) {
  for (const frames::kind& kind : frames::kinds()) {
    const auto scene = kind.open(10000);
    if (!scene->has_naive()) continue;
    scene->library(0), scene->naive(2000);
    EXPECT_GT(scene->differences(), frames::allowed_differences(10000)) << kind.name;
  }
}

}  // namespace
