// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks at all places of a simulated job from outside: after every few steps, and when it is over
// and all messages have arrived.
//
// While it runs: no scope has given back more tokens than it had, and a scope is there as long as
// anything at another place stands for it. At rest: no task, message, scope, call, name or request
// is left.
// All the time: waves of the deadlock detector. A report would end the process.
#pragma once

#include <cstdint>
#include <string>

#include "world/meddler.hpp"
#include "world/world.hpp"

namespace seeds_test {

class watch final : public skua::world::meddler {
 public:
  explicit watch(skua::world::meddler* spoils) noexcept : spoils_(spoils) {}

  /// In a task of the job.
  void begin();
  /// When the run is over, before the job's end: what is wrong, or nothing.
  std::string end();
  /// Instead, when nothing can be said of it.
  void leave() noexcept { world_->meddles = nullptr; }

  fate sends(int from, int to, std::uint32_t kind, std::vector<std::byte>& body) override {
    return spoils_ != nullptr ? spoils_->sends(from, to, kind, body) : fate{};
  }
  void stepped() override;

 private:
  void begin_wave();

  static constexpr unsigned every = 16;               // steps
  static constexpr unsigned most_steps = 10'000'000;  // of a job

  skua::world::meddler* spoils_;
  skua::world::world* world_ = nullptr;
  unsigned steps_ = 0;
  std::uint64_t next_wave_ = 0;  // not before that time
  bool waves_ = true;
};

}  // namespace seeds_test
