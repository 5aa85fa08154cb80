// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Looks for MPI launchers and for the MPI modules of the library.

#pragma once

#include <string>
#include <vector>

#include "machine.hpp"

namespace apps::doctor {

/// The launchers in PATH, each program once, whatever number of names it has.
[[nodiscard]] std::vector<mpi_launcher> find_launchers();

/// The modules where the library looks for them, the first for each MPI; or the file that SKUA_MPI
/// names.
[[nodiscard]] std::vector<std::string> find_modules();

/// Which MPI has printed this text: openmpi, mpich, or empty.
[[nodiscard]] std::string flavour_in(std::string const& text);

}  // namespace apps::doctor
