// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua bc`: the graph, and the exact check of the scores.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "../skua/applications.hpp"
#include "../skua/text.hpp"
#include "compute.hpp"
#include "known.hpp"

namespace apps {
namespace bc {
namespace {

class bc_application final : public application {
 public:
  std::string name() const override { return "bc"; }
  std::string description() const override {
    return "betweenness centrality: how many shortest paths go through each vertex of a random graph";
  }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("-n,--scale", what_.scale, "the graph has 2^N vertices and 8 edges for each; default 12")
        ->check(CLI::Range(smallest_scale, largest_scale))
        ->type_name("N");
    command.add_option("--seed", seed_, "of the graph; default 2")
        ->check(CLI::Range(std::int64_t{0}, std::numeric_limits<std::int64_t>::max()))
        ->type_name("S");
    command.add_option("--bundle", bundle_, "sources per task; default 32")
        ->check(CLI::Range(1, 1 << 20))
        ->type_name("B");
  }

  void prepare() override {
    what_.seed = static_cast<std::uint64_t>(seed_);
    known_ = known_tally(what_.scale, what_.seed);
  }
  void parallel(common_options const& options) override { found_ = compute_parallel(what_, bundle_, options); }
  void sequential() override { twin_ = compute_sequential(what_); }
  bool needs_twin() const override { return !known_; }

  report check() override {
    auto const& scores = found_.scores;
    auto const top = std::max_element(scores.begin(), scores.end());
    auto const central = top - scores.begin();
    report made;
    made.answer = "vertex " + std::to_string(central) + " is the most central one of " + grouped(scores.size()) +
                  ", with a score of " + decimals(*top, 3);
    made.result = json_object()
                      .add("vertices", scores.size())
                      .add("edges", found_.edges)
                      .add("sum", found_.counted.inner)
                      .add("reached", found_.counted.reached)
                      .add("farthest", found_.counted.farthest)
                      .add("central", central)
                      .add("score", *top);
    made.work = static_cast<std::uint64_t>(found_.counted.reached);
    made.work_unit = "pairs";
    made.stats.add("tasks_spawned", found_.tasks);
    auto const wrong = complaint();
    made.verified = wrong.empty();
    made.verified_how = wrong;
    if (made.verified) {
      made.verified_how = "the scores add up to the lengths of all shortest paths, " +
                          grouped(static_cast<std::uint64_t>(found_.counted.inner)) + ", which is " +
                          (known_ ? "the known number" : "what the sequential program found");
    }
    return made;
  }

 private:
  /// What is wrong, or nothing.
  std::string complaint() const {
    auto const& counted = found_.counted;
    auto const differs = [&](tally const& other) {
      return "expected " + std::to_string(other.inner) + " vertices inside shortest paths between " +
             std::to_string(other.reached) + " pairs, at most " + std::to_string(other.farthest) +
             " edges apart; found " + std::to_string(counted.inner) + ", " + std::to_string(counted.reached) + " and " +
             std::to_string(counted.farthest);
    };
    if (known_ && counted != *known_) return differs(*known_);
    if (twin_ && counted != twin_->counted) return differs(twin_->counted);
    // Each pair adds 1 for every vertex inside its shortest paths, in fractions: rounding must not
    // hide a lost one.
    double sum = 0;
    for (double const score : found_.scores) sum += score;
    if (!(std::abs(sum - static_cast<double>(counted.inner)) < 0.25)) {
      return "the scores add up to " + decimals(sum, 6) + " instead of " + std::to_string(counted.inner);
    }
    if (!twin_) return {};
    for (std::size_t v = 0; v < found_.scores.size(); ++v) {
      double const other = twin_->scores[v];
      if (!(std::abs(found_.scores[v] - other) <= 1e-9 * (1 + other))) {
        return "vertex " + std::to_string(v) + " has a score of " + decimals(found_.scores[v], 6) +
               ", the sequential program found " + decimals(other, 6);
      }
    }
    return {};
  }

  parameters what_;
  std::int64_t seed_ = 2;  // signed: CLI11 would take -1 for a large number
  int bundle_ = 32;
  std::optional<tally> known_;
  answer found_;
  std::optional<answer> twin_;
};

}  // namespace
}  // namespace bc

std::unique_ptr<application> make_bc() { return std::make_unique<bc::bc_application>(); }

}  // namespace apps
