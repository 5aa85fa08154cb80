// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "html.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "../skua/error.hpp"
#include "../skua/text.hpp"
#include "measures.hpp"
#include "svg.hpp"

namespace apps::sim {
namespace {

constexpr char const* style =
    "body{font:15px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}"
    "table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:right;border-bottom:1px solid #ddd}"
    "td:first-child,th:first-child{text-align:left}svg{display:block;margin:1em 0}svg text{font:12px "
    "sans-serif;fill:#222}";

std::string shown(measure const& m, double value) {
  return m.whole ? grouped(static_cast<std::uint64_t>(value + 0.5))
                 : decimals(value, value != 0 && value < 0.01 ? 6 : 3);
}

/// One row per number, one column per policy: the median, and the quartiles if there are several
/// seeds.
std::string table_of(all_runs const& runs) {
  std::string rows = "<table><tr><th></th>";
  for (auto const& policy_runs : runs) rows += "<th>" + escaped(policy_runs.front().policy) + "</th>";
  rows += "</tr>\n";
  for (auto const& m : measures()) {
    std::string name = m.key;
    std::replace(name.begin(), name.end(), '_', ' ');
    rows += "<tr><td>" + name + "</td>";
    for (auto const& policy_runs : runs) {
      rows += "<td>" + shown(m, quantile(policy_runs, m.value_of, 0.5));
      if (policy_runs.size() > 1) {
        rows += " [" + shown(m, quantile(policy_runs, m.value_of, 0.25)) + ", " +
                shown(m, quantile(policy_runs, m.value_of, 0.75)) + "]";
      }
      rows += "</td>";
    }
    rows += "</tr>\n";
  }
  return rows + "</table>\n";
}

std::vector<svg_bar> bars(all_runs const& runs, double (*value_of)(run_result const&)) {
  std::vector<svg_bar> result;
  for (auto const& policy_runs : runs) {
    result.push_back({policy_runs.front().policy, quantile(policy_runs, value_of, 0.5),
                      quantile(policy_runs, value_of, 0.25), quantile(policy_runs, value_of, 0.75)});
  }
  return result;
}

}  // namespace

void try_html(std::string const& file) {
  if (!std::ofstream(file, std::ios::app)) throw input_error(file + ": cannot be written: " + std::strerror(errno));
}

void write_html(workload const& program, options const& config, std::vector<std::string> const& arguments,
                all_runs const& runs) {
  run_result const& first_run = runs.front().front();
  std::string line = "skua sim";
  for (auto const& argument : arguments) line += " " + argument;
  std::string page = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + escaped(line) +
                     "</title><style>" + style + "</style></head><body>\n<h1>" + escaped(program.name()) +
                     "</h1>\n<p>" + escaped(program.description()) + "; " + std::to_string(first_run.places) +
                     " simulated places, " + std::to_string(first_run.workers) + " workers each, " +
                     std::to_string(config.seeds) + " seed(s) from " + std::to_string(config.seed) +
                     ".</p>\n<p><code>" + escaped(line) + "</code></p>\n";
  if (!verified(runs)) page += "<p><b>An answer is wrong.</b></p>\n";
  page +=
      "<h2>Efficiency</h2>\n<p>Work over the time of all workers: the median of the seeds, and the quartiles.</p>\n";
  page += svg_bars(bars(runs, [](run_result const& r) { return 100 * r.efficiency(); }), "%", 100);
  page +=
      "<h2>Time</h2>\n<p>Simulated seconds, in the same way; the line is the work spread evenly over all "
      "workers.</p>\n";
  page += svg_bars(bars(runs, [](run_result const& r) { return r.seconds; }), "s", 0, first_run.bound());
  page += "<h2>Busy workers</h2>\n<p>Of seed " + std::to_string(config.seed) +
          ", over the simulated time in seconds.</p>\n";
  std::vector<svg_curve> curves;
  for (auto const& policy_runs : runs) {
    curves.push_back({policy_runs.front().policy, policy_runs.front().seconds, policy_runs.front().busy});
  }
  page += svg_curves(curves, first_run.places * first_run.workers);
  page += "<h2>Numbers</h2>\n" + table_of(runs) + "</body></html>\n";

  std::ofstream output(config.html, std::ios::binary);
  output << page;
  output.close();
  if (!output) throw input_error(config.html + ": cannot be written: " + std::strerror(errno));
}

}  // namespace apps::sim
