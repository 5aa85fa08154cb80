// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The subcommand `skua sim`: workloads at simulated places.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "../driver/command_line.hpp"
#include "../driver/driver.hpp"
#include "options.hpp"
#include "report.hpp"
#include "simulate.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

class command : public command_group {
 public:
  command();

  [[nodiscard]] std::string name() const override { return "sim"; }
  void add_to(CLI::App& root) override;
  [[nodiscard]] bool parsed() const override;
  [[nodiscard]] std::vector<std::string> workloads() const override;
  [[nodiscard]] bool uses_places(std::vector<std::string> const& arguments) const override;
  int run(std::vector<std::string> const& arguments, std::vector<std::string> const& library_arguments) override;

 private:
  struct entry {
    std::unique_ptr<workload> program;
    CLI::App* options = nullptr;
  };
  int run_on_this_machine(workload& program, std::vector<std::string> const& arguments,
                          std::vector<std::string> const& library_arguments);

  std::vector<entry> parts_;
  options options_;
  CLI::App* self_ = nullptr;
};

command::command() {
  for (auto* make : {make_uts, make_queens, make_tsp, make_clique, make_semigroups, make_bc, make_samplesort,
                     make_lulesh, make_lu, make_quicksort, make_pipeline, make_fork_join, make_bag, make_remote,
                     make_ping_pong, make_clique_trace, make_wide}) {
    parts_.push_back({make(), nullptr});
  }
}

void command::add_to(CLI::App& root) {
  self_ = root.add_subcommand(
      "sim", "the simulator: workloads at places that do not exist, in virtual time (docs/reference/simulator.md)");
  self_->require_subcommand(1);
  for (auto& part : parts_) {
    part.options = self_->add_subcommand(part.program->name(), part.program->description());
    part.program->add_options(*part.options);
    options_.add_to(*part.options);
  }
}

bool command::parsed() const { return self_->parsed(); }

std::vector<std::string> command::workloads() const {
  std::vector<std::string> names;
  for (auto const& part : parts_) names.push_back(part.program->name());
  return names;
}

bool command::uses_places(std::vector<std::string> const& arguments) const {
  return std::find(arguments.begin(), arguments.end(), "--real") != arguments.end();
}

int command::run_on_this_machine(workload& program, std::vector<std::string> const& arguments,
                                 std::vector<std::string> const& library_arguments) {
  program.prepare();
  all_runs runs(1);
  runs.front().emplace_back().policy = options_.policies().front();
  bool ran = false;
  int const code = run_really(program, options_, library_arguments, runs.front().front(), ran);
  if (code != 0 || !ran) return code;  // not place 0: place 0 prints the report
  if (options_.json) {
    print_json(program, options_, arguments, runs);
  } else {
    print_text(program, options_, runs);
  }
  return verified(runs) ? exit_right : exit_wrong;
}

int command::run(std::vector<std::string> const& arguments, std::vector<std::string> const& library_arguments) {
  auto const chosen = std::find_if(parts_.begin(), parts_.end(), [](entry const& e) { return e.options->parsed(); });
  if (options_.real) return run_on_this_machine(*chosen->program, arguments, library_arguments);
  auto const policies = options_.policies();
  for (auto const& policy : policies) {
    if (int const code = try_settings(options_, library_arguments, policy); code != 0) return code;
  }
  workload& program = *chosen->program;
  program.prepare();
  program.check_places(options_.place_count());

  all_runs runs(policies.size());
  for (int i = 0; i < options_.seeds; ++i) {
    for (std::size_t p = 0; p < policies.size(); ++p) {
      run_result run;
      run.policy = policies[p];
      run.seed = options_.seed + static_cast<std::uint64_t>(i);
      if (int const code = simulate(program, options_, library_arguments, run); code != 0) return code;
      runs[p].push_back(std::move(run));
    }
  }
  if (options_.json) {
    print_json(program, options_, arguments, runs);
  } else {
    print_text(program, options_, runs);
  }
  return verified(runs) ? exit_right : exit_wrong;
}

group_registration<command> const group_entry;

}  // namespace
}  // namespace apps::sim
