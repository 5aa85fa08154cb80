// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "search_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <skua/error.hpp>
#include <skua/place.hpp>
#include <skua/progress.hpp>

#include "checkpoint_file.hpp"
#include "option_checks.hpp"
#include "stop_search.hpp"
#include "text.hpp"

namespace apps {
namespace {

/// "2 workers", "4 workers at 2 places". Assumes that all places have as many workers as place 0.
std::string worker_count() {
  int const places = skua::places();
  int const workers = places * skua::workers();
  std::string text = std::to_string(workers) + (workers == 1 ? " worker" : " workers");
  if (places > 1) text += " at " + std::to_string(places) + " places";
  return text;
}

}  // namespace

void search_options::add_to(CLI::App& command, search_style const& style) {
  style_ = style;
  std::string const names =
      "how the tree is divided into tasks: sequential, depth_bounded, budget, stack_stealing, ordered or automatic";
  auto* option = command.add_option("--coordination", name_,
                                    style.default_method == nullptr
                                        ? names
                                        : "search by the engine; " + names + "; default: " + style.default_method);
  option->type_name("NAME");
  if (style.default_method == nullptr) option->capture_default_str();
  coordination_option_ = option;
  command.add_option(style.depth, depth_, "with depth_bounded and ordered: nodes of that depth are tasks; default 2")
      ->check(CLI::Range(0, 1'000'000));
  auto* nodes = command.add_option(
      "--budget", budget_, "with budget: nodes after which a task gives its open nodes away; default 1,000,000");
  nodes->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 60))->type_name("NODES");
  command
      .add_option("--backtracks", backtracks_,
                  "with budget, instead of --budget: backtracks after which a task gives its open nodes away")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 60))
      ->type_name("N")
      ->excludes(nodes);
  command.add_flag("--chunked", chunked_, "with stack_stealing: give all open siblings of a level as one task");
  command.add_flag("--by-discrepancy", by_discrepancy_,
                   "of ordered: run the tasks first that deviate least from the first choices");
  command.add_option("--time-limit", time_limit_, "stop after this many seconds and show the result so far")
      ->check(real_range(0.0, 1e9))
      ->type_name("SECONDS");
  command.add_option("--node-limit", node_limit_, "stop soon after this many nodes and show the result so far")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 60))
      ->type_name("NODES");
  auto* file =
      command.add_option("--checkpoint", checkpoint_, "where to save a search that is stopped")->type_name("FILE");
  command.add_option("--checkpoint-every", checkpoint_interval_, "save a running search at this interval")
      ->check(real_range(0.01, 1e9))
      ->type_name("SECONDS")
      ->needs(file);
  command.add_option("--resume", resume_, "continue a saved search, on any number of places, with any coordination")
      ->check(CLI::ExistingFile)
      ->type_name("FILE");
}

void search_options::prepare() {
  using skua::search::coordination;
  using kind = coordination::kind;
  is_requested_ = style_.default_method == nullptr || coordination_option_->count() > 0;
  if (!is_requested_) {
    auto const refuse = [](bool is_given, char const* option) {
      if (is_given) throw input_error(std::string(option) + " needs --coordination");
    };
    refuse(depth_.has_value(), style_.depth);
    refuse(budget_.has_value(), "--budget");
    refuse(backtracks_.has_value(), "--backtracks");
    refuse(chunked_, "--chunked");
    refuse(by_discrepancy_, "--by-discrepancy");
    refuse(time_limit_.has_value(), "--time-limit");
    refuse(node_limit_.has_value(), "--node-limit");
    refuse(!checkpoint_.empty(), "--checkpoint");
    refuse(!resume_.empty(), "--resume");
    return;
  }
  try {
    coordination_ = coordination::named(name_);
  } catch (skua::error const& e) {
    throw input_error(std::string("--coordination: ") + e.what());
  }
  auto const only_for = [&](bool is_given, bool is_allowed, char const* option, char const* coordinations) {
    if (is_given && !is_allowed)
      throw input_error(std::string(option) + " is an option of " + coordinations + ", not of " + name_);
  };
  only_for(depth_.has_value(), coordination_.what() == kind::depth_bounded || coordination_.what() == kind::ordered,
           style_.depth, "depth_bounded and ordered");
  only_for(budget_.has_value(), coordination_.what() == kind::budget, "--budget", "budget");
  only_for(backtracks_.has_value(), coordination_.what() == kind::budget, "--backtracks", "budget");
  only_for(chunked_, coordination_.what() == kind::stack_stealing, "--chunked", "stack_stealing");
  only_for(by_discrepancy_, coordination_.what() == kind::ordered, "--by-discrepancy", "ordered");
  if (depth_) coordination_ = coordination_.with_depth(*depth_);
  if (budget_) coordination_ = coordination_.with_budget(*budget_);
  if (backtracks_) coordination_ = coordination_.with_backtrack_budget(*backtracks_);
  if (chunked_) coordination_ = coordination_.in_chunks(true);
  if (by_discrepancy_) coordination_ = coordination_.in_discrepancy_order(true);
}

search_request search_options::request(std::string description) const {
  search_request r{coordination_, {}, std::move(description), resume_, checkpoint_, {}};
  auto const nanoseconds = [](double seconds) {
    return std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9) + 1);
  };
  if (checkpoint_interval_) r.checkpoint_interval = nanoseconds(*checkpoint_interval_);
  skua::search::options& o = r.limits;
  if (node_limit_) o.node_limit = *node_limit_;
  // A limit of 0 seconds is also a limit.
  if (time_limit_) o.time_limit = nanoseconds(*time_limit_);
  o.stop = &search_is_stopped();
  return r;
}

search_line::search_line(common_options const& options, std::string name, skua::search::options& limits,
                         std::string bound_text)
    : workers_(worker_count()), bound_text_(std::move(bound_text)) {
  skua::progress_options line = options.progress("nodes");
  line.source = [this] {
    std::lock_guard const lock(mutex_);
    return skua::progress_report{last_.nodes, last_.share, note(last_.incumbent)};
  };
  line_ = std::make_unique<skua::progress>(std::move(name), std::move(line));
  if (!line_->is_visible()) return;
  limits.observer = [this](skua::search::progress const& p) {
    std::lock_guard const lock(mutex_);
    last_ = p;
  };
}

search_line::~search_line() = default;

void search_line::set_end(search_outcome const& outcome) {
  std::lock_guard const lock(mutex_);
  last_.nodes = outcome.stats.nodes;
  last_.share = outcome.share;
  if (outcome.complete) bound_text_ = ", proven";
}

std::string search_line::note(std::optional<double> incumbent) const {
  return incumbent ? "best " + decimals(*incumbent, 0) + bound_text_ + ", " + workers_ : workers_;
}

void add_search_stats(json_object& stats, skua::search::coordination const& coordination,
                      skua::search::statistics const& s) {
  stats.add("coordination", coordination.text())
      .add("nodes", s.nodes)
      .add("prunes", s.prunes)
      .add("backtracks", s.backtracks)
      .add("tasks", s.tasks)
      .add("cuts", s.cuts)
      .add("improvements", s.improvements);
  std::vector<json> nodes;
  for (auto const& c : s.per_place) nodes.emplace_back(c.nodes);
  stats.add("nodes_per_place", nodes);
}

std::string search_options::stopped_note(double share) const {
  char text[80] = "stopped after less than 0.1 % of the tree";
  if (share >= 0.0005)
    std::snprintf(text, sizeof text, "stopped after about %.1f %% of the tree", 100 * std::min(share, 0.999));
  bool const is_saved = !checkpoint_.empty() && checkpoint_failure().empty();
  return is_saved ? text + ("; --resume " + checkpoint_ + " continues it") : text;
}

}  // namespace apps
