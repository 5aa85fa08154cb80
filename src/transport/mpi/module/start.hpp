// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Used inside a module: creates a link over a communicator.
#pragma once

#include <memory>

#include "transport/mpi/link.hpp"

namespace skua::transport::mpi {

/// A link that owns the communicator. The parameter is its Fortran handle, since this header must
/// not include mpi.h.
std::unique_ptr<link> link_over(int comm, bool is_of_program);

}  // namespace skua::transport::mpi
