// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who started this process: what the environment says about it.
#pragma once

#include <string>

namespace skua::transport::mpi {

struct launch {
  int ranks = 0;                  ///< 0: no launcher, or it does not say
  char const* by = nullptr;       ///< null: not started by an MPI launcher
  char const* flavour = nullptr;  ///< "openmpi", "mpich"; null: not known
};

/// Reads the environment through `get`, which behaves like std::getenv.
[[nodiscard]] launch find_launch(char const* (*get)(char const* name)) noexcept;
[[nodiscard]] launch find_launch() noexcept;

}  // namespace skua::transport::mpi
