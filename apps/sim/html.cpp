// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "html.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "../skua/output_file.hpp"
#include "../skua/text.hpp"
#include "report.hpp"

namespace apps::sim {
namespace {

/// Escapes the characters that have a meaning in HTML.
std::string escaped(std::string const& text) {
  std::string result;
  for (char const c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '"') {
      result += "&quot;";
    } else {
      result += c;
    }
  }
  return result;
}

// The plots as SVG text.

struct svg_bar {
  std::string name;
  double value;
  double low;  ///< the lower end of the whisker
  double high;
};

struct svg_curve {
  std::string name;
  double length;  ///< the horizontal extent over which the points are spread evenly
  std::vector<double> points;
};

constexpr double left_edge = 60;
constexpr double top = 10;
constexpr double height = 220;
constexpr double width = 700;
constexpr std::array colours{"#2f6fab", "#c8553d", "#4f9d69", "#8e6bbf", "#d4a017", "#5b7083", "#b0578d", "#3a9fa8"};

template <typename... Values>
std::string format(char const* pattern, Values... values) {
  char buffer[256];
  std::snprintf(buffer, sizeof buffer, pattern, values...);
  return buffer;
}

std::string begin(double total_height) {
  return format("<svg width=\"%g\" height=\"%g\" viewBox=\"0 0 %g %g\" xmlns=\"http://www.w3.org/2000/svg\">\n",
                left_edge + width + 20, total_height, left_edge + width + 20, total_height);
}

std::string text(double x, double y, char const* anchor, std::string const& content) {
  return format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor) + escaped(content) + "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2, char const* colour, char const* attributes = "") {
  return format("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" %s/>\n", x1, y1, x2, y2, colour,
                attributes);
}

double y_of(double value, double max_value) { return top + height * (1 - std::clamp(value / max_value, 0.0, 1.0)); }

/// Five horizontal lines with numbers.
std::string scale(double max_value, std::string const& unit) {
  std::string result;
  for (int i = 0; i <= 4; ++i) {
    double const value = max_value * i / 4;
    double const y = y_of(value, max_value);
    result += line(left_edge, y, left_edge + width, y, i == 0 ? "#222" : "#ddd") +
              text(left_edge - 6, y + 4, "end", format("%.3g", value) + " " + unit);
  }
  return result;
}

char const* colour(std::size_t i) { return colours[i % colours.size()]; }

/// Bars beside each other from 0 to `max_value` (0: fits the data), with a horizontal line at
/// `mark` unless it is 0.
std::string svg_bars(std::vector<svg_bar> const& bars, std::string const& unit, double max_value, double mark = 0) {
  if (max_value <= 0) {
    max_value = mark;
    for (auto const& bar : bars) max_value = std::max(max_value, bar.high);
    max_value = max_value > 0 ? max_value * 1.1 : 1;
  }
  std::string result = begin(top + height + 45) + scale(max_value, unit);
  double const step = width / static_cast<double>(bars.size());
  double const bar_width = std::min(step * 0.6, 80.0);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    auto const& bar = bars[i];
    double const middle = left_edge + step * (static_cast<double>(i) + 0.5);
    double const y = y_of(bar.value, max_value);
    result += format("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
                     middle - bar_width / 2, y, bar_width, top + height - y, colour(i));
    result += line(middle, y_of(bar.low, max_value), middle, y_of(bar.high, max_value), "#222", "stroke-width=\"2\"");
    for (double const end : {bar.low, bar.high}) {
      result += line(middle - 8, y_of(end, max_value), middle + 8, y_of(end, max_value), "#222", "stroke-width=\"2\"");
    }
    result += text(middle, top + height + 18, "middle", bar.name) +
              text(middle, top + height + 34, "middle", format("%.4g", bar.value) + " " + unit);
  }
  if (mark > 0) {
    result += line(left_edge, y_of(mark, max_value), left_edge + width, y_of(mark, max_value), "#222",
                   "stroke-dasharray=\"5 4\"");
  }
  return result + "</svg>\n";
}

/// Curves over a common axis, from 0 to `max_value`.
std::string svg_curves(std::vector<svg_curve> const& curves, double max_value) {
  double longest = 0;
  for (auto const& curve : curves) longest = std::max(longest, curve.length);
  if (longest <= 0) longest = 1;
  std::string result = begin(top + height + 30 + 18 * static_cast<double>(curves.size())) + scale(max_value, "");
  for (int i = 0; i <= 5; ++i) {
    result += text(left_edge + width * i / 5, top + height + 18, "middle", format("%.3g", longest * i / 5));
  }
  for (std::size_t i = 0; i < curves.size(); ++i) {
    auto const& curve = curves[i];
    double const step =
        curve.length / longest * width / static_cast<double>(std::max<std::size_t>(curve.points.size(), 1));
    std::string points;
    for (std::size_t k = 0; k < curve.points.size(); ++k) {
      points +=
          format("%.1f,%.1f ", left_edge + step * (static_cast<double>(k) + 0.5), y_of(curve.points[k], max_value));
    }
    result += "<polyline fill=\"none\" stroke-width=\"1.5\" stroke=\"" + std::string(colour(i)) + "\" points=\"" +
              points + "\"/>\n";
    double const y = top + height + 36 + 18 * static_cast<double>(i);
    result += line(left_edge, y - 4, left_edge + 24, y - 4, colour(i), "stroke-width=\"3\"") +
              text(left_edge + 32, y, "start", curve.name);
  }
  return result + "</svg>\n";
}

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

  write_output(config.html, page);
}

}  // namespace apps::sim
