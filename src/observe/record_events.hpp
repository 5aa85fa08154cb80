// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events of a record of tasks: what tasks wait for. References to them are counted.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

namespace skua::observe {

struct record_node;

/// Something that tasks wait for: the end of a task, a promise, a wake-up.
struct record_event {
  std::uint32_t references = 0;
  std::uint32_t signals = 0;      // steps that signal it
  bool has_many_signals = false;  // there may be more, and it is never united with another one
  record_event* united_with = nullptr;
  record_node* owner = nullptr;  // which has the step that signals it; null: none, or several nodes
  std::int64_t moment = 0;       // while a span is computed
  std::uint32_t number = 0;      // while the record is written; 0: none yet
};

/// The event that stands for this one since they were united.
record_event* find_event(record_event* event) noexcept;
/// The waiters of `from` wait for `to` from now on. Each event has one step that signals it; from
/// now on one step signals both.
void unite_events(record_event* to, record_event* from) noexcept;

class record_events {
 public:
  /// A new event, with one reference, the caller's.
  [[nodiscard]] record_event* make();
  void release(record_event* event);

 private:
  std::deque<record_event> events_;
  std::vector<record_event*> free_;
};

}  // namespace skua::observe
