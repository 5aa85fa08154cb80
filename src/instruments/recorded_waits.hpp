// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The waits of recorded tasks, and the objects that they complete (recorder.hpp).
//
// Tasks that a wait suspends depend on the task that wakes them. Tasks that find a completion done
// depend on the one that has completed it: its key, the address of the completion, leads to an
// event. Where one object lay another may lie later.
//
// Invariant
//   WAITS-1  An event that a task awaits because of its key gets no signal any more. The next
//     completion with that key makes a new event. So no task waits for a later one.
#pragma once

#include <cstdint>
#include <thread>
#include <unordered_map>
#include <vector>

#include <skua/detail/core/fibre.hpp>

#include "observe/task_record.hpp"

namespace skua::sched {

class recorder;
struct pending_task;

class recorded_waits {
 public:
  explicit recorded_waits(recorder& recorder) noexcept;
  ~recorded_waits();
  recorded_waits(recorded_waits const&) = delete;
  recorded_waits& operator=(recorded_waits const&) = delete;

  /// Around a wait: the task stops, and `task_woken` says whether another one has woken it.
  void wait_begins(fibre* current) noexcept;
  void wait_ends(fibre* current) noexcept;
  /// Another task makes the fibre ready. Any thread.
  void task_woken(fibre* fibre) noexcept;

  /// The calling task completes what `key` stands for.
  void completes(void const* key) noexcept;
  /// A thread that runs no recorded task does it, for every recorder of the process.
  static void completed_unrecorded(void const* key) noexcept;
  /// The calling task depends on it, and did not have to wait.
  void depends_on(void const* key) noexcept;
  /// So does the next task that the calling thread submits or arms.
  void next_depends_on(void const* key) noexcept;
  /// One of several tasks that complete the phase of a phaser or barrier; a task that saw its end.
  void signals_phase(void const* object, std::uint64_t phase) noexcept;
  void saw_phase(void const* object, std::uint64_t phase) noexcept;

  /// The rest of the calling task is a task that waits. It is not armed after all; it is launched.
  void pending_armed(pending_task& task) noexcept;
  void pending_unarmed(pending_task& task) noexcept;
  void pending_launched(pending_task const& pending_task, slot& task) noexcept;

  /// The calling coroutine awaits the end of a scope, whose body is queued next. Returns what
  /// coroutine_continues needs to give the rest of the coroutine its place behind the scope, or
  /// nullptr.
  void* coroutine_scope_opened(slot& body) noexcept;
  void coroutine_continues(void* rest, slot& task) noexcept;

  /// Under the recorder's lock: a task is submitted.
  void add_next_awaits(observe::task_record::node* node);

 private:
  struct known_event {
    observe::task_record::event* of = nullptr;  // with a reference, and at least one signal
    bool is_awaited = false;
  };
  observe::task_record::event* renew(known_event& entry);
  void forget(std::uint64_t key);
  observe::task_record::event* await_event_of(std::uint64_t key);
  void await(std::uint64_t key, std::int64_t correction) noexcept;

  recorder& recorder_;
  recorded_waits* next_;                                   // of all in the process
  std::unordered_map<std::uint64_t, known_event> events_;  // by key
  struct next_await {
    std::thread::id by;
    std::uint64_t key;
  };
  std::vector<next_await> next_awaits_;  // short: from next_depends_on to the submission
};

}  // namespace skua::sched
