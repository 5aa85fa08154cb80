// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places as the ranks of an MPI job. Only a module that is loaded on demand depends on MPI, so one
// binary runs with Open MPI, with MPICH, and on machines without any MPI.
//
// The module: `SKUA_MPI` (openmpi, mpich, or a path), else the module for the MPI that the program
// links, else the module for the launcher's MPI. A name is searched for next to the executable, in
// its ../lib, next to this library, and in the folders of the loader.
#pragma once

#include <cstdint>
#include <memory>

#include "transport/transport.hpp"

namespace skua::transport {

/// Whether this process is one of several started by an MPI launcher (mpirun, mpiexec, srun); reads
/// the environment.
[[nodiscard]] bool started_by_mpi() noexcept;

/// This rank's endpoint; all ranks must call it. Starts MPI unless the program has. Throws
/// skua::error if there is no module, if MPI does not start, or if the ranks differ in `identity`.
/// If the program has started MPI, its MPI_Finalize first calls `finalising`: an endpoint that is
/// destroyed there ends in order with those of the other ranks. Later it drops its connections.
[[nodiscard]] std::unique_ptr<endpoint> mpi_start(std::uint64_t identity, void (*finalising)() noexcept = nullptr);

/// Finalises MPI if mpi_start started it and every endpoint called begin_shutdown() before its
/// destructor. Returns when all places have called it. It runs automatically when the process
/// exits; a program that calls _exit must call it first, with the same status. Some MPIs hang in
/// MPI_Finalize; then this function exits the process with that status.
void mpi_end(int status = 0) noexcept;

}  // namespace skua::transport
