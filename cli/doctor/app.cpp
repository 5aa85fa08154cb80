// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The subcommand `skua doctor`: what this machine offers, and which limits will hurt.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "../driver/command_line.hpp"
#include "../driver/driver.hpp"
#include "apps/common/output_file.hpp"
#include "findings.hpp"
#include "machine.hpp"

namespace apps::doctor {
namespace {

/// Text of the system on one line: paths and versions may contain anything.
std::string printable(std::string const& text) {
  std::string line;
  for (char const c : text) line += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  return line;
}

std::string report_text(std::vector<finding> const& findings) {
  std::size_t width = 0;
  for (auto const& f : findings) width = std::max(width, f.name.size());
  std::string text;
  for (auto const& f : findings) {
    std::string const name = f.name + std::string(width - f.name.size(), ' ');
    text += (f.good() ? "ok    " : "warn  ") + name + "  " + printable(f.value) + "\n";
    for (auto const& line : f.lines) text += std::string(width + 8, ' ') + line + "\n";
    if (!f.good()) text += std::string(width + 8, ' ') + printable(f.advice) + "\n";
  }
  return text;
}

std::string report_json(std::vector<finding> const& findings, bool good) {
  std::vector<json> entries;
  for (auto const& f : findings) {
    entries.emplace_back(json_object()
                             .add("name", f.name)
                             .add("mark", f.good() ? "ok" : "warn")
                             .add("value", printable(f.value))
                             .add("advice", f.good() ? json() : json(printable(f.advice)))
                             .add("data", f.data));
  }
  return json(json_object().add("ok", good).add("findings", json(entries))).text + "\n";
}

class doctor_tool final : public tool {
 public:
  [[nodiscard]] std::string name() const override { return "doctor"; }
  [[nodiscard]] std::string description() const override {
    return "the resources of this machine, and which of its limits matter";
  }
  void add_options(CLI::App& command) override {
    command.add_flag("--json", json_, "print one JSON object on one line");
    command.footer("Exit code 0: nothing is wrong; 1: a line is marked warn.");
  }
  int run(CLI::App const&) override {
    auto const findings = judge(examine());
    bool const good = std::all_of(findings.begin(), findings.end(), [](finding const& f) { return f.good(); });
    std::string const text = json_ ? report_json(findings, good) : report_text(findings);
    print_output(text);
    return good ? exit_right : exit_wrong;
  }

 private:
  bool json_ = false;
};

tool_registration<doctor_tool> const list_entry;

}  // namespace
}  // namespace apps::doctor
