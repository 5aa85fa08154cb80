// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../driver/page.hpp"
#include "apps/common/text.hpp"
#include "output.hpp"
#include "page_plots.hpp"
#include "page_sections.hpp"

namespace apps::trace_report {
namespace {

/// Names in backquotes become code.
std::string with_code(std::string const& text) {
  std::string html;
  bool in_code = false;
  for (char const c : escaped_html(text)) {
    if (c == '`') {
      html += in_code ? "</code>" : "<code>";
      in_code = !in_code;
    } else {
      html += c;
    }
  }
  return html + (in_code ? "</code>" : "");
}

/// The JSON in a form in which no text can end the script element.
std::string for_script(std::string const& json) {
  std::string html;
  for (char const c : json) {
    if (c == '<') {
      html += "\\u003c";
    } else {
      html += c;
    }
  }
  return html;
}

std::string notes_html(std::vector<std::string> const& notes) {
  std::string html;
  for (auto const& note : notes) html += "<p class=\"note\">" + with_code(note) + "</p>\n";
  return html;
}

std::string findings_html(run_summary const& run) {
  std::string html;
  if (run.findings.empty()) {
    html += "<ul class=\"findings quiet\"><li>Nothing stands out: workers spend " +
            decimals(run.time.total() > 0 ? 100 * run.time.work / run.time.total() : 0, 1) +
            " % of their time in tasks.</li></ul>\n";
  } else {
    html += "<ol class=\"findings\">\n";
    for (auto const& f : run.findings) {
      html += "<li data-kind=\"" + escaped_html(f.kind) + "\">";
      // With the digits that the text has.
      int const places = f.share < 0.0995 ? 1 : 0;
      if (f.kind != "no_end") html += "<span class=\"cost\">" + decimals(100 * f.share, places) + " %</span>";
      html += with_code(f.text) + " <span class=\"advice\">" + with_code(f.advice) + " <code>[" + escaped_html(f.kind) +
              "]</code></span></li>\n";
    }
    html += "</ol>\n";
  }
  return html + notes_html(run.notes);
}

std::string heading_html(report_data const& data) {
  auto const& run = data.changes ? data.after.front() : data.runs.front();
  std::string html = "<h1>" + escaped_html(data.changes ? title_of(run) : heading_of(run)) +
                     (data.changes ? ": what changed" : "") + "</h1>\n<p class=\"muted\">";
  if (data.changes) {
    return html + "Before: " + escaped_html(data.runs.front().files.front()) + " (" + std::to_string(data.runs.size()) +
           (data.runs.size() == 1 ? " run" : " runs") + "). After: " + escaped_html(run.files.front()) + " (" +
           std::to_string(data.after.size()) + (data.after.size() == 1 ? " run" : " runs") + ").</p>\n";
  }
  return html + "Report of a run of " + duration(run.seconds) + (run.simulated ? " in virtual time, " : ", ") +
         std::to_string(run.places.size()) + (run.places.size() == 1 ? " place, " : " places, ") +
         std::to_string(run.workers) + (run.workers == 1 ? " worker" : " workers") + ", by skua report.</p>\n";
}

}  // namespace

std::string page_text(report_data const& data, std::string const& json) {
  auto const& first = data.changes ? data.after.front() : data.runs.front();
  std::string html =
      page_begin((data.changes ? title_of(first) : heading_of(first)) + " – skua report", "") + heading_html(data);
  if (data.changes) {
    html += "<h2>What to read first</h2>\n<ol class=\"findings\">\n";
    for (auto const& words : data.changes->words) html += "<li>" + with_code(words) + "</li>\n";
    html += "</ol>\n" + notes_html(data.changes->notes) + "<div class=\"columns\">\n<div><h3>Findings before</h3>\n" +
            findings_html(data.runs.front()) + "</div>\n<div><h3>Findings after</h3>\n" +
            findings_html(data.after.front()) + "</div>\n</div>\n";
  } else {
    html += "<h2>What to read first</h2>\n" + findings_html(first);
  }
  html +=
      "<div id=\"content\"></div>\n<noscript><p>The plots and tables need JavaScript. The numbers stand in the JSON "
      "at the end of this file, and skua report --text prints them.</p></noscript>\n"
      "<script type=\"application/json\" id=\"report\">" +
      for_script(json) + "</script>\n<script>" + page_plots + page_sections + "</script>\n</body>\n</html>\n";
  return html;
}

}  // namespace apps::trace_report
