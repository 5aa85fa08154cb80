// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The cost of the tasks of a simulated workload, and the busy times of the workers.

#pragma once

#include <cstdint>
#include <vector>

namespace apps::sim {

/// The calling task works for this many seconds: of simulated time inside a metered run, else of
/// real time.
void work(double seconds);
/// Works, and adds the seconds to `path`: the work on the way from the first task to this moment of
/// this task. A task passes its path to the tasks that it spawns.
void work(double seconds, double& path);

/// True inside a metered run: its places are simulated, all of them in this process.
bool metered() noexcept;

/// The measurements of one run; only one meter exists at a time. A simulation is one thread, so
/// plain numbers suffice.
class meter {
 public:
  meter(int places, int workers);
  ~meter();
  meter(meter const&) = delete;
  meter& operator=(meter const&) = delete;

  /// The work of all tasks together.
  [[nodiscard]] double total() const noexcept { return static_cast<double>(nanoseconds_) * 1e-9; }
  /// The longest path; 0 if no task reported one.
  [[nodiscard]] double critical_path() const noexcept { return critical_path_; }
  /// When the first worker became idle for good; the start if some worker never worked.
  [[nodiscard]] double first_idle(double start) const noexcept;
  /// When the last task finished its work.
  [[nodiscard]] double last_end(double start) const noexcept;
  /// Workers that never got a task.
  [[nodiscard]] int unused() const noexcept;

 private:
  friend void work(double seconds);
  friend void work(double seconds, double& path);

  std::uint64_t nanoseconds_ = 0;
  double critical_path_ = 0;
  int workers_;
  std::vector<double> last_end_;  // by worker; negative: no task yet
};

/// Measures the speed of this machine for a few milliseconds. Call it before the first compute and
/// before workers exist.
void measure_speed();
/// Computes for about this time if the thread is not interrupted, where no simulator adds it:
/// arithmetic that touches no memory.
void compute(double seconds) noexcept;

}  // namespace apps::sim
