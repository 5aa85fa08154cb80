// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The clock of a recorder, and the ticks that end plain stretches (recorder.hpp).
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include <skua/detail/core/fibre.hpp>

namespace skua::sched {

struct place;

class recording_clock {
 public:
  explicit recording_clock(place& place);
  ~recording_clock();
  recording_clock(recording_clock const&) = delete;
  recording_clock& operator=(recording_clock const&) = delete;

  [[nodiscard]] std::uint64_t now() const noexcept;
  /// The number of ticks in about `ns` nanoseconds, and the length of a tick since the start.
  [[nodiscard]] std::int64_t ticks_in(std::uint64_t ns) const noexcept;
  [[nodiscard]] double ns_per_tick() const noexcept;
  /// Of the time of the fibre's worker that is assigned to nothing yet, leaves out that in which
  /// the worker's thread, the caller, was ready to run and had no processor.
  void leave_out_lost(fibre const* fibre, std::uint64_t now) noexcept;
  /// A task continues: the time before, in which the worker may have slept, is not the task's.
  void begin(fibre const* current) noexcept;
  /// The time since `begin` belongs to no task.
  void skip(fibre const* current, std::uint64_t begin) noexcept;
  /// The time that was left out, in ticks.
  [[nodiscard]] std::int64_t lost() const noexcept { return lost_; }
  /// The time up to which the time of the fibre's worker is assigned to some task, or to none.
  [[nodiscard]] std::uint64_t& since_of(fibre const* current) noexcept;

  /// From now on a thread requests in certain intervals that the running fibres call the recorder.
  void start_ticker();
  void stop_ticker() noexcept;
  /// Whether the plain stretch that runs on the fibre must end: it has had a tick, and not at its
  /// very beginning. Otherwise the fibre continues without slow paths.
  [[nodiscard]] bool is_due(fibre* current) noexcept;
  void forget_tick(fibre* current) noexcept;
  /// Half of the shortest interval between ticks.
  [[nodiscard]] std::int64_t shortest_stretch() const noexcept { return shortest_stretch_; }

 private:
  /// The clock, and what the thread has used by then.
  struct reading {
    std::uint64_t tick = 0;
    std::uint64_t processor_ns = 0;
    std::uint64_t blocks = 0;  // how often it has given its processor up itself
  };
  void tick() noexcept;

  place& place_;
  bool counter_;
  std::uint64_t first_tick_;
  std::uint64_t first_ns_;
  std::int64_t shortest_stretch_;
  std::vector<std::uint64_t> since_;  // by worker
  std::vector<reading> readings_;     // the last one of each worker
  std::int64_t lost_ = 0;             // the workers change it under the recorder's lock
  base::atomic<bool> ticked_{false};
  std::mutex waking_;
  std::condition_variable wake_;
  bool ends_ = false;
  std::thread ticker_;
};

}  // namespace skua::sched
