// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs for the futures of the standard library give the same results with Skua's. The small
// sizes run with a thread per task in the standard library, the large ones with deferred tasks
// only.
#include <algorithm>
#include <cstdint>
#include <future>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

#include "core_support.hpp"

namespace suite_with_std {
namespace ns = std;
#include "sched/futures_suite_programs.inc"
}  // namespace suite_with_std

namespace suite_with_skua {
namespace ns = skua;
#include "sched/futures_suite_programs.inc"
}  // namespace suite_with_skua

namespace {

using namespace core_test;

struct suite_program {
  char const* name;
  long (*with_std)(std::launch, int);
  long (*with_skua)(std::launch, int);
  int small_size;  // small enough for a thread per task
  int large_size;
};

std::ostream& operator<<(std::ostream& out, suite_program const& p) { return out << p.name; }

suite_program const suite_programs[] = {
    {"tree", &suite_with_std::tree, &suite_with_skua::tree, 12, 5'000},
    {"mutual_recursion", &suite_with_std::mutual_recursion, &suite_with_skua::mutual_recursion, 12, 8'000},
    {"passed_on", &suite_with_std::passed_on, &suite_with_skua::passed_on, 20, 8'000},
    {"grid", &suite_with_std::grid, &suite_with_skua::grid, 25, 10'000},
    {"many_mutexes", &suite_with_std::many_mutexes, &suite_with_skua::many_mutexes, 20, 5'000},
};

constexpr std::launch async_or_deferred = std::launch::async | std::launch::deferred;

struct futures_suite : testing::TestWithParam<suite_program> {
  /// Runs check with one worker and with three, and with a small stack and the default one.
  template <class Check>
  static void everywhere(Check const& check) {
    for (int workers : {1, 3}) {
      for (std::size_t bytes : {std::size_t{64} << 10, std::size_t{1} << 20}) {
        if (address_sanitizer && bytes < (std::size_t{1} << 20))
          continue;  // address sanitizer makes frames several times as large
        skua::runtime place{skua::options{.workers = workers, .stack_bytes = bytes}};
        SCOPED_TRACE(testing::Message() << workers << " workers, stack " << bytes);
        place.run(check);
      }
    }
  }
};
INSTANTIATE_TEST_SUITE_P(all, futures_suite, testing::ValuesIn(suite_programs),
                         [](auto const& chosen) { return std::string(chosen.param.name); });

TEST_P(futures_suite, as_with_threads) {
  suite_program const& p = GetParam();
  long const expected = p.with_std(std::launch::async, p.small_size);
  everywhere([&] {
    EXPECT_EQ(p.with_skua(std::launch::async, p.small_size), expected);
    EXPECT_EQ(p.with_skua(async_or_deferred, p.small_size), expected);
    EXPECT_EQ(p.with_skua(std::launch::deferred, p.small_size), expected);
  });
}

TEST_P(futures_suite, as_with_deferred_tasks) {
  suite_program const& p = GetParam();
  int const size = fewer(p.large_size, std::min(p.large_size / 10, 100'000));
  long const expected = p.with_std(std::launch::deferred, size);
  everywhere([&] {
    EXPECT_EQ(p.with_skua(async_or_deferred, size), expected);
    EXPECT_EQ(p.with_skua(std::launch::deferred, size), expected);
  });
}

}  // namespace
