// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks all places of a simulated job from outside: after every few steps, and when the run is
// over and all messages have arrived.
//
// While it runs: no scope has given back more tokens than it had. A scope exists as long as another
// place holds a proxy of it. At rest: no task, message, scope, call, name or request remains.
// All the time: waves of the deadlock detector. A report of it would end the process.
#pragma once

#include <cstdint>
#include <string>

#include "sim/fault_injector.hpp"
#include "sim/simulator.hpp"

namespace seeds_test {

class watch final : public skua::sim::fault_injector {
 public:
  explicit watch(skua::sim::fault_injector* spoils) noexcept : spoils_(spoils) {}

  /// Called in a task of the job.
  void begin();
  /// Called when the run is over and before the job ends; returns the fault, or an empty string.
  std::string end();
  /// Called instead of end() when the final state cannot be checked.
  void leave() noexcept { world_->injector = nullptr; }

  message_fault sends(int from, int to, std::uint32_t kind, std::vector<std::byte>& body) override {
    return spoils_ != nullptr ? spoils_->sends(from, to, kind, body) : message_fault{};
  }
  void stepped() override;

 private:
  void begin_wave();

  static constexpr unsigned every = 16;               // steps between two checks
  static constexpr unsigned most_steps = 10'000'000;  // limit for a job

  skua::sim::fault_injector* spoils_;
  skua::sim::simulator* world_ = nullptr;
  unsigned steps_ = 0;
  std::uint64_t next_wave_ = 0;  // no wave before that time
  bool waves_ = true;
};

}  // namespace seeds_test
