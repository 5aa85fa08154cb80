// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the tasks of a simulated workload cost, and which workers had them when.

#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace apps::sim {

/// The calling task is at work for so many seconds of simulated time, inside a run that is metered;
/// without one, of real time.
void work(double seconds);
/// The same, and `path`, the work on the way from the first task to this moment of this one, grows
/// by it. A task hands it to those that it spawns.
void work(double seconds, double& path);

/// Whether a run is metered: its places are simulated, all of them in this process.
bool metered() noexcept;

/// All of one run. A simulation is one thread, so plain numbers will do; one at a time.
class meter {
 public:
  /// `keep_spans`: for a curve of how many were busy.
  meter(int places, int workers, bool keep_spans);
  ~meter();
  meter(meter const&) = delete;
  meter& operator=(meter const&) = delete;

  /// Of all tasks together.
  [[nodiscard]] double total() const noexcept { return static_cast<double>(nanoseconds_) * 1e-9; }
  /// The longest of all paths; 0 if nobody said.
  [[nodiscard]] double critical_path() const noexcept { return critical_path_; }
  /// When the first worker ran idle for good: at the start, if one never worked.
  [[nodiscard]] double first_idle(double start) const noexcept;
  /// When the last task had done its work.
  [[nodiscard]] double last_end(double start) const noexcept;
  /// Workers that never got a task.
  [[nodiscard]] int unused() const noexcept;
  /// How many workers were busy on average in each of `parts` equal parts of the time from start to
  /// end.
  [[nodiscard]] std::vector<double> busy(double start, double end, int parts) const;

 private:
  friend void work(double seconds);
  friend void work(double seconds, double& path);

  std::uint64_t nanoseconds_ = 0;
  double critical_path_ = 0;
  int workers_;
  std::vector<double> last_end_;  // by worker; less than 0: none yet
  bool keep_spans_;
  std::vector<std::pair<double, double>> spans_;
};

}  // namespace apps::sim
