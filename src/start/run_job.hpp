// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Jobs: opened, run, and closed.
#pragma once

#include <exception>
#include <functional>

#include <skua/run.hpp>

#include "remote/job.hpp"

namespace skua::start {

/// In the process of place 0: runs fn(context) as run_root does, and waits until the run has no
/// task at any place. `code_of` then gets the run's exception or null, and returns the exit code of
/// all places. In another process: waits for the end of that run; returns false.
bool run_to_end(remote::job& job, void (*fn)(void*), void* context,
                std::function<int(std::exception_ptr const&)> const& code_of, int& code);

/// The text that tells the user why the places could not be started; valid as long as the exception
/// lives.
char const* start_failure(std::exception const& failure) noexcept;

}  // namespace skua::start
