// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "subtrees.hpp"

#include <chrono>

#include "depth_first.hpp"
#include "width.hpp"

namespace apps::clique {
namespace {

template <std::size_t Words>
class recorder {
 public:
  using set = bits<Words>;

  explicit recorder(problem<Words> const& of) : of_(of), engine_(of, best_), colour_(of) { engine_.dive(); }

  void visit(set const& chosen, int size, set candidates, int depth) {
    if (depth == 0) return search(chosen, size, candidates);
    std::vector<branch> branches;
    colour_(candidates, best_.size() - size, branches);
    for (; !branches.empty() && size + branches.back().colour > best_.size(); branches.pop_back()) {
      int const vertex = branches.back().vertex;
      if (size == 0) first_ = vertex;
      set const below = candidates & of_.neighbours(vertex);
      candidates.erase(vertex);
      set with = chosen;
      with.insert(vertex);
      if (!below.empty()) {
        visit(with, size + 1, below, depth - 1);
      } else if (size + 1 > best_.size()) {
        best_.improve(with, size + 1);
      }
    }
  }

  std::vector<subtree> found;

 private:
  void search(set const& chosen, int size, set const& candidates) {
    auto const begin = std::chrono::steady_clock::now();
    auto const nodes = engine_.search(chosen, size, candidates);
    found.push_back({std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), nodes, first_});
  }

  problem<Words> const& of_;
  plain_incumbent<Words> best_;
  depth_first<Words, plain_incumbent<Words>> engine_;
  colouring<Words> colour_;
  int first_ = -1;
};

}  // namespace

std::vector<subtree> subtrees(graph const& in, int depth) {
  return with_coarse_width(in, [&](auto words) {
    problem<words> const of(in);
    recorder<words> all(of);
    all.visit(bits<words>::none(), 0, of.all(), depth);
    return all.found;
  });
}

}  // namespace apps::clique
