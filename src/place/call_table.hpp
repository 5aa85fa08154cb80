// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Futures of this place whose tasks run elsewhere, by number. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include <skua/base/spinlock.hpp>
#include <skua/place/far_task.hpp>

namespace skua::remote {

class call_table {
 public:
  struct waiting_call {
    sched::future_state* state;  // with the reference of its task
    accept_fn accept;
    bool plain;
  };

  std::uint64_t add(waiting_call const& c);
  /// Takes it out; each number once.
  std::optional<waiting_call> take(std::uint64_t number);
  /// How many wait.
  [[nodiscard]] std::size_t size() noexcept;

 private:
  base::spinlock lock_;
  std::uint64_t next_ = 1;
  std::unordered_map<std::uint64_t, waiting_call> calls_;
};

/// Delivers the result in a message to its future, in a task if that needs user code.
void deliver_result(sched::place_front* at, call_table& calls, std::span<std::byte const> message);

}  // namespace skua::remote
