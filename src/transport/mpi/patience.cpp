// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/mpi/patience.hpp"

#include <time.h>

#include <algorithm>

namespace skua::transport::mpi {

void patience::missed() noexcept {
  if (interval_ < usual) {
    interval_ = std::min(interval_ + interval_ / 4, usual);
    return;
  }
  timespec t{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  std::uint64_t const now =
      static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(t.tv_nsec);
  if (used_ != 0) {
    std::uint64_t const wanted = std::clamp(share * (now - used_), usual, longest);
    interval_ = (7 * interval_ + wanted) / 8;
  }
  used_ = now;
}

}  // namespace skua::transport::mpi
