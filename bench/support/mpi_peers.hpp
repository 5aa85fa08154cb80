// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the peers that are written for MPI: a program for each MPI, beside this one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/child.hpp"

namespace bench {

struct mpi {
  char const* name;
  std::vector<std::string> launcher;  // with two ranks
};
inline mpi const mpis[] = {
    {"openmpi", {"/usr/bin/mpirun.openmpi", "--oversubscribe", "--allow-run-as-root", "-n", "2"}},
    {"mpich", {"/usr/bin/mpirun.mpich", "-n", "2"}}};

/// The figures that `program`-FLAVOUR in this program's folder prints; none if it is not built, or
/// its launcher does not exist.
inline figures figures_of_mpi(mpi const& flavour, std::string const& program, std::vector<std::string> arguments) {
  auto const peer = std::filesystem::path(this_program()).parent_path() / (program + "-" + flavour.name);
  if (!std::filesystem::exists(peer) || !std::filesystem::exists(flavour.launcher.front())) return {};
  auto command = flavour.launcher;
  command.push_back(peer.string());
  command.insert(command.end(), arguments.begin(), arguments.end());
  return figures_of(command);
}

}  // namespace bench
