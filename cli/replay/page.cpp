// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The predictions as one HTML file without external resources: a plot of speed-ups, both axes
// logarithmic, and the table.

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "../driver/page.hpp"
#include "apps/common/output_file.hpp"
#include "apps/common/text.hpp"
#include "output.hpp"

namespace apps::replay {
namespace {

constexpr char const* style =
    "svg{max-width:48rem}.rule{stroke:var(--line)}.run{stroke:var(--work);fill:none;stroke-width:2}"
    ".dot{fill:var(--work)}.bound{stroke:var(--overhead);fill:none;stroke-dasharray:5 4}"
    ".ideal{stroke:var(--muted);fill:none;stroke-dasharray:2 3}"
    "td:last-child,th:last-child{text-align:left;white-space:normal}";

template <typename... Values>
std::string format(char const* pattern, Values... values) {
  char buffer[256];
  std::snprintf(buffer, sizeof buffer, pattern, values...);
  return buffer;
}

class plot {
 public:
  explicit plot(results const& r) : r_(r) {
    for (auto const& run : r.runs) exponent_ = std::max(exponent_, std::log2(run.places * run.workers));
    exponent_ = std::max(1.0, std::ceil(exponent_));
  }

  [[nodiscard]] std::string svg() const {
    std::string lines = format("<svg viewBox=\"0 0 %g %g\" role=\"img\" aria-label=\"speed-up over workers\">\n",
                               margin + width + 20, top + height + 45);
    for (int k = 0; k <= static_cast<int>(exponent_); ++k) {
      lines += format("<line class=\"rule\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", margin, y(k),
                      margin + width, y(k));
      lines += label(margin - 6, y(k) + 4, "end", grouped(std::uint64_t{1} << k));
      if (exponent_ <= 10 || k % 2 == 0)
        lines += label(x(k), top + height + 18, "middle", grouped(std::uint64_t{1} << k));
    }
    lines += label(margin + width / 2, top + height + 38, "middle", "workers of all places");
    lines += format("<path class=\"ideal\" d=\"M%.1f %.1f L%.1f %.1f\"/>\n", x(0), y(0), x(exponent_), y(exponent_));
    lines += label(x(exponent_ / 2) - 8, y(exponent_ / 2) - 4, "end", "linear");
    lines += line("bound", [this](prediction const& p) { return p.work / least_time(r_, p); });
    lines += line("run", [](prediction const& p) { return p.speed_up(); });
    for (auto const& run : r_.runs) {
      lines += format("<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\">", x(workers(run)),
                      y(std::log2(std::max(run.speed_up(), 1.0)))) +
               "<title>" + escaped_html(format("%d x %d: ", run.places, run.workers) + decimals(run.speed_up(), 2)) +
               "</title></circle>\n";
    }
    return lines + "</svg>\n";
  }

 private:
  static constexpr double margin = 60;
  static constexpr double top = 12;
  static constexpr double width = 640;
  static constexpr double height = 320;

  static double workers(prediction const& p) { return std::log2(p.places * p.workers); }
  [[nodiscard]] double x(double exponent) const { return margin + width * exponent / exponent_; }
  [[nodiscard]] double y(double exponent) const { return top + height * (1 - exponent / exponent_); }
  static std::string label(double at_x, double at_y, char const* anchor, std::string const& text) {
    return format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", at_x, at_y, anchor) + escaped_html(text) +
           "</text>\n";
  }
  template <class F>
  std::string line(char const* kind, F const& speed_up) const {
    std::string points;
    for (auto const& run : r_.runs) {
      points += format("%s%.1f %.1f", points.empty() ? "M" : " L", x(workers(run)),
                       y(std::log2(std::max(speed_up(run), 1.0))));
    }
    return std::string("<path class=\"") + kind + "\" d=\"" + points + "\"/>\n";
  }

  results const& r_;
  double exponent_ = 0;
};

std::string table_of(results const& r) {
  std::string lines =
      "<div class=\"wide\"><table><tr><th>places</th><th>workers</th><th>time</th><th>speed-up</th>"
      "<th>efficiency</th><th>idle</th><th>bound</th><th>main loss</th></tr>\n";
  for (auto const& run : r.runs) {
    lines += "<tr><td>" + std::to_string(run.places) + "</td><td>" + std::to_string(run.workers) + "</td><td>" +
             duration(run.seconds) + "</td><td>" + decimals(run.speed_up(), 2) + "</td><td>" +
             decimals(100 * run.efficiency(), 1) + " %</td><td>" + decimals(100 * run.idle_share(), 1) + " %</td><td>" +
             duration(least_time(r, run)) + "</td><td>" + escaped_html(main_loss(r, run)) + "</td></tr>\n";
  }
  return lines + "</table></div>\n";
}

}  // namespace

void write_page(results const& r, std::string const& file) {
  auto const seconds = [](std::uint64_t ns) { return static_cast<double>(ns) * 1e-9; };
  auto const note = [](std::string const& text) { return text.empty() ? text : " Note: " + text; };
  std::string const title = r.source->program + " on more workers";
  std::string page = page_begin(title, style) + "<h1>" + escaped_html(title) +
                     "</h1>\n<p>Predictions: the recorded tasks at simulated places, in virtual time. The run had " +
                     grouped(r.source->task_count()) + " tasks with " + duration(seconds(r.limits.work)) +
                     " of work. Its span is " + duration(seconds(r.limits.span)) + ", its parallelism " +
                     decimals(r.limits.parallelism(), 1) + "." +
                     note(r.source->signal != 0 ? cut_short_text(*r.source) : "") + note(others_text(*r.source)) +
                     "</p>\n<p><code>" + escaped_html(r.command) +
                     "</code></p>\n<h2>Speed-up</h2>\n<p>The dashed line is the bound by work and span.</p>\n";
  page += plot(r).svg() + table_of(r);
  page += "<h2>Critical path</h2>\n<div class=\"wide\"><table><tr><th>time</th><th>share</th><th>task</th></tr>\n";
  for (auto const& p : r.limits.path) {
    double const share = r.limits.span == 0 ? 0 : static_cast<double>(p.time) / static_cast<double>(r.limits.span);
    page += "<tr><td>" + duration(seconds(p.time)) + "</td><td>" + decimals(100 * share, 1) + " %</td><td>" +
            escaped_html(p.name) + "</td></tr>\n";
  }
  page += "</table></div>\n</body></html>\n";
  write_output(file, page);
}

}  // namespace apps::replay
