// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Poll back-off for a thread that messages cannot wake. After a message it polls for `spin`
// without a pause, then at intervals.
//
// The interval grows from 20 µs to 1 ms while nothing arrives. It grows further, to at most 5 ms,
// only if that is needed to keep the polling thread below 1/200 of a core. If a timer costs 5 µs of
// processor time, that is 1 ms; on virtual machines a timer has cost four times as much. One thread
// at a time.
#pragma once

#include <cstdint>

namespace skua::transport::mpi {

class poll_backoff {
 public:
  static constexpr std::uint64_t spin = 20'000;      // ns
  static constexpr std::uint64_t shortest = 20'000;  // ns
  static constexpr std::uint64_t usual = 1'000'000;  // ns: the longest interval if a timer costs little
  /// The interval after one in which no message has arrived.
  [[nodiscard]] static constexpr std::uint64_t longer(std::uint64_t interval) noexcept {
    return interval + interval / 4 < usual ? interval + interval / 4 : usual;
  }

  /// A message has arrived: back to the shortest interval.
  void reset() noexcept { interval_ = shortest; }
  /// A thread begins to wait.
  void begin() noexcept { cpu_time_ = 0; }
  /// The next sleep, in nanoseconds.
  [[nodiscard]] std::uint64_t interval() const noexcept { return interval_; }
  /// A sleep and a poll have passed without a message.
  void missed() noexcept;

 private:
  static constexpr std::uint64_t longest = 5'000'000;
  static constexpr std::uint64_t share = 200;

  std::uint64_t interval_ = shortest;
  std::uint64_t cpu_time_ = 0;  // of this thread at the last miss, in ns; 0: not known
};

}  // namespace skua::transport::mpi
