// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that sleeps until other processes end, and reports how those of this host have ended.
#pragma once

#include <functional>
#include <thread>
#include <vector>

#include "system/process_handle.hpp"
#include "system/unique_fd.hpp"
#include "transport/peer_failure.hpp"

namespace skua::transport {

/// The report of a process that has ended. Reaps it if it was a child of this process; otherwise
/// nothing is known about its end.
[[nodiscard]] peer_failure how_it_ended(int place, system::process_handle const& process);

class process_monitor {
 public:
  struct monitored {
    int place;
    system::process_handle process;  ///< holds nothing if the process has ended already
    int connection = -1;             ///< to a process of another host: it is readable at its end
  };
  /// The monitor's thread calls it; each process is reported once (PEER-FAILURE-1 in
  /// peer_failure.hpp).
  using report = std::function<void(peer_failures)>;

  /// Without a process it has no thread. Throws skua::error.
  process_monitor(std::vector<monitored> processes, report ended);
  process_monitor(process_monitor const&) = delete;
  process_monitor& operator=(process_monitor const&) = delete;
  ~process_monitor();

 private:
  void loop();

  std::vector<monitored> const processes_;
  report const ended_;
  system::unique_fd stop_;  // an eventfd
  std::thread thread_;
};

}  // namespace skua::transport
