// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places that are processes of one host, in anonymous shared memory: no files remain, however the
// processes end.
//
// Every place monitors every other one through a pidfd. A killed place is reported within
// microseconds, also to sleeping places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "system/unique_fd.hpp"
#include "transport/transport.hpp"

namespace skua::transport {

/// Creates and initialises shared memory for that many places; its descriptor has FD_CLOEXEC set.
/// `capacity`: bytes of each ring, a power of two from 4 KiB; 0: segment::usual_capacity. Throws
/// skua::error.
system::unique_fd shm_create(int places, std::size_t capacity = 0);

/// Joins as one of `places` processes that each call this once, with memory from shm_create.
/// Returns when all have called it, and waits as long as that takes (`timeout_ns`, if it is not 0):
/// a program may read its input for minutes before it starts its run. After 10 s one place prints
/// which others it waits for. Throws skua::error, which names the places that have ended or are
/// missing, that run another build (another `identity`), or that were started twice.
std::unique_ptr<endpoint> shm_attach(system::unique_fd fd, int place, int places, std::uint64_t identity,
                                     std::uint64_t timeout_ns = 0);

/// For the process that has started the places: the process of one of them has ended. If it has not
/// called shm_attach, no other place waits for it any longer.
void shm_note_end(int fd, int place) noexcept;

/// Creates places - 1 more processes by fork and returns in each of them. The caller becomes place
/// 0 and must be the only thread. The children end when place 0 ends, and must end by _exit.
/// Destroying place 0's endpoint waits for them, as they may have output to write, or kills them at
/// once if place 0 did not call begin_shutdown() first. Throws skua::error in place 0 only: a child
/// that cannot start writes the reason to stderr and exits.
std::unique_ptr<endpoint> shm_fork(int places, std::uint64_t identity, std::size_t capacity = 0);

}  // namespace skua::transport
