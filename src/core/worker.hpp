// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A worker: the thread that runs fibres, its lists of ready and suspended fibres, its counters.
//
// Invariants
//   WORKER-1  Only the owner sets ready_slot to non-null; any worker may take it (exchange).
//   WORKER-2  The lists change under `lists`; the counts beside them are hints that let other
//     threads skip empty lists.
//   WORKER-3  A suspended fibre with stealable tasks is resumed only after it was unlinked under
//     `lists`. So a thief that holds `lists` never takes from the deque of a fibre that runs.
// Edges: READY (a fibre's saved state reaches the worker that resumes it), CURRENT (thieves find
// the running fibre).
#pragma once

#include <cstdint>

#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/core/event_count.hpp>
#include <skua/detail/core/fibre.hpp>
#include <skua/detail/core/wait_list.hpp>

#include "core/fibre_slot.hpp"
#include "core/linked_list.hpp"
#include "core/task_periods.hpp"
#include "observe/counters.hpp"
#include "system/sleeping_thread.hpp"

namespace skua::sched {

struct place;
struct pooled_parker;

/// Runs on the next stack after a switch, when the fibre left behind is completely saved.
struct post_action {
  void (*fn)(void*, void*) noexcept = nullptr;
  void* first = nullptr;
  void* second = nullptr;
};

/// A list of fibres, or of tasks that no fibre runs yet, that wait for a worker.
template <class Node>
struct waiting_list {
  linked_list<Node> list;
  base::atomic<std::uint32_t> count{0};
  base::atomic<std::uint32_t> take_count{0};  // total since the start
};

struct worker : worker_front {
  alignas(64) base::atomic<fibre*> current{nullptr};
  place* home = nullptr;
  fibre* pool = nullptr;  // free fibres, newest first
  std::uint32_t pooled = 0;
  std::uint32_t decisions = 0;  // every 64th takes from the oldest end
  post_action post;
  base::atomic<bool> searching{false};            // looks for work, or sleeps because there was none
  int complex = -1;                               // where it ran at the beginning of its last search
  bool counted = false;                           // among place::searchers
  bool is_preempting = false;                     // the running task stops and waits for nothing
  std::uint64_t preempted_at = 0;                 // monotonic ns
  std::uint64_t polled_at = 0;                    // monotonic ns; when `polls` came to a multiple of 64
  std::uint32_t polls = 0;                        // unsuccessful polls of its tasks
  base::atomic<std::uint32_t> starving_lists{0};  // the lists in which a fibre has waited too long (starvation.hpp)
  std::uint64_t random_state = 1;
  void* exception_globals = nullptr;   // this thread's __cxa_eh_globals
  bool spare = false;                  // not one of workers(): runs urgent tasks and stands in for blocked workers
  base::atomic<int> thread_number{0};  // kernel id of its thread (gettid), once that runs
  base::atomic<std::uint64_t> promised_made{0};     // tasks of std::launch::async queued by this worker
  base::atomic<std::uint64_t> promised_started{0};  // those started by this worker, wherever they were queued
  bool waiting_task = false;                        // it looks for work because a task suspended, not because one ended

  pooled_parker* free_parkers = nullptr;  // of its place, newest first; for this worker
  std::uint32_t free_parker_count = 0;

  alignas(64) fibre_slot<fibre> ready_slot;
  base::spinlock lists;
  waiting_list<fibre> ready;            // newest first
  waiting_list<wait_node> ready_tasks;  // pending tasks that have become ready here, newest first
  waiting_list<fibre> preempted;        // oldest first, like the list below
  waiting_list<fibre> yielded;
  base::atomic<std::uint32_t> suspended_count{0};
  fibre* suspended_with_tasks = nullptr;

  alignas(64) sleeper idle_entry;
  system::sleeping_thread sleeping;
  base::atomic<bool> looking{false};  // has enlisted, and its final check is not over
  alignas(64) observe::worker_counters counters;
  task_periods periods;

  // the thread's own stack
  void* boot_stack_pointer = nullptr;
  void* boot_fake_stack = nullptr;
  void const* boot_stack_low = nullptr;
  std::size_t boot_stack_bytes = 0;
  void* boot_tsan_fibre = nullptr;

  std::uint64_t random() noexcept {  // xorshift64
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
  }
};

enum class which_end { front, back };

/// Puts a fibre or a task into one of a worker's lists.
template <class Node>
void put_listed(worker* worker, waiting_list<Node>& queue, Node* node, which_end end) noexcept {
  worker->lists.lock();
  end == which_end::front ? queue.list.push_front(node) : queue.list.push_back(node);
  add_locked(queue.count, 1);
  worker->lists.unlock();
}

template <class Node>
Node* take_listed(worker* worker, waiting_list<Node>& queue, which_end end) noexcept {
  if (queue.count.load(std::memory_order_relaxed) == 0) return nullptr;  // relaxed: a hint
  worker->lists.lock();
  Node* const node = end == which_end::front ? queue.list.pop_front() : queue.list.pop_back();
  if (node != nullptr) {
    add_locked(queue.count, -1U);
    add_locked(queue.take_count, 1);
  }
  worker->lists.unlock();
  return node;
}

/// How many fibres and tasks wait in the worker's lists, as a hint.
inline std::size_t count_listed(worker const& worker) noexcept {
  std::size_t n = worker.ready_tasks.count.load(std::memory_order_relaxed);  // relaxed: a hint
  for (auto list : {&worker::ready, &worker::preempted, &worker::yielded})
    n += (worker.*list).count.load(std::memory_order_relaxed);  // relaxed: a hint
  return n;
}

inline worker* worker_of(fibre const* current) noexcept { return static_cast<worker*>(current->worker); }

}  // namespace skua::sched
