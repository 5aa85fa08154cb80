// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a process takes part in a job: alone, with the places that it starts, or as a place of a
// launcher.
#pragma once

#include <string>
#include <vector>

#include <skua/options.hpp>

namespace skua::start {

enum class start_mode { alone, inproc, fork, attach, mpi, simulated };

/// From the environment and the options. Throws skua::error if they contradict each other.
[[nodiscard]] start_mode mode_of(options const& options);

struct launched_place {
  /// Among the places of the launcher. 0: the first place, the only one, or no place of a launcher.
  int number = 0;
  bool by_skua_run = false;  ///< which gives the other places a moment after one has failed
};

/// This process as a run with these arguments would find it, before the run. A variable with a rank
/// alone does not make it a place. Arguments that a run refuses do not count.
[[nodiscard]] launched_place find_launched_place(std::vector<std::string> arguments) noexcept;

}  // namespace skua::start
