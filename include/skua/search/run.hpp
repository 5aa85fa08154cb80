// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One search from its start to its result.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <skua/error.hpp>
#include <skua/finish.hpp>
#include <skua/future.hpp>
#include <skua/search/state.hpp>

namespace skua::search::detail {

/// The common part of all results.
template <class P>
struct outcome {
  bool complete = true;  ///< false: stopped by a limit, or from outside
  double share = 1;
  statistics stats;
  std::vector<open_node<node_of<P>>> open;
};

/// Where a search begins: at the root, or where another one was interrupted.
template <class P>
using beginning = std::vector<open_node<node_of<P>>>;

template <class P, class Goal>
class running {
 public:
  using node = node_of<P>;
  using place_state = state<P, Goal>;
  using handle = place_local<place_state>;

  /// Makes what the scope owns that the caller has opened.
  running(P const& problem, coordination const& how, options const& o, typename Goal::settings const& s,
          typename Goal::handles const& to)
      : how_(how),
        options_(o),
        started_(clock::now()),
        me_(problem, cutting_plan::of(how, o, Goal::order_matters), s, to, all_) {
    me_->introduce(me_);
    if (o.node_limit != 0 || o.time_limit.count() > 0 || o.stop != nullptr) watch_limits();
    if (o.observer) {
      all_.nodes.every(o.observe_every, [this](std::uint64_t) { options_.observer(now()); });
    }
  }
  running(running const&) = delete;
  running& operator=(running const&) = delete;

  /// Returns when every part of the tree has been searched or handed back.
  void go(beginning<P> roots) {
    finish([&] {
      if (how_.what() == coordination::kind::ordered) return go_in_order(std::move(roots));
      bool const alone = how_.what() == coordination::kind::sequential;
      // One task each, the first one last, so that it is this worker's next.
      for (std::size_t i = roots.size(); i-- > 0 && !alone;)
        me_->spawn_one(roots[i].node, roots[i].depth, roots[i].weight);
      for (std::size_t i = 0; i < roots.size() && alone; ++i) {
        std::vector<node> one{std::move(roots[i].node)};
        me_->search_here(one, roots[i].depth, roots[i].weight, me_);
      }
    });
    over_.store(true, std::memory_order_relaxed);  // relaxed: a limit that is noticed after the end changes nothing
  }

  outcome<P> result() {
    outcome<P> r;
    std::vector<future<place_report<P>>> others;
    for (int p = 0; p < skua::places(); ++p) others.push_back(async(on(p), &report_of, me_));
    for (auto& o : others) {
      place_report<P> part = o.get();
      static_cast<counts&>(r.stats) += part.done;
      r.stats.per_place.push_back(part.done);
      r.complete = r.complete && !part.cut_short;
      r.open.insert(r.open.end(), std::make_move_iterator(part.open.begin()), std::make_move_iterator(part.open.end()));
    }
    r.share = r.complete ? 1 : share_now();
    return r;
  }

 private:
  using clock = std::chrono::steady_clock;

  static place_report<P> report_of(handle me) { return me->report(); }

  double seconds() const { return std::chrono::duration<double>(clock::now() - started_).count(); }
  double share_now() const { return std::clamp(all_.share.peek(), 0.0, 1 - 1e-9); }
  progress now() const { return {seconds(), all_.nodes.peek(), share_now(), me_->goal.incumbent()}; }

  void watch_limits() {
    all_.nodes.when(
        [this](std::uint64_t nodes) {
          if (over_.load(std::memory_order_relaxed)) return false;  // relaxed: a late stop does no harm
          return (options_.node_limit != 0 && nodes >= options_.node_limit) ||
                 (options_.time_limit.count() > 0 && clock::now() - started_ >= options_.time_limit) ||
                 (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed));  // relaxed: a flag
        },
        [me = me_] { me->stop_everywhere(); });
  }

  void go_in_order(beginning<P> roots) {
    me_->parts.begin(std::make_unique<typename place_state::walker>(*me_), std::move(roots), how_.depth());
    if (how_.by_discrepancy()) me_->parts.sort_by_discrepancy();
    std::vector<future<int>> crews;
    for (int p = 0; p < skua::places(); ++p) crews.push_back(async(on(p), [] { return skua::workers(); }));
    for (int p = 0; p < skua::places(); ++p) {
      for (int w = crews[static_cast<std::size_t>(p)].get(); w > 0; --w)
        spawn(on(p), &work_in_order, me_, skua::here());
    }
  }
  /// Claims the next part again and again.
  static void work_in_order(handle me, int home) {
    for (;;) {
      auto part = home == skua::here() ? me->parts.claim() : at(home, [](handle h) { return h->parts.claim(); }, me);
      if (part.empty()) return;
      std::vector<node> one{std::move(part.front().node)};
      // What a stop has left over is claimed all the same, to be kept; in a cancelled scope nobody
      // wants it.
      if (!me->search_here(one, part.front().depth, part.front().weight, me) && skua::cancelled()) return;
    }
  }

  coordination const how_;
  options const options_;
  clock::time_point const started_;
  common_reducers all_;
  handle me_;
  base::atomic<bool> over_{false};
};

/// `make_handles` and `take` run inside the scope that owns the reducers: take(handles, outcome)
/// makes the result.
template <class P, class Goal, class Take>
auto run_search(P const& p, coordination const& how, options const& o, typename Goal::settings const& s,
                beginning<P> roots, Take&& take) {
  std::optional<decltype(take(std::declval<typename Goal::handles const&>(), std::declval<outcome<P>&&>()))> result;
  std::optional<running<P, Goal>> search;  // outlives the scope, whose conditions are looked at once more at its end
  finish([&] {
    typename Goal::handles const handles;
    search.emplace(p, how, o, s, handles);
    search->go(std::move(roots));
    result.emplace(take(handles, search->result()));
  });
  if (!result) throw cancelled_error();  // a scope around the search, or its own by the problem's code
  return std::move(*result);
}

template <class P>
beginning<P> from_root(P const& p) {
  beginning<P> roots;
  roots.push_back({p.root(), 0, 1.0});
  return roots;
}

}  // namespace skua::search::detail
