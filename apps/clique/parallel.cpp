// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Maximum clique with tasks that may run at any place: one per branch while the subproblem is large, the sequential engine
// below that.
//
// A node spawns its branches from the least to the most promising. A worker runs its newest task first, so one worker
// alone walks the tree of the sequential program, node by node; thieves take the oldest, that is the largest part of
// what would come last. A task looks at the incumbent once more when it starts: most of what was spawned early is
// pruned then.
//
// The graph is sent to each place once and prepared there. Whoever finds a larger clique puts it into a reducer, whose
// value counts at the end, raises the bound of its place, and sends a task to every other place that does the same there.

#include <memory>
#include <mutex>
#include <skua/finish.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>
#include <vector>

#include "../skua/text.hpp"
#include "depth_first.hpp"
#include "incumbent.hpp"
#include "search.hpp"
#include "width.hpp"

namespace apps::clique {
namespace {

/// Candidates below which a subtree is not worth a task: it takes microseconds then, in graphs of any density.
constexpr int smallest_split = 32;

/// What the tasks find out. Handles: each place adds to its own part.
template <std::size_t Words>
struct results {
  skua::sum<std::int64_t> nodes;
  skua::best_max<int, bits<Words>> largest;
};

/// What the tasks of one place share: made there from the graph.
template <std::size_t Words>
class shared_search {
 public:
  using engine = depth_first<Words, place_incumbent<Words>>;

  shared_search(graph const& in, results<Words> const& handles) : of(in), found(handles) {}

  problem<Words> of;
  results<Words> found;
  place_incumbent<Words> best;

  /// Calls `body` with the engine of this worker; it must do nothing that may suspend the task.
  template <typename Body>
  auto with_engine(Body&& body) {
    std::call_once(counted_, [&] { engines_.resize(static_cast<std::size_t>(skua::workers())); });
    auto const worker = static_cast<std::size_t>(skua::worker());
    if (worker >= engines_.size()) {  // a standby worker: rare enough for an engine of its own
      engine own(of, best);
      return body(own);
    }
    if (!engines_[worker]) engines_[worker] = std::make_unique<engine>(of, best);
    return body(*engines_[worker]);
  }

 private:
  std::once_flag counted_;
  std::vector<std::unique_ptr<engine>> engines_;  ///< by worker
};

template <std::size_t Words>
using shared_here = skua::place_local<shared_search<Words>>;

/// Keeps the largest clique of this place if it is new, and tells the other places.
template <std::size_t Words>
void tell_others(shared_here<Words> const& all) {
  auto const news = all->best.untold();
  if (!news) return;
  all->found.largest.offer(news->size, news->clique);
  for (int p = 0; p < skua::places(); ++p) {
    if (p == skua::here()) continue;
    skua::spawn(skua::on(p), [all, size = std::int64_t{news->size}] { all->best.heard(static_cast<int>(size)); });
  }
}

/// One subproblem: the cliques larger than the incumbent among `chosen` and the candidates. Trivially copyable: it travels
/// as it is.
template <std::size_t Words>
struct subproblem {
  bits<Words> chosen;
  bits<Words> candidates;
  int size;   ///< of `chosen`
  int bound;  ///< on the size of any clique of the subproblem
  shared_here<Words> all;

  void operator()() const {
    auto& here = *all;
    if (bound <= here.best.size()) return;
    int const left = candidates.size();
    if (left == 0) {
      here.best.improve(chosen, size);
    } else if (left < smallest_split) {
      auto const nodes = here.with_engine([&](auto& engine) { return engine.search(chosen, size, candidates); });
      here.found.nodes += static_cast<std::int64_t>(nodes);
    } else {
      split(here);
    }
    tell_others<Words>(all);
  }

  void split(shared_search<Words>& here) const {
    here.found.nodes += 1;
    auto const branches = here.with_engine([&](auto& engine) { return engine.branches_of(candidates, size); });
    auto before = candidates;
    for (auto const& branch : branches) before.erase(branch.vertex);
    for (auto const& branch : branches) {
      subproblem below{chosen, before & here.of.neighbours(branch.vertex), size + 1, size + branch.colour, all};
      below.chosen.insert(branch.vertex);
      skua::spawn(skua::any, below);
      before.insert(branch.vertex);
    }
  }
};

template <std::size_t Words>
answer search(graph const& in, common_options const& options) {
  static_assert(std::is_trivially_copyable_v<subproblem<Words>>);
  results<Words> const found;
  shared_here<Words> const all(in, found);
  progress const live(options.show_progress(), [&](double seconds) {
    auto const nodes = static_cast<std::uint64_t>(found.nodes.peek());
    return "clique: " + std::to_string(all->best.size()) + " vertices so far, " + grouped(nodes) + " nodes, " +
           rate(static_cast<double>(nodes) / seconds, "per second");
  });
  all->with_engine([](auto& engine) { engine.dive(); });
  skua::finish([&] {
    tell_others<Words>(all);
    auto const& of = all->of;
    skua::spawn(skua::any, subproblem<Words>{bits<Words>::none(), of.all(), 0, of.order(), all});
  });
  return {all->of.original(found.largest.get()->payload), static_cast<std::uint64_t>(found.nodes.get())};
}

}  // namespace

answer search_parallel(graph const& in, common_options const& options) {
  return with_width(in, [&](auto words) { return search<words>(in, options); });
}

}  // namespace apps::clique
