// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places that are processes of one host, in anonymous shared memory: nothing is left behind however
// they end.
//
// Every place watches every other through a pidfd, so a killed one is reported within microseconds,
// also to those asleep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "transport/transport.hpp"

namespace skua::transport {

/// How long an attaching place waits for the others.
inline constexpr std::uint64_t attach_patience_ns = 10'000'000'000;

/// Shared memory for that many places, initialised; the file is closed on exec unless its owner
/// clears FD_CLOEXEC. `capacity` of each ring in bytes, a power of two from 4 KiB; 0: as many as
/// usual for that number of places. Throws skua::error.
int shm_create(int places, std::size_t capacity = 0);

/// Joins as one of `places` processes that each call this once, with memory from shm_create;
/// returns when all have, or throws skua::error: who is missing, who runs another build (another
/// `identity`), which place came twice. Closes fd.
std::unique_ptr<endpoint> shm_attach(int fd, int place, int places, std::uint64_t identity,
                                     std::uint64_t patience_ns = attach_patience_ns);

/// Makes places - 1 more processes by fork and returns in each of them; the caller, who remains
/// place 0, must be the only thread. Children die when the thread that called this ends, and must
/// end by _exit. Destroying place 0's end waits for them (at most attach_patience_ns, then kills
/// them), or kills them at once if place 0 did not leave() first. Throws skua::error, in place 0
/// only: a child that cannot start says why on stderr and exits.
std::unique_ptr<endpoint> shm_fork(int places, std::uint64_t identity, std::size_t capacity = 0);

}  // namespace skua::transport
