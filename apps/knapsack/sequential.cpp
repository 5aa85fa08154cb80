// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// EXPKNAP as one would write it without a library of tasks: one recursive function that keeps
// nothing but the changes made.

#include <span>

#include "problem.hpp"
#include "search.hpp"
#include "width.hpp"

namespace apps::knapsack {
namespace {

class searcher {
 public:
  explicit searcher(core const& of)
      : changes_(of.changes()), end_{of.outs(), of.size()}, path_(static_cast<std::size_t>(of.size())) {
    profit_ = of.profit();
    branch(of.profit(), of.room(), 0, of.outs(), 0);
  }

  amount profit() const { return profit_; }
  std::span<int const> made() const { return best_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  /// All that comes of a solution with this profit and room, and changes from `out` and from `in`
  /// left.
  void branch(amount profit, std::int32_t room, int out, int in, std::size_t depth) {
    bool const roomy = room >= 0;
    auto const end = end_[roomy ? 1 : 0];
    for (int at = roomy ? in : out; at < end; ++at) {
      ++nodes_;
      auto const& made = changes_[at];
      if (bound_after(profit, room, made.density) <= profit_) return;
      path_[depth] = at;
      auto const below = profit + made.gain;
      auto const left = room - made.room;
      if (left >= 0 && below > profit_) {
        profit_ = below;
        best_.assign(path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(depth) + 1);
      }
      branch(below, left, roomy ? out : at + 1, roomy ? at + 1 : in, depth + 1);
    }
  }

  change const* changes_;
  int end_[2];
  std::vector<int> path_;
  std::vector<int> best_;
  amount profit_ = 0;
  std::uint64_t nodes_ = 1;
};

}  // namespace

answer search_sequential(instance const& in) {
  core const of(in);
  // No set of changes is needed here, but both programs shall take the same instances.
  with_width(of, in.name, [](auto) {});
  searcher const found(of);
  return {of.original(found.made()), found.profit(), found.nodes()};
}

}  // namespace apps::knapsack
