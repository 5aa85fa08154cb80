// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When a sleeping place looks for messages that do not wake it: as the transport mpi does between
// hosts (transport/mpi/poll_backoff.hpp). The times are computed when a message arrives, so nothing
// happens in the simulation while none does.
#pragma once

#include <cstdint>

#include "transport/mpi/poll_backoff.hpp"

namespace skua::sim {

class looks {
 public:
  /// A message was delivered: the next sleep begins with looks all the time, then at short
  /// intervals.
  void heard() noexcept { heard_ = true; }
  /// A thread begins to sleep.
  void begin(std::uint64_t now) noexcept {
    spin_end_ = now;
    if (heard_) {
      heard_ = false;
      interval_ = backoff::shortest;
      spin_end_ = now + backoff::spin;
    }
    next_ = spin_end_ + interval_;
  }
  /// The first look at or after a time of this sleep; times must not decrease.
  [[nodiscard]] std::uint64_t at_or_after(std::uint64_t time) noexcept {
    if (time < spin_end_) return time;
    while (next_ < time) {
      interval_ = backoff::longer(interval_);
      std::uint64_t const late = time - next_;
      next_ += interval_ < backoff::usual || late < interval_ ? interval_ : late / interval_ * interval_;
    }
    return next_;
  }
  /// Whether the place looks all the time then.
  [[nodiscard]] bool spins(std::uint64_t time) const noexcept { return time < spin_end_; }

 private:
  using backoff = transport::mpi::poll_backoff;

  std::uint64_t interval_ = backoff::shortest;
  std::uint64_t spin_end_ = 0;
  std::uint64_t next_ = 0;
  bool heard_ = false;
};

}  // namespace skua::sim
