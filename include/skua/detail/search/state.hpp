// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of one search at one place: the problem, the incumbent, and the engines that its tasks
// borrow. The parts that need no type of the problem are in its bases.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <skua/detail/instruments/trace_events.hpp>
#include <skua/detail/search/engine.hpp>
#include <skua/detail/search/goals.hpp>
#include <skua/detail/search/node_state.hpp>
#include <skua/detail/search/ordered.hpp>
#include <skua/place.hpp>

namespace skua::search::detail {

/// Orders the nodes with which a search continues: the deepest first, as the interrupted walks
/// would have taken them. In another order the rest of those walks would wait, and each save of a
/// search that is saved again and again would have more nodes than the last.
template <class Node>
void sort_deepest_first(open_nodes<Node>& nodes) {
  // not std::stable_sort: it calls a function that is deprecated, of which clang warns
  std::vector<std::pair<std::int64_t, std::size_t>> order;
  for (std::size_t i = 0; i < nodes.size(); ++i) order.emplace_back(-std::int64_t{nodes[i].depth}, i);
  if (std::ranges::is_sorted(order)) return;
  std::ranges::sort(order);
  open_nodes<Node> sorted;
  for (auto const& [depth, i] : order) sorted.push_back(std::move(nodes[i]));
  nodes = std::move(sorted);
}
/// Like sort_deepest_first, for nodes that become a task each: this worker takes the first, thieves
/// the last.
template <class Node>
void move_shallow_to_middle(open_nodes<Node>& deepest_first) {
  open_nodes<Node> front, back;
  for (std::size_t i = 0; i < deepest_first.size(); ++i)
    (i % 2 == 0 ? front : back).push_back(std::move(deepest_first[i]));
  std::ranges::reverse(back);
  std::ranges::move(back, std::back_inserter(front));
  deepest_first = std::move(front);
}

template <class P, class Goal>
class state final : public node_state<node_of<P>> {
 public:
  using node = node_of<P>;
  using walker = engine<P, Goal, state>;

  state(P const& problem, cutting_plan const& rules, typename Goal::settings const& s,
        typename Goal::handles const& result_reducers, common_reducers const& progress_reducers)
      : node_state<node>(rules, progress_reducers), instance(problem), goal(s), reducers(result_reducers) {
    this->list(root_bound());
  }
  state(state const&) = delete;
  state& operator=(state const&) = delete;
  ~state() override { this->unlist(); }

  P const instance;
  typename Goal::place_part goal;
  typename Goal::handles const reducers;

  /// Starts a search at its home, in the scope that owns it: searches or spawns the roots. In an
  /// ordered search makes the parts, for search_next_part.
  void start(coordination const& rule, open_nodes<node> roots, state_handle const& states) {
    using kind = coordination::kind;
    if (!rule.by_discrepancy()) sort_deepest_first(roots);  // parts of a discrepancy have another order
    if (rule.what() == kind::ordered) {
      parts_.begin(std::make_unique<walker>(*this), std::move(roots), rule.depth());
      if (rule.by_discrepancy()) parts_.sort_by_discrepancy();
    } else if (rule.what() == kind::sequential) {
      for (auto& root : roots) this->search_here(std::move(root), states);
    } else if (this->plan.in_order != 0 && roots.size() > 1) {
      auto first = std::move(roots.front());
      roots.erase(roots.begin());
      this->place_frontier.add_last(std::move(roots));
      this->search_here(std::move(first), states);  // and then those of the frontier
    } else {
      move_shallow_to_middle(roots);
      // One task each; the task of the first root is the newest, so that this worker takes it next.
      for (std::size_t i = roots.size(); i-- > 0;) this->spawn_one(roots[i].node, roots[i].depth, roots[i].weight);
    }
  }

  /// Called by a task of this place that has improved the incumbent.
  template <class Value>
  void improved(Value v) {
    sched::note_incumbent(static_cast<double>(v));
    this->count({0, 0, 0, 0, 0, 1});
    if (Goal::place_part::is_last(v)) return this->stop_everywhere(stop_reason::answer);
    if constexpr (!Goal::stops_at_first) this->send_incumbent(bytes_of(v), skua::here());
  }

  [[nodiscard]] std::optional<double> incumbent() const override { return goal.incumbent(); }

 private:
  /// No node of the tree is better; empty for a search without bounds.
  std::optional<double> root_bound() const {
    if constexpr (Goal::order_matters && bounded<P>) {
      return static_cast<double>(instance.bound(instance.root()));
    } else {
      return {};
    }
  }

  bool walk(std::vector<node>& nodes, std::int32_t depth, double weight,
            typename frontier<node>::position* walk_position) override {
    std::unique_ptr<walker> w = borrow();
    struct returner {
      state& owner;
      std::unique_ptr<walker>& w;
      ~returner() {
        w->forget_all();
        std::lock_guard const g(owner.lock_);
        try {
          owner.idle_.push_back(std::move(w));
        } catch (...) {  // the walker is destroyed instead
        }
      }
    } const guard{*this, w};
    return w->search(nodes, depth, weight, walk_position);  // may suspend
  }
  std::unique_ptr<walker> borrow() {
    {
      std::lock_guard const g(this->lock_);
      if (!idle_.empty()) {
        auto w = std::move(idle_.back());
        idle_.pop_back();
        return w;
      }
    }
    return std::make_unique<walker>(*this);
  }
  open_nodes<node> claim_part() override { return parts_.claim(); }

  bool raise_incumbent(objective_bytes const& value) noexcept override {
    if constexpr (Goal::has_incumbents) {
      return goal.raise(value_of_bytes<typename Goal::value>(value));
    } else {
      return false;
    }
  }
  [[nodiscard]] bool is_incumbent(objective_bytes const& value) const noexcept override {
    if constexpr (Goal::has_incumbents) {
      return goal.best() == value_of_bytes<typename Goal::value>(value);
    } else {
      return false;
    }
  }
  std::uint64_t drop_prunable_open() override {
    typename Goal::local const judge(reducers);
    return std::erase_if(this->open_, [&](open_node<node> const& n) { return judge.prunable(goal, instance, n.node); });
  }

  ordered_parts<walker> parts_;
  std::vector<std::unique_ptr<walker>> idle_;
};

}  // namespace skua::search::detail
