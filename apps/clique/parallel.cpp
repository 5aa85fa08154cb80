// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Maximum clique with tasks: one per branch while the subproblem is large, the sequential engine below that.
//
// A node spawns its branches from the least to the most promising. A worker runs its newest task first, so one worker
// alone walks the tree of the sequential program, node by node; thieves take the oldest, that is the largest part of
// what would come last. A task looks at the incumbent once more when it starts: most of what was spawned early is
// pruned then.

#include <memory>
#include <skua/finish.hpp>
#include <skua/place.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>

#include "../skua/text.hpp"
#include "depth_first.hpp"
#include "incumbent.hpp"
#include "search.hpp"
#include "width.hpp"

namespace apps::clique {
namespace {

/// Candidates below which a subtree is not worth a task: it takes microseconds then, in graphs of any density.
constexpr int smallest_split = 32;

template <std::size_t Words>
struct shared_search {
  using engine = depth_first<Words, shared_incumbent<Words>>;

  problem<Words> const& of;
  shared_incumbent<Words> best;
  skua::sum<std::int64_t> nodes;
  std::vector<std::unique_ptr<engine>> engines;  ///< by worker

  /// Calls `body` with the engine of this worker; it must do nothing that may suspend the task.
  template <typename Body>
  auto with_engine(Body&& body) {
    auto const worker = static_cast<std::size_t>(skua::worker());
    if (worker >= engines.size()) {  // a standby worker: rare enough for an engine of its own
      engine own(of, best);
      return body(own);
    }
    if (!engines[worker]) engines[worker] = std::make_unique<engine>(of, best);
    return body(*engines[worker]);
  }
};

/// One subproblem: the cliques larger than the incumbent among `chosen` and the candidates.
template <std::size_t Words>
struct subproblem {
  bits<Words> chosen;
  bits<Words> candidates;
  int size;   ///< of `chosen`
  int bound;  ///< on the size of any clique of the subproblem
  shared_search<Words>* all;

  void operator()() const {
    if (bound <= all->best.size()) return;
    int const left = candidates.size();
    if (left == 0) {
      all->best.improve(chosen, size);
    } else if (left < smallest_split) {
      auto const nodes = all->with_engine([&](auto& engine) { return engine.search(chosen, size, candidates); });
      all->nodes += static_cast<std::int64_t>(nodes);
    } else {
      split();
    }
  }

  void split() const {
    all->nodes += 1;
    auto const branches = all->with_engine([&](auto& engine) { return engine.branches_of(candidates, size); });
    auto before = candidates;
    for (auto const& branch : branches) before.erase(branch.vertex);
    for (auto const& branch : branches) {
      subproblem below{chosen, before & all->of.neighbours(branch.vertex), size + 1, size + branch.colour, all};
      below.chosen.insert(branch.vertex);
      skua::spawn(below);
      before.insert(branch.vertex);
    }
  }
};

template <std::size_t Words>
answer search(graph const& in, common_options const& options) {
  static_assert(std::is_trivially_copyable_v<subproblem<Words>>);
  problem<Words> const of(in);
  shared_search<Words> all{of, {}, {}, {}};
  all.engines.resize(static_cast<std::size_t>(skua::workers()));
  progress const live(options.show_progress(), [&](double seconds) {
    auto const nodes = static_cast<std::uint64_t>(all.nodes.peek());
    return "clique: " + std::to_string(all.best.size()) + " vertices so far, " + grouped(nodes) + " nodes, " +
           rate(static_cast<double>(nodes) / seconds, "per second");
  });
  all.with_engine([](auto& engine) { engine.dive(); });
  skua::finish([&] { skua::spawn(subproblem<Words>{bits<Words>::none(), of.all(), 0, of.order(), &all}); });
  return {of.original(all.best.clique()), static_cast<std::uint64_t>(all.nodes.get())};
}

}  // namespace

answer search_parallel(graph const& in, common_options const& options) {
  return with_width(in, [&](auto words) { return search<words>(in, options); });
}

}  // namespace apps::clique
