// The golden hashes: every query, every form, over the scenes that the benchmark uses, to the last bit.
#include "../../bench/scenes/golden.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <set>

#include <hitscan/hitscan.hpp>

#include "../support/float_states.hpp"

namespace {

namespace hs = hitscan;

class golden_hashes : public testing::TestWithParam<hs::isa> {
 protected:
  void SetUp() override { ASSERT_TRUE(hs::force_isa(GetParam())); }
  void TearDown() override { hs::force_isa(before_); }

 private:
  hs::isa before_ = hs::active_isa();
};

TEST_P(golden_hashes, are_those_that_were_committed) {
  const auto got = golden::hashes();
  std::printf("golden: %016llx (%s)\n", static_cast<unsigned long long>(golden::total(got)), hs::name(GetParam()));
  EXPECT_EQ(golden::difference(got, golden::expected()), "");
}

// Fewer scenes, but every query of them asked in a state that no library should compute in.
TEST_P(golden_hashes, are_the_same_in_every_floating_point_state) {
  static std::uint64_t control;
  const auto usual = golden::hashes_within(nullptr, nullptr);
  for (const trial::float_state& s : trial::float_states) {
    control = s.control;
    const auto got = golden::hashes_within([] { trial::set_float_control(control); },
                                           [] { trial::set_float_control(trial::default_float_control); });
    EXPECT_EQ(golden::difference(got, usual), "") << s.name;
  }
}

INSTANTIATE_TEST_SUITE_P(on_every_isa, golden_hashes,
                         testing::ValuesIn(hs::supported_isas().begin(), hs::supported_isas().end()),
                         [](const auto& which) { return std::string(hs::name(which.param)); });

// A hash that ignores what it is fed would pass everything above.
TEST(golden_values, differ_from_query_to_query) {
  std::set<std::uint64_t> all;
  for (const auto& e : golden::expected()) all.insert(e.hash);
  EXPECT_GE(all.size(), 150u);
  EXPECT_EQ(all.size(), golden::expected().size());
}

TEST(golden_values, change_the_total_when_one_of_them_changes) {
  auto values = golden::expected();
  ASSERT_FALSE(values.empty());
  const std::uint64_t before = golden::total(values);
  values.back().hash ^= 1;
  EXPECT_NE(golden::total(values), before);
  EXPECT_NE(golden::difference(values, golden::expected()), "");
}

}  // namespace
