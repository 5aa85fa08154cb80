// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of this process.
#pragma once

#include <unistd.h>

#include <fstream>

namespace test_support {

/// Resident bytes, as /proc/self/statm has them.
inline long resident_bytes() {
  long pages = 0;
  long resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  return resident * ::sysconf(_SC_PAGESIZE);
}

}  // namespace test_support
