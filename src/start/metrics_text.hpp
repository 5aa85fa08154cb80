// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The numbers of the places of a process as OpenMetrics text (version 1.0.0). No I/O.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <skua/detail/search/monitor.hpp>

#include "instruments/snapshot.hpp"

namespace skua::start {

struct process_snapshot {
  std::string program;    ///< the name of the executable
  std::string transport;  ///< inproc, shm, mpi; empty with one place
  int pid = 0;
  int places = 1;  ///< of the run, here or elsewhere
  std::vector<sched::place_snapshot> local_places;
  std::vector<std::pair<int, std::string>> processes;  ///< of this host: place and pid
  std::vector<search::detail::search_sample> searches;
};

/// Ends with "# EOF". docs/reference/watching.md lists the families.
[[nodiscard]] std::string metrics_text(process_snapshot const& snapshot);

}  // namespace skua::start
