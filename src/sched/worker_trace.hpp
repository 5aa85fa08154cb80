// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a worker notes for the trace of its place (place_trace.hpp).
//
// A place that traces runs in slow mode: each pop calls pop_slow, which replaces the task's
// function by run_traced. So a place that does not trace runs the same instructions as one that
// cannot. A worker notes where one task stops and another begins, in ticks of its own clock, and
// merges what is short into a stretch. A stretch goes as a record into the worker's own ring, and
// so does each part that is too long for a stretch.
//
// Invariant
//   TRACED-1  A worker's time belongs to the innermost traced task of its running fibre, from
//     `since_` on. Whatever changes the one or the other calls the worker_trace first.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#include <skua/detail/sched/fibre.hpp>

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
  std::uint64_t own = 0;    // ticks in it so far, without tasks on top of it
  bool has_begun = false;   // a part of it is noted
  bool has_record = false;  // a part of it has a record of its own
};

/// What one worker notes. Only that worker calls it.
class worker_trace {
 public:
  /// What takes at least so long has a record of its own.
  static constexpr std::uint64_t threshold_ns = 10'000;

  worker_trace(place_trace& to, worker& of, std::size_t ring_size);

  // The parts of the worker's time.
  void task_begins(fibre* s, traced_task& t) noexcept;
  void task_ends(fibre* s) noexcept;
  void task_stops(fibre* s) noexcept;    // it gives up the worker
  void task_goes_on(fibre* s) noexcept;  // perhaps on another worker
  void search_begins() noexcept;
  void sleep_begins() noexcept;
  void sleep_ends() noexcept;
  void search_ends() noexcept;

  /// An event at this moment.
  void note(observe::trace_event event, std::uint64_t a = 0, std::uint64_t b = 0, std::uint64_t c = 0,
            observe::trace_name name = 0) noexcept;
  [[nodiscard]] std::uint64_t now() const noexcept;
  void put(observe::trace_record const& r) noexcept;
  /// The number of a name; the text is copied.
  [[nodiscard]] observe::trace_name number_of(char const* name) noexcept;
  /// Ends the open stretch. Also for another thread, once the worker's thread has ended.
  void flush() noexcept;

  task_fn popped = nullptr;  // the function of the task that pop_slow has just taken

 private:
  friend class place_trace;

  /// What was merged of one name.
  struct share {
    observe::trace_event event{};
    observe::trace_name name = 0;
    std::uint32_t count = 0;
    std::uint64_t ticks = 0;
    std::uint64_t longest = 0;
  };
  static constexpr std::size_t max_shares = 8;

  void end_part_of(fibre const* s, traced_task& t, std::uint64_t now, bool ended) noexcept;
  void end_idle_part(std::uint64_t now) noexcept;
  bool merge(observe::trace_event event, observe::trace_name name, std::uint64_t from, std::uint64_t to,
             std::uint32_t count, std::uint64_t longest) noexcept;

  place_trace& to_;
  worker& worker_;
  std::uint64_t threshold_;  // ticks
  std::uint64_t longest_;    // ticks of a stretch
  bool counter_;             // whether ticks are those of the processor's counter
  std::uint64_t since_ = 0;  // when the present part began
  observe::trace_event idle_ = observe::trace_event::search;
  observe::trace_name reason_ = 0;  // what the last task that stopped here waits for
  // the open stretch
  std::array<share, max_shares> shares_;
  std::size_t share_count_ = 0;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;

  std::unordered_map<char const*, std::pair<std::string, observe::trace_name>> names_;
  observe::trace_ring ring_;
  base::atomic<std::uint64_t> lost_{0};
};

/// The function of a task that pop_slow has taken, while the place traces.
void run_traced(slot* h, task_op op);

}  // namespace skua::sched
