// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua tsp`: the cities to visit, and the check of the tour.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <optional>

#include "../skua/applications.hpp"
#include "../skua/fingerprint.hpp"
#include "../skua/search_options.hpp"
#include "../skua/text.hpp"
#include "branch_and_bound.hpp"
#include "certificate.hpp"
#include "generate.hpp"
#include "known.hpp"
#include "search.hpp"
#include "tsplib.hpp"

namespace apps {
namespace tsp {
namespace {

/// Cities whose choice is a task of its own.
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
        ->check(CLI::Range(fewest_cities, most_cities))
        ->type_name("N")
        ->excludes(file);
    command.add_option("--seed", seed_, "of the random distances; default 1337, as published")
        ->excludes(file)
        ->type_name("S");
    command.add_option("--cutoff", cutoff_, "a task searches alone when so many cities are left; default: all but six")
        ->check(CLI::Range(0, most_cities))
        ->type_name("C");
    command.add_option("--at-most", at_most_, "stop everywhere as soon as a tour of this length is found")
        ->check(CLI::Range(length{0}, std::numeric_limits<length>::max()))
        ->type_name("L");
    command.add_flag("--certify", certify_, certify_help);
    search_.add_to(command, {.otherwise = "one task per partial tour of the upper levels"});
  }

  void prepare() override {
    search_.prepare();
    if (search_.given() && at_most_)
      throw input_error("--at-most works without --coordination only; --node-limit and --time-limit work with it");
    if (search_.given() && cutoff_)
      throw input_error("--cutoff works without --coordination only; --depth works with depth_bounded and ordered");
    cities_ = file_.empty() ? random_instance(size_, seed_) : read_tsplib(file_);
    optimum_ = known_optimum(cities_);
  }

  void parallel(common_options const& options) override {
    if (search_.given()) {
      auto request =
          search_.request("tsp: " + std::to_string(cities_.size()) + " cities, " + fingerprint(cities_.distances()));
      search_line const line(options.show_progress(), "tsp", request.limits);
      proof_ = search_by_engine(cities_, request);
      found_.tour = proof_.tour;
      found_.tour_length = proof_.tour_length;
      found_.nodes = proof_.stats.nodes;
      return;
    }
    found_ =
        search_parallel(cities_, {cutoff_.value_or(std::max(0, cities_.size() - usual_levels)), at_most_}, options);
  }
  void sequential() override { twin_ = search_sequential(cities_); }
  bool needs_twin() const override {
    return !found_.cancelled && proof_.complete && !optimum_ && cities_.size() > largest_table;
  }

  report check() override {
    report made;
    made.answer = (found_.cancelled || !proof_.complete ? "a tour of " : "the shortest tour of ") + cities_.name() +
                  " has length " + grouped(positive(found_.tour_length)) + " (" + std::to_string(cities_.size()) +
                  " cities)";
    if (found_.tour.empty())
      made.answer = "no tour of " + cities_.name() + " yet (" + std::to_string(cities_.size()) + " cities)";
    std::vector<json> tour;
    for (int const city : found_.tour) tour.emplace_back(city + 1);
    json_object result;
    result.add("length", found_.tour.empty() ? json() : json(found_.tour_length))
        .add("tour", tour)
        .add("cities", cities_.size());
    if (search_.given()) add_search(made, result);
    if (at_most_) {
      result.add("at_most", *at_most_).add("cancelled", found_.cancelled);
      made.stats.add("seconds_to_stop", found_.seconds_to_stop);
      made.notes.push_back(grouped(found_.ran) + " of " + grouped(found_.spawned) + " tasks ran, " +
                           grouped(found_.never_started) + " never started");
    }
    made.result = result;
    if (!search_.given()) {
      made.stats.add("improvements", found_.improvements)
          .add("tasks_spawned", found_.spawned)
          .add("tasks_ran", found_.ran)
          .add("tasks_never_started", found_.never_started);
    }
    if (twin_) made.stats.add("sequential_nodes", twin_->nodes);
    made.work = found_.nodes;
    made.work_unit = "nodes";

    made.verified_how = "every city is visited once";
    auto const wrong = complaint(made.verified_how);
    made.verified = wrong.empty();
    if (!made.verified) made.verified_how = wrong;
    if (certify_ && !found_.tour.empty()) {
      auto const numbered = from_one(found_.tour);
      add_certificate(made, witness(numbered), certify(cities_, numbered, found_.tour_length));
    } else if (certify_) {
      add_no_certificate(made);
    }
    return made;
  }

 private:
  /// What the engine says, above all when it was stopped.
  void add_search(report& made, json_object& result) const {
    add_search_stats(made.stats, search_.how(), proof_.stats);
    result.add("complete", proof_.complete).add("bound", proof_.bound).add("share", proof_.share);
    if (proof_.complete) return;
    std::string cities = "the tour: ";
    for (int const city : found_.tour) cities += std::to_string(city + 1) + " ";
    if (!found_.tour.empty()) made.notes.push_back(cities + "1");
    made.notes.push_back("no tour is shorter than " + grouped(positive(proof_.bound)));
    made.notes.push_back(search_.stopped_note(proof_.share));
  }

  /// The same for a search that was stopped.
  std::string complaint_of_part(std::string& how) const {
    if (found_.tour.empty()) how = "there is nothing to check";
    auto const length_found = found_.tour.empty() ? std::numeric_limits<length>::max() : found_.tour_length;
    if (proof_.bound > length_found) return "the tour is shorter than the bound of " + std::to_string(proof_.bound);
    auto const optimum = twin_ ? std::optional(twin_->tour_length) : optimum_;
    if (!optimum) return {};
    if (length_found < *optimum || proof_.bound > *optimum)
      return "a shortest tour has length " + std::to_string(*optimum);
    how += ", and the shortest tour is between bound and length";
    return {};
  }

  /// What is wrong, or nothing; then `how` says what was looked at.
  std::string complaint(std::string& how) const {
    if (found_.tour.empty() && !proof_.complete) return complaint_of_part(how);
    if (tour_length(cities_, found_.tour) != found_.tour_length) {
      return "that is not the length of the tour found, which is " + std::to_string(tour_length(cities_, found_.tour));
    }
    if (found_.ran + found_.never_started != found_.spawned) {
      return std::to_string(found_.spawned) + " tasks were spawned, but " + std::to_string(found_.ran) + " ran and " +
             std::to_string(found_.never_started) + " never started";
    }
    if (!proof_.complete) return complaint_of_part(how);
    if (found_.cancelled) {
      if (!at_most_ || found_.tour_length > *at_most_) return "stopped before a tour was short enough";
      how += ", the tour is short enough, and the tasks add up";
      return {};
    }
    auto const differs = [&](length other) { return "a shortest tour has length " + std::to_string(other); };
    if (twin_) {
      if (twin_->tour_length != found_.tour_length) return differs(twin_->tour_length);
      how += ", and the sequential program found the same length";
    }
    if (optimum_) {
      if (*optimum_ != found_.tour_length) return differs(*optimum_);
      how += ", and the length is the known one";
    } else if (cities_.size() <= largest_table) {
      auto const other = table_optimum(cities_);
      if (other != found_.tour_length) return differs(other);
      how += ", and dynamic programming gives the same length";
    }
    return {};
  }

  std::string file_;
  int size_ = 22;
  std::int64_t seed_ = usual_seed;  // of java.util.Random: any long
  std::optional<int> cutoff_;
  std::optional<length> at_most_;
  bool certify_ = false;
  instance cities_;
  std::optional<length> optimum_;
  search_options search_;
  answer found_;
  proof proof_;
  std::optional<answer> twin_;
};

}  // namespace
}  // namespace tsp

std::unique_ptr<application> make_tsp() { return std::make_unique<tsp::tsp_application>(); }

}  // namespace apps
