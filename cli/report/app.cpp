// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The subcommand `skua report`: where the time of a traced run went.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "../driver/command_line.hpp"
#include "../driver/driver.hpp"
#include "apps/common/error.hpp"
#include "apps/common/output_file.hpp"
#include "files.hpp"
#include "notes.hpp"
#include "output.hpp"

namespace apps::trace_report {
namespace {

/// CLI11 takes --json=3 for --json.
CLI::Validator no_value() {
  return {
      [](std::string const& value) { return value == "true" ? std::string() : "expected no value, found " + value; },
      std::string()};
}

class report_tool final : public tool {
 public:
  [[nodiscard]] std::string name() const override { return "report"; }
  [[nodiscard]] std::string description() const override { return "where the time of a traced run went, and why"; }
  void add_options(CLI::App& command) override {
    command_ = &command;
    file_option_ =
        command
            .add_option("FILE", files_, "a trace, or its parts FILE.0 FILE.1 …; two runs: what changed from the first")
            ->type_name("")
            ->required();
    against_option_ = command
                          .add_option("--against", against_,
                                      "the runs before the change; it comes last, after FILE…, the runs after it")
                          ->type_name("FILE");
    command.add_flag("--json", json_, "print one JSON object on one line")->check(no_value());
    command.add_flag("--partial", partial_, "show what can be read of a trace that is cut short or damaged")
        ->check(no_value());
    command.footer(
        "skua report A B is short for skua report B --against A. Several runs on each side are repetitions:\n"
        "the report gives medians, and with three runs or more on both sides 95 % intervals.\n"
        "--against comes last: every word that follows it is a run before the change.\n"
        "ui.perfetto.dev shows the events of a trace.\n"
        "Exit code 0: reported; 2: a file cannot be read, or standard output cannot be written.");
  }
  int run(CLI::App const&) override {
    check_order();
    report_data const data = read();
    print_output(json_ ? json_text(data) + "\n" : terminal_text(data));
    return exit_right;
  }

 private:
  /// CLI11 gives all words after --against to it, except for the last one if FILE has none yet: a
  /// run after the change would silently be one before it.
  void check_order() const {
    auto const& order = command_->parse_order();
    auto const first = std::find(order.begin(), order.end(), against_option_);
    if (std::find(first, order.end(), file_option_) == order.end()) return;
    throw input_error("--against: expected after all FILE…: skua report AFTER… --against BEFORE…");
  }

  [[nodiscard]] std::vector<run_summary> read_side(std::vector<std::vector<std::string>> const& runs) const {
    std::vector<run_summary> summaries;
    for (auto const& files : runs) {
      summaries.push_back(summarise(read_run(files, partial_)));
      summaries.back().findings = find_causes(summaries.back());
    }
    return summaries;
  }

  [[nodiscard]] report_data read() const {
    auto after = group_files(files_);
    auto before = group_files(against_);
    if (before.empty() && after.size() == 2) {
      before.push_back(std::move(after.front()));
      after.erase(after.begin());
    }
    if (before.empty() && after.size() > 2) {
      throw input_error("FILE: expected one run, or two to compare, found " + std::to_string(after.size()) +
                        "; repetitions: skua report AFTER… --against BEFORE…");
    }
    report_data data;
    data.runs = read_side(before.empty() ? after : before);
    if (before.empty()) return data;
    data.after = read_side(after);
    data.changes = compare(data.runs, data.after);
    return data;
  }

  CLI::App const* command_ = nullptr;
  CLI::Option const* file_option_ = nullptr;
  CLI::Option const* against_option_ = nullptr;
  std::vector<std::string> files_;
  std::vector<std::string> against_;
  bool json_ = false;
  bool partial_ = false;
};

tool_registration<report_tool> const list_entry;

}  // namespace
}  // namespace apps::trace_report
