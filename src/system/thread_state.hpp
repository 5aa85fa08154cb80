// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// State of another thread of this process, as the kernel reports it.
#pragma once

#include <cstdint>

namespace skua::system {

/// The kernel id (gettid) of the calling thread.
int this_thread_number() noexcept;
/// Processor time that a thread has used, in nanoseconds; 0 if there is no such thread.
std::uint64_t processor_time(int thread_number) noexcept;
/// Whether a thread sleeps in the kernel at this moment, and not only waits for a processor.
bool sleeps_in_kernel(int thread_number) noexcept;

}  // namespace skua::system
