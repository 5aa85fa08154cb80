// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A record of the tasks of a run, as a file has it (docs/reference/record_format.md).

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace apps::replay {

enum class step_kind : std::uint8_t { work, leaf, child, open, close, signal, await, pause };

/// The next action of a task. Times are in nanoseconds.
struct step {
  step_kind kind = step_kind::work;
  bool any = false;          ///< of a leaf: it may leave its place
  std::uint32_t name = 0;    ///< of a leaf
  std::uint32_t target = 0;  ///< a child: the task; a signal or await: the event; a leaf: the event, or 0
  std::uint64_t time = 0;    ///< of work, of a pause, of all work of a leaf
  std::uint64_t span = 0;    ///< of a leaf: its time with a worker for each of its tasks
  std::uint64_t tasks = 0;   ///< of a leaf
};

/// A task with a separate list: steps `first` to `end` - 1.
struct task {
  bool any = false;
  std::uint32_t name = 0;
  std::uint32_t first = 0;
  std::uint32_t end = 0;
};

/// All tasks of one name.
struct name_total {
  std::string text;
  std::uint64_t tasks = 0;
  std::uint64_t work = 0;  ///< their own, ns
};

struct record {
  std::string program;
  int signal = 0;          ///< that has cut the run short
  std::uint64_t lost = 0;  ///< ns in which the worker had something to do and no processor; no task has it
  std::vector<name_total> names;
  std::vector<task> tasks;  ///< the first one stands for everything outside tasks
  std::vector<step> steps;
  std::vector<std::uint32_t> signals;  ///< by event, from 1 on: how many steps signal it
  std::uint32_t deepest_nesting = 0;   ///< of scopes in a task

  [[nodiscard]] std::uint64_t work() const;        ///< ns
  [[nodiscard]] std::uint64_t task_count() const;  ///< of the recorded run
  /// The share of the work in tasks that may leave their place, and below such tasks.
  [[nodiscard]] double movable_share() const;
};

/// Throws input_error ("FILE: …") if the file cannot be read, or is not a whole record.
record read_record(std::string const& file);
/// A sentence about a record whose run had to share its processor; empty if it had it to itself.
std::string others_text(record const& r);
/// Like read_record, from the content of a file.
record parse_record(std::string_view content, std::string const& file);

}  // namespace apps::replay
