// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The processors that this process may use: the affinity mask and the cgroup CPU quota.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace skua::system {

/// Processors have numbers below it.
inline constexpr int most_processors = 1 << 16;

/// The numbers of the processors in the calling thread's affinity mask, at least one.
std::vector<int> processors_in_affinity();
/// How many there are.
int cpus_in_affinity() noexcept;

/// Calls visit with each folder where a limit of `controller` ("cpu", "pids") for this process may
/// stand, whether it exists or not: those of its control groups of version 1 and 2, and of their
/// parents up to the root. `root` is the folder of the proc and sys trees.
void for_each_control_group(std::string const& root, std::string const& controller,
                            std::function<void(std::string const& folder)> const& visit);

/// The cgroup quota in processors (version 2, then 1), the tightest on the path to the root; 0:
/// none. `root` is the folder of the proc and sys trees (tests use their own).
double cpu_quota(std::string const& root = "");

/// max(1, floor(min(affinity, quota))).
int usable_cpus();

/// Binds the calling thread to one processor, if the kernel allows it. Threads that it starts later
/// inherit the mask.
void bind_to_processor(int number) noexcept;

}  // namespace skua::system
