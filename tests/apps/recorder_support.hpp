// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Support for the tests of the recorder: a fixture that records a program and reads its record.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <string>

#include <skua/skua.hpp>

#include "replay/bounds.hpp"
#include "replay/record_file.hpp"

namespace recorder_test {

using apps::replay::bounds_of;
using apps::replay::record;

class recorder : public testing::Test {
 protected:
  recorder() : file_(testing::TempDir() + "skua_record_" + std::to_string(::getpid())) {}
  ~recorder() override { std::filesystem::remove(file_); }

  [[nodiscard]] skua::options recorded() const {
    skua::options o;
    o.record = file_;
    return o;
  }
  /// The record of a run of the body.
  template <class Body>
  record record_of(Body&& body) {
    EXPECT_EQ(skua::run(recorded(), body), 0);
    return apps::replay::read_record(file_);
  }
  // The bounds of the body's record. It is recorded anew while the parallelism is not as expected,
  // at most five times: another process may take the processor from a task, which then is the
  // critical path, or from the runtime between two tasks.
  template <class Body>
  auto bounds_of_parallel(double bound, Body const& body) {
    return bounds_when([=](double parallelism) { return parallelism >= bound; }, body);
  }
  template <class Body>
  auto bounds_of_serial(double bound, Body const& body) {
    return bounds_when([=](double parallelism) { return parallelism <= bound; }, body);
  }

  std::string file_;

 private:
  template <class Expected, class Body>
  auto bounds_when(Expected const& is_expected, Body const& body) {
    auto limits = bounds_of(record_of(body), "record");
    for (int i = 1; i < 5 && !is_expected(limits.parallelism()); ++i) limits = bounds_of(record_of(body), "record");
    return limits;
  }
};

/// The time in which the calling thread had a processor.
inline std::chrono::nanoseconds processor_time() {
  timespec used{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

/// Computes for that time, however often other programs get the processor in between.
inline void compute(std::chrono::microseconds time) {
  auto const end = processor_time() + time;
  while (processor_time() < end) {
  }
}

}  // namespace recorder_test
