// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of a place at this moment, as text for a person: the answer to SIGUSR1.
#pragma once

#include <string>

namespace skua::sched {

struct place;

/// Some lines: the place with its queued and waiting tasks, each worker and its task, and the waits
/// of the other tasks, equal ones together. Tasks run at the same time, so the parts may be of
/// slightly different moments. Any thread may call it.
std::string status_of(place& place);

/// Prints the status of each place of this process to standard error, and asks the places of other
/// processes for theirs. A request that follows another one at once is the same request. Any
/// thread.
void print_status(place& place) noexcept;

}  // namespace skua::sched
