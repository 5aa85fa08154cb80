// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "page.hpp"

namespace apps {
namespace {

constexpr char const* style = R"css(
:root { color-scheme: light dark; --bg: #ffffff; --panel: #f5f6f8; --fg: #1b1f24; --muted: #59636e; --line: #d5d9de;
  --accent: #0a5fa8; --work: #2474b5; --overhead: #d1601a; --search: #c77ba6; --sleep: #b4bac1; --wait: #2d9c74; }
@media (prefers-color-scheme: dark) {
  :root { --bg: #14171a; --panel: #1d2126; --fg: #e6e9ec; --muted: #9aa4ae; --line: #363c43;
    --accent: #6cb2f0; --work: #5aa9e6; --overhead: #ee8a4a; --search: #dc9cc2; --sleep: #565d65; --wait: #4fc79b; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 75rem; background: var(--bg); color: var(--fg);
  font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
p { margin: .25rem 0 .75rem; max-width: 48rem; }
code { font-size: .92em; }
.muted { color: var(--muted); }
.findings { margin: .5rem 0; padding: 0; list-style: none; counter-reset: finding; }
.findings li { counter-increment: finding; background: var(--panel); border-left: 4px solid var(--overhead);
  border-radius: 4px; margin: .5rem 0; padding: .6rem .9rem; }
.findings li::before { content: counter(finding) ". "; font-weight: 600; }
.findings.quiet li { border-left-color: var(--wait); }
.findings.quiet li::before { content: ""; }
.findings .advice { display: block; color: var(--muted); }
.findings .cost { float: right; margin-left: 1rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.note { border-left: 4px solid var(--line); padding-left: .9rem; }
.tiles { display: flex; flex-wrap: wrap; gap: .5rem; }
.tile { flex: 1 1 7.6rem; background: var(--panel); border-radius: 4px; padding: .5rem .75rem;
  overflow-wrap: normal; }
.tile b { display: block; font-size: 1.25rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; color: var(--muted); vertical-align: bottom; }
td.name, th.name { text-align: left; padding-left: 0; max-width: 22rem; white-space: normal; min-width: 6rem; }
td.bar { min-width: 6rem; text-align: left; }
td.bar span { display: block; height: .7rem; background: var(--work); border-radius: 2px; min-width: 1px; }
tr.differs td { font-weight: 600; }
@media (max-width: 34rem) {
  th, td { padding: .2rem .3rem; font-size: .87rem; }
  th { white-space: normal; overflow-wrap: normal; }
  td.name, th.name { min-width: 5rem; }
  td.bar { min-width: 2.5rem; } }
svg, canvas { display: block; width: 100%; height: auto; }
svg text { fill: var(--muted); font: 11px system-ui, sans-serif; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: .25rem 0 .5rem; padding: 0; list-style: none; }
.legend span { display: inline-block; width: .8rem; height: .8rem; border-radius: 2px; margin-right: .35rem; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 0 2rem; }
#tip { position: fixed; z-index: 1; display: none; pointer-events: none; background: var(--fg); color: var(--bg);
  border-radius: 4px; padding: .3rem .6rem; font-size: 13px; max-width: 20rem; white-space: pre-line; }
)css";

}  // namespace

std::string escaped_html(std::string const& text) {
  std::string html;
  for (char const c : text) {
    if (c == '&') {
      html += "&amp;";
    } else if (c == '<') {
      html += "&lt;";
    } else if (c == '>') {
      html += "&gt;";
    } else if (c == '"') {
      html += "&quot;";
    } else {
      html += c;
    }
  }
  return html;
}

std::string page_begin(std::string const& title, std::string const& more_style) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         // No favicon: a browser would ask for one.
         "<link rel=\"icon\" href=\"data:,\">\n<title>" +
         escaped_html(title) + "</title>\n<style>" + style + more_style + "</style>\n</head>\n<body>\n";
}

}  // namespace apps
