// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua tsp`: the cities to visit, and the check of the tour.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <optional>

#include "../common/app.hpp"
#include "../common/fingerprint.hpp"
#include "../common/option_checks.hpp"
#include "../common/search_options.hpp"
#include "../common/text.hpp"
#include "generator.hpp"
#include "reader.hpp"
#include "search.hpp"
#include "verifier.hpp"

namespace apps::tsp {
namespace {

/// The number of cities whose choice is a separate task.
constexpr int usual_levels = 6;

std::uint64_t positive(length value) { return static_cast<std::uint64_t>(value); }

class tsp_application final : public application {
 public:
  std::string name() const override { return "tsp"; }
  std::string description() const override {
    return "travelling salesman: a shortest round trip, exact, by branch and bound";
  }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    auto* file = command.add_option("FILE", file_, "cities or distances in the format of TSPLIB (.tsp)")->type_name("");
    command.add_option("--random", size_, "cities with random distances from 1 to 9; default 22")
        ->check(CLI::Range(min_cities, max_cities))
        ->type_name("N")
        ->excludes(file);
    command.add_option("--seed", seed_, "seed of the random distances; default 1337, as published")
        ->check(long_fault)
        ->excludes(file)
        ->type_name("S");
    command
        .add_option("--cutoff", cutoff_, "a task searches alone when this many cities are left; default: all but six")
        ->check(CLI::Range(0, max_cities))
        ->type_name("C");
    auto* const limit =
        command.add_option("--at-most", at_most_, "stop everywhere as soon as a tour of this length is found")
            ->check(long_range(0, std::numeric_limits<length>::max()))
            ->type_name("L");
    auto* const watch = command
                            .add_flag("--watch", watch_,
                                      "with --at-most: the first place looks for that tour every few milliseconds, not "
                                      "the task that finds it")
                            ->needs(limit);
    command.add_flag("--certify", certify_, certify_help);
    search_.add_to(command, {.default_method = "one task per partial tour of the upper levels"});
    watch->excludes(command.get_option("--coordination"));
  }

  void prepare() override {
    search_.prepare();
    if (search_.is_requested() && cutoff_)
      throw input_error("--cutoff works without --coordination only; --depth works with depth_bounded and ordered");
    cities_ = file_.empty() ? random_instance(size_, seed_) : read_tsplib(file_);
    optimum_ = known_optimum(cities_);
  }

  bool stops_at_signals() const override { return search_.is_requested(); }
  void parallel(common_options const& options) override {
    if (search_.is_requested()) {
      auto request =
          search_.request("tsp: " + std::to_string(cities_.size()) + " cities, " + fingerprint(cities_.distances()));
      search_line line(options, "tsp", request.limits);
      proof_ = search_by_engine(cities_, request, at_most_);
      line.set_end(proof_);
      answer_.tour = proof_.tour;
      answer_.tour_length = proof_.tour_length;
      answer_.nodes = proof_.stats.nodes;
      return;
    }
    answer_ = search_parallel(cities_, {cutoff_.value_or(std::max(0, cities_.size() - usual_levels)), at_most_, watch_},
                              options);
  }
  void sequential() override { twin_ = search_sequential(cities_); }
  bool needs_twin() const override {
    return !answer_.cancelled && proof_.complete && !optimum_ && cities_.size() > largest_table;
  }

  report check() override {
    report summary;
    summary.answer = (answer_.cancelled || !proof_.complete ? "a tour of " : "the shortest tour of ") + cities_.name() +
                     " has length " + grouped(positive(answer_.tour_length)) + " (" + std::to_string(cities_.size()) +
                     " cities)";
    if (answer_.tour.empty())
      summary.answer = "no tour of " + cities_.name() + " yet (" + std::to_string(cities_.size()) + " cities)";
    std::vector<json> tour;
    for (int const city : answer_.tour) tour.emplace_back(city + 1);
    json_object result;
    result.add("length", answer_.tour.empty() ? json() : json(answer_.tour_length))
        .add("tour", tour)
        .add("cities", cities_.size());
    if (search_.is_requested()) add_search(summary, result);
    if (at_most_) result.add("at_most", *at_most_).add("cancelled", answer_.cancelled || stopped_at_a_tour());
    if (at_most_ && !search_.is_requested()) {
      summary.stats.add("seconds_to_stop", answer_.seconds_to_stop);
      summary.notes.push_back(grouped(answer_.ran) + " of " + grouped(answer_.spawned) + " tasks ran, " +
                              grouped(answer_.never_started) + " never started");
    }
    summary.result = result;
    if (!search_.is_requested()) {
      summary.stats.add("improvements", answer_.improvements)
          .add("tasks_spawned", answer_.spawned)
          .add("tasks_ran", answer_.ran)
          .add("tasks_never_started", answer_.never_started);
    }
    if (twin_) summary.stats.add("sequential_nodes", twin_->nodes);
    summary.work = answer_.nodes;
    summary.work_unit = "nodes";

    summary.verified_how = "every city is visited once";
    auto const error_text = find_error(summary.verified_how);
    summary.verified = error_text.empty();
    if (!summary.verified) summary.verified_how = error_text;
    if (certify_ && !answer_.tour.empty()) {
      auto const numbered = from_one(answer_.tour);
      add_certificate(summary, witness(numbered), certify(cities_, numbered, answer_.tour_length));
    } else if (certify_) {
      add_no_certificate(summary);
    }
    return summary;
  }

 private:
  /// True if the engine stopped because it had found a tour that is short enough.
  bool stopped_at_a_tour() const { return !proof_.complete && proof_.short_enough; }

  /// Adds the report of the engine, most important for a stopped search.
  void add_search(report& summary, json_object& result) const {
    add_search_stats(summary.stats, search_.coordination(), proof_.stats);
    result.add("complete", proof_.complete).add("bound", proof_.bound).add("share", proof_.share);
    if (proof_.complete) return;
    std::string cities = "the tour: ";
    for (int const city : answer_.tour) cities += std::to_string(city + 1) + " ";
    if (!answer_.tour.empty()) summary.notes.push_back(cities + "1");
    summary.notes.push_back("no tour is shorter than " + grouped(positive(proof_.bound)));
    summary.notes.push_back(search_.stopped_note(proof_.share));
  }

  /// Like find_error, for a search that was stopped.
  std::string find_error_in_part(std::string& checks) const {
    if (answer_.tour.empty()) checks = "there is nothing to check";
    auto const length_found = answer_.tour.empty() ? std::numeric_limits<length>::max() : answer_.tour_length;
    if (stopped_at_a_tour()) {
      if (!at_most_ || length_found > *at_most_) return "stopped before a tour was short enough";
      checks += ", the tour is short enough";
    }
    if (proof_.bound > length_found) return "the tour is shorter than the bound of " + std::to_string(proof_.bound);
    auto const optimum = twin_ ? std::optional(twin_->tour_length) : optimum_;
    if (!optimum) return {};
    if (length_found < *optimum || proof_.bound > *optimum)
      return "a shortest tour has length " + std::to_string(*optimum);
    checks += ", and the shortest tour is between bound and length";
    return {};
  }

  /// Describes the first error; empty if there is none. Then `checks` lists what was verified.
  std::string find_error(std::string& checks) const {
    if (answer_.tour.empty() && !proof_.complete) return find_error_in_part(checks);
    if (tour_length(cities_, answer_.tour) != answer_.tour_length) {
      return "that is not the length of the tour found, which is " + std::to_string(tour_length(cities_, answer_.tour));
    }
    if (answer_.ran + answer_.never_started != answer_.spawned) {
      return std::to_string(answer_.spawned) + " tasks were spawned, but " + std::to_string(answer_.ran) + " ran and " +
             std::to_string(answer_.never_started) + " never started";
    }
    if (!proof_.complete) return find_error_in_part(checks);
    if (answer_.cancelled) {
      if (!at_most_ || answer_.tour_length > *at_most_) return "stopped before a tour was short enough";
      checks += ", the tour is short enough, and the tasks add up";
      return {};
    }
    auto const wrong_length = [&](length expected) { return "a shortest tour has length " + std::to_string(expected); };
    if (twin_) {
      if (twin_->tour_length != answer_.tour_length) return wrong_length(twin_->tour_length);
      checks += ", and the sequential program found the same length";
    }
    if (optimum_) {
      if (*optimum_ != answer_.tour_length) return wrong_length(*optimum_);
      checks += ", and the length is the known one";
    } else if (cities_.size() <= largest_table) {
      auto const expected = table_optimum(cities_);
      if (expected != answer_.tour_length) return wrong_length(expected);
      checks += ", and dynamic programming gives the same length";
    }
    return {};
  }

  std::string file_;
  int size_ = 22;
  std::int64_t seed_ = usual_seed;  // of java.util.Random: any long
  std::optional<int> cutoff_;
  std::optional<length> at_most_;
  bool watch_ = false;
  bool certify_ = false;
  instance cities_;
  std::optional<length> optimum_;
  search_options search_;
  answer answer_;
  proof proof_;
  std::optional<answer> twin_;
};

registration<tsp_application> const list_entry(50);

}  // namespace
}  // namespace apps::tsp
