// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Model of the random program: what it has done so far, and therefore what must hold. It is kept
// beside the runtime and knows nothing of places.
//
// Each member function is called when its event happens. It complains if the event must not happen
// now. The ledger keeps the first complaint only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace protocol {

class ledger {
 public:
  struct scope_entry {
    int parent = -1;  // -1: the root scope of a place
    int home = 0;
    bool in_shield = false;  // opened by a shielded task: no cancellation from outside reaches it
    bool keeps_going = false;
    bool counts = false;
    bool requested = false;  // a cancellation was requested, at any place
    bool surely = false;     // it was requested inside the scope: its home must know at the end
    bool ended = false;
    std::uint64_t open = 0;     // body, tasks and inner scopes that have not ended
    std::uint64_t dropped = 0;  // tasks that never started
    std::uint64_t errors = 0;
    std::uint64_t spawned_inside = 0, dropped_inside = 0;  // inner scopes included
    std::uint64_t id = 0;                                  // its name on the wire, if it has one
    std::uint64_t sum_name = 0, sum = 0;
  };
  struct task_entry {
    enum { queued, ran, dropped, failed } state = queued;
    int scope = 0;
    bool shielded = false;
    bool immobile = false;  // cannot be packed
  };
  /// The runtime's report about a scope that has ended.
  struct outcome {
    bool cancelled = false;
    std::uint64_t never_started = 0, errors = 0, kept_errors = 0, spawned = 0, counted_never = 0, sum = 0;
  };

  int open_scope(scope_entry const& s);
  int add_task(task_entry const& t);
  void ran(int task);
  void dropped(int task);
  void could_not_leave(int task);
  void threw(int scope);
  void cancelled(int scope, bool from_inside);
  void body_ended(int scope);
  void ended(int scope, outcome const& o);

  /// Whether tasks of the scope must not start, once every place knows of its cancellations.
  [[nodiscard]] bool forbids(int scope) const;
  /// The innermost scope around this one that owns a sum; -1: none.
  [[nodiscard]] int sum_around(int scope) const;

  scope_entry& scope(int i) { return scopes_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] task_entry const& task(int i) const { return tasks_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] int scopes() const { return static_cast<int>(scopes_.size()); }
  [[nodiscard]] int tasks() const { return static_cast<int>(tasks_.size()); }

  /// Keeps the complaint, unless there is one already.
  void complain(std::string const& text) {
    if (complaint_.empty()) complaint_ = text;
  }
  [[nodiscard]] std::string const& complaint() const { return complaint_; }

 private:
  void never_starts(int i);
  task_entry& leave(int task, char const* verb);

  std::vector<scope_entry> scopes_;
  std::vector<task_entry> tasks_;
  std::string complaint_;
};

}  // namespace protocol
