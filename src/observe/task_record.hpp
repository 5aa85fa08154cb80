// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The record of a run's tasks: a graph of the computing, spawns and waits of each task, small
// enough to keep whole (docs/reference/record_format.md).
//
// A node is a task, and has a list of steps in the order in which the task took them. When a task
// and all its descendants have ended, its subtree is closed. A closed subtree whose work is below
// the grain becomes one step of its parent, a leaf; neighbouring leaves become one leaf; a chain of
// tasks that each spawn the next one becomes one node. So the size of the record depends on the
// time of the run and not on the number of its tasks. The grain grows with the run.
//
// One thread at a time. Times are in ticks of the caller's clock.
//
// Invariants
//   RECORD-1  A leaf depends on nothing but its spawn: a subtree that waits for something outside
//     it stays a node. So a leaf that others wait for can be merged with its neighbours, and no
//     circle of waits comes into being.
//   RECORD-2  An event's owner is the node that has the step which signals it: a signal, or a leaf.
//     A node may become a leaf only if it owns all events that it waits for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "observe/record_encoding.hpp"
#include "observe/record_events.hpp"
#include "observe/record_steps.hpp"

namespace skua::observe {

class task_record {
 public:
  using node = record_node;
  using event = record_event;
  /// Told of each subtree that has closed: the kind that end() was given for its task, its work.
  using observer = std::function<void(std::uint64_t kind, std::int64_t ticks)>;

  /// A subtree with less work than `ticks` becomes a leaf.
  explicit task_record(std::int64_t ticks, observer closed = {});
  ~task_record();
  task_record(task_record const&) = delete;
  task_record& operator=(task_record const&) = delete;

  /// The parent of the tasks that no recorded task has spawned.
  [[nodiscard]] node* root() noexcept { return root_; }

  /// A task of the innermost scope that the parent has open; it has not begun.
  node* spawn(node* parent, bool any);
  /// Time that the task has computed. Negative: corrects what was added before.
  void add_work(node* node, std::int64_t ticks) noexcept;
  void open_scope(node* node);
  void close_scope(node* node);
  /// The task stands still for `ticks`, and nothing in the record ends that.
  void add_pause(node* node, std::int64_t ticks);
  /// The task has ended. `tasks`: 1, or 0 if it never started.
  void end(node* node, std::uint64_t name, std::uint64_t kind, std::uint64_t tasks);

  /// A new event, with one reference, the caller's.
  [[nodiscard]] event* make_event() { return events_.make(); }
  void release(event* event) { events_.release(event); }
  void signal(node* node, event* event);
  void await(node* node, event* event);

  /// All work so far.
  [[nodiscard]] std::int64_t work() const noexcept { return work_; }
  /// Steps that are kept at the moment, for tests.
  [[nodiscard]] std::size_t steps() const noexcept;

  /// The bytes of the file. No task runs any more; those that have not ended count as ended.
  /// `text_of(name)` is the text of a name that end() was given.
  template <class TextOf>
  [[nodiscard]] std::string bytes(recorded_program const& program, double ns_per_tick, TextOf&& text_of) {
    close_all();
    for (auto& [name, of_name] : totals_) of_name.text = text_of(name);
    return record_encoder(totals_, ns_per_tick).bytes(program, root_);
  }

 private:
  [[nodiscard]] std::int64_t grain() const noexcept;
  void append(node* node, record_step step);
  void flush_work(node* node);
  void close(node* node);
  [[nodiscard]] bool becomes_leaf(node const& node) const noexcept;
  [[nodiscard]] record_step leaf_of(node& node);
  bool joins_chain(node& node);
  node* new_node();
  void free_node(node* node);
  void close_all();

  std::int64_t least_grain_;
  observer closed_;
  std::int64_t work_ = 0;
  record_events events_;
  std::deque<node> nodes_;
  std::vector<node*> free_nodes_;
  node* root_;  // after the nodes
  std::unordered_map<std::uint64_t, record_total> totals_;
};

}  // namespace skua::observe
