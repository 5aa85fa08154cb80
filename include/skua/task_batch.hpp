// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spawn_all for tasks with different functions, all in one message: the tasks are arguments, or in
// a task_batch.
//
// Source: staticAsyncAny of APGAS (Posner and Fohry 2018), which takes a place and a list of jobs.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <skua/spawn.hpp>

namespace skua {
namespace sched {

template <class Call>
struct bound_task {
  Call call;
};

}  // namespace sched

/// A task for spawn_all: the call function(args…). Function and arguments are copied (decayed), as
/// in spawn.
template <class F, class... Args>
[[nodiscard]] auto bind_task(F&& function, Args&&... args) {
  using call = std::decay_t<decltype(sched::bind_call(std::forward<F>(function), std::forward<Args>(args)...))>;
  return sched::bound_task<call>{sched::bind_call(std::forward<F>(function), std::forward<Args>(args)...)};
}

/// Tasks of any functions, to be spawned together. Holds them until spawn_all; its destructor drops
/// those that were not spawned.
class task_batch {
 public:
  /// Adds the task function(args…). Function and arguments are copied (decayed), as in spawn.
  template <class F, class... Args>
  void add(F&& function, Args&&... args) {
    auto task = bind_task(std::forward<F>(function), std::forward<Args>(args)...);
    using call = decltype(task.call);
    entries_.push_back(std::make_unique<entry_of<call>>(std::move(task.call)));
  }
  /// The number of tasks.
  [[nodiscard]] std::size_t size() const noexcept;
  /// Whether the batch has no task.
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }

  friend void spawn_all(any_from_word where, task_batch tasks);

 private:
  struct entry {
    virtual ~entry() = default;
    virtual void start() = 0;
    virtual void pack(remote::task_list& list, sched::place_front* at) = 0;
  };
  template <class Call>
  struct entry_of final : entry {
    explicit entry_of(Call&& task_call) : call(std::move(task_call)) {}
    void start() override { spawn(any, std::move(call)); }
    void pack(remote::task_list& list, sched::place_front* at) override { list.add_any(at, std::move(call)); }
    Call call;
  };

  std::vector<std::unique_ptr<entry>> entries_;
};

/// Starts the tasks at a place, all in one message; any place may steal them.
template <class... Calls>
  requires(sizeof...(Calls) > 0)
void spawn_all(any_from_word where, sched::bound_task<Calls>... tasks) {
  if (!sched::is_packed_for(where.place)) {
    (spawn(any, std::move(tasks.call)), ...);
    return;
  }
  remote::task_list list;
  sched::place_front* const this_place = remote::caller_place();
  (list.add_any(this_place, std::move(tasks.call)), ...);
  if (list.size() != 0) remote::send_tasks(where.place, list, false);
}

/// Starts the tasks of a batch, in their order, all in one message; any place may steal them.
void spawn_all(any_from_word where, task_batch tasks);

}  // namespace skua
