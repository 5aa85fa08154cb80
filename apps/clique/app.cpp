// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua clique`: the graph to search, and the check of the answer.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "../common/app.hpp"
#include "../common/fingerprint.hpp"
#include "../common/search_options.hpp"
#include "../common/text.hpp"
#include "generator.hpp"
#include "problem.hpp"
#include "reader.hpp"
#include "search.hpp"
#include "verifier.hpp"

namespace apps::clique {
namespace {

class clique_application : public application {
 public:
  std::string name() const override { return "clique"; }
  std::string description() const override { return "maximum clique: exact, by branch and bound"; }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    auto* file = command.add_option("FILE", file_, "a graph in DIMACS format (.clq, .col)")->type_name("");
    command
        .add_option("--graph", generated_, "a graph from its definition: " + generated_names() + "; default MANN_a27")
        ->type_name("NAME")
        ->excludes(file);
    search_.add_to(command);
    command.add_flag("--certify", certify_, certify_help);
  }

  void prepare() override {
    search_.prepare();
    if (file_.empty()) {
      graph_ = generate(generated_);
    } else {
      auto input = read_dimacs(file_);
      graph_ = std::move(input.content);
      warnings_ = std::move(input.warnings);
      if (certify_) must_be_readable_twice(file_);
    }
  }

  bool stops_at_signals() const override { return search_.is_requested(); }
  void parallel(common_options const& options) override {
    auto request =
        search_.request("clique: " + std::to_string(graph_.order()) + " vertices, " + fingerprint(graph_.rows()));
    std::string const bound = ", at most " + std::to_string(colour_bound(graph_));
    search_line line(options, "clique", request.limits, bound);
    outcome_ = search_parallel(graph_, request);
    line.set_end(outcome_);
  }
  void sequential() override { twin_ = search_sequential(graph_); }

  report check() override {
    auto& vertices = outcome_.best.vertices;
    std::sort(vertices.begin(), vertices.end());
    std::vector<json> vertex_numbers;
    for (int const vertex : vertices) vertex_numbers.emplace_back(vertex + 1);

    report result;
    auto const size = static_cast<int>(vertices.size());
    result.answer = (outcome_.complete ? "largest clique of " : "largest clique found of ") + graph_.name() + " has " +
                    std::to_string(size) + " vertices (" + grouped(static_cast<std::uint64_t>(graph_.order())) +
                    " vertices, " + grouped(static_cast<std::uint64_t>(graph_.edges())) + " edges)";
    result.result = json_object()
                        .add("size", size)
                        .add("clique", vertex_numbers)
                        .add("vertices", graph_.order())
                        .add("edges", graph_.edges())
                        .add("complete", outcome_.complete)
                        .add("bound", outcome_.bound);
    result.work = outcome_.best.nodes;
    result.work_unit = "nodes";
    result.notes = warnings_;
    if (!outcome_.complete) {
      result.notes.push_back(search_.stopped_note(outcome_.share));
      result.notes.push_back("no clique has more than " + std::to_string(outcome_.bound) + " vertices");
    }
    add_search_stats(result.stats, search_.coordination(), outcome_.stats);
    if (twin_) result.stats.add("sequential_nodes", twin_->nodes);

    // The program checks here that the vertices are a clique. That no larger clique exists is known
    // only from a published answer or from the twin.
    auto const known_size = known_clique(graph_);
    auto const expected_size = twin_ ? std::optional(static_cast<int>(twin_->vertices.size())) : known_size;
    if (!is_clique(graph_, vertices)) {
      result.verified_how = "two of the vertices found are not joined";
    } else if (!outcome_.complete) {
      result.verified = size <= known_size.value_or(size) && outcome_.bound >= expected_size.value_or(size);
      result.verified_how = result.verified ? "all pairs are joined"
                                            : "size and bound do not fit a largest clique of " +
                                                  std::to_string(expected_size.value_or(size));
    } else if (size != known_size.value_or(size) || size != expected_size.value_or(size)) {
      result.verified_how =
          "expected a clique of " + std::to_string(size != known_size.value_or(size) ? *known_size : *expected_size);
    } else {
      result.verified = true;
      result.verified_how = "all pairs are joined";
      if (known_size) result.verified_how += ", and the size is the known one";
      if (twin_) result.verified_how += ", and the sequential program found the same size";
    }
    if (certify_ && !vertices.empty()) {
      auto const numbered = from_one(vertices);
      add_certificate(result, witness(numbered), certify(file_, generated_, numbered, numbered.size()));
    } else if (certify_) {
      add_no_certificate(result);
    }
    return result;
  }

 private:
  std::string file_;
  std::string generated_ = "MANN_a27";
  bool certify_ = false;
  graph graph_;
  std::vector<std::string> warnings_;
  search_options search_;
  outcome outcome_;
  std::optional<answer> twin_;
};

registration<clique_application> const list_entry(20);

}  // namespace
}  // namespace apps::clique
