// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/search/search_state.hpp>

#include <algorithm>
#include <mutex>
#include <set>
#include <string>

#include <skua/detail/base/wide_tree.hpp>
#include <skua/place.hpp>
#include <skua/spawn.hpp>

#include "base/number_text.hpp"
#include "core/settings.hpp"
#include "instruments/check_mode.hpp"
#include "search/part_requests.hpp"
#include "system/symbols.hpp"

namespace skua::search::detail {
namespace {

std::int64_t limited(std::uint64_t n) {
  return static_cast<std::int64_t>(std::min<std::uint64_t>(n, std::uint64_t{1} << 62));
}

/// Incumbents and stops are forwarded along a binary tree of places: to the neighbours of the
/// calling place, but the one that the news came from.
template <class Send>
void for_each_tree_neighbour(int excluded, Send&& send) {
  int const place = skua::here();
  for (int const number : {(place - 1) / 2, 2 * place + 1, 2 * place + 2}) {
    if (number != place && number != excluded && number < skua::places()) send(number);
  }
}

}  // namespace

cutting_plan cutting_plan::of(coordination const& rule, options const& options, bool order_matters) {
  using kind = coordination::kind;
  cutting_plan plan;
  if (rule.what() == kind::budget) {
    plan.backtrack_budget = limited(rule.backtracks());
    if (plan.backtrack_budget == 0) plan.node_budget = limited(rule.nodes());
  }
  if (rule.what() == kind::depth_bounded) plan.scatter_below = rule.depth();
  if (options.depth_limit >= 0) plan.depth_limit = options.depth_limit;
  plan.shares = rule.what() != kind::sequential;
  plan.on_demand = rule.on_demand();
  plan.chunked = rule.chunked();
  bool const one_worker = skua::places() == 1 && skua::workers() == 1;
  plan.in_order = rule.what() == kind::automatic && order_matters && !one_worker;
  plan.checks = sched::check_mode_is_on();
  plan.keep_open = options.keep_open;
  plan.node_limit = limited(options.node_limit);
  return plan;
}

void report_bound(std::type_info const& problem, double child, double parent) {
  std::string const name = system::demangled(problem.name());
  static std::mutex lock;
  static auto& reported = *new std::set<std::string>;  // never destroyed, as the table of the check mode
  {
    std::lock_guard const hold(lock);
    if (!reported.insert(name).second) return;
  }
  sched::report_doubt("a search of " + name + " finds a child with the bound " + base::general(child, 15) +
                      " below a node with the bound " + base::general(parent, 15) +
                      ": no node below may be better than its bound; one of the two bounds is wrong, or the node's "
                      "could be as narrow as its parent's");
}

search_state::search_state(cutting_plan const& rules, common_reducers const& progress_reducers)
    : plan(rules), progress_(progress_reducers), part_requests_(std::make_unique<part_requests>()) {}

search_state::~search_state() = default;

void search_state::set_handle(state_handle const& states) {
  if (has_handle_.load(std::memory_order_acquire)) return;  // sync: ME <- set_handle
  std::lock_guard const hold(lock_);
  if (states_) return;
  states_ = states;
  has_handle_.store(true, std::memory_order_release);  // sync: ME -> set_handle
}

void search_state::count(counts const& counts) noexcept {
  std::array<std::uint64_t, 6> const numbers{counts.nodes, counts.prunes, counts.backtracks,
                                             counts.tasks, counts.cuts,   counts.improvements};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != 0) counters_[i].fetch_add(numbers[i], std::memory_order_relaxed);  // relaxed: read at the end
  }
}

void search_state::progressed(std::uint64_t nodes, double share) {
  if (nodes != 0) progress_.nodes += nodes;
  if (share == 0) return;
  progress_.share += share;
  if (monitor_) monitor_->add_share(share);
}

counts search_state::counted() const noexcept {
  // relaxed: a snapshot, or the search has ended
  auto const read = [&](std::size_t i) { return counters_[i].load(std::memory_order_relaxed); };
  return {read(0), read(1), read(2), read(3), read(4), read(5)};
}

void search_state::list(std::optional<double> root_bound) {
  monitor_.emplace(&read_state, this, skua::here(), root_bound);
}

void search_state::read_state(void const* self, search_sample& to) {
  auto const& state = *static_cast<search_state const*>(self);
  to.done = state.counted();
  to.incumbent = state.incumbent();
}

std::vector<packed_part> search_state::claim_packed(std::uint64_t count, int home, state_handle const& states) {
  if (skua::here() == home) return claim_parts(count);
  if (base::wide_tree::is_star(skua::places())) return ask_above(count, home, states);
  auto const own = std::make_shared<part_requests::request>(part_requests::request{count, {}});
  if (part_requests_->add(own)) spawn(on(skua::here()), &search_state::send_requests, home, states);
  return own->answer.get_future().get();
}

std::vector<packed_part> search_state::ask_above(std::uint64_t count, int home, state_handle const& states) {
  int const above = base::wide_tree(skua::here(), home, skua::places()).parent();
  return at(
      above,
      [](std::uint64_t n, int home_there, state_handle local) { return (*local)->claim_packed(n, home_there, local); },
      count, home, states);
}

void search_state::send_requests(int home, state_handle states) {
  (*states)->part_requests_->send([&](std::uint64_t count) { return ask_above(count, home, states); });
}

void search_state::receive_incumbent(objective_bytes value, int from, state_handle states) {
  search_state& own = **states;
  if (own.raise_incumbent(value)) {
    own.set_handle(states);
    own.send_incumbent(value, from);
  }
}

// A place with a better incumbent does not forward a worse one.
void search_state::send_incumbent(objective_bytes const& value, int from) {
  for_each_tree_neighbour(from, [&](int place) {
    // otherwise a task of this place is sending a better one
    if (is_incumbent(value)) spawn(on(place), &receive_incumbent, value, skua::here(), *states_);
  });
}

void search_state::receive_stop(int from, stop_reason why, state_handle states) {
  (*states)->set_handle(states);
  (*states)->stop_and_forward(from, why);
}

void search_state::stop_everywhere(stop_reason why) { stop_and_forward(skua::here(), why); }

void search_state::stop_and_forward(int from, stop_reason why) {
  // relaxed: as in needs_open
  if (why == stop_reason::answer) answered_.store(true, std::memory_order_relaxed);
  if (stop_.exchange(true, std::memory_order_relaxed)) return;  // relaxed: as in stopped
  for_each_tree_neighbour(from, [&](int place) { spawn(on(place), &receive_stop, skua::here(), why, *states_); });
}

}  // namespace skua::search::detail
