// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What skua-run tells each place, in variables of the environment.
#pragma once

namespace skua::base {

// env SKUA_RUN_FD: set by skua-run at each place, until its first run: the file descriptor of the
// memory that the places share
// env SKUA_RUN_PLACE: set by skua-run at each place, until its first run: its number
// env SKUA_RUN_PLACES: set by skua-run at each place, until its first run: how many there are
inline constexpr char const* launch_fd_name = "SKUA_RUN_FD";
inline constexpr char const* launch_place_name = "SKUA_RUN_PLACE";
inline constexpr char const* launch_places_name = "SKUA_RUN_PLACES";

/// The values of these variables; -1: missing, or not a number.
struct launch {
  int fd, place, places;
};

/// The instructions of skua-run to this process, or null if skua-run has not started it. The first
/// call takes the variables out of the environment, so that a program which a task starts is not
/// taken for this place. It changes the environment, so it must come before the process has threads
/// that read it: the start of a job calls it first.
[[nodiscard]] launch const* launch_of_this_process() noexcept;

}  // namespace skua::base
