// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "command.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>

#include "../driver/driver.hpp"
#include "apps/common/error.hpp"
#include "apps/common/output_file.hpp"
#include "output.hpp"

namespace apps::replay {
namespace {

constexpr int most_places = 100'000;
constexpr int most_workers = 4096;

/// "1,2,4"
std::vector<int> numbers_of(std::string const& option, std::string const& text, int limit) {
  std::vector<int> result;
  for (std::size_t begin = 0; begin <= text.size();) {
    std::size_t const end = std::min(text.find(',', begin), text.size());
    int n = 0;
    auto const [rest, error] = std::from_chars(text.data() + begin, text.data() + end, n);
    if (error != std::errc() || rest != text.data() + end || n < 1 || n > limit) {
      throw input_error(option + ": expected numbers from 1 to " + std::to_string(limit) +
                        " with commas between, found " + text);
    }
    result.push_back(n);
    begin = end + 1;
  }
  return result;
}

}  // namespace

void command::add_to(CLI::App& group) {
  self_ =
      group.add_subcommand("replay", "the tasks of a recorded run (skua-run --record): predicts times and speed-ups");
  self_->add_option("FILE", file_, "the record")->required()->type_name("");
  self_->add_option("--places", places_, "numbers of places, a prediction for each; default " + places_)
      ->type_name("N,...");
  self_->add_option("--workers", workers_, "workers of each place, with all numbers of places; default 1")
      ->type_name("N,...");
  machine_.add_to(*self_);
  self_->add_option("--html", html_, "write the predictions as a page with a plot")->type_name("FILE");
  self_->add_flag("--json", json_, "print one JSON object on one line");
}

bool command::parsed() const { return self_->parsed(); }

int command::run(std::vector<std::string> const& arguments, std::vector<std::string> const& library_arguments) {
  std::vector<int> const places = numbers_of("--places", places_, most_places);
  std::vector<int> const workers = numbers_of("--workers", workers_, most_workers);
  record const source = read_record(file_);
  if (!html_.empty()) {
    expect_other_file("--html", html_, "record", {file_});
    try_output(html_);
  }
  results r;
  r.file = file_;
  r.command = "skua sim";
  for (auto const& a : arguments) r.command += " " + a;
  r.settings = machine_.text();
  r.source = &source;
  r.limits = bounds_of(source, file_);
  bool const shows_progress = !json_ && ::isatty(STDERR_FILENO) == 1;
  for (int const w : workers) {
    for (int const p : places) {
      if (shows_progress) std::fprintf(stderr, "\r\033[Ksimulating %d x %d", p, w);
      prediction& run = r.runs.emplace_back();
      std::string const settings = "places=" + std::to_string(p) + ",workers=" + std::to_string(w) +
                                   ",seed=" + std::to_string(machine_.seed) + (r.settings.empty() ? "" : ",") +
                                   r.settings;
      int const code = replay_once(source, settings, machine_.policy, machine_.amount, library_arguments, run);
      if (is_idle(run)) run.ideal_seconds = static_cast<double>(ideal_time(source, file_, p * w)) * 1e-9;
      if (shows_progress) std::fprintf(stderr, "\r\033[K");
      if (code != 0) return code;
    }
  }
  if (!html_.empty()) write_page(r, html_);
  if (json_) {
    print_json(r, arguments);
  } else {
    print_text(r);
  }
  return exit_right;
}

}  // namespace apps::replay
