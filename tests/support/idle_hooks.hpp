// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hooks of a place that has no workers, or whose other places send and hold nothing.
#pragma once

#include "core/remote_hooks.hpp"

class idle_hooks : public skua::sched::remote_hooks {
 public:
  void polling(bool) noexcept override {}
  bool poll() noexcept override { return false; }
  void short_of_work() noexcept override {}
  void soon_short_of_work() noexcept override {}
  void serve_waiting_thieves() noexcept override {}
  void busy_again() noexcept override {}
  void long_asleep() noexcept override {}
  void send_task(skua::sched::slot const&, int, bool) override {}
  bool repack(skua::sched::slot&) override { return true; }
  bool run_failed(std::exception_ptr const&) noexcept override { return false; }
  void root_ended() noexcept override {}
  void retire(skua::sched::scope_object*) noexcept override {}
  skua::sched::scope_object* replica(std::uint64_t, std::uint64_t, skua::sched::replica_kind const&) override {
    return nullptr;
  }
  void scope_marked(skua::sched::scope_frame*) noexcept override {}
  void proxy_ended(skua::sched::proxy_frame*) noexcept override {}
  void cancel_remote(std::uint64_t) noexcept override {}

 protected:
  ~idle_hooks() = default;
};
