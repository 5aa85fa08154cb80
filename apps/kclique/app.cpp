// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua kclique`: the graph, the requested size, and the check of the answer.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "../clique/generator.hpp"
#include "../clique/reader.hpp"
#include "../clique/verifier.hpp"
#include "../common/app.hpp"
#include "../common/fingerprint.hpp"
#include "../common/search_options.hpp"
#include "../common/text.hpp"
#include "search.hpp"

namespace apps::kclique {
namespace {

class kclique_application final : public application {
 public:
  std::string name() const override { return "kclique"; }
  std::string description() const override { return "k-clique: is there a clique of that many vertices?"; }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("K", size_, "number of vertices")
        ->required()
        ->check(CLI::Range(1, clique::max_vertices))
        ->type_name("N");
    auto* file = command.add_option("FILE", file_, "a graph in DIMACS format (.clq, .col)")->type_name("");
    command
        .add_option("--graph", generated_,
                    "a graph from its definition: " + clique::generated_names() + "; default MANN_a27")
        ->type_name("NAME")
        ->excludes(file);
    command.add_flag("--certify", certify_, certify_help);
    search_.add_to(command);
  }

  void prepare() override {
    search_.prepare();
    if (file_.empty()) {
      graph_ = clique::generate(generated_);
    } else {
      auto input = clique::read_dimacs(file_);
      graph_ = std::move(input.content);
      warnings_ = std::move(input.warnings);
      if (certify_) must_be_readable_twice(file_);
    }
    known_size_ = clique::known_clique(graph_);
  }

  bool stops_at_signals() const override { return search_.is_requested(); }
  void parallel(common_options const& options) override {
    auto request = search_.request("kclique " + std::to_string(size_) + ": " + std::to_string(graph_.order()) +
                                   " vertices, " + fingerprint(graph_.rows()));
    search_line line(options, "kclique", request.limits);
    outcome_ = search_parallel(graph_, size_, request);
    line.set_end(outcome_);
  }
  void sequential() override { twin_ = search_sequential(graph_, size_); }
  /// A clique needs no other proof.
  bool needs_twin() const override { return outcome_.complete && !outcome_.result.has_clique && !known_size_; }

  report check() override {
    auto const& result = outcome_.result;
    std::vector<json> vertex_numbers;
    std::string list;
    for (int const vertex : result.vertices) {
      vertex_numbers.emplace_back(vertex + 1);
      list += " " + std::to_string(vertex + 1);
    }
    report summary;
    auto const description = "clique of " + std::to_string(size_) + " vertices in " + graph_.name();
    summary.answer =
        result.has_clique ? "a " + description + ":" + list : (outcome_.complete ? "no " : "found no ") + description;
    summary.result = json_object()
                         .add("found", result.has_clique)
                         .add("clique", result.has_clique ? json(vertex_numbers) : json())
                         .add("vertices", graph_.order())
                         .add("edges", graph_.edges())
                         .add("complete", outcome_.complete);
    summary.work = result.nodes;
    summary.work_unit = "nodes";
    summary.notes = warnings_;
    if (!outcome_.complete) summary.notes.push_back(search_.stopped_note(outcome_.share));
    add_search_stats(summary.stats, search_.coordination(), outcome_.stats);
    if (twin_) summary.stats.add("sequential_nodes", twin_->nodes);
    auto const error_text = find_error(summary.verified_how);
    summary.verified = error_text.empty();
    if (!summary.verified) summary.verified_how = error_text;
    if (certify_ && result.has_clique) {
      auto const numbered = from_one(result.vertices);
      add_certificate(summary, witness(numbered),
                      clique::certify(file_, generated_, numbered, static_cast<std::size_t>(size_)));
    } else if (certify_) {
      add_no_certificate(summary);
    }
    return summary;
  }

 private:
  /// Describes the first error; empty if there is none. Then `checks` lists what was verified.
  std::string find_error(std::string& checks) const {
    auto const& result = outcome_.result;
    if (result.has_clique) {
      if (result.vertices.size() != static_cast<std::size_t>(size_))
        return "it has " + std::to_string(result.vertices.size()) + " vertices";
      if (!clique::is_clique(graph_, result.vertices)) return "two of the vertices found are not joined";
      checks = "all pairs are joined";
    } else if (!outcome_.complete) {
      checks = "nothing is claimed";
      return {};
    }
    auto const add = [&](std::string const& text) { checks += (checks.empty() ? "" : ", ") + text; };
    if (known_size_) {
      if (result.has_clique != (size_ <= *known_size_))
        return "the largest clique is known to have " + std::to_string(*known_size_) + " vertices";
      add("the largest clique is known to have " + std::to_string(*known_size_) + " vertices");
    }
    if (twin_) {
      if (twin_->has_clique != result.has_clique)
        return std::string("the sequential program found ") + (twin_->has_clique ? "one" : "none");
      add("the sequential program agrees");
    }
    return {};
  }

  int size_ = 0;
  std::string file_;
  std::string generated_ = "MANN_a27";
  bool certify_ = false;
  search_options search_;
  graph graph_;
  std::vector<std::string> warnings_;
  std::optional<int> known_size_;
  outcome outcome_;
  std::optional<answer> twin_;
};

registration<kclique_application> const list_entry(30);

}  // namespace
}  // namespace apps::kclique
