// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The resources of the machine and the limits of this process, as the kernel reports them.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "system/topology.hpp"

namespace apps::doctor {

/// A limit of this process; empty: unlimited.
using limit = std::optional<std::uint64_t>;

struct mpi_launcher {
  std::string name;     ///< as found in PATH: mpirun.openmpi
  std::string flavour;  ///< openmpi, mpich, or empty if it is neither
  std::string version;  ///< the line in which it says so
};

struct machine {
  skua::system::topology topology;  ///< of the processors that are online
  std::vector<int> allowed;         ///< processors in the mask of this process
  double quota = 0;                 ///< processors that the control group allows; 0: no limit
  bool membarrier = false;

  std::uint64_t page_bytes = 0;
  std::string transparent_pages;     ///< always, madvise, never; empty: not supported
  std::uint64_t reserved_pages = 0;  ///< huge pages that are set aside
  std::uint64_t memory_bytes = 0;    ///< main memory
  int overcommit = 0;                ///< vm.overcommit_memory
  std::uint64_t mappings = 0;        ///< vm.max_map_count; 0: unknown

  bool anonymous_files = false;  ///< memfd_create, in which places of a host share memory
  bool shm = false;              ///< /dev/shm exists
  std::uint64_t shm_bytes = 0;
  std::uint64_t shm_free_bytes = 0;

  std::vector<mpi_launcher> launchers;
  std::vector<std::string> modules;  ///< paths of the MPI modules of the library

  bool infiniband = false;

  limit open_files;
  limit processes;  ///< of this user, or of the control group if that is less
  limit stack_bytes;
  limit locked_bytes;
  limit file_bytes;
  limit address_bytes;
};

/// Takes about a tenth of a second for each MPI: its launcher is asked for the version.
[[nodiscard]] machine examine();

}  // namespace apps::doctor
