// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The program `skua-tour`: the two applications of a first `./dev run`, so that it need not wait
// for the build of the others.

#include "applications.hpp"
#include "program.hpp"

int main(int argc, char** argv) {
  std::vector<std::unique_ptr<apps::application>> applications;
  applications.push_back(apps::make_uts());
  applications.push_back(apps::make_clique());
  return apps::run_program(argc, argv, std::move(applications));
}
