// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua knapsack`: the instance to solve, and the check of the answer.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "../common/app.hpp"
#include "../common/fingerprint.hpp"
#include "../common/search_options.hpp"
#include "../common/text.hpp"
#include "core.hpp"
#include "generator.hpp"
#include "reader.hpp"
#include "search.hpp"
#include "verifier.hpp"

namespace apps::knapsack {
namespace {

std::string shown_amount(amount value) { return grouped(static_cast<std::uint64_t>(value)); }

class knapsack_application final : public application {
 public:
  std::string name() const override { return "knapsack"; }
  std::string description() const override {
    return "0/1 knapsack: the most profitable choice of items, exact, by branch and bound";
  }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    auto* file = command.add_option("FILE", file_, "capacity, optimum (0: unknown), then PROFIT WEIGHT per line (.kp)")
                     ->type_name("");
    command
        .add_option("--instance", recipe_,
                    "the instance knapPI_TYPE_N_R_SERIES from its definition; default 3,100,1000,50")
        ->type_name("TYPE,N,R,SERIES")
        ->excludes(file);
    command.add_flag("--certify", certify_, certify_help);
    search_.add_to(command);
  }

  void prepare() override {
    search_.prepare();
    instance_ = file_.empty() ? generate(recipe_from(recipe_)) : read_kp(file_);
    with_width(core(instance_), instance_.name, [](auto) {});
    if (instance_.stated_optimum == 0) instance_.stated_optimum.reset();
    published_optimum_ = known_optimum(instance_);
    if (!published_optimum_) table_optimum_ = table_optimum(instance_);
  }

  bool stops_at_signals() const override { return search_.is_requested(); }
  void parallel(common_options const& options) override {
    auto request = search_.request("knapsack: " + std::to_string(instance_.items.size()) + " items, " +
                                   fingerprint(std::vector{instance_.capacity}, instance_.items));
    search_line line(options, "knapsack", request.limits);
    outcome_ = search_parallel(instance_, request);
    line.set_end(outcome_);
  }
  void sequential() override { twin_ = search_sequential(instance_); }
  bool needs_twin() const override {
    return outcome_.complete && !published_optimum_ && !table_optimum_ && !instance_.stated_optimum;
  }

  report check() override {
    auto const& best = outcome_.best;
    std::vector<json> chosen_numbers;
    amount weight = 0;
    for (int const number : best.chosen) {
      chosen_numbers.emplace_back(number + 1);
      weight += instance_.items[static_cast<std::size_t>(number)].weight;
    }
    report summary;
    summary.answer = (outcome_.complete ? "the best choice of " : "a choice of ") + instance_.name + " has profit " +
                     shown_amount(best.profit) + " (" + grouped(best.chosen.size()) + " of " +
                     grouped(instance_.items.size()) + " items, weight " + shown_amount(weight) + " of " +
                     shown_amount(instance_.capacity) + ")";
    summary.result = json_object()
                         .add("profit", best.profit)
                         .add("weight", weight)
                         .add("chosen", chosen_numbers)
                         .add("items", instance_.items.size())
                         .add("capacity", instance_.capacity)
                         .add("complete", outcome_.complete)
                         .add("bound", outcome_.bound ? json(*outcome_.bound) : json());
    summary.work = best.nodes;
    summary.work_unit = "nodes";
    add_search_stats(summary.stats, search_.coordination(), outcome_.stats);
    if (twin_) summary.stats.add("sequential_nodes", twin_->nodes);
    if (!outcome_.complete) {
      summary.notes.push_back(search_.stopped_note(outcome_.share));
      summary.notes.push_back(outcome_.bound ? "no choice has a profit above " + shown_amount(*outcome_.bound)
                                             : "stopped before there was a bound");
    }
    summary.verified_how = "items, weight and profit checked";
    auto const error_text = find_error(summary.verified_how);
    summary.verified = error_text.empty();
    if (!summary.verified) summary.verified_how = error_text;
    if (certify_) {
      auto const numbered = from_one(best.chosen);
      add_certificate(summary, witness(numbered), certify(instance_, numbered, best.profit));
    }
    return summary;
  }

 private:
  /// Describes the first error; empty if there is none. Then `checks` lists what was verified.
  std::string find_error(std::string& checks) const {
    auto const profit = outcome_.best.profit;
    if (profit_of(instance_, outcome_.best.chosen) != profit) return "the items do not fit, or have another profit";
    auto const contradicts = [&](std::optional<amount> const& optimum) {
      if (!optimum) return false;
      if (outcome_.complete) return *optimum != profit;
      return *optimum < profit || (outcome_.bound && *outcome_.bound < *optimum);
    };
    auto const fault = [](char const* source, amount optimum) {
      return std::string("the highest profit is ") + std::to_string(optimum) + source;
    };
    if (contradicts(published_optimum_)) return fault(" as published", *published_optimum_);
    if (contradicts(table_optimum_)) return fault(" by dynamic programming", *table_optimum_);
    if (contradicts(instance_.stated_optimum)) return fault(", says the file", *instance_.stated_optimum);
    auto const twin_profit = twin_ ? std::optional(twin_->profit) : std::nullopt;
    if (contradicts(twin_profit)) return fault(" by the sequential program", *twin_profit);
    std::string sources;
    auto const add = [&](bool is_known, char const* source) {
      if (is_known) sources += (sources.empty() ? "" : ", ") + std::string(source);
    };
    add(published_optimum_.has_value(), "the published one");
    add(table_optimum_.has_value(), "that of dynamic programming");
    add(instance_.stated_optimum.has_value(), "that of the file");
    add(twin_.has_value(), "that of the sequential program");
    if (sources.empty()) return {};
    checks += (outcome_.complete ? "; the profit is " : "; profit and bound agree with ") + sources;
    return {};
  }

  std::string file_;
  std::string recipe_ = "3,100,1000,50";
  bool certify_ = false;
  search_options search_;
  instance instance_;
  std::optional<amount> published_optimum_;
  std::optional<amount> table_optimum_;
  outcome outcome_;
  std::optional<answer> twin_;
};

registration<knapsack_application> const list_entry(70);

}  // namespace
}  // namespace apps::knapsack
