// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finding and loading the module that knows an MPI.
#pragma once

#include <string>
#include <vector>

#include "transport/mpi/launcher.hpp"
#include "transport/mpi/link.hpp"

namespace skua::transport::mpi {

/// The names to try, in this order: "openmpi", "mpich", or a path. `wanted` is SKUA_MPI (null: not
/// set), `linked` the flavour of the MPI that the program links (null: none). Throws skua::error if
/// `wanted` cannot be read.
[[nodiscard]] std::vector<std::string> flavours(char const* wanted, char const* linked, launch const& by);

/// The files of one name, in the order in which they are tried: beside the executable, in its
/// ../lib, beside this library, in the loader's folders; the last is left to the loader's own
/// search.
[[nodiscard]] std::vector<std::string> candidates(std::string const& name);

/// The first module of these names that can be loaded; it stays loaded. Throws skua::error saying
/// what is missing.
[[nodiscard]] module_table const& load_module(std::vector<std::string> const& names);

/// The flavour of the MPI that this process has loaded already; null if none, or another one.
[[nodiscard]] char const* linked_flavour() noexcept;

}  // namespace skua::transport::mpi
