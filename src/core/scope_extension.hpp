// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rare part of a scope: exceptions, counts, scope objects, its handle and stop source. Made on
// first use.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <stop_token>
#include <vector>

#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/core/scope_frame.hpp>
#include <skua/detail/core/scope_object.hpp>

namespace skua::sched {

/// Tasks pushed inside a counted scope, inner scopes included.
struct task_counts {
  base::atomic<std::uint64_t> spawned{0};
  base::atomic<std::uint64_t> never_started{0};
  task_counts* outer = nullptr;
};

struct scope_extension {
  static constexpr std::size_t max_errors = 16;

  base::spinlock lock;
  std::vector<std::exception_ptr> errors;  // the first max_errors
  std::size_t error_count = 0;
  base::atomic<std::uint64_t> never_started{0};
  scope_object* objects = nullptr;
  std::uint64_t id = 0;  // its handle, 0: none yet
  std::optional<std::stop_source> stop;
  task_counts count;
  bool counting = false;
  std::vector<int> edges;                      // places to which tasks of it were sent; under scopes.lock
  std::size_t edges_told = 0;                  // how many of them were told that it is cancelled
  base::atomic<std::uint64_t> lent_tokens{0};  // that tasks at other places hold, for debuggers
};

}  // namespace skua::sched
