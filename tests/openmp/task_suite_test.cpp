// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs in the style of OpenMP tasks give the same results with Skua, with OpenMP, and without
// any tasks.
#include "openmp/task_suite.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <skua/skua.hpp>

#include "support/sanitizers.hpp"

namespace task_suite {
namespace {

namespace with_skua {

template <class F>
void spawn(F const& f) {
  skua::spawn(f);
}
template <class F>
void wait_for_children(F const& f) {
  skua::finish(f);
}
template <class F>
void group(F const& f) {
  skua::finish(f);
}

class dependences {
 public:
  explicit dependences(std::size_t n) : writes_(n + 1, skua::make_ready_future().share()) {}
  std::size_t none() const { return writes_.size() - 1; }

  template <class F>
  void spawn(std::size_t object, std::size_t first, std::size_t second, F const& f) {
    auto& o = writes_[object];
    o = skua::async(skua::after(writes_[first], writes_[second], o), f).share();
  }

 private:
  std::vector<skua::shared_future<void>> writes_;
};

namespace ns = with_skua;
#include "openmp/task_programs.inc"

}  // namespace with_skua

/// Each task runs at once.
namespace without_tasks {

template <class F>
void spawn(F const& f) {
  f();
}
template <class F>
void wait_for_children(F const& f) {
  f();
}
template <class F>
void group(F const& f) {
  f();
}

struct dependences {
  explicit dependences(std::size_t) {}
  std::size_t none() const { return 0; }
  template <class F>
  void spawn(std::size_t, std::size_t, std::size_t, F const& f) {
    f();
  }
};

namespace ns = without_tasks;
#include "openmp/task_programs.inc"

}  // namespace without_tasks

class openmp_suite : public testing::TestWithParam<std::size_t> {
 protected:
  static program const& sequential() { return without_tasks::programs[GetParam()]; }

  /// The program has this result with every number of workers, and with a small stack and the
  /// default one.
  static void expect_of_skua(int size, long expected) {
    for (int workers = 1; workers <= 3; ++workers) {
      for (std::size_t bytes : {std::size_t{64} << 10, std::size_t{1} << 20}) {
        if (test_support::address_sanitizer && bytes < (std::size_t{1} << 20))
          continue;  // address sanitizer makes frames several times as large
        skua::runtime place{skua::options{.workers = workers, .stack_bytes = bytes}};
        SCOPED_TRACE(testing::Message() << workers << " workers, stack " << bytes);
        EXPECT_EQ(place.run([size] { return with_skua::programs[GetParam()].run(size); }), expected);
      }
    }
  }
};
INSTANTIATE_TEST_SUITE_P(all, openmp_suite, testing::Range(std::size_t{0}, std::size(without_tasks::programs)),
                         [](auto const& chosen) { return std::string(without_tasks::programs[chosen.param].name); });

TEST_P(openmp_suite, as_with_openmp) {
  if (!has_openmp()) GTEST_SKIP() << "compiled without OpenMP";
  int const size = sequential().small_size;
  long const expected = run_with_openmp(2, GetParam(), size);
  EXPECT_EQ(run_with_openmp(1, GetParam(), size), expected);
  EXPECT_EQ(run_with_openmp(3, GetParam(), size), expected);
  expect_of_skua(size, expected);
}

TEST_P(openmp_suite, as_without_tasks) {
  int const size = test_support::fewer(sequential().large_size, sequential().small_size);
  expect_of_skua(size, sequential().run(size));
}

// The two decompositions are the same one, by phases and by dependences.
TEST(openmp_programs, of_phases_as_of_dependences) {
  EXPECT_EQ(without_tasks::sparse_lu(12), without_tasks::sparse_lu_of_dependences(12));
  EXPECT_GT(without_tasks::tree_walk(10), 100'000);  // a tree of some hundred nodes
}

}  // namespace
}  // namespace task_suite
