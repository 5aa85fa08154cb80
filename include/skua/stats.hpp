// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statistics of a runtime, per worker: counters and the time breakdown of the futures thesis
// (figures 4.11 and 4.12).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <skua/detail/observe/counter_lists.hpp>

namespace skua {

/// The counters and the time breakdown of a worker; the lists say what each of them means.
struct worker_statistics {
  SKUA_WORKER_COUNTERS(SKUA_COUNT)

  // Seconds; zero with stats_level::off, unless options::metrics or the policy performance_driven
  // needs them. Without `detailed`, issue, execute and pack are part of user.
  SKUA_WORKER_PHASES(SKUA_SECONDS)
  double rest = 0;  ///< remainder of the worker's lifetime
};

/// Communication of a place with other places.
struct far_statistics {
  std::uint64_t messages = 0;  ///< messages sent to other places
  std::uint64_t bytes = 0;     ///< bytes of these messages, with 16 for each message's header
  SKUA_REQUEST_COUNTERS(SKUA_COUNT)
};

/// Calls function(name, number) for each counter of a worker.
template <class F>
void for_each_counter(worker_statistics const& statistics, F&& function) {
  observe::for_each_worker_counter<worker_statistics>(
      [&](char const* name, auto member) { function(name, statistics.*member); });
}
/// Calls function(name, number) for each counter of a place.
template <class F>
void for_each_counter(far_statistics const& statistics, F&& function) {
  function("messages", statistics.messages);
  function("bytes", statistics.bytes);
  observe::for_each_request_counter<far_statistics>(
      [&](char const* name, auto member) { function(name, statistics.*member); });
}
/// Calls function(name, seconds) for each part of a worker's lifetime.
template <class F>
void for_each_time(worker_statistics const& statistics, F&& function) {
  observe::for_each_phase<worker_statistics>(
      [&](char const* name, auto member) { function(name, statistics.*member); });
  function("rest", statistics.rest);
}

/// A snapshot of a place.
struct statistics {
  double seconds = 0;  ///< seconds since the place was started
  /// One entry per worker: the workers() of the place first, then all spare workers ever started.
  /// The time before a spare worker's start counts as its `rest`.
  std::vector<worker_statistics> workers;
  far_statistics far;  ///< communication with other places
  /// The sums over all workers.
  [[nodiscard]] worker_statistics total() const;
  /// A table to print.
  [[nodiscard]] std::string text() const;
};

/// A snapshot of the calling task's place (on an external thread: of the current runtime's place).
/// The snapshot is empty without a runtime.
statistics stats();

namespace sched {
struct place;
void statistics_end(place& place);
}  // namespace sched

}  // namespace skua
