// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/machine.hpp"

#include <sched.h>
#include <time.h>
#include <climits>
#include <thread>
#include <utility>
#include <vector>

#include "system/cpus.hpp"
#include "system/futex.hpp"
#include "system/topology.hpp"

namespace skua::system {

std::uint64_t monotonic_ns() noexcept {
  timespec time;
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(time.tv_nsec);
}

namespace {
class real_thread final : public thread {
 public:
  explicit real_thread(std::function<void()> main) : thread_(std::move(main)) {}
  void join() override { thread_.join(); }

 private:
  std::thread thread_;
};

/// The complex of each processor that this process may use, and how many complexes there are.
struct complex_table {
  std::vector<int> of_processor;  // by number
  int count = 1;

  complex_table() {
    topology const machine = read_topology("", processors_in_affinity());
    count = machine.complexes;
    for (processor const& entry : machine.processors) {
      auto const number = static_cast<std::size_t>(entry.number);
      if (number >= of_processor.size()) of_processor.resize(number + 1, 0);
      of_processor[number] = entry.complex;
    }
  }
  /// Of the calling thread; 0 if its processor is not one of these.
  int here() const noexcept {
    int const number = ::sched_getcpu();
    return number >= 0 && static_cast<std::size_t>(number) < of_processor.size()
               ? of_processor[static_cast<std::size_t>(number)]
               : 0;
  }
};
complex_table const& complexes_of_process() {
  static complex_table const table;
  return table;
}

class real final : public machine {
  std::uint64_t now() noexcept override { return monotonic_ns(); }
  void sleep(base::atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t deadline) noexcept override {
    futex_wait(word, expected, deadline);
  }
  void wake(base::atomic<std::uint32_t>& word) noexcept override { futex_wake(word, INT_MAX); }
  std::unique_ptr<thread> start(std::function<void()> main) override {
    return std::make_unique<real_thread>(std::move(main));
  }
  int complexes() override { return complexes_of_process().count; }
  int complex_here() noexcept override { return complexes_of_process().here(); }
  void pause(std::uint64_t ns) noexcept override { std::this_thread::sleep_for(std::chrono::nanoseconds(ns)); }
};
}  // namespace

int machine::processors() noexcept { return usable_cpus(); }

machine& real_machine() noexcept {
  static real real;
  return real;
}

}  // namespace skua::system
