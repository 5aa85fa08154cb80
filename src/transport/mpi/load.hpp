// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places as the ranks of an MPI job. MPI itself is known only to a module that is loaded when it is
// needed, so one binary runs with Open MPI, with MPICH, and where neither is installed.
//
// The module: `SKUA_MPI` (openmpi, mpich, or a path), else that of the MPI which the program itself
// links, else that of the launcher. A name is looked for next to the executable, in ../lib, next to
// this library, and where the loader looks.
#pragma once

#include <cstdint>
#include <memory>

#include "transport/transport.hpp"

namespace skua::transport {

/// Whether this process is one of several started by an MPI launcher (mpirun, mpiexec, srun); looks
/// at the environment.
[[nodiscard]] bool started_by_mpi() noexcept;

/// This rank's end; all ranks must call it. Starts MPI unless the program has. Throws skua::error
/// if there is no module, if MPI does not start, or if the ranks differ in `identity`.
[[nodiscard]] std::unique_ptr<endpoint> mpi_start(std::uint64_t identity);

/// Finalises MPI if mpi_start started it and every end left before it was destroyed; returns when
/// all places are here. Happens by itself when the process exits; for those that call _exit, with
/// the same status: some MPIs hang in MPI_Finalize, and then the process exits from here.
void mpi_end(int status = 0) noexcept;

}  // namespace skua::transport
