// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The load of places, for policies that want to know it: measured here, requested from others.
//
// A round sends load probes to all places that the policy names, at once. It ends when enough of
// them have answered (performance_driven: all). No thread waits for it. A probe carries the
// sender's time and the answer returns it, so no two clocks are compared. The receiver can tell
// answers to this round from those to an earlier one.
// load_exchange has no clock, no thread and no I/O. Its owner calls it from one thread at a time;
// the same holds for work_rates.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/tracking_weight.hpp"
#include "core/place.hpp"
#include "core/task_events.hpp"
#include "remote/scope_tree.hpp"
#include "steal/policy.hpp"

namespace skua::remote {

/// The load rate of a place: the mean over its workers of equation 3.1
/// (steal/policies/performance_driven.hpp), where a worker's period is the time between two
/// samples. Samples within a millisecond count as one, or two places that probe this one would make
/// it seem slow.
class work_rates {
 public:
  work_rates(std::size_t workers, std::uint64_t now, steal::load_measurement const& measurement = {})
      : workers_(workers), sampled_at_(now), weight_of_new_(measurement.weight_of_new), tuned_(measurement.tuned) {}

  /// Takes a sample. `worked`: nanoseconds in which each worker has run tasks since it began. The
  /// rest of the time it was idle.
  double look(std::span<std::uint64_t const> worked, std::uint64_t now) noexcept;

 private:
  struct worker {
    std::uint64_t worked = 0;  // at the last sample
    double rate = 0;
    base::tracking_weight weight;
  };
  std::vector<worker> workers_;
  std::uint64_t sampled_at_;
  double weight_of_new_;
  bool tuned_;
  double mean_ = 0;
};

/// The number of tasks of a place that another place could take.
[[nodiscard]] std::uint32_t tasks_at(sched::place& place) noexcept;

/// Measures the load of this place, as the policy wants it: by task, or from the time that its
/// workers have worked between two samples. Made before the workers start.
class load_meter {
 public:
  load_meter(sched::place& place, steal::load_measurement const& measurement);
  [[nodiscard]] steal::load read();

 private:
  [[nodiscard]] double rate_by_task() const noexcept;
  [[nodiscard]] double rate_by_sample();

  sched::place& place_;
  bool by_task_;
  work_rates rates_;
  std::vector<std::uint64_t> worked_;
};

/// Requests the load of other places in rounds, one at a time. A round ends with as many answers as
/// the policy waits for.
class load_exchange {
 public:
  load_exchange(steal::policy& policy, sender& out, std::uint64_t now);

  /// Begins a round, unless one is under way.
  void ask(std::uint64_t now);
  /// Begins the automatic refresh if it is due. Returns after how many nanoseconds to call again.
  std::uint64_t tick(std::uint64_t now);

  enum class outcome { more_to_come, enough, refreshed, late };
  /// An answer. enough: it ends the round; refreshed: it also completes an automatic refresh;
  /// late: its round was over.
  outcome on_load(int from, std::span<std::byte const> message, std::uint64_t now);

  /// Answers so far.
  [[nodiscard]] std::uint64_t heard() const noexcept { return answers_; }
  /// Automatic refreshes so far.
  [[nodiscard]] std::uint64_t refreshes() const noexcept { return refreshes_; }

 private:
  steal::policy& policy_;
  sender& sender_;
  std::uint64_t round_ = 0;  // the time at which it began
  std::size_t missing_ = 0;  // answers that the round still waits for
  bool refreshing_ = false;  // the end of this round completes a refresh
  std::uint64_t due_;
  std::uint64_t answers_ = 0;
  std::uint64_t refreshes_ = 0;
};

/// Answers a probe of load_exchange::ask.
void answer_load(sender& out, int to, std::span<std::byte const> probe, steal::load const& load);

}  // namespace skua::remote
