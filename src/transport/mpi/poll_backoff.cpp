// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/mpi/poll_backoff.hpp"

#include <time.h>

#include <algorithm>

namespace skua::transport::mpi {

void poll_backoff::missed() noexcept {
  if (interval_ < usual) {
    interval_ = longer(interval_);
    return;
  }
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  std::uint64_t const now =
      static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
  if (cpu_time_ != 0) {
    std::uint64_t const target = std::clamp(share * (now - cpu_time_), usual, longest);
    interval_ = (7 * interval_ + target) / 8;
  }
  cpu_time_ = now;
}

}  // namespace skua::transport::mpi
