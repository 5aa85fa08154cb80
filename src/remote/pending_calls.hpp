// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pending calls: futures of this place for tasks at other places, by number. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/remote/remote_task.hpp>

namespace skua::remote {

class pending_calls {
 public:
  struct pending_call {
    sched::future_state* state;  // has the reference that belongs to the task
    accept_fn accept;
    bool trivially_serializable;
  };

  std::uint64_t add(pending_call const& call);
  /// Removes the call of that number; null if it was removed before.
  std::optional<pending_call> take(std::uint64_t number);
  /// The number of calls that wait for a result.
  [[nodiscard]] std::size_t size() noexcept;

 private:
  base::spinlock lock_;
  std::uint64_t next_ = 1;
  std::unordered_map<std::uint64_t, pending_call> calls_;
};

/// Delivers the result in a message to its future; in a task if that runs user code.
void deliver_result(sched::place_front* at, pending_calls& calls, std::span<std::byte const> message);

}  // namespace skua::remote
