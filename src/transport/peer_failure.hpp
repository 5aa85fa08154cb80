// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The report of a process monitor to an endpoint: a place has ended with its process.
//
//   PEER-FAILURE-1  All ends seen in one scan are reported in one call, and no end is reported
//     before one that happened earlier. One scan over several processes does not guarantee that:
//     the first process may end because the second did, after the scan has passed the first. So a
//     monitor that has found an end scans all processes once more before it reports.
#pragma once

#include <string>
#include <vector>

namespace skua::transport {

struct peer_failure {
  int place;
  std::string description;  ///< a clause for the error message
  int code = 0;             ///< as a shell shows it: an exit code, or 128 + the signal; 0: not known to this process
};

using peer_failures = std::vector<peer_failure>;

}  // namespace skua::transport
