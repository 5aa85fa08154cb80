// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program with a race: two tasks count in the same variables. It needs two workers. Thread
// sanitizer must report the race, and name the function.

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

#include <skua/skua.hpp>

using namespace std::chrono_literals;

namespace {

/// One counter per round. The sanitizer checks the first access of a task to a variable and skips
/// further ones that are the same, and two accesses in the same nanoseconds miss one another: with
/// a single counter, the first round alone would decide whether the race is found.
using counters = std::array<long, 50>;

/// Two tasks call it at once. They wait for one another before each round, so that a pause of one
/// does not hide the race; relaxed operations order nothing. They sleep while they wait: the
/// sanitizer remembers only the last operations of a task, and misses a race with an older one.
void count_both(std::atomic<int>& arrivals, counters& counts) {
  int expected = 0;
  for (long& count : counts) {
    expected += 2;
    arrivals.fetch_add(1, std::memory_order_relaxed);
    while (arrivals.load(std::memory_order_relaxed) < expected) std::this_thread::sleep_for(50us);
    ++count;
  }
}

}  // namespace

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    std::atomic<int> arrivals = 0;
    counters counts = {};
    skua::finish([&] {
      skua::spawn([&] { count_both(arrivals, counts); });
      skua::spawn([&] { count_both(arrivals, counts); });
    });
    return counts.back() > 0 ? 0 : 1;
  });
}
