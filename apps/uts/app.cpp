// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua uts`: the options of UTS, and the check against known sizes.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "../common/app.hpp"
#include "../common/option_checks.hpp"
#include "../common/search_options.hpp"
#include "../common/text.hpp"
#include "problem.hpp"
#include "search.hpp"

namespace apps::uts {
namespace {

/// The names of an enumeration, in the order of UTS's numbers.
using names = std::vector<std::string>;
names const type_names{"binomial", "geometric", "hybrid", "balanced"};
names const shape_names{"linear", "expdec", "cyclic", "fixed"};

/// The value that an option names, by name or by number.
template <typename Enumeration>
Enumeration chosen_value(std::string const& option, names const& values, std::string const& text) {
  std::string expected;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (text == values[i] || text == std::to_string(i)) return static_cast<Enumeration>(i);
    expected += (i == 0 ? "" : ", ") + values[i] + " (" + std::to_string(i) + ")";
  }
  throw input_error(option + ": expected one of " + expected + ", found " + text);
}

std::string text(totals const& counted) {
  return grouped(counted.nodes) + " nodes, " + grouped(counted.leaves) + " leaves, depth " + grouped(counted.depth);
}

class uts_application : public application {
 public:
  std::string name() const override { return "uts"; }
  std::string description() const override {
    return "unbalanced tree search: counts an unpredictable tree, one task per node";
  }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    auto* tree = command.add_option("--tree", name_, "a tree by name: T1, T2, T3, T4, T5, T1L, T2L, T3L, T1XL, …");
    tree->type_name("NAME");
    auto const parameter = [&](char const* spelling, auto& value, char const* type, char const* help) {
      auto* option = command.add_option(spelling, value, help);
      return option->excludes(tree)->type_name(type)->group("Parameters of a tree, letters as in UTS");
    };
    parameter("-t,--type", type_, "TYPE", "binomial (0), geometric (1), hybrid (2), balanced (3); default geometric");
    parameter("-a,--shape", shape_, "SHAPE", "of a geometric tree: linear (0), expdec (1), cyclic (2), fixed (3)");
    parameter("-b,--branching", parameters_.branching, "B", "branching at the root; default 4")
        ->check(real_range(0.0, 1e9));
    parameter("-d,--depth", parameters_.depth, "N", "depth of the geometric part; default 6")
        ->check(CLI::Range(1, 1000000));
    parameter("-m,--children", parameters_.children, "N", "children of a binomial node that has any; default 4")
        ->check(CLI::Range(1, 100));
    parameter("-q,--probability", parameters_.probability, "Q", "of a binomial node to have children; default 0.234375")
        ->check(real_range(0.0, 1.0));
    parameter("-f,--shift", parameters_.shift, "F",
              "fraction of the depth where a hybrid tree turns binomial; default 0.5")
        ->check(real_range(0.0, 1.0));
    parameter("-r,--seed", parameters_.seed, "N", "of the random stream; default 0")
        ->check(CLI::Range(0u, 0x7fffffffu));
    command.add_option("-g,--granularity", granularity_, "hashes per node; default 1")
        ->check(CLI::Range(1, 1000000000))
        ->type_name("N");
    search_.add_to(command, {"one task per node", "--task-depth"});
  }

  void prepare() override {
    search_.prepare();
    parameters_.type = chosen_value<tree_type>("--type", type_names, type_);
    parameters_.shape = chosen_value<tree_shape>("--shape", shape_names, shape_);
    if (!name_.empty()) parameters_ = named_tree(name_).tree_parameters;
    parameters_.granularity = granularity_;
    known_tree_ = find_known(parameters_);
    // Some published trees exceed 1 but end nevertheless: T3L has 1.00007 children per node.
    if (known_tree_ == nullptr && parameters_.likely_endless()) {
      throw input_error(
          "--probability: expected less than 1 / --children = " + decimals(1.0 / parameters_.children, 6) +
          ", or the tree may never end; found " + decimals(parameters_.probability, 6));
    }
    tree_.emplace(parameters_);
  }

  bool stops_at_signals() const override { return search_.is_requested(); }
  void parallel(common_options const& options) override {
    if (!search_.is_requested()) {
      totals_ = walk_parallel(*tree_, options);
      return;
    }
    auto request = search_.request("uts: " + parameters_.text());
    search_line line(options, "uts", request.limits);
    outcome_ = walk_search(*tree_, request);
    line.set_end(outcome_);
    totals_ = outcome_.count;
  }
  void sequential() override { twin_ = walk_sequential(*tree_); }
  bool needs_twin() const override { return known_tree_ == nullptr && outcome_.complete; }

  report check() override {
    report result;
    result.answer = text(totals_) + " (" + parameters_.text() + ")";
    auto counts = json_object().add("nodes", totals_.nodes).add("leaves", totals_.leaves).add("depth", totals_.depth);
    if (search_.is_requested()) {
      counts.add("complete", outcome_.complete);
      add_search_stats(result.stats, search_.coordination(), outcome_.stats);
    }
    result.result = counts;
    result.work = totals_.nodes;
    result.work_unit = "nodes";
    result.stats.add("hash", with_fastest_hash([](auto hash) { return decltype(hash)::name; }));

    if (!outcome_.complete) {
      check_part(result);
      return result;
    }
    totals expected = totals_;
    if (known_tree_ != nullptr) {
      expected.nodes = known_tree_->answer.nodes;
      if (!known_tree_->only_nodes) expected = known_tree_->answer;
      result.verified_how = "equal to the known size of this tree";
    } else {
      expected = twin_.value();
      result.verified_how = "equal to the count of the sequential program";
    }
    result.verified = totals_ == expected && (!twin_ || totals_ == *twin_);
    if (!result.verified) result.verified_how = "expected " + text(totals_ == expected ? *twin_ : expected);
    return result;
  }

 private:
  /// Checks the counts of a search that was stopped.
  void check_part(report& result) const {
    result.notes.push_back(search_.stopped_note(outcome_.share));
    auto const node_count = known_tree_ != nullptr ? known_tree_->answer.nodes : twin_ ? twin_->nodes : totals_.nodes;
    result.verified = totals_.nodes <= node_count && totals_.leaves <= totals_.nodes;
    result.verified_how = known_tree_ != nullptr || twin_ ? "not more than the known size of this tree"
                                                          : "stopped: there is nothing to compare it with";
    if (!result.verified) result.verified_how = "there are only " + grouped(node_count) + " nodes";
  }

  std::string name_;
  std::string type_ = "geometric";
  std::string shape_ = "linear";
  parameters parameters_;
  int granularity_ = 1;
  search_options search_;
  outcome outcome_;
  known_tree const* known_tree_ = nullptr;
  std::optional<tree> tree_;
  totals totals_;
  std::optional<totals> twin_;
};

registration<uts_application> const list_entry(10);

}  // namespace
}  // namespace apps::uts
