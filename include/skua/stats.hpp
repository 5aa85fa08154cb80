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
  std::uint64_t stolen = 0;         ///< tasks they brought
  std::uint64_t failed_steals = 0;  ///< looks everywhere that found nothing
  std::uint64_t suspensions = 0;    ///< tasks that gave up the worker
  std::uint64_t resumptions = 0;    ///< tasks continued here
  std::uint64_t parks = 0;          ///< times it went to sleep
  std::uint64_t publications = 0;   ///< times it made tasks public on demand
  std::uint64_t reclaims = 0;       ///< joins with public or stolen tasks
  std::uint64_t throttles = 0;      ///< full deques
  std::uint64_t fibres = 0;         ///< stacks made
  std::uint64_t forced = 0;         ///< exposures forced on a busy victim
  std::uint64_t tasks = 0;          ///< tasks queued; only with stats_level::detailed

  // Seconds; zero with stats_level::off (unless places steal by performance_driven, which needs
  // them). Without `detailed`, issue and execute are part of user.
  double init = 0;      ///< from the thread's start to its first task
  double user = 0;      ///< user code
  double issue = 0;     ///< queueing tasks
  double execute = 0;   ///< starting and ending tasks
  double wait = 0;      ///< its task waits and nothing else can run
  double idle = 0;      ///< no task here
  double finalise = 0;  ///< after the last task
  double rest = 0;      ///< what the others leave of the worker's life
};

/// What a place has had to do with others.
struct far_statistics {
  std::uint64_t messages = 0;   ///< sent to other places; not counted where MPI carries them
  std::uint64_t bytes = 0;      ///< of these, with 16 for each message's header
  std::uint64_t asked = 0;      ///< requests for tasks
  std::uint64_t refused = 0;    ///< of these, answered by "nothing"
  std::uint64_t lifelines = 0;  ///< requests that a lifeline remembers until it has something
  std::uint64_t loots = 0;      ///< messages that brought tasks, asked for or by a lifeline
  std::uint64_t tasks = 0;      ///< they brought
};

struct statistics {
  double seconds = 0;  ///< since the place was started
  /// Of each worker: the workers() of the place first, then the spare workers that were ever
  /// started. What a spare worker had not lived through yet counts as its `rest`.
  std::vector<worker_statistics> workers;
  far_statistics far;
  [[nodiscard]] worker_statistics total() const;
  /// A table for people.
  [[nodiscard]] std::string text() const;
};

/// A snapshot of the calling task's place (from a plain thread: the current runtime's); empty if
/// there is none.
statistics stats();

namespace sched {
struct place;
void statistics_end(place& p);
}  // namespace sched

}  // namespace skua
