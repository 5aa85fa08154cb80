// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that notices the end of other ranks of this host; it blocks in poll(2). The launcher
// ends the job when a rank dies. A rank that sleeps on a ring may learn of it here first, and can
// report which rank has ended. Without pidfd in the kernel it monitors nothing.
#pragma once

#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "system/unique_fd.hpp"

namespace skua::transport::mpi {

class process_monitor {
 public:
  /// Monitors these processes (rank, pid) and passes each rank that ends to `ended` once
  /// (PEER-FAILURE-1 in peer_failure.hpp). The monitor's thread or this constructor calls `ended`,
  /// which must not throw. Throws skua::error.
  process_monitor(std::vector<std::pair<int, int>> const& processes,
                  std::function<void(std::vector<int> const&)> ended);
  ~process_monitor();
  process_monitor(process_monitor const&) = delete;
  process_monitor& operator=(process_monitor const&) = delete;

 private:
  void run() noexcept;

  std::function<void(std::vector<int> const&)> ended_;
  std::vector<std::pair<int, system::unique_fd>> pidfds_;  // by rank
  system::unique_fd stop_;                                 // an eventfd
  std::thread thread_;
};

}  // namespace skua::transport::mpi
