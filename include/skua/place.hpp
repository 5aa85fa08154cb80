// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where am I, and how much is there.
#pragma once

namespace skua {

/// The place the caller runs at, 0 to places() - 1.
int here() noexcept;
/// How many places take part.
int places() noexcept;
/// How the places are connected: "inproc", "shm", "mpi"; "none" with one place.
char const* transport_name() noexcept;
/// Worker threads of this place; standby workers for urgent and blocking tasks are not counted.
int workers();
/// The worker that runs the caller, -1 on a plain thread. It changes across anything that may
/// suspend, and is at least workers() on a standby worker.
int worker() noexcept;

}  // namespace skua
