// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statistics of a runtime, per worker: counters and the time breakdown of the futures thesis
// (figures 4.11 and 4.12).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace skua {

struct worker_statistics {
  std::uint64_t steals = 0;         ///< successful steals from other workers
  std::uint64_t stolen = 0;         ///< tasks moved by these steals
  std::uint64_t failed_steals = 0;  ///< searches of all workers that found no task
  std::uint64_t suspensions = 0;    ///< tasks that gave up the worker
  std::uint64_t resumptions = 0;    ///< suspended tasks that this worker resumed
  std::uint64_t parks = 0;          ///< times the worker went to sleep
  std::uint64_t publications = 0;   ///< times it made tasks public because a thief asked
  std::uint64_t reclaims = 0;       ///< joins with public or stolen tasks
  std::uint64_t throttles = 0;      ///< full deques
  std::uint64_t fibres = 0;         ///< stacks allocated
  std::uint64_t forced = 0;         ///< times a thief made a busy worker's tasks public itself
  std::uint64_t tasks = 0;          ///< tasks queued; only with stats_level::detailed

  // Seconds; zero with stats_level::off (unless the steal policy is performance_driven, which needs
  // them). Without `detailed`, issue and execute are part of user.
  double init = 0;      ///< from the thread's start to its first task
  double user = 0;      ///< user code
  double issue = 0;     ///< to queue tasks
  double execute = 0;   ///< to start and end tasks
  double wait = 0;      ///< its task waits and no other task can run
  double idle = 0;      ///< no task at this place
  double finalise = 0;  ///< after the last task
  double rest = 0;      ///< remainder of the worker's lifetime
};

/// Communication of a place with other places.
struct far_statistics {
  std::uint64_t messages = 0;   ///< messages sent to other places, except those that MPI carries
  std::uint64_t bytes = 0;      ///< bytes of these messages, with 16 for each message's header
  std::uint64_t asked = 0;      ///< requests for tasks
  std::uint64_t refused = 0;    ///< requests answered with "no tasks"
  std::uint64_t lifelines = 0;  ///< lifeline requests that the victim keeps until it has tasks
  std::uint64_t loots = 0;      ///< messages with tasks, as an answer or by a lifeline
  std::uint64_t tasks = 0;      ///< tasks in these messages
};

struct statistics {
  double seconds = 0;  ///< seconds since the place was started
  /// One entry per worker: the workers() of the place first, then all spare workers ever started.
  /// The time before a spare worker's start counts as its `rest`.
  std::vector<worker_statistics> workers;
  far_statistics far;
  [[nodiscard]] worker_statistics total() const;
  /// A table to print.
  [[nodiscard]] std::string text() const;
};

/// A snapshot of the calling task's place (on a plain thread: of the current runtime's place).
/// Empty without a runtime.
statistics stats();

namespace sched {
struct place;
void statistics_end(place& p);
}  // namespace sched

}  // namespace skua
