// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "launch.hpp"

#include <cstdlib>
#include <string_view>

namespace apps {

bool first_process() {
  // Variables of skua-run, Open MPI, MPICH and others with its process manager, Slurm.
  for (char const* name : {"SKUA_RUN_PLACE", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"}) {
    char const* const number = std::getenv(name);
    if (number != nullptr && *number != '\0') return std::string_view(number) == "0";
  }
  return true;
}

}  // namespace apps
