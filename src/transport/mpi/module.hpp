// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds and loads the module for an MPI implementation.
#pragma once

#include <string>
#include <vector>

#include "transport/mpi/launcher.hpp"
#include "transport/mpi/link.hpp"

namespace skua::transport::mpi {

/// The names to try, in this order: "openmpi", "mpich", or a path. `setting` is SKUA_MPI (null: not
/// set), `linked` the flavour of the MPI that the program links (null: none). Throws skua::error
/// for any other `setting`.
[[nodiscard]] std::vector<std::string> flavours(char const* setting, char const* linked, launch const& job);

/// The files to try for one name, in this order: next to the executable, in its ../lib, next to
/// this library, in the loader's folders. The last has no folder: the loader searches for it.
[[nodiscard]] std::vector<std::string> candidates(std::string const& name);

/// What a user who lacks the module of this name can do.
[[nodiscard]] std::string advice_without_module(std::string const& name);

/// The first module of these names that can be loaded; it stays loaded. Throws skua::error, which
/// says what is missing.
[[nodiscard]] module_table const& load_module(std::vector<std::string> const& names);

/// The flavour of the MPI that this process has already loaded; null if none, or an unknown one.
[[nodiscard]] char const* linked_flavour() noexcept;

}  // namespace skua::transport::mpi
