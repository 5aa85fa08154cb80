// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/mpi/launcher.hpp"

#include <cstdlib>
#include <cstring>

#include "base/parse.hpp"

namespace skua::transport::mpi {
namespace {

int number(char const* text) noexcept { return text != nullptr ? base::parse_number<int>(text).value_or(0) : 0; }

}  // namespace

launch find_launch(char const* (*get)(char const* name)) noexcept {
  if (char const* const size = get("OMPI_COMM_WORLD_SIZE"))
    return {number(size), "Open MPI's mpirun", "openmpi", number(get("OMPI_COMM_WORLD_RANK"))};
  // A Slurm step with PMI also sets these; it usually runs MPICH.
  if (char const* const size = get("PMI_SIZE"); size != nullptr && get("PMI_RANK") != nullptr) {
    bool const slurm = get("SLURM_STEP_ID") != nullptr;
    return {number(size), slurm ? "srun" : "MPICH's mpiexec", "mpich", number(get("PMI_RANK"))};
  }
  bool const pmix = get("PMIX_RANK") != nullptr;
  // A batch script also has SLURM_PROCID; only a step has its own number of tasks.
  if (get("SLURM_PROCID") != nullptr && get("SLURM_STEP_ID") != nullptr) {
    char const* const tasks = get("SLURM_STEP_NUM_TASKS");
    char const* const kind = get("SLURM_MPI_TYPE");
    if (!pmix && kind != nullptr && std::strcmp(kind, "none") == 0) return {};
    return {number(tasks != nullptr ? tasks : get("SLURM_NTASKS")), "srun", pmix ? "openmpi" : nullptr,
            number(get("SLURM_PROCID"))};
  }
  if (pmix) return {0, "a PMIx launcher", "openmpi", number(get("PMIX_RANK"))};
  return {};
}

launch find_launch() noexcept {
  return find_launch(+[](char const* name) -> char const* { return std::getenv(name); });
}

}  // namespace skua::transport::mpi
