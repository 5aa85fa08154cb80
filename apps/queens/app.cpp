// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The application `queens`.

#include <CLI/CLI.hpp>
#include <limits>
#include <optional>
#include <string>

#include "../skua/applications.hpp"
#include "../skua/search_options.hpp"
#include "../skua/text.hpp"
#include "enumerate.hpp"
#include "search.hpp"

namespace apps {
namespace queens {
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
    command.add_option("--cutoff", cutoff_, "rows whose placements are tasks of their own; default N / 2")
        ->check(CLI::Range(0, largest_board));
    command.add_option("--limit", limit_, "stop everywhere as soon as so many solutions were found; default: find all")
        ->check(CLI::Range(std::int64_t{1}, std::numeric_limits<std::int64_t>::max()))
        ->type_name("K");
    search_.add_to(command, {.otherwise = "one task per placement in the upper rows"});
  }

  void prepare() override {
    search_.prepare();
    if (search_.given() && limit_)
      throw input_error("--limit works without --coordination only; --node-limit and --time-limit work with it");
    if (search_.given() && cutoff_)
      throw input_error("--cutoff works without --coordination only; --depth works with depth_bounded and ordered");
    if (!cutoff_) cutoff_ = default_cutoff(size_);
    if (*cutoff_ > size_)
      throw input_error("--cutoff: expected at most the " + std::to_string(size_) + " rows of the board, found " +
                        std::to_string(*cutoff_));
  }

  void parallel(common_options const& options) override {
    if (search_.given()) {
      auto request = search_.request("queens " + std::to_string(size_));
      search_line const line(options.show_progress(), "queens", request.limits);
      searched_ = search_by_engine(size_, request);
      found_.count = searched_.count;
      return;
    }
    found_ = search_parallel(size_, *cutoff_, limit_, options.show_progress());
  }

  void sequential() override { twin_ = search_sequential(board::empty(size_), size_); }

  report check() override {
    report made;
    auto const& count = found_.count;
    made.answer = grouped(count.solutions) + " solutions, " + grouped(count.nodes) + " nodes";
    json_object result;
    result.add("solutions", count.solutions).add("nodes", count.nodes);
    if (limit_) {
      result.add("limit", *limit_).add("cancelled", found_.cancelled);
      made.stats.add("tasks_spawned", found_.spawned)
          .add("tasks_ran", found_.ran)
          .add("tasks_never_started", found_.never_started)
          .add("seconds_to_stop", found_.seconds_to_stop);
      made.notes.push_back(grouped(found_.ran) + " of " + grouped(found_.spawned) + " tasks ran, " +
                           grouped(found_.never_started) + " never started");
    }
    if (search_.given()) {
      result.add("complete", searched_.complete);
      add_search_stats(made.stats, search_.how(), searched_.stats);
    } else {
      made.stats.add("cutoff", *cutoff_);
    }
    if (!searched_.complete) made.notes.push_back(search_.stopped_note(searched_.share));
    made.result = result;
    made.verified_how = complaint();
    made.verified = made.verified_how.empty();
    if (made.verified) {
      made.verified_how = found_.cancelled      ? "the limit is reached, and the tasks add up"
                          : !searched_.complete ? "not more than the published count"
                                                : "against the published count (OEIS A000170)";
    }
    made.work = count.nodes;
    made.work_unit = "nodes";
    return made;
  }

 private:
  /// What is wrong, or nothing.
  std::string complaint() const {
    auto const all = known_solutions[static_cast<std::size_t>(size_)];
    if (found_.ran + found_.never_started != found_.spawned) {
      return std::to_string(found_.spawned) + " tasks were spawned, but " + std::to_string(found_.ran) + " ran and " +
             std::to_string(found_.never_started) + " never started";
    }
    if (twin_ && !agrees_with_known(size_, *twin_)) return "the sequential twin is wrong";
    if (found_.cancelled) {
      if (!limit_ || found_.count.solutions < static_cast<std::uint64_t>(*limit_)) return "stopped before the limit";
      if (found_.count.solutions > all) return "there are only " + std::to_string(all) + " solutions";
      return {};
    }
    if (!searched_.complete)
      return found_.count.solutions <= all ? std::string() : "there are only " + std::to_string(all) + " solutions";
    if (!agrees_with_known(size_, found_.count)) return std::to_string(all) + " solutions were expected";
    if (twin_ && *twin_ != found_.count) return "the sequential twin found " + std::to_string(twin_->nodes) + " nodes";
    return {};
  }

  int size_ = 0;
  std::optional<int> cutoff_;
  std::optional<std::int64_t> limit_;  // signed: CLI11 would take -1 for a large number
  search_options search_;
  outcome found_;
  enumerated searched_;
  std::optional<tally> twin_;
};

}  // namespace
}  // namespace queens

std::unique_ptr<application> make_queens() { return std::make_unique<queens::queens_application>(); }

}  // namespace apps
