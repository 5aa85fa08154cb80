// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ranks of one host exchange messages through a host segment, as the places of shm do. The
// first rank of the host creates anonymous memory and announces its descriptor through MPI; the
// other ranks open it through /proc.
#pragma once

#include <memory>
#include <vector>

#include "transport/host_endpoint.hpp"
#include "transport/mpi/rank_directory.hpp"

namespace skua::transport::mpi {

struct host_rings {
  std::vector<int> ranks;                   ///< the ranks of this host, in ascending order, including this one
  std::vector<int> index;                   ///< per rank: its position in `ranks`; -1: no ring leads to it
  std::unique_ptr<host_endpoint> endpoint;  ///< null: the ranks of this host use MPI
};

/// Collective. If the ranks of a host cannot share memory (another user, hidden /proc), they use
/// MPI.
[[nodiscard]] host_rings share_host(link& connection, std::vector<rank_info> const& rank_infos);

}  // namespace skua::transport::mpi
