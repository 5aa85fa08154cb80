// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/search/run.hpp>

#include <algorithm>
#include <iterator>

#include <skua/detail/base/wide_tree.hpp>
#include <skua/future.hpp>
#include <skua/place.hpp>
#include <skua/spawn.hpp>

namespace skua::search::detail {
namespace {

using numbered_report = std::pair<int, place_report>;  // with its place

place_report report_of(state_handle states) { return (*states)->report(true); }

/// The sum over the calling place and those below it in the tree of places with that root.
std::vector<numbered_report> reports_of_subtree(state_handle states, int root) {
  base::wide_tree const tree(skua::here(), root, skua::places());
  std::vector<future<std::vector<numbered_report>>> answers;
  for (int i = 0; i < tree.children(); ++i)
    answers.push_back(async(on(tree.child(i)), &reports_of_subtree, states, root));
  std::vector<numbered_report> reports;
  reports.emplace_back(skua::here(), (*states)->report(skua::here() != root));
  for (auto& answer : answers) std::ranges::move(answer.get(), std::back_inserter(reports));
  return reports;
}

/// Claims and searches the next part until there is none.
void work_in_order(state_handle states, int home) {
  while ((*states)->search_next_part(home, states)) {
  }
}
/// Starts a task for each worker of the calling place, and of those below it in the tree of places
/// whose root is the home.
void start_in_order(state_handle states, int home) {
  base::wide_tree const tree(skua::here(), home, skua::places());
  for (int i = 0; i < tree.children(); ++i) spawn(on(tree.child(i)), &start_in_order, states, home);
  for (int worker = skua::workers(); worker > 0; --worker) spawn(on(skua::here()), &work_in_order, states, home);
}

}  // namespace

running::running(coordination const& rule, options const& options)
    : rule_(rule), options_(options), started_(clock::now()) {}

void running::begin(state_handle const& states) {
  states_ = states;
  (*states)->set_handle(states);
  if (options_.node_limit != 0 || options_.time_limit.count() > 0 || options_.stop != nullptr) watch_limits();
  if (options_.observer) {
    progress_.nodes.every(options_.observe_every, [this](std::uint64_t) { options_.observer(now()); });
  }
}

// relaxed: a limit that is noticed after the end changes nothing
void running::end() noexcept { ended_.store(true, std::memory_order_relaxed); }

void running::start_workers() {
  if (!base::wide_tree::is_star(skua::places())) return start_in_order(*states_, skua::here());
  std::vector<future<int>> worker_counts;
  for (int place = 0; place < skua::places(); ++place)
    worker_counts.push_back(async(on(place), [] { return skua::workers(); }));
  for (int place = 0; place < skua::places(); ++place) {
    for (int worker = worker_counts[static_cast<std::size_t>(place)].get(); worker > 0; --worker)
      spawn(on(place), &work_in_order, *states_, skua::here());
  }
}

std::vector<place_report> running::reports() {
  std::vector<place_report> reports;
  if (base::wide_tree::is_star(skua::places())) {
    std::vector<future<place_report>> answers;
    for (int place = 0; place < skua::places(); ++place) {
      if (place != skua::here()) answers.push_back(async(on(place), &report_of, *states_));
    }
    for (auto& answer : answers) reports.push_back(answer.get());
    reports.insert(reports.begin() + skua::here(), (**states_)->report(false));
  } else {
    auto numbered = reports_of_subtree(*states_, skua::here());
    std::ranges::sort(numbered, {}, &numbered_report::first);
    for (auto& [place, report] : numbered) reports.push_back(std::move(report));
  }
  return reports;
}

common_outcome running::outcome_of(std::vector<place_report> const& reports) {
  common_outcome total;
  for (place_report const& part : reports) {
    static_cast<counts&>(total.stats) += part.done;
    total.stats.per_place.push_back(part.done);
    total.complete = total.complete && !part.cut_short;
  }
  total.share = total.complete ? 1 : share_now();
  return total;
}

double running::seconds() const { return std::chrono::duration<double>(clock::now() - started_).count(); }

double running::share_now() const { return std::clamp(progress_.share.peek(), 0.0, 1 - 1e-9); }

progress running::now() const { return {seconds(), progress_.nodes.peek(), share_now(), (**states_)->incumbent()}; }

void running::watch_limits() {
  progress_.nodes.when(
      [this](std::uint64_t nodes) {
        if (ended_.load(std::memory_order_relaxed)) return false;  // relaxed: a late stop does no harm
        return (options_.node_limit != 0 && nodes >= options_.node_limit) ||
               (options_.time_limit.count() > 0 && clock::now() - started_ >= options_.time_limit) ||
               (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed));  // relaxed: a flag
      },
      [states = *states_] { (*states)->stop_everywhere(); });
}

}  // namespace skua::search::detail
