// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What belongs to the running task, while another task runs on top of it.
#pragma once

#include <cstdint>

#include <skua/detail/core/fibre.hpp>
#include <skua/detail/core/scope_frame.hpp>

namespace skua::sched {

/// While it exists, a task runs on top of the fibre's task, and finds neither its registrations,
/// its results due at its end nor its shield. The destructor ends the task on top.
class task_on_top {
 public:
  explicit task_on_top(fibre* current) noexcept;
  ~task_on_top();
  task_on_top(task_on_top const&) = delete;
  task_on_top& operator=(task_on_top const&) = delete;

 private:
  fibre* fibre_;
  registration* phasers_;
  task_exit* exits_;
  std::uintptr_t scope_;
  bool is_shielded_;
};

}  // namespace skua::sched
