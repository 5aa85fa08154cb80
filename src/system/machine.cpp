// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/machine.hpp"

#include <time.h>
#include <climits>
#include <thread>
#include <utility>

#include "system/futex.hpp"

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

class real final : public machine {
  std::uint64_t now() noexcept override { return monotonic_ns(); }
  void sleep(base::atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t deadline) noexcept override {
    futex_wait(word, expected, deadline);
  }
  void wake(base::atomic<std::uint32_t>& word) noexcept override { futex_wake(word, INT_MAX); }
  std::unique_ptr<thread> start(std::function<void()> main) override {
    return std::make_unique<real_thread>(std::move(main));
  }
  void pause(std::uint64_t ns) noexcept override { std::this_thread::sleep_for(std::chrono::nanoseconds(ns)); }
};
}  // namespace

machine& real_machine() noexcept {
  static real real;
  return real;
}

}  // namespace skua::system
