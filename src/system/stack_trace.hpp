// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the function that a stopped stack is in, for reports before the process ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace skua::system {

/// The function of the program that a task's function runs: the one at that address, or among its
/// template arguments. Empty: not known. Reads the program's file.
std::string function_at_address(std::uintptr_t address);

/// The innermost function of the program (not of this library or the standard library) on a stack
/// that is not running, as switch_context has left it. Returns an empty text if no function was
/// found, if the program was stripped of its symbols, or if this processor or sanitizer does not
/// allow the search. Uses at most stack_trace_room bytes below the stack pointer; no thread may run
/// on that stack during the call.
std::string function_of_stack(void* stack_pointer) noexcept;
inline constexpr std::size_t stack_trace_room = 32 * 1024;

/// In a handler of a signal: prints the functions on the stack that the signal has interrupted, one
/// on each line, innermost first. Takes memory, reads files, starts no process.
void print_interrupted_stack(int file) noexcept;

/// The callers of a function: cheap to take, expensive to describe.
struct call_site {
  static constexpr std::size_t max_frames = 24;
  std::uintptr_t addresses[max_frames];
  std::size_t frames = 0;

  /// The callers of the calling function.
  static call_site here() noexcept;
  /// The innermost function of the program, or the one that is among the template arguments of a
  /// function of this library: that of a task. Empty: not known. Reads files.
  [[nodiscard]] std::string function() const;
  /// " in FUNCTION (FILE:LINE)" for the innermost function of the program: without the line if
  /// there is no debug information, or neither addr2line nor llvm-symbolizer; without symbols, an
  /// empty text. Reads files and starts processes.
  [[nodiscard]] std::string description() const;
};

/// The function in a demangled symbol, or a function of the program among its template arguments.
/// Empty: neither.
std::string program_function_in(std::string const& demangled);

}  // namespace skua::system
