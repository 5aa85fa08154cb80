// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua knapsack`: the instance to solve, and the check of the answer.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "../skua/applications.hpp"
#include "../skua/fingerprint.hpp"
#include "../skua/search_options.hpp"
#include "../skua/text.hpp"
#include "certificate.hpp"
#include "core.hpp"
#include "generate.hpp"
#include "known.hpp"
#include "kp.hpp"
#include "parallel.hpp"
#include "width.hpp"

namespace apps {
namespace knapsack {
namespace {

std::string shown_amount(amount of) { return grouped(static_cast<std::uint64_t>(of)); }

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
    if (instance_.stated == 0) instance_.stated.reset();
    known_ = known_optimum(instance_);
    if (!known_) table_ = table_optimum(instance_);
  }

  void parallel(common_options const& options) override {
    auto request = search_.request("knapsack: " + std::to_string(instance_.items.size()) + " items, " +
                                   fingerprint(std::vector{instance_.capacity}, instance_.items));
    search_line const line(options.show_progress(), "knapsack", request.limits);
    found_ = search_parallel(instance_, request);
  }
  void sequential() override { twin_ = search_sequential(instance_); }
  bool needs_twin() const override { return found_.complete && !known_ && !table_ && !instance_.stated; }

  report check() override {
    auto const& best = found_.best;
    std::vector<json> chosen;
    amount weight = 0;
    for (int const number : best.chosen) {
      chosen.emplace_back(number + 1);
      weight += instance_.items[static_cast<std::size_t>(number)].weight;
    }
    report made;
    made.answer = (found_.complete ? "the best choice of " : "a choice of ") + instance_.name + " has profit " +
                  shown_amount(best.profit) + " (" + grouped(best.chosen.size()) + " of " +
                  grouped(instance_.items.size()) + " items, weight " + shown_amount(weight) + " of " +
                  shown_amount(instance_.capacity) + ")";
    made.result = json_object()
                      .add("profit", best.profit)
                      .add("weight", weight)
                      .add("chosen", chosen)
                      .add("items", instance_.items.size())
                      .add("capacity", instance_.capacity)
                      .add("complete", found_.complete)
                      .add("bound", found_.bound ? json(*found_.bound) : json());
    made.work = best.nodes;
    made.work_unit = "nodes";
    add_search_stats(made.stats, search_.how(), found_.stats);
    if (twin_) made.stats.add("sequential_nodes", twin_->nodes);
    if (!found_.complete) {
      made.notes.push_back(search_.stopped_note(found_.share));
      made.notes.push_back(found_.bound ? "no choice has a profit above " + shown_amount(*found_.bound)
                                        : "stopped before there was a bound");
    }
    made.verified_how = "items, weight and profit checked";
    auto const wrong = complaint(made.verified_how);
    made.verified = wrong.empty();
    if (!made.verified) made.verified_how = wrong;
    if (certify_) {
      auto const numbered = from_one(best.chosen);
      add_certificate(made, witness(numbered), certify(instance_, numbered, best.profit));
    }
    return made;
  }

 private:
  /// What is wrong, or nothing; then `how` says what was looked at.
  std::string complaint(std::string& how) const {
    auto const profit = found_.best.profit;
    if (profit_of(instance_, found_.best.chosen) != profit) return "the items do not fit, or have another profit";
    auto const differs = [&](std::optional<amount> const& other) {
      if (!other) return false;
      if (found_.complete) return *other != profit;
      return *other < profit || (found_.bound && *found_.bound < *other);
    };
    auto const fault = [](char const* who, amount other) {
      return std::string("the highest profit is ") + std::to_string(other) + who;
    };
    if (differs(known_)) return fault(" as published", *known_);
    if (differs(table_)) return fault(" by dynamic programming", *table_);
    if (differs(instance_.stated)) return fault(", says the file", *instance_.stated);
    auto const other = twin_ ? std::optional(twin_->profit) : std::nullopt;
    if (differs(other)) return fault(" by the sequential program", *other);
    std::string from;
    auto const add = [&](bool there, char const* who) {
      if (there) from += (from.empty() ? "" : ", ") + std::string(who);
    };
    add(known_.has_value(), "the published one");
    add(table_.has_value(), "that of dynamic programming");
    add(instance_.stated.has_value(), "that of the file");
    add(twin_.has_value(), "that of the sequential program");
    if (from.empty()) return {};
    how += (found_.complete ? "; the profit is " : "; profit and bound agree with ") + from;
    return {};
  }

  std::string file_;
  std::string recipe_ = "3,100,1000,50";
  bool certify_ = false;
  search_options search_;
  instance instance_;
  std::optional<amount> known_;
  std::optional<amount> table_;
  outcome found_;
  std::optional<answer> twin_;
};

}  // namespace
}  // namespace knapsack

std::unique_ptr<application> make_knapsack() { return std::make_unique<knapsack::knapsack_application>(); }

}  // namespace apps
