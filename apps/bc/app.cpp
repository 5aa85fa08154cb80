// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua bc`: the graph, and the exact check of the scores.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "../common/app.hpp"
#include "../common/option_checks.hpp"
#include "../common/text.hpp"
#include "problem.hpp"

namespace apps::bc {
namespace {

class bc_application final : public application {
 public:
  std::string name() const override { return "bc"; }
  std::string description() const override {
    return "betweenness centrality: how many shortest paths go through each vertex of a random graph";
  }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("-n,--scale", parameters_.scale, "the graph has 2^N vertices and 8 edges for each; default 12")
        ->check(CLI::Range(smallest_scale, largest_scale))
        ->type_name("N");
    command.add_option("--seed", seed_, "seed of the graph; default 2")
        ->check(long_range(0, std::numeric_limits<std::int64_t>::max()))
        ->type_name("S");
    command.add_option("--bundle", bundle_, "sources per task; default 32")
        ->check(CLI::Range(1, 1 << 20))
        ->type_name("B");
  }

  void prepare() override {
    parameters_.seed = static_cast<std::uint64_t>(seed_);
    expected_ = known_tally(parameters_.scale, parameters_.seed);
  }
  void parallel(common_options const& options) override { answer_ = compute_parallel(parameters_, bundle_, options); }
  void sequential() override { twin_ = compute_sequential(parameters_); }
  bool needs_twin() const override { return !expected_; }

  report check() override {
    auto const& scores = answer_.scores;
    auto const top = std::max_element(scores.begin(), scores.end());
    auto const central = top - scores.begin();
    report summary;
    summary.answer = "vertex " + std::to_string(central) + " is the most central one of " + grouped(scores.size()) +
                     ", with a score of " + decimals(*top, 3);
    summary.result = json_object()
                         .add("vertices", scores.size())
                         .add("edges", answer_.edges)
                         .add("sum", answer_.counts.inner)
                         .add("reached", answer_.counts.reached)
                         .add("farthest", answer_.counts.farthest)
                         .add("central", central)
                         .add("score", *top);
    summary.work = static_cast<std::uint64_t>(answer_.counts.reached);
    summary.work_unit = "pairs";
    summary.stats.add("tasks_spawned", answer_.tasks);
    auto const error_text = find_error();
    summary.verified = error_text.empty();
    summary.verified_how = error_text;
    if (summary.verified) {
      summary.verified_how = "the scores add up to the lengths of all shortest paths, " +
                             grouped(static_cast<std::uint64_t>(answer_.counts.inner)) + ", which is " +
                             (expected_ ? "the known number" : "what the sequential program found");
    }
    return summary;
  }

 private:
  /// Describes the first error; empty if there is none.
  std::string find_error() const {
    auto const& counts = answer_.counts;
    auto const mismatch = [&](tally const& expected) {
      return "expected " + std::to_string(expected.inner) + " vertices inside shortest paths between " +
             std::to_string(expected.reached) + " pairs, at most " + std::to_string(expected.farthest) +
             " edges apart; found " + std::to_string(counts.inner) + ", " + std::to_string(counts.reached) + " and " +
             std::to_string(counts.farthest);
    };
    if (expected_ && counts != *expected_) return mismatch(*expected_);
    if (twin_ && counts != twin_->counts) return mismatch(twin_->counts);
    // Each pair adds 1 for every vertex inside its shortest paths, in fractions. The tolerance must
    // not hide a lost pair.
    double sum = 0;
    for (double const score : answer_.scores) sum += score;
    if (!(std::abs(sum - static_cast<double>(counts.inner)) < 0.25)) {
      return "the scores add up to " + decimals(sum, 6) + " instead of " + std::to_string(counts.inner);
    }
    if (!twin_) return {};
    for (std::size_t v = 0; v < answer_.scores.size(); ++v) {
      double const expected = twin_->scores[v];
      if (!(std::abs(answer_.scores[v] - expected) <= 1e-9 * (1 + expected))) {
        return "vertex " + std::to_string(v) + " has a score of " + decimals(answer_.scores[v], 6) +
               ", the sequential program found " + decimals(expected, 6);
      }
    }
    return {};
  }

  parameters parameters_;
  std::int64_t seed_ = 2;  // signed: CLI11 would take -1 for a large number
  int bundle_ = 32;
  std::optional<tally> expected_;
  answer answer_;
  std::optional<answer> twin_;
};

registration<bc_application> const list_entry(90);

}  // namespace
}  // namespace apps::bc
