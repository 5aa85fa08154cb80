// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events of the program's own in the trace of a run (SKUA_TRACE=FILE,
// docs/reference/trace_format.md).
//
// Without a trace, and on a thread that is not a worker, each call does nothing and costs a few
// instructions. With one it costs about fifty nanoseconds. Names are copied.
#pragma once

#include <cstdint>

#include <skua/detail/base/config.hpp>

namespace skua::trace {

/// Whether the calling task's place writes a trace.
[[nodiscard]] bool is_on() noexcept;

/// A moment, on the track of the worker that runs the caller.
void mark(char const* name) noexcept;

/// The value of something from now on, as a curve of the calling task's place: one curve per name.
void counter(char const* name, double value) noexcept;

/// The time from its construction to its destruction, as a slice. The task may suspend in between.
/// It begins and ends at one place: make it as a local variable.
class span {
 public:
  /// The name is read when the span ends.
  explicit span(char const* name) noexcept;
  ~span();
  span(span const&) = delete;
  span& operator=(span const&) = delete;

 private:
  char const* name_;
  std::uint64_t begin_ = 0;  // ticks; 0: there was no trace
};

}  // namespace skua::trace
