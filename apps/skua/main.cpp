// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The program `skua`: all applications and the simulator.

#include "../sim/command.hpp"
#include "applications.hpp"
#include "program.hpp"

int main(int argc, char** argv) {
  using namespace apps;
  std::vector<std::unique_ptr<application>> applications;
  for (auto* make :
       {make_uts, make_clique,    make_kclique, make_queens,     make_tsp,      make_semigroups, make_knapsack,
        make_sip, make_bc,        make_pi,      make_samplesort, make_gups,     make_stencil,    make_lulesh,
        make_fib, make_quicksort, make_lu,      make_pipeline,   make_pingpong, make_issue}) {
    applications.push_back(make());
  }
  sim::command simulator;
  return run_program(argc, argv, std::move(applications), &simulator);
}
