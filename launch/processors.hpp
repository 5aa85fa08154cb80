// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The processors of this host, for binding places to them.
#pragma once

#include <string>
#include <vector>

namespace launch {

/// The processors in this process's affinity mask, sorted by package, core and number.
std::vector<int> processors_in_order();

/// A readable list: "0-3,8".
std::string processor_list(std::vector<int> processors);

}  // namespace launch
