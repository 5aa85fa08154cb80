// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The launcher that started this process, as the environment describes it.
#pragma once

#include <string>

namespace skua::transport::mpi {

struct launch {
  int ranks = 0;                   ///< 0: no launcher, or the launcher does not tell
  char const* launcher = nullptr;  ///< the launcher's name; null: not started by an MPI launcher
  char const* flavour = nullptr;   ///< "openmpi", "mpich"; null: not known
  int rank = 0;                    ///< of this process; 0 as well if the launcher does not tell
};

/// Reads the environment with `get`, which behaves like std::getenv.
[[nodiscard]] launch find_launch(char const* (*get)(char const* name)) noexcept;
[[nodiscard]] launch find_launch() noexcept;

}  // namespace skua::transport::mpi
