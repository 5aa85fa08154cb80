// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that sleeps until other processes end, and reports how they ended.
#pragma once

#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "system/unique_fd.hpp"
#include "transport/peer_failure.hpp"

namespace skua::transport {

/// How the process of a pidfd that has become readable ended, as a clause for the error message.
/// Reaps it if it was a child of this process. Sets `code` to the exit status as a shell shows it;
/// leaves it unchanged if that cannot be known.
std::string how_it_ended(int pidfd, int* code = nullptr);

/// A pidfd, closed on exec; none if the process no longer exists. Throws skua::error.
system::unique_fd open_pidfd(int pid);

class process_monitor {
 public:
  /// The monitor's thread calls it; each process is reported once (PEER-FAILURE-1 in
  /// peer_failure.hpp).
  using report = std::function<void(peer_failures)>;

  /// Monitors the processes with these ids (the index is the place; 0: none). Throws skua::error.
  process_monitor(std::vector<int> const& pids, report ended);
  process_monitor(process_monitor const&) = delete;
  process_monitor& operator=(process_monitor const&) = delete;
  ~process_monitor();

 private:
  void loop();

  system::unique_fd stop_;                 // an eventfd
  std::vector<system::unique_fd> pidfds_;  // by place; some have none, or had ended before it was opened
  std::vector<int> early_;                 // places that had ended before their pidfd was opened
  report ended_;
  std::thread thread_;
};

}  // namespace skua::transport
