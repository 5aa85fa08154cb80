// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reparented processes: processes that places have started and that outlive them. skua-run is their
// subreaper, so they become its children.
#pragma once

#include <vector>

namespace launch {

/// Makes this process a subreaper: it inherits the orphaned descendants of its children.
void become_subreaper();

/// Reaps the reparented processes that have ended, but not the processes `places`, which
/// place_process reaps.
void reap_reparented(std::vector<int> const& places);

/// Kills the remaining reparented processes, after all places have ended. A process in its own
/// session (a daemon) may stay.
void kill_reparented();

}  // namespace launch
