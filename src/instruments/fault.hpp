// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Faults. A SIGSEGV in the guard page of a fibre is a stack overflow, and becomes one clear line.
// Another fault in a task, or an abort there, is reported with the task's stack, unless the program
// has a handler; then it has its usual effect.
#pragma once

#include <array>
#include <cstddef>

#include <skua/detail/base/atomic.hpp>

namespace skua::sched {

struct place;

/// The first places of the process, for handlers of signals and debuggers, which take no lock.
inline constexpr std::size_t max_handled_places = 64;
using handled_place_table = std::array<base::atomic<place*>, max_handled_places>;
extern handled_place_table handled_places;

/// An alternate signal stack for the calling thread, because a fibre with a stack overflow has no
/// room left.
class fault_stack {
 public:
  fault_stack() noexcept;
  ~fault_stack();
  fault_stack(fault_stack const&) = delete;
  fault_stack& operator=(fault_stack const&) = delete;

 private:
  void* memory_ = nullptr;
};

/// Registers the place's fibres with the handler; the first call installs the handler.
void watch_faults(place& place) noexcept;
void unwatch_faults(place& place) noexcept;

}  // namespace skua::sched
