// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The world as one place sees it: the machine that the place's runtime is given. Its threads belong
// to that place, and are as fast as it is.
#pragma once

#include "system/machine.hpp"
#include "world/world.hpp"

namespace skua::world {

class station final : public system::machine {
 public:
  station(world& in, int place) noexcept : in_(in), place_(place) {}
  world& of() const noexcept { return in_; }

  std::uint64_t now() noexcept override { return in_.now(); }
  void sleep(base::atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t deadline) noexcept override {
    in_.sleep(word, expected, deadline);
  }
  void wake(base::atomic<std::uint32_t>& word) noexcept override { in_.wake(word); }
  [[nodiscard]] std::unique_ptr<system::thread> start(std::function<void()> main) override {
    return in_.start(std::move(main), place_);
  }
  void pause(std::uint64_t ns) noexcept override { in_.pause(ns); }
  void work(std::uint64_t ns) noexcept override { in_.work(ns); }
  void step(system::chore what) noexcept override { in_.step(what); }

 private:
  world& in_;
  int place_;
};

}  // namespace skua::world
