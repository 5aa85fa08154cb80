// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The caller's place and worker, and how many of each there are.
#pragma once

#include <skua/detail/base/config.hpp>

namespace skua {

/// The place where the caller runs, 0 to places() - 1.
int here() noexcept;
/// The number of places in the run.
int places() noexcept;
/// The transport between the places: "inproc", "shm" or "mpi"; "none" with one place.
char const* transport_name() noexcept;
/// The number of worker threads of this place, without spare workers for urgent and blocking tasks.
int workers();
/// The worker that runs the caller: 0 to workers() - 1, more on a spare worker, -1 on an external
/// thread. It may change in any call that may suspend.
int worker() noexcept;

}  // namespace skua
