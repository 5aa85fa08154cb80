// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Resident memory of this process, now and at its peak.
#pragma once

#include <fstream>
#include <string>

namespace bench {

/// A field of /proc/self/status, in KB (VmRSS: now; VmHWM: peak); negative if the kernel does not
/// report it.
inline double status_kb(std::string const& field) {
  std::ifstream file("/proc/self/status");
  std::string word;
  while (file >> word) {
    if (word == field + ":") {
      double kb = -1;
      file >> kb;
      return kb;
    }
  }
  return -1;
}
inline double resident_kb() { return status_kb("VmRSS"); }
inline double peak_resident_kb() { return status_kb("VmHWM"); }

}  // namespace bench
