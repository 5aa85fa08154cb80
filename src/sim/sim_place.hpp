// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The simulator as the machine of one place's runtime. Threads started through it belong to that
// place and run at its speed.
#pragma once

#include "sim/simulator.hpp"
#include "system/machine.hpp"

namespace skua::sim {

class sim_place final : public system::machine {
 public:
  sim_place(simulator& simulator, int place) noexcept : world_(simulator), place_(place) {}
  simulator& of() const noexcept { return world_; }

  std::uint64_t now() noexcept override { return world_.now(); }
  void sleep(base::atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t deadline) noexcept override {
    world_.sleep(word, expected, deadline);
  }
  void wake(base::atomic<std::uint32_t>& word) noexcept override { world_.wake(word); }
  void wake_from_handler(base::atomic<std::uint32_t>& word) noexcept override { world_.wake_at_next_event(word); }
  [[nodiscard]] std::unique_ptr<system::thread> start(std::function<void()> main) override {
    return world_.start(std::move(main), place_);
  }
  void pause(std::uint64_t ns) noexcept override { world_.pause(ns); }
  void work(std::uint64_t ns) noexcept override { world_.work(ns); }
  void charge_cost(system::runtime_cost operation) noexcept override { world_.charge_cost(operation); }
  void touch(void const* line, bool writes) noexcept override { world_.touch(line, writes); }
  void interrupt_threads() noexcept override { world_.interrupt_threads(); }
  int processors() noexcept override { return world_.processors(); }
  int complexes() override { return world_.complexes(); }
  int complex_here() noexcept override { return world_.complex_here(); }

 private:
  simulator& world_;
  int place_;
};

}  // namespace skua::sim
