// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ranks of one host exchange messages through a host segment, as the places of shm do. MPI only
// carries the news of where it is: the first of them makes memory without a name, the others open
// it through /proc.
#pragma once

#include <memory>
#include <vector>

#include "transport/host_endpoint.hpp"
#include "transport/mpi/roster.hpp"

namespace skua::transport::mpi {

struct host_rings {
  std::vector<int> ranks;                   ///< those of this host, in ascending order; at least the own one
  std::vector<int> index;                   ///< per rank: where it is in `ranks`, or -1: no ring leads there
  std::unique_ptr<host_endpoint> endpoint;  ///< null: they use MPI among themselves
};

/// Collective. Where the ranks of a host cannot share memory (another user, hidden /proc) they use
/// MPI.
[[nodiscard]] host_rings share_host(link& over, std::vector<card> const& all);

}  // namespace skua::transport::mpi
