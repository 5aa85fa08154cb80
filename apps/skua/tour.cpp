// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The program `skua-tour`: the two applications that a first `./dev run` shows, so that it need not
// wait for the others to be built.

#include "applications.hpp"
#include "program.hpp"

int main(int argc, char** argv) {
  std::vector<std::unique_ptr<apps::application>> applications;
  applications.push_back(apps::make_uts());
  applications.push_back(apps::make_clique());
  return apps::run_program(argc, argv, std::move(applications));
}
