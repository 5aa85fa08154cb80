// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests whose body is the first task of a run.
#pragma once

#include <gtest/gtest.h>

#include <skua/skua.hpp>

namespace test_support {

/// run() runs a body as the first task of a fresh runtime.
class on_workers : public testing::TestWithParam<int> {
 protected:
  on_workers() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  int workers() const { return GetParam(); }
  skua::options settings() const { return skua::options{.workers = GetParam()}; }
  template <class Body>
  auto run(Body const& body) const {
    skua::runtime place{settings()};
    return place.run(body);
  }
};

inline auto worker_counts() { return testing::Values(1, 3); }

/// Runs the body as a first task with one worker and with three.
template <class Body>
void with_workers(Body const& body) {
  for (int n : {1, 3}) {
    SCOPED_TRACE(testing::Message() << n << " workers");
    skua::runtime place{skua::options{.workers = n}};
    place.run(body);
  }
}

}  // namespace test_support

/// A suite for TEST_P and TASK_TEST_P: one worker, and three.
#define WORKERS_SUITE(suite)                  \
  struct suite : test_support::on_workers {}; \
  INSTANTIATE_TEST_SUITE_P(workers, suite, test_support::worker_counts(), testing::PrintToStringParamName())

/// What the three macros below share: `runs` takes a body, the test's own one follows the macro.
#define TASK_TEST_OF(kind, runs, suite, name)         \
  static void suite##_##name##_task();                \
  kind(suite, name) { runs(&suite##_##name##_task); } \
  static void suite##_##name##_task()

/// Like TEST, but the body is the first task of a run with one worker and of a run with three.
#define TASK_TEST(suite, name) TASK_TEST_OF(TEST, test_support::with_workers, suite, name)
/// Like TEST_F and TEST_P, but the body is the first task of a run() of the fixture.
#define TASK_TEST_F(suite, name) TASK_TEST_OF(TEST_F, run, suite, name)
#define TASK_TEST_P(suite, name) TASK_TEST_OF(TEST_P, run, suite, name)
