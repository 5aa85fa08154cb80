// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "seeds/watch.hpp"

#include <cstdio>
#include <cstdlib>

#include "core/cancel.hpp"
#include "core/place.hpp"

#include <skua/detail/core/self.hpp>
#include "core/scope_extension.hpp"
#include "remote/job.hpp"
#include "sim/sim_place.hpp"

namespace seeds_test {
namespace {

using namespace skua;

constexpr std::uint64_t rest_ns = 1'000'000'000;  // time after which the last messages have arrived

/// The tokens of a scope; negative: more were given back than taken.
std::int64_t tokens(sched::scope_frame const& f) noexcept {
  std::int64_t const word = f.state.load();
  return word >= 0 ? word / sched::scope_token : -1;
}

/// Whether the scope has a frame at its home.
bool at_home(remote::job const& j, std::uint64_t id) {
  for (sched::place* const p : j.places) {
    if (p->number == sched::place_of_scope(id)) return sched::find_scope_locked(*p, id) != nullptr;
  }
  return false;
}

std::string look(remote::job const& j) {
  for (sched::place* const p : j.places) {
    std::string const where = " at place " + std::to_string(p->number);
    if (tokens(p->root) < 0) return "the root scope has less than no task" + where;
    for (sched::scope_entry const& e : p->scopes.entries) {
      if (e.frame != nullptr && tokens(*e.frame) < 0) return "a scope has less than no task" + where;
    }
    for (auto const& [id, f] : p->scopes.proxies) {
      if (tokens(*f) < 0) return "a proxy has less than no task" + where;
      if (f->extension->edges.size() >= static_cast<std::size_t>(p->total))
        return "a proxy has more edges than there are places" + where;
      if (!at_home(j, id)) return "a scope has ended that has a proxy" + where;
    }
  }
  return {};
}

std::string count(std::size_t n, char const* noun) { return n != 0 ? ", " + std::to_string(n) + " " + noun : ""; }

std::string left_at(sched::place& p) {
  std::size_t open = 0;
  for (sched::scope_entry const& e : p.scopes.entries) open += e.frame != nullptr ? 1 : 0;
  std::string remains =
      count(open, "scopes") + count(p.scopes.proxies.size(), "proxies") +
      count(static_cast<std::size_t>(tokens(p.root)), "tasks of the root scope") +
      count(p.arrived.tasks.size(), "tasks that have arrived") + count(p.arrived.loot.size(), "stolen tasks") +
      count(p.arrived.urgent.size(), "urgent tasks") +
      count(p.arrived.count.load() + p.arrived.loot_count.load() + p.arrived.urgent_count.load(), "counted arrivals") +
      count(p.counting.load(), "counted scopes") + count(p.cancelled_scopes.load(), "cancelled scopes");
  return remains;
}

std::string left_at(remote::node& n) {
  auto const names = n.names().count();
  auto const futures = n.exported().count();
  return count(n.mail().anything_waits() ? 1 : 0, "full mailboxes") +
         count(n.calls().size(), "calls without an answer") + count(names.replicas, "replicas") +
         count(names.leaving, "objects that are still known") +
         count(static_cast<remote::phaser_exchange*>(n.phasers())->representatives(), "representatives of phasers") +
         count(futures.exported, "shown futures") + count(futures.with_shares, "held copies of futures") +
         count(futures.copies, "copies of futures") +
         count(n.stealing().awaits_answer() ? 1 : 0, "requests to steal without an answer");
}

}  // namespace

void watch::begin() {
  world_ = &static_cast<sim::sim_place*>(sched::place_of(sched::self())->machine)->of();
  world_->injector = this;
}

/// Called outside any task, whatever place 0 does, so that waves come at all times. There are none
/// where messages are lost on purpose: a message that never arrives stays under way for ever, and
/// the world would not come to its stop.
void watch::begin_wave() {
  remote::job& j = *world_->job;
  if (!waves_ || spoils_ != nullptr || j.nodes.empty() || world_->now() < next_wave_) return;
  next_wave_ = world_->now() + 20'000;
  j.nodes.front()->deadlocks().begin();
}

void watch::stepped() {
  if (++steps_ % every != 0) return;
  begin_wave();
  std::string const wrong = steps_ < most_steps ? look(*world_->job) : "it does not end";
  if (wrong.empty()) return;
  std::fprintf(stderr, "%s", wrong.c_str());
  std::abort();
}

std::string watch::end() {
  waves_ = false;
  world_->pause(rest_ns);
  leave();
  remote::job& j = *world_->job;
  std::string wrong = look(j);
  for (std::size_t i = 0; wrong.empty() && i < j.places.size(); ++i) {
    std::string const remains = left_at(*j.places[i]) + (j.nodes.empty() ? "" : left_at(*j.nodes[i]));
    if (!remains.empty())
      wrong = "when all is over there are" + remains.substr(1) + " at place " + std::to_string(j.places[i]->number);
  }
  return wrong;
}

}  // namespace seeds_test
