// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The subcommand `skua top`: a live view of a run.

#include <CLI/CLI.hpp>
#include <string>

#include "../driver/command_line.hpp"
#include "apps/common/option_checks.hpp"
#include "target.hpp"
#include "watch.hpp"

namespace apps::top {
namespace {

class top_tool final : public tool {
 public:
  [[nodiscard]] std::string name() const override { return "top"; }
  [[nodiscard]] std::string description() const override {
    return "live view of a run: workers, steals, queues, messages, searches";
  }
  void add_options(CLI::App& command) override {
    command.add_option("run", target_, "the number of a process of the run, or the path of its socket")
        ->required()
        ->type_name("PID|PATH");
    command.add_option("--interval", settings_.interval, "seconds between two updates")
        ->check(real_range(0.1, 3600.0))
        ->type_name("SECONDS")
        ->capture_default_str();
    command.add_flag("--once", settings_.once, "print one line and exit");
    command.add_flag("--lines", settings_.lines, "print lines, as without a terminal");
    command.footer(
        "A process needs no preparation, unless its places are on several hosts, it has a handler of SIGUSR1, or its "
        "tasks run in a skua::runtime: then start it with SKUA_METRICS=unix:PATH. Key q: quit.");
  }
  int run(CLI::App const&) override { return watch(socket_of(target_), settings_); }

 private:
  std::string target_;
  settings settings_;
};

tool_registration<top_tool> const list_entry;

}  // namespace
}  // namespace apps::top
