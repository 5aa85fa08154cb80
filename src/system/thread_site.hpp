// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the function that another thread runs.
#pragma once

#include "system/stack_trace.hpp"

namespace skua::system {

/// Where a thread of this process runs. It has no frames for the calling thread, and for one that
/// does not answer within a tenth of a second. Takes SIGURG for itself, so it is for a process that
/// is about to end. One caller at a time.
call_site site_of_thread(int kernel_id) noexcept;

}  // namespace skua::system
