// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stack overflow of a fibre: a SIGSEGV in a guard page becomes one clear line. Other faults keep
// their meaning.
#pragma once

namespace skua::sched {

struct place;

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
void watch_faults(place& p) noexcept;
void unwatch_faults(place& p) noexcept;

}  // namespace skua::sched
