// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The application `queens`.

#include <CLI/CLI.hpp>
#include <limits>
#include <optional>
#include <string>

#include "../common/app.hpp"
#include "../common/option_checks.hpp"
#include "../common/search_options.hpp"
#include "../common/text.hpp"
#include "search.hpp"

namespace apps::queens {
namespace {

class queens_application final : public application {
 public:
  std::string name() const override { return "queens"; }
  std::string description() const override {
    return "n queens: counts all ways to place N queens on a board of N x N, one task per placement in the upper rows";
  }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("N", size_, "size of the board")->required()->check(CLI::Range(smallest_board, largest_board));
    command.add_option("--cutoff", cutoff_, "upper rows in which each placement is a task; default N / 2")
        ->check(CLI::Range(0, largest_board));
    command
        .add_option("--limit", limit_, "stop everywhere as soon as this many solutions were found; default: find all")
        ->check(long_range(1, std::numeric_limits<std::int64_t>::max()))
        ->type_name("K");
    search_.add_to(command, {.default_method = "one task per placement in the upper rows"});
  }

  void prepare() override {
    search_.prepare();
    if (search_.is_requested() && cutoff_)
      throw input_error("--cutoff works without --coordination only; --depth works with depth_bounded and ordered");
    if (!cutoff_) cutoff_ = default_cutoff(size_);
    if (*cutoff_ > size_)
      throw input_error("--cutoff: expected at most the " + std::to_string(size_) + " rows of the board, found " +
                        std::to_string(*cutoff_));
  }

  bool stops_at_signals() const override { return search_.is_requested(); }
  void parallel(common_options const& options) override {
    if (search_.is_requested()) {
      auto request = search_.request("queens " + std::to_string(size_));
      search_line line(options, "queens", request.limits);
      enumeration_ = search_by_engine(size_, request, limit_);
      line.set_end(enumeration_);
      outcome_.count = enumeration_.count;
      return;
    }
    outcome_ = search_parallel(size_, *cutoff_, limit_, options);
  }

  void sequential() override { twin_ = search_sequential(board::empty(size_), size_); }

  report check() override {
    report summary;
    auto const& count = outcome_.count;
    summary.answer = grouped(count.solutions) + " solutions, " + grouped(count.nodes) + " nodes";
    json_object result;
    result.add("solutions", count.solutions).add("nodes", count.nodes);
    if (limit_) result.add("limit", *limit_).add("cancelled", stopped_at_limit());
    if (limit_ && !search_.is_requested()) {
      summary.stats.add("tasks_spawned", outcome_.spawned)
          .add("tasks_ran", outcome_.ran)
          .add("tasks_never_started", outcome_.never_started)
          .add("seconds_to_stop", outcome_.seconds_to_stop);
      summary.notes.push_back(grouped(outcome_.ran) + " of " + grouped(outcome_.spawned) + " tasks ran, " +
                              grouped(outcome_.never_started) + " never started");
    }
    if (search_.is_requested()) {
      result.add("complete", enumeration_.complete);
      add_search_stats(summary.stats, search_.coordination(), enumeration_.stats);
    } else {
      summary.stats.add("cutoff", *cutoff_);
    }
    if (!enumeration_.complete) summary.notes.push_back(search_.stopped_note(enumeration_.share));
    summary.result = result;
    summary.verified_how = find_error();
    summary.verified = summary.verified_how.empty();
    if (summary.verified) {
      summary.verified_how = outcome_.cancelled       ? "the limit is reached, and the tasks add up"
                             : stopped_at_limit()     ? "the limit is reached"
                             : !enumeration_.complete ? "not more than the published count"
                                                      : "against the published count (OEIS A000170)";
    }
    summary.work = count.nodes;
    summary.work_unit = "nodes";
    return summary;
  }

 private:
  /// True if the limit ended the search before all solutions were found.
  bool stopped_at_limit() const { return outcome_.cancelled || (!enumeration_.complete && enumeration_.limit_reached); }
  /// Describes the first error; empty if there is none.
  std::string find_error() const {
    auto const known_count = known_solutions[static_cast<std::size_t>(size_)];
    if (outcome_.ran + outcome_.never_started != outcome_.spawned) {
      return std::to_string(outcome_.spawned) + " tasks were spawned, but " + std::to_string(outcome_.ran) +
             " ran and " + std::to_string(outcome_.never_started) + " never started";
    }
    if (twin_ && !agrees_with_known(size_, *twin_)) return "the sequential twin is wrong";
    if (stopped_at_limit()) {
      if (!limit_ || outcome_.count.solutions < static_cast<std::uint64_t>(*limit_)) return "stopped before the limit";
      if (outcome_.count.solutions > known_count) return "there are only " + std::to_string(known_count) + " solutions";
      return {};
    }
    if (!enumeration_.complete)
      return outcome_.count.solutions <= known_count ? std::string()
                                                     : "there are only " + std::to_string(known_count) + " solutions";
    if (!agrees_with_known(size_, outcome_.count)) return std::to_string(known_count) + " solutions were expected";
    if (twin_ && *twin_ != outcome_.count)
      return "the sequential twin found " + std::to_string(twin_->nodes) + " nodes";
    return {};
  }

  int size_ = 0;
  std::optional<int> cutoff_;
  std::optional<std::int64_t> limit_;  // signed: CLI11 would take -1 for a large number
  search_options search_;
  outcome outcome_;
  enumerated enumeration_;
  std::optional<tally> twin_;
};

registration<queens_application> const list_entry(40);

}  // namespace
}  // namespace apps::queens
