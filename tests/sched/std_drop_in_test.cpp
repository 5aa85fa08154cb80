// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program written for std:: gives the same output when its futures are Skua's.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <skua/future.hpp>
#include <skua/packaged_task.hpp>
#include <skua/promise.hpp>
#include <skua/run.hpp>
#include <skua/spawn.hpp>

namespace with_std {
namespace ns = std;
#include "sched/std_drop_in_program.inc"
}  // namespace with_std

namespace with_skua {
namespace ns = skua;
#include "sched/std_drop_in_program.inc"
}  // namespace with_skua

namespace {

TEST(std_drop_in, the_program_says_what_the_standard_demands) {
  std::string const output = with_std::program();
  EXPECT_NE(output.find("fib 1597\n"), std::string::npos) << output;
  EXPECT_NE(output.find("sum 396 again 22\n"), std::string::npos) << output;
}

TEST(std_drop_in, same_output_without_run) { EXPECT_EQ(with_skua::program(), with_std::program()); }

TEST(std_drop_in, same_output_in_a_task) {
  std::string const expected = with_std::program();
  for (int workers = 1; workers <= 3; ++workers) {
    skua::options o;
    o.workers = workers;
    skua::runtime r(o);
    EXPECT_EQ(r.run([] { return with_skua::program(); }), expected) << workers << " workers";
  }
}

}  // namespace
