// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many processors this process may use: the affinity mask and the cgroup CPU quota.
#pragma once

#include <string>

namespace skua::system {

/// Processors in the calling thread's affinity mask, at least 1.
int cpus_in_affinity() noexcept;

/// The cgroup quota in processors (version 2, then 1), the tightest on the path to the root; 0:
/// none. `root` is the folder of the proc and sys trees (tests use their own).
double cpu_quota(std::string const& root = "");

/// max(1, floor(min(affinity, quota))).
int usable_cpus();

/// Pins the calling thread to the n-th processor (modulo) of the mask the process started with.
void pin_to_cpu(int n) noexcept;

}  // namespace skua::system
