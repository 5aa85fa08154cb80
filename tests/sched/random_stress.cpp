// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random programs against their sequential model, with 1 to 4 workers. TEST_SCALE multiplies the
// number of programs, TEST_SEED repeats one seed.
#include <cstdio>

#include "core_support.hpp"
#include "random_program.hpp"

namespace {

using namespace core_test;

class random_programs : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(workers, random_programs, testing::Values(1, 2, 3, 4), testing::PrintToStringParamName());

TEST_P(random_programs, do_what_their_model_does) {
  char const* const only = std::getenv("TEST_SEED");
  int const programs = only != nullptr ? 1 : scaled(fewer(300, 40));
  std::uint64_t const first = only != nullptr
                                  ? std::strtoull(only, nullptr, 0)
                                  : static_cast<std::uint64_t>(sync_test::steady::now().time_since_epoch().count());
  std::printf("seeds from %llu on, %d workers\n", static_cast<unsigned long long>(first), GetParam());
  for (int i = 0; i < programs;) {
    skua::options o;
    o.workers = GetParam();
    o.seed = first + static_cast<std::uint64_t>(i) + 1;
    if (i % 3 == 1) o.spin_us = 0;
    if (i % 3 == 2) o.stats = skua::stats_level::detailed;
    skua::runtime place{o};
    for (int k = 0; k < 20 && i < programs; ++k, ++i) {
      std::uint64_t const seed = first + static_cast<std::uint64_t>(i);
      ASSERT_EQ(random_program::check_program(place, seed, 7), "") << "TEST_SEED=" << seed;
    }
  }
}

}  // namespace
