// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "app.hpp"

#include <CLI/CLI.hpp>
#include <utility>
#include <vector>

#include "option_checks.hpp"

namespace apps {

std::vector<std::pair<int, application_maker>>& registered_applications() {
  static std::vector<std::pair<int, application_maker>> list;
  return list;
}

void register_application(application_maker make, int position) {
  registered_applications().emplace_back(position, make);
}

void add_seed_option(CLI::App& command, std::uint64_t& seed) {
  command.add_option("--seed", seed, "seed of the generator")
      ->check(CLI::Validator(seed_fault, "", "seed"))
      ->capture_default_str();
}

}  // namespace apps
