// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The notes of a worker for the trace of its place (place_trace.hpp).
//
// At a place that traces each pop calls pop_slow (slow_mode::pops), which replaces the task's
// function by run_traced. So a place that does not trace runs the same instructions as one that
// cannot.
//
// A worker divides its time into parts, in ticks of its clock: a part ends where a task stops and
// another one begins. Short parts are merged into a stretch. A stretch goes as a record into the
// worker's own ring, and so does a part that is too long for one. A reading of the clock costs more
// than a small task. So tasks of one function that follow one another are one part, as many of them
// as are expected to be short together; the expectation follows what was measured. If one of them
// was long all the same, the part has the length of that one, and the next ones are measured one by
// one.
//
// Invariants
//   TRACED-1  The time from `since_` on belongs to the tasks of `part_`: those that have begun in
//     it, or the running one, if none has. Each event that would make this wrong ends the part
//     first.
//   TRACED-2  A task that begins in a part has the part's function, and since the part began, only
//     tasks of that function have run on this worker.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#include <skua/detail/core/fibre.hpp>

#include "observe/trace_ring.hpp"

namespace skua::sched {

struct place;
struct worker;
class place_trace;

/// A task that runs, on the stack of run_traced.
struct traced_task {
  traced_task* outer;
  char const* outer_name;  // the fibre's task_name before it
  task_fn fn;
  bool is_awaited = false;  // its caller waits for it, and continues when it has ended
};

/// The notes of one worker. Only that worker calls it.
class worker_trace {
 public:
  /// A part that takes at least this time has a separate record.
  static constexpr std::uint64_t threshold_ns = 10'000;

  worker_trace(place_trace& to, worker& owner, std::size_t ring_size);

  /// The task runs next, or is destroyed; its slot gets the function run_traced.
  void task_taken(slot& task, bool is_awaited) noexcept;

  // The parts of the worker's time.
  void task_begins(fibre* current, traced_task& task) noexcept;
  void task_ends(fibre* current) noexcept;
  void task_stops(fibre* current) noexcept;      // it gives up the worker
  void task_continues(fibre* current) noexcept;  // perhaps on another worker
  void search_begins() noexcept;
  void sleep_begins() noexcept;
  void sleep_ends() noexcept;
  void search_ends() noexcept;

  /// An event at this moment.
  void note(observe::trace_event event, std::uint64_t first = 0, std::uint64_t second = 0, std::uint64_t third = 0,
            observe::trace_name name = 0) noexcept;
  [[nodiscard]] std::uint64_t now() const noexcept;
  void put(observe::trace_record const& record) noexcept;
  /// The number of a name; the text is copied.
  [[nodiscard]] observe::trace_name number_of(char const* name) noexcept;
  /// Ends the open stretch. Also for another thread, once the worker's thread has ended.
  void flush() noexcept;
  /// The last call on the worker's thread, if it is a real one.
  void thread_ends() noexcept;

 private:
  friend class place_trace;
  friend void run_traced(slot* task, task_op op);

  /// The merged parts of one name.
  struct share {
    observe::trace_event event{};
    observe::trace_name name = 0;
    std::uint32_t count = 0;
    std::uint64_t ticks = 0;
    std::uint64_t longest = 0;
  };
  static constexpr std::size_t max_shares = 8;

  void end_part_of_tasks(fibre const* current, std::uint64_t now, observe::trace_name ended = 0) noexcept;
  void end_idle_part(std::uint64_t now) noexcept;
  bool merge(observe::trace_event event, observe::trace_name name, std::uint64_t from, std::uint64_t to,
             std::uint32_t count, std::uint64_t longest) noexcept;

  place_trace& to_;
  worker& worker_;
  std::uint64_t threshold_;  // ticks
  std::uint64_t longest_;    // ticks of a stretch
  bool counter_;             // whether ticks are those of the processor's counter
  std::uint64_t since_ = 0;  // when the present part began
  struct {
    task_fn fn = nullptr;
    observe::trace_name name = 0;  // of the task that ended last; 0: none has ended
    std::uint32_t begun = 0;       // tasks
    bool goes_on = false;          // no other task has run on this worker since one ended
  } part_;
  std::uint32_t most_in_part_ = 1;  // how many tasks are expected to be short together
  observe::trace_event idle_ = observe::trace_event::search;
  observe::trace_name reason_ = 0;  // what the last task that stopped here waits for
  // the open stretch
  std::array<share, max_shares> shares_;
  std::size_t share_count_ = 0;
  // the task that was taken last
  task_fn taken_ = nullptr;
  bool is_taken_by_waiter_ = false;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;

  std::unordered_map<char const*, std::pair<std::string, observe::trace_name>> names_;
  observe::trace_ring ring_;
  base::atomic<std::uint64_t> lost_{0};
  std::uint64_t processor_ns_ = 0;  // of the worker's thread, once it has ended; 0: not known
};

/// The function of a task that pop_slow has taken, while the place traces.
void run_traced(slot* task, task_op op);

}  // namespace skua::sched
