// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps of a task in a record, and how neighbouring ones become one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "observe/record_events.hpp"

namespace skua::observe {

enum class step_kind : std::uint8_t { work, leaf, child, open, close, signal, await, pause };

struct record_step {
  step_kind kind = step_kind::work;
  bool any = false;  // of a leaf or a child: it may leave its place
  std::uint64_t name = 0;
  std::int64_t work = 0;  // also the ticks of a pause
  std::int64_t span = 0;
  std::uint64_t tasks = 0;
  record_node* child = nullptr;
  record_event* signalled = nullptr;  // of a leaf or a signal; what an await waits for
};

/// A task.
struct record_node {
  record_node* parent = nullptr;
  std::size_t position = 0;  // of its step in the parent's list
  std::uint32_t open_children = 0;
  std::uint32_t open_scopes = 0;
  bool any = false;
  bool has_ended = false;
  bool is_closed = false;
  std::uint64_t name = 0;
  std::uint64_t kind = 0;
  std::int64_t own = 0;              // work of the task itself
  std::int64_t part = 0;             // of it, what no step has yet
  std::int64_t subtree = 0;          // work of its closed descendants
  std::uint64_t tasks = 0;           // in the subtree
  record_event* at_start = nullptr;  // its first step waits for it; the reference belongs to the recorder
  record_event* at_end = nullptr;    // signalled when the task ends; the node's reference
  std::size_t length_limit = 0;      // of `steps`, before the list is compacted
  std::vector<record_step> steps;
  std::vector<record_step> before;  // steps before those, the first one last (task_record::joins_chain)
};

/// The time that these steps take with a worker for each task. They have no children but leaves.
std::int64_t span_of_steps(std::vector<record_step> const& steps);

/// Merges steps up to a grain, in ticks.
class step_merger {
 public:
  step_merger(record_events& events, std::int64_t grain) noexcept : events_(events), grain_(grain) {}

  /// Makes one step of neighbouring ones wherever that loses nothing but time below the grain.
  void compact(std::vector<record_step>& list);

 private:
  bool merge_leaf(std::vector<record_step>& steps, record_step const& leaf);
  void shorten_scope(std::vector<record_step>& steps) const;

  record_events& events_;
  std::int64_t grain_;
};

}  // namespace skua::observe
