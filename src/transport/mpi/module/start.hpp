// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside a module: making a link over a communicator.
#pragma once

#include <memory>

#include "transport/mpi/link.hpp"

namespace skua::transport::mpi {

/// A link that owns the communicator, which is given as its Fortran handle (this header must do
/// without mpi.h).
std::unique_ptr<link> link_over(int comm);

}  // namespace skua::transport::mpi
