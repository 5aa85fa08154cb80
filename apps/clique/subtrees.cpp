// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "subtrees.hpp"

#include <chrono>

#include "depth_first.hpp"

namespace apps::clique {
namespace {

template <std::size_t Words>
class recorder {
 public:
  using set = bits<Words>;

  explicit recorder(problem<Words> const& instance) : instance_(instance), engine_(instance, best_), colour_(instance) {
    engine_.dive();
  }

  void visit(set const& chosen, int size, set candidates, int depth) {
    if (depth == 0) return search(chosen, size, candidates);
    std::vector<branch> branches;
    colour_(candidates, best_.size() - size, branches);
    for (; !branches.empty() && size + branches.back().colour > best_.size(); branches.pop_back()) {
      int const vertex = branches.back().vertex;
      if (size == 0) root_branch_ = vertex;
      set const next_candidates = candidates & instance_.neighbours(vertex);
      candidates.erase(vertex);
      set extended = chosen;
      extended.insert(vertex);
      if (!next_candidates.empty()) {
        visit(extended, size + 1, next_candidates, depth - 1);
      } else if (size + 1 > best_.size()) {
        best_.improve(extended, size + 1);
      }
    }
  }

  std::vector<subtree> results;

 private:
  void search(set const& chosen, int size, set const& candidates) {
    auto const begin = std::chrono::steady_clock::now();
    auto const nodes = engine_.search(chosen, size, candidates);
    results.push_back(
        {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), nodes, root_branch_});
  }

  problem<Words> const& instance_;
  plain_incumbent<Words> best_;
  depth_first<Words, plain_incumbent<Words>> engine_;
  colouring<Words> colour_;
  int root_branch_ = -1;
};

}  // namespace

std::vector<subtree> subtrees(graph const& input, int depth) {
  return with_coarse_width(input, [&](auto words) {
    problem<words> const instance(input);
    recorder<words> searches(instance);
    searches.visit(bits<words>::none(), 0, instance.all(), depth);
    return searches.results;
  });
}

}  // namespace apps::clique
