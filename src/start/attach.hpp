// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `skua top PID`: a process serves its numbers once it is asked to (observe/attach.hpp). Nothing
// exists for it until then.
#pragma once

#include "remote/job.hpp"

namespace skua::start {

/// From now on `skua top` may ask for the numbers of this job.
void allow_attaching(remote::job* job) noexcept;
/// Ends the threads that serve the numbers of the job.
void end_observers(remote::job& job) noexcept;

}  // namespace skua::start
