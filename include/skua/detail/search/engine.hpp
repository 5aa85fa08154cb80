// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The walk of one task through its part of the tree: depth first, on its own stack, from which
// parts can be cut off as tasks.
//
// Per node there is no allocation, no task, and one test whether a poll was requested (`limit` of
// the fibre's deque, as in loops). Thieves of this place and steal requests of other places set it.
//
//   ENGINE-1  Each node is visited exactly once, by the task that takes it out of its generator or
//     list. This includes the root and nodes that were given away. A node that is found prunable
//     when it is about to be given away counts as visited and pruned.
//   ENGINE-2  When `walk` stops early, every node that was not visited has been passed to the
//     place's state, unless the scope is cancelled.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include <skua/cancel.hpp>
#include <skua/detail/core/loop_run.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/detail/search/frontier.hpp>
#include <skua/detail/search/goals.hpp>
#include <skua/detail/search/pace.hpp>
#include <skua/detail/search/stack.hpp>
#include <skua/place.hpp>
#include <skua/search/options.hpp>

namespace skua::search::detail {

enum class mode {
  whole,  // walks the roots and everything below them; cuts parts off as the coordination says
  parts,  // stops at each node of one depth, which is a part for another task, and continues after it
};

/// Place is the class `state` (state.hpp): the search's state at this place.
template <class P, class Goal, class Place>
class engine {
 public:
  using node = node_of<P>;
  using position = typename frontier<node>::position;

  explicit engine(Place& state)
      : state_(state), local_(state.reducers), pace_(state.plan.node_budget, state.plan.backtrack_budget) {}
  engine(engine const&) = delete;
  engine& operator=(engine const&) = delete;

  /// Searches `roots`, which all have this depth and together this weight, and everything below
  /// them. Returns false if the search was stopped or the scope is cancelled. Leaves `roots` empty.
  /// With a position in the frontier it continues with nodes that other walks have left there, and
  /// leaves some nodes at times.
  bool search(std::vector<node>& roots, std::int32_t depth, double weight, position* walk_position = nullptr) {
    begin(roots, depth, weight);
    position_ = walk_position;
    bool done = walk<mode::whole>();
    while (done && walk_position != nullptr && walk_position->take_first(roots, depth, weight)) {
      stack_.end();
      stack_.begin(roots, depth, weight);
      resume_level_ = stack_.base();
      ++parts_;
      done = walk<mode::whole>();
    }
    if (done) stack_.end();
    flush();
    local_.flush();
    roots.clear();
    return done;
  }
  /// Drops all levels, after an exception.
  void forget_all() noexcept { stack_.forget_all(); }

  // The alternative to search(): the nodes of one depth, one at a time in the order of the search.
  // The nodes above them are visited only when the search reaches them. So a part that a newer
  // incumbent rules out is never made, and prune_level sees siblings in their order.

  /// Begins a walk by parts. Roots that already have that depth are parts themselves.
  void begin_parts(std::vector<node>& roots, std::int32_t depth, double weight, int depth_of_parts) {
    begin(roots, depth, weight);
    roots.clear();
    part_at_ = (std::max)(depth, depth_of_parts);
    sibling_index_.assign(1, 0);
  }
  /// Returns the next part, one node, or nothing at the end or when stopped. Any task may call it.
  std::vector<open_node<node>> next_part() {
    s_ = sched::self();
    part_.clear();
    if (state_.stopped()) pace_.stop();  // a task with a part has stopped the search
    if (walk<mode::parts>() && part_.empty()) stack_.end();
    flush();
    local_.flush();
    return std::move(part_);
  }
  /// The discrepancy of the last part: how many siblings, pruned or not, precede those on its path.
  [[nodiscard]] std::int64_t discrepancy() const noexcept { return sibling_index_.back() - 1; }

 private:
  using level_type = level<P>;

  static constexpr std::int64_t never = (std::numeric_limits<std::int64_t>::max)();
  static constexpr std::int64_t retry_interval = 64;  // nodes between polls while a request cannot be answered
  static constexpr std::int64_t max_grant = 1 << 16;
  static constexpr std::size_t min_given = 4;
  static constexpr int max_levels = 16;
  static constexpr std::chrono::microseconds poll_interval{200};
  static constexpr std::chrono::microseconds frontier_interval{1000};

  void begin(std::vector<node>& roots, std::int32_t depth, double weight) {
    s_ = sched::self();
    stack_.begin(roots, depth, weight);
    resume_level_ = stack_.base();
    pace_.begin();
    grant(1);  // the first check of the clock and limits comes at once
  }

  /// The members that the loop changes at every node are kept in local variables, which
  /// `with_saved_locals` writes back before a rare call. Returns false if the search was stopped.
  template <mode Mode>
  bool walk() {
    auto const& instance = state_.instance;
    auto const depth_limit = state_.plan.depth_limit;
    auto const scatter_below = state_.plan.scatter_below;
    sched::fibre* const current = s_;
    level_type* const base = stack_.base();
    level_type* lower = resume_level_;
    std::int64_t nodes_until_poll = pace_.nodes_until_poll;
    typename Goal::local local = local_;
    auto const with_saved_locals = [&](auto&& rare_function) SKUA_INLINE_LAMBDA {
      pace_.nodes_until_poll = nodes_until_poll;
      local_ = local;
      bool const continues = rare_function();
      local = local_;
      nodes_until_poll = pace_.nodes_until_poll;
      return continues;
    };
    for (;;) {
      level_type* const upper = lower->upper;
      if (SKUA_UNLIKELY(!lower->next(upper->root))) {
        if constexpr (Mode == mode::parts) sibling_index_.pop_back();
        if (SKUA_UNLIKELY(lower->marks != 0)) {
          stack_.leave(*lower);
          if (lower == base) break;
        }
        lower = lower->lower;
        continue;
      }
      if constexpr (Mode == mode::parts) ++sibling_index_.back();
      if constexpr (Mode == mode::whole) {
        if (SKUA_UNLIKELY(current->poll_requested()) && nodes_until_poll < look_below_ &&
            !with_saved_locals([&] { return answer_poll(*lower); }))
          return yield_subtree(*upper);
      }
      if (SKUA_UNLIKELY(nodes_until_poll == 0) &&
          !with_saved_locals([&] { return renew_budget(*lower, Mode == mode::parts); }))
        return yield_subtree(*upper);
      if constexpr (Mode == mode::parts) {
        if (upper->depth == part_at_ && !local.prunable(state_.goal, instance, upper->root)) {
          part_.push_back({upper->root, upper->depth, lower->is(tracked) ? lower->child_weight : 0.0});
          resume_level_ = lower;
          --nodes_until_poll;     // for the next check of the clock and limits
          pace_.add_visited(-1);  // the task that gets the node counts it
          break;
        }
      }
      --nodes_until_poll;
      switch (local.visit(state_, instance, upper->root)) {
        case visit_result::prune:
          ++prunes_;
          stack_.credit(*lower);
          continue;
        case visit_result::prune_siblings:
          ++prunes_;
          stack_.drop_siblings(*lower);
          continue;
        case visit_result::enough:
          return with_saved_locals([&] {
            stack_.forget_all();
            return false;
          });
        case visit_result::descend:
          break;
      }
      if (SKUA_UNLIKELY(upper->depth >= depth_limit)) {
        ++limited_;
        stack_.credit(*lower);
        continue;
      }
      ::new (static_cast<void*>(upper->memory)) children_of<P>(open(instance, std::as_const(upper->root), state_.goal));
      upper->marks = 0;
      if (SKUA_UNLIKELY(lower->is(tracked))) stack_.track(*upper);
      if constexpr (Mode == mode::whole) {
        if (SKUA_UNLIKELY(upper->depth < scatter_below)) {
          (void)with_saved_locals([&] { return scatter(*upper); });
          continue;
        }
      }
      if (SKUA_UNLIKELY(upper->upper == nullptr)) stack_.grow(*upper);
      upper->upper->depth = upper->depth + 1;
      if constexpr (Mode == mode::parts) sibling_index_.push_back(sibling_index_.back() - 1);
      lower = upper;
    }
    pace_.nodes_until_poll = nodes_until_poll;
    local_ = local;
    return true;
  }

  void grant(std::int64_t n) noexcept {
    if (state_.plan.node_limit != 0) n = (std::min)(n, std::max<std::int64_t>(1, state_.nodes_left() / workers()));
    pace_.grant(state_.plan.checks != 0 ? 1 : n, closed());  // check mode: renew_budget sees each node
    look_below_ = state_.plan.shares != 0 ? never : 0;
  }
  [[nodiscard]] std::int64_t closed() const noexcept { return static_cast<std::int64_t>(prunes_ + limited_); }

  /// Adds the counters to those of the place.
  void flush() {
    auto const nodes = static_cast<std::uint64_t>(pace_.take(closed()));
    std::uint64_t const prunes = std::exchange(prunes_, 0);
    // Backtracks: every node that was opened has been left, or will be before the end.
    state_.count({nodes, prunes, nodes - prunes - std::exchange(limited_, 0), std::exchange(parts_, 0),
                  std::exchange(cuts_, 0), 0});
    state_.progressed(nodes, std::exchange(stack_.done, 0.0));
  }

  /// Called when all granted nodes were visited: checks budget and limits, and grants more. They
  /// are twice as many as last time if that was less than poll_interval ago, otherwise half as
  /// many, so that the clock is read about once in that time. Returns false if the walk must stop.
  SKUA_NOINLINE bool renew_budget(level_type& level, bool in_parts) {
    if (state_.plan.checks != 0 && &level != stack_.base())
      local_.check_bound(state_.instance, level.upper->root, level.root);
    if (std::int64_t const n = pace_.extend(stack_.levels_open(level), closed()); n != 0) {
      if (look_below_ != never) look_below_ += n;  // as many nodes from now as before
      return true;
    }
    auto const now = sched::now_here();
    bool const quick = now - checked_at_ < poll_interval;
    std::int64_t const n = std::max<std::int64_t>(1, pace_.granted());
    checked_at_ = now;
    flush();
    if (state_.plan.node_limit != 0 && state_.nodes_left() <= 0) state_.stop_everywhere();
    if (state_.stopped()) {
      keep_open(level);
      return false;
    }
    if (skua::cancelled()) return false;
    if (in_parts || state_.plan.shares == 0) {
      if (s_->poll_requested()) sched::push_slow(s_);  // serves other tasks, which may have waited for long
    } else if (pace_.is_used(stack_.levels_open(level), closed())) {
      (void)cut(level, true, false);
      flush();  // with the nodes that were pruned instead of given away
      pace_.begin_budget(stack_.levels_open(level));
    } else if (position_ != nullptr && now - siblings_left_at_ >= frontier_interval) {
      siblings_left_at_ = now;
      (void)leave_siblings(level);
    }
    grant(quick ? (std::min)(2 * n, max_grant) : std::max<std::int64_t>(1, n / 2));
    return true;
  }

  /// Answers a poll request. Returns false if the scope has been cancelled.
  SKUA_NOINLINE bool answer_poll(level_type& level) {
    if (sched::loop_must_stop(s_)) return false;
    if (s_->count_tasks() != 0 || state_.plan.on_demand == 0 || !share_nodes(level)) sched::push_slow(s_);
    look_below_ = s_->poll_requested() ? pace_.nodes_until_poll - retry_interval : never;
    return true;
  }

  /// Makes tasks for a thief. Returns false if this walk has no node to give away.
  bool share_nodes(level_type& level) {
    if (position_ == nullptr) return cut(level, state_.plan.chunked != 0, state_.plan.chunked != 0);
    return state_.spawn_lazy_task() || (leave_siblings(level) && state_.spawn_lazy_task());
  }
  /// Moves the remaining children of the lowest level that has any to the frontier.
  bool leave_siblings(level_type& top) {
    while (level_type* const level = stack_.lowest_with_children(top)) {
      drop_prunable(*level);
      if (level->remaining() == 0) continue;
      double const node_weight = stack_.give_weight(*level, level->remaining());
      auto const first = level->list.begin() + static_cast<std::ptrdiff_t>(level->next_in_list);
      std::vector<node> siblings(std::make_move_iterator(first), std::make_move_iterator(level->list.end()));
      level->next_in_list = level->list.size();
      position_->leave(std::move(siblings), level->depth + 1, node_weight);
      ++cuts_;
      return true;
    }
    return false;
  }

  /// Gives away half or all of the remaining children of the lowest level that has any, as one task
  /// per node or as one task in total.
  bool cut(level_type& top, bool everything, bool as_one_task) {
    while (level_type* const level = stack_.lowest_with_children(top)) {
      drop_prunable(*level);
      if (level->remaining() == 0) continue;
      std::size_t const n = everything ? level->remaining() : (level->remaining() + 1) / 2;
      give(*level, n, as_one_task);
      if (!everything && n < min_given) give_more(*level, top, n);
      ++cuts_;
      return true;
    }
    return false;
  }
  /// With few children per node parts are tiny and thieves soon return, so more levels give nodes.
  void give_more(level_type& lowest, level_type& top, std::size_t child_count) {
    level_type* level = &lowest;
    for (int levels = 0; level != &top && child_count < min_given && levels < max_levels; ++levels) {
      level = level->upper;
      stack_.drain(*level);
      drop_prunable(*level);
      std::size_t const n = (std::min)(level->remaining() / 2, min_given - child_count);
      if (n != 0) give(*level, n, false);
      child_count += n;
    }
  }
  /// Prunes nodes that are about to be given away and can be pruned now.
  void drop_prunable(level_type& level) {
    auto const first = level.list.begin() + static_cast<std::ptrdiff_t>(level.next_in_list);
    auto const last = std::remove_if(first, level.list.end(),
                                     [&](node const& n) { return local_.prunable(state_.goal, state_.instance, n); });
    auto const n = level.list.end() - last;
    level.list.erase(last, level.list.end());
    prunes_ += static_cast<std::uint64_t>(n);
    pace_.add_visited(n);
    if (level.is(tracked)) stack_.done += level.child_weight * static_cast<double>(n);
  }
  void give(level_type& level, std::size_t n, bool as_one_task) {
    double const node_weight = stack_.give_weight(level, n);
    auto const first = level.list.begin() + static_cast<std::ptrdiff_t>(level.next_in_list);
    auto const last = first + static_cast<std::ptrdiff_t>(n);
    level.next_in_list += n;
    std::int32_t const depth = level.depth + 1;
    if (as_one_task && n > 1) {
      state_.spawn_many(std::vector<node>(std::make_move_iterator(first), std::make_move_iterator(last)), depth,
                        node_weight * static_cast<double>(n));
    } else {
      // the first becomes the oldest task, which thieves take first
      for (auto child = first; child != last; ++child) state_.spawn_one(*child, depth, node_weight);
    }
  }

  /// Makes a task of every child. This worker continues with the best one, the newest task.
  SKUA_NOINLINE bool scatter(level_type& level) {
    level_type& lower = *level.lower;
    stack_.drain(level);
    if (level.list.empty()) {
      stack_.credit(lower);
    } else {
      level.marks |= tracked;
      level.child_weight =
          lower.is(tracked) ? (lower.child_weight - lower.weight_given) / static_cast<double>(level.list.size()) : 0;
      lower.weight_given = 0;
      drop_prunable(level);
      for (std::size_t i = level.list.size(); i-- > level.next_in_list;)
        state_.spawn_one(level.list[i], level.depth + 1, level.child_weight);
      ++cuts_;
    }
    level.forget();
    return true;
  }

  /// Stops the walk at `level` before the visit of its node. Returns false.
  bool yield_subtree(level_type& level) {
    if (state_.stopped())
      state_.keep({level.root, level.depth, level.lower->is(tracked) ? level.lower->child_weight : 0.0});
    stack_.forget_all();
    return false;
  }
  /// Keeps all nodes that are not visited, if the result of the search needs them.
  void keep_open(level_type& top) {
    if (!state_.needs_open()) return;  // yield_subtree tells the state that nodes are left
    for (level_type* level = stack_.lowest;; level = level->upper) {
      stack_.drain(*level);
      for (std::size_t i = level->next_in_list; i < level->list.size(); ++i)
        state_.keep({level->list[i], level->depth + 1, level->is(tracked) ? level->child_weight : 0.0});
      if (level == &top) return;
    }
  }

  Place& state_;
  typename Goal::local local_;
  sched::fibre* s_ = nullptr;
  stack<P> stack_;
  level_type* resume_level_ = nullptr;
  int part_at_ = -1;
  std::vector<open_node<node>> part_;
  std::vector<std::int64_t> sibling_index_;  // per level in use: discrepancy of the path to its next child
  pace pace_;
  std::int64_t look_below_ = never;
  std::uint64_t prunes_ = 0, limited_ = 0, cuts_ = 0, parts_ = 0;
  std::chrono::steady_clock::time_point checked_at_{};
  position* position_ = nullptr;
  std::chrono::steady_clock::time_point siblings_left_at_{};  // time of the last leave_siblings in renew_budget
};

}  // namespace skua::search::detail
