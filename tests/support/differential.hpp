// Every ISA, in every result form, against the scalar reference: bit for bit.
//
// A test file names its kernel and the harness does the rest: lengths around every register width and block size,
// families of inputs, batch shapes, options, uniform columns, misaligned and exactly sized arrays next to pages that
// trap.
#pragma once

#include <gtest/gtest.h>

#include <hitscan/isa.hpp>

#include "scene.hpp"

namespace trial {

/// Makes an ISA the active one for as long as it lives.
class forced {
 public:
  explicit forced(hitscan::isa which) : before_(hitscan::active_isa()) { hitscan::force_isa(which); }
  ~forced() { hitscan::force_isa(before_); }
  forced(const forced&) = delete;
  forced& operator=(const forced&) = delete;

 private:
  hitscan::isa before_;
};
/// test(), answered by each.
template <class Test> void on_every_isa(const Test& test) {
  for (const hitscan::isa isa : hitscan::supported_isas()) {
    const forced here(isa);
    SCOPED_TRACE(hitscan::name(isa));
    test();
  }
}

/// Runs `usual` random requests (scaled by HITSCAN_CASES) of one kernel, asked one way, and reports what differs
/// through GoogleTest. Also fails when the requests were no test at all: when nothing hit, or everything did.
void differ_from_reference(hitscan::detail::test which, asked how, std::size_t usual = 4000);

/// The same requests, when some of their columns stand in structs of 8 to 64 bytes; the answers are those of spans.
void strided_differ_from_spans(hitscan::detail::test which, asked how, std::size_t usual);

}  // namespace trial

/// The whole family of differential tests of one kernel; after its name, how many requests are usual.
#define TRIAL_DIFFERENTIAL_TEST(kernel, how, ...) \
  trial::differ_from_reference(hitscan::detail::test::kernel, trial::asked::how __VA_OPT__(, ) __VA_ARGS__)
#define TRIAL_DIFFERENTIAL_TESTS(kernel, ...)                                  \
  TEST(kernel, one_against_many_gives_the_bits_of_the_reference) {             \
    TRIAL_DIFFERENTIAL_TEST(kernel, one_many __VA_OPT__(, ) __VA_ARGS__);      \
  }                                                                            \
  TEST(kernel, many_against_one_gives_the_bits_of_the_reference) {             \
    TRIAL_DIFFERENTIAL_TEST(kernel, many_one __VA_OPT__(, ) __VA_ARGS__);      \
  }                                                                            \
  TEST(kernel, item_by_item_gives_the_bits_of_the_reference) {                 \
    TRIAL_DIFFERENTIAL_TEST(kernel, each __VA_OPT__(, ) __VA_ARGS__);          \
  }                                                                            \
  TEST(kernel, by_index_pairs_gives_the_bits_of_the_reference) {               \
    TRIAL_DIFFERENTIAL_TEST(kernel, each_by_pairs __VA_OPT__(, ) __VA_ARGS__); \
  }                                                                            \
  static_assert(true)
