// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The clock of skua-run.
#pragma once

#include <chrono>

namespace launch {

using clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

}  // namespace launch
