// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua sip`: the two graphs, and the check of the answer.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "../common/app.hpp"
#include "../common/fingerprint.hpp"
#include "../common/search_options.hpp"
#include "../common/text.hpp"
#include "reader.hpp"
#include "search.hpp"
#include "verifier.hpp"

namespace apps::sip {
namespace {

class sip_application final : public application {
 public:
  std::string name() const override { return "sip"; }
  std::string description() const override {
    return "subgraph isomorphism: finds a pattern in a graph, or counts how often it is there";
  }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("PATTERN", pattern_file_, "the graph to look for, in LAD format")->required()->type_name("");
    command.add_option("TARGET", target_file_, "where to look for it, in LAD format")->required()->type_name("");
    command.add_flag("--induced", goal_.induced, "vertices that are not joined must have images that are not joined");
    auto* count = command.add_flag("--count", count_, "count all injective maps instead of stopping at the first");
    command.add_flag("--certify", certify_, certify_help)->excludes(count);
    search_.add_to(command);
  }

  void prepare() override {
    search_.prepare();
    pattern_ = read_lad(pattern_file_);
    target_ = read_lad(target_file_);
    if (certify_) {
      must_be_readable_twice(pattern_file_);
      must_be_readable_twice(target_file_);
    }
    known_count_ = known_count(pattern_, target_, goal_.induced);
  }

  bool stops_at_signals() const override { return search_.is_requested(); }
  void parallel(common_options const& options) override {
    auto request =
        search_.request(std::string("sip") + (goal_.induced ? " --induced" : "") + (count_ ? " --count" : "") + ": " +
                        std::to_string(pattern_.order()) + " in " + std::to_string(target_.order()) + " vertices, " +
                        fingerprint(pattern_.rows(), target_.rows()));
    search_line line(options, "sip", request.limits);
    auto* const search = count_ ? count_parallel : find_parallel;
    outcome_ = search(pattern_, target_, goal_, request);
    line.set_end(outcome_);
  }
  void sequential() override { twin_ = (count_ ? count_sequential : find_sequential)(pattern_, target_, goal_); }
  /// An embedding needs no other proof.
  bool needs_twin() const override {
    return outcome_.complete && !known_count_ && (count_ || outcome_.solution.count == 0);
  }

  report check() override {
    auto const& solution = outcome_.solution;
    report summary;
    summary.answer = text();
    json_object fields;
    if (count_) {
      fields.add("count", solution.count);
    } else {
      std::vector<json> images;
      for (int const image : solution.images) images.emplace_back(image);
      fields.add("found", solution.count != 0).add("images", solution.count != 0 ? json(images) : json());
    }
    summary.result = fields.add("induced", goal_.induced).add("complete", outcome_.complete);
    summary.work = solution.nodes;
    summary.work_unit = "nodes";
    add_search_stats(summary.stats, search_.coordination(), outcome_.stats);
    if (twin_) summary.stats.add("sequential_nodes", twin_->nodes);
    if (!outcome_.complete) summary.notes.push_back(search_.stopped_note(outcome_.share));
    auto const error_text = find_error(summary.verified_how);
    summary.verified = error_text.empty();
    if (!summary.verified) summary.verified_how = error_text;
    if (certify_ && solution.count != 0) {
      auto const map = pairs_of(solution.images);
      add_certificate(summary, witness(map),
                      certify(edges_of_file(pattern_file_), edges_of_file(target_file_), map, goal_.induced));
    } else if (certify_) {
      add_no_certificate(summary);
    }
    return summary;
  }

 private:
  std::string text() const {
    auto const& solution = outcome_.solution;
    auto const pair_name = pattern_.name() + (goal_.induced ? " (induced) in " : " in ") + target_.name();
    if (count_) return (outcome_.complete ? "" : "at least ") + grouped(solution.count) + " embeddings of " + pair_name;
    if (solution.count == 0) return (outcome_.complete ? "no embedding of " : "no embedding found of ") + pair_name;
    std::string list;
    for (int const image : solution.images) list += " " + std::to_string(image);
    return "embedding of " + pair_name + ":" + list;
  }

  /// Describes the first error; empty if there is none. Then `checks` lists what was verified.
  std::string find_error(std::string& checks) const {
    auto const& solution = outcome_.solution;
    bool const has_embedding = solution.count != 0;
    if (!count_ && has_embedding) {
      if (!is_embedding(pattern_, target_, solution.images, goal_.induced)) return "the images are not an embedding";
      checks = "every pair of images checked";
    }
    auto const contradicts = [&](std::uint64_t expected_count) {
      if (!outcome_.complete) return solution.count > expected_count;
      return count_ ? solution.count != expected_count : has_embedding != (expected_count != 0);
    };
    auto const expected = [&](std::uint64_t expected_count) {
      return count_ ? "expected " + std::to_string(expected_count) + " embeddings"
                    : "expected " + std::string(expected_count != 0 ? "an" : "no") + " embedding";
    };
    auto const add = [&](char const* text) { checks += (checks.empty() ? "" : ", ") + std::string(text); };
    if (known_count_) {
      if (contradicts(*known_count_)) return expected(*known_count_);
      add(outcome_.complete ? "equal to the known count" : "not more than the known count");
      if (!count_ && outcome_.complete) checks = (has_embedding ? checks : "the known count agrees");
    }
    if (twin_) {
      if (contradicts(twin_->count)) return expected(twin_->count);
      add("agrees with the sequential program");
    }
    if (checks.empty()) checks = "nothing is claimed";
    return {};
  }

  std::string pattern_file_, target_file_;
  search_goal goal_;
  bool count_ = false;
  bool certify_ = false;
  search_options search_;
  graph pattern_, target_;
  std::optional<std::uint64_t> known_count_;
  outcome outcome_;
  std::optional<answer> twin_;
};

registration<sip_application> const list_entry(80);

}  // namespace
}  // namespace apps::sip
