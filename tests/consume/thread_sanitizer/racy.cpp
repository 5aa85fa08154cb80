// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program with a race: two tasks count in the same variable. It needs two workers. Thread
// sanitizer must report the race, and name the function.

#include <atomic>
#include <chrono>
#include <thread>

#include <skua/skua.hpp>

using namespace std::chrono_literals;

namespace {

/// Two tasks call it at once. They wait for one another before each of 50 rounds, so that a pause
/// of one does not hide the race; relaxed operations order nothing. They sleep while they wait: the
/// sanitizer remembers only the last operations of a task, and misses a race with an older one.
void count_both(std::atomic<int>& arrivals, long& counter) {
  for (int round = 1; round <= 50; ++round) {
    arrivals.fetch_add(1, std::memory_order_relaxed);
    while (arrivals.load(std::memory_order_relaxed) < 2 * round) std::this_thread::sleep_for(50us);
    ++counter;
  }
}

}  // namespace

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    std::atomic<int> arrivals = 0;
    long counter = 0;
    skua::finish([&] {
      skua::spawn([&] { count_both(arrivals, counter); });
      skua::spawn([&] { count_both(arrivals, counter); });
    });
    return counter > 0 ? 0 : 1;
  });
}
