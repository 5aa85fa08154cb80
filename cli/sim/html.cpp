// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "html.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "../driver/page.hpp"
#include "apps/common/output_file.hpp"
#include "apps/common/text.hpp"
#include "report.hpp"

namespace apps::sim {
namespace {

// The plots as SVG text, narrow enough for a phone.

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

using formatter = std::string (*)(double);

constexpr double width = 420;
constexpr double margin = 36;  ///< left and right, for half a number of the axis
constexpr double row_height = 40;
constexpr double curve_height = 180;
// Between light and dark, so that they are legible on both.
constexpr std::array colours{"#3f80bd", "#d0654d", "#4f9d69", "#9a7bc9", "#c2910f", "#71879c", "#bd6a9b", "#3a9fa8"};

char const* colour(std::size_t i) { return colours[i % colours.size()]; }

template <typename... Values>
std::string format(char const* pattern, Values... values) {
  char buffer[256];
  std::snprintf(buffer, sizeof buffer, pattern, values...);
  return buffer;
}

std::string begin(double height) {
  return format("<svg viewBox=\"0 0 %g %g\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\">\n", width, height);
}

std::string text(double x, double y, char const* anchor, std::string const& content) {
  return format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor) + escaped_html(content) + "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2, char const* colour, char const* attributes = "") {
  return format("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" %s/>\n", x1, y1, x2, y2, colour,
                attributes);
}

/// The multiples of 1, 2 or 5 times a power of ten from 0 to `greatest`, at most six of them.
std::vector<double> round_numbers(double greatest) {
  double const power = std::pow(10, std::floor(std::log10(greatest / 5)));
  std::array const factors{1.0, 2.0, 5.0, 10.0};
  double const step = power * *std::ranges::find_if(factors, [&](double f) { return greatest / (f * power) <= 5; });
  std::vector<double> numbers;
  for (int i = 0; i <= greatest / step + 1e-9; ++i) numbers.push_back(i * step);
  return numbers;
}

double x_of(double value, double greatest) {
  return margin + (width - 2 * margin) * std::clamp(value / greatest, 0.0, 1.0);
}

/// Numbers below a plot, with vertical lines through it.
std::string scale(double greatest, double height, formatter const& shown) {
  std::string result;
  for (double const value : round_numbers(greatest)) {
    double const x = x_of(value, greatest);
    result += line(x, 0, x, height, "var(--line)") + text(x, height + 14, "middle", shown(value));
  }
  return result;
}

/// Bars below each other from 0 to `greatest` (0: fits the data), with a vertical line at `mark`
/// unless it is 0.
std::string svg_bars(std::vector<svg_bar> const& bars, formatter const& shown, double greatest, double mark = 0) {
  if (greatest <= 0) {
    greatest = mark;
    for (auto const& bar : bars) greatest = std::max(greatest, bar.high);
    if (greatest <= 0) greatest = 1;
  }
  double const height = row_height * static_cast<double>(bars.size());
  std::string result = begin(height + 22) + scale(greatest, height, shown);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    auto const& bar = bars[i];
    double const y = row_height * static_cast<double>(i) + 20;
    double const low = x_of(bar.low, greatest), high = x_of(bar.high, greatest);
    result += text(margin, y - 5, "start", bar.name) + text(width - margin, y - 5, "end", shown(bar.value));
    result += format("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"14\" fill=\"%s\"/>\n", margin, y,
                     x_of(bar.value, greatest) - margin, colour(i));
    result += line(low, y + 7, high, y + 7, "var(--fg)", "stroke-width=\"2\"");
    for (double const x : {low, high}) result += line(x, y + 2, x, y + 12, "var(--fg)", "stroke-width=\"2\"");
  }
  if (mark > 0) {
    double const x = x_of(mark, greatest);
    result += line(x, 0, x, height, "var(--fg)", "stroke-dasharray=\"5 4\"");
  }
  return result + "</svg>\n";
}

std::string count_text(double value) { return grouped(static_cast<std::uint64_t>(value + 0.5)); }

/// Curves over a common axis of time, from 0 to `greatest`.
std::string svg_curves(std::vector<svg_curve> const& curves, double greatest) {
  double longest = 0;
  for (auto const& curve : curves) longest = std::max(longest, curve.length);
  if (longest <= 0) longest = 1;
  auto const y_of = [&](double value) { return 8 + (curve_height - 8) * (1 - std::clamp(value / greatest, 0.0, 1.0)); };
  std::string result = begin(curve_height + 26 + 18 * static_cast<double>(curves.size()));
  result += scale(longest, curve_height, duration);
  for (double const value : round_numbers(greatest)) {
    double const y = y_of(value);
    result += line(margin, y, width - margin, y, "var(--line)") + text(margin - 4, y + 4, "end", count_text(value));
  }
  for (std::size_t i = 0; i < curves.size(); ++i) {
    auto const& curve = curves[i];
    std::string points;
    for (std::size_t k = 0; k < curve.points.size(); ++k) {
      double const moment = curve.length * (static_cast<double>(k) + 0.5) / static_cast<double>(curve.points.size());
      points += format("%.1f,%.1f ", x_of(moment, longest), y_of(curve.points[k]));
    }
    result +=
        format("<polyline fill=\"none\" stroke-width=\"1.5\" stroke=\"%s\" points=\"", colour(i)) + points + "\"/>\n";
    double const y = curve_height + 34 + 18 * static_cast<double>(i);
    result += line(margin, y - 4, margin + 24, y - 4, colour(i), "stroke-width=\"3\"") +
              text(margin + 32, y, "start", curve.name);
  }
  return result + "</svg>\n";
}

constexpr char const* style = "svg{max-width:36rem;margin:.5rem 0 1rem}";

std::string percent_text(double value) { return decimals(value, value == std::floor(value) ? 0 : 1) + " %"; }

std::string shown(measure const& m, double value) {
  switch (m.kind) {
    case quantity::seconds:
      return duration(value);
    case quantity::share:
      return decimals(100 * value, 1) + " %";
    case quantity::ratio:
      if (value < 1000) return decimals(value, 2);
      break;
    case quantity::count:
      break;
  }
  return count_text(value);
}

/// One row per number, one column per policy: the median, and the quartiles if there are several
/// seeds.
std::string table_of(all_runs const& runs) {
  std::string rows = "<div class=\"wide\"><table><tr><th></th>";
  for (auto const& policy_runs : runs) rows += "<th>" + escaped_html(policy_runs.front().policy) + "</th>";
  rows += "</tr>\n";
  for (auto const& m : measures()) {
    std::string name = m.key;
    std::replace(name.begin(), name.end(), '_', ' ');
    rows += "<tr><td class=\"name\">" + name + "</td>";
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
  return rows + "</table></div>\n";
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
  std::string page = page_begin(line, style) + "<h1>" + escaped_html(program.name()) + "</h1>\n<p class=\"muted\">" +
                     escaped_html(program.description()) + "; " + std::to_string(first_run.places) +
                     " simulated places, " + std::to_string(first_run.workers) + " workers each, " +
                     std::to_string(config.seeds) + " seed(s) from " + std::to_string(config.seed) +
                     ".</p>\n<p><code>" + escaped_html(line) + "</code></p>\n";
  if (!verified(runs)) page += "<p><b>An answer is wrong.</b></p>\n";
  page +=
      "<div class=\"columns\">\n<div><h2>Efficiency</h2>\n<p>Work over the time of all workers: the median of the "
      "seeds, and the quartiles.</p>\n";
  page += svg_bars(bars(runs, [](run_result const& r) { return 100 * r.efficiency(); }), percent_text, 100);
  page +=
      "</div>\n<div><h2>Time</h2>\n<p>Simulated time, in the same way; the dashed line is the work spread evenly over "
      "all workers.</p>\n";
  page += svg_bars(bars(runs, [](run_result const& r) { return r.seconds; }), duration, 0, first_run.bound());
  page += "</div>\n<div><h2>Busy workers</h2>\n<p>Of seed " + std::to_string(config.seed) +
          ", over the simulated time.</p>\n";
  std::vector<svg_curve> curves;
  for (auto const& policy_runs : runs) {
    curves.push_back({policy_runs.front().policy, policy_runs.front().seconds, policy_runs.front().busy});
  }
  page += svg_curves(curves, first_run.places * first_run.workers);
  page += "</div>\n</div>\n<h2>Numbers</h2>\n" + table_of(runs) + "</body>\n</html>\n";

  write_output(config.html, page);
}

}  // namespace apps::sim
