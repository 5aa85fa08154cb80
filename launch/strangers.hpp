// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Processes that places have started and left behind: they become our children.
#pragma once

#include <vector>

namespace launch {

/// From now on we inherit the children of our children.
void adopt_orphans();

/// Forgets those that have ended; `known` are the processes that somebody else waits for.
void reap_strangers(std::vector<int> const& known);

/// Kills those that are left, once no place is. Who has made itself a session of its own (a daemon)
/// may stay.
void end_strangers();

}  // namespace launch
