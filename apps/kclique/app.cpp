// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua kclique`: the graph, the size wanted, and the check of the answer.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "../clique/certificate.hpp"
#include "../clique/dimacs.hpp"
#include "../clique/generate.hpp"
#include "../clique/known.hpp"
#include "../skua/applications.hpp"
#include "../skua/fingerprint.hpp"
#include "../skua/search_options.hpp"
#include "../skua/text.hpp"
#include "search.hpp"

namespace apps {
namespace kclique {
namespace {

class kclique_application final : public application {
 public:
  std::string name() const override { return "kclique"; }
  std::string description() const override { return "k-clique: is there a clique of that many vertices?"; }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("K", size_, "how many vertices")
        ->required()
        ->check(CLI::Range(1, clique::most_vertices))
        ->type_name("");
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
      auto read = clique::read_dimacs(file_);
      graph_ = std::move(read.content);
      warnings_ = std::move(read.warnings);
      if (certify_) must_be_readable_twice(file_);
    }
    known_ = clique::known_clique(graph_);
  }

  void parallel(common_options const& options) override {
    auto request = search_.request("kclique " + std::to_string(size_) + ": " + std::to_string(graph_.order()) +
                                   " vertices, " + fingerprint(graph_.rows()));
    search_line const line(options.show_progress(), "kclique", request.limits);
    outcome_ = search_parallel(graph_, size_, request);
  }
  void sequential() override { twin_ = search_sequential(graph_, size_); }
  /// A clique proves itself.
  bool needs_twin() const override { return outcome_.complete && !outcome_.what.found && !known_; }

  report check() override {
    auto const& found = outcome_.what;
    std::vector<json> numbers;
    std::string list;
    for (int const vertex : found.vertices) {
      numbers.emplace_back(vertex + 1);
      list += " " + std::to_string(vertex + 1);
    }
    report made;
    auto const what = "clique of " + std::to_string(size_) + " vertices in " + graph_.name();
    made.answer = found.found ? "a " + what + ":" + list : (outcome_.complete ? "no " : "found no ") + what;
    made.result = json_object()
                      .add("found", found.found)
                      .add("clique", found.found ? json(numbers) : json())
                      .add("vertices", graph_.order())
                      .add("edges", graph_.edges())
                      .add("complete", outcome_.complete);
    made.work = found.nodes;
    made.work_unit = "nodes";
    made.notes = warnings_;
    if (!outcome_.complete) made.notes.push_back(search_.stopped_note(outcome_.share));
    add_search_stats(made.stats, search_.how(), outcome_.stats);
    if (twin_) made.stats.add("sequential_nodes", twin_->nodes);
    auto const wrong = complaint(made.verified_how);
    made.verified = wrong.empty();
    if (!made.verified) made.verified_how = wrong;
    if (certify_ && found.found) {
      auto const numbered = from_one(found.vertices);
      add_certificate(made, witness(numbered),
                      clique::certify(file_, generated_, numbered, static_cast<std::size_t>(size_)));
    } else if (certify_) {
      add_no_certificate(made);
    }
    return made;
  }

 private:
  /// What is wrong, or nothing; then `how` says what was looked at.
  std::string complaint(std::string& how) const {
    auto const& found = outcome_.what;
    if (found.found) {
      if (found.vertices.size() != static_cast<std::size_t>(size_))
        return "it has " + std::to_string(found.vertices.size()) + " vertices";
      if (!clique::is_clique(graph_, found.vertices)) return "two of the vertices found are not joined";
      how = "all pairs are joined";
    } else if (!outcome_.complete) {
      how = "nothing is claimed";
      return {};
    }
    auto const add = [&](std::string const& text) { how += (how.empty() ? "" : ", ") + text; };
    if (known_) {
      if (found.found != (size_ <= *known_))
        return "the largest clique is known to have " + std::to_string(*known_) + " vertices";
      add("the largest clique is known to have " + std::to_string(*known_) + " vertices");
    }
    if (twin_) {
      if (twin_->found != found.found)
        return std::string("the sequential program found ") + (twin_->found ? "one" : "none");
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
  std::optional<int> known_;
  outcome outcome_;
  std::optional<answer> twin_;
};

}  // namespace
}  // namespace kclique

std::unique_ptr<application> make_kclique() { return std::make_unique<kclique::kclique_application>(); }

}  // namespace apps
