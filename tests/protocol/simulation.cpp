// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "protocol/simulation.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "protocol/sum.hpp"
#include "remote/exporter.hpp"

namespace protocol {

using skua::sched::slot;

namespace {
constexpr std::uint64_t most_steps = 2'000'000;
}

simulation::simulation(plan const& p)
    : plan_(p),
      dice_(p.seed),
      net_(p.places),
      to_spawn_(p.tasks),
      sums_before_(sum::alive),
      trace_(std::getenv("SKUA_SIM_TRACE") != nullptr) {
  current_ = this;
  surroundings const s{net_, book_, time_, p.planted};
  for (int q = 0; q < p.places; ++q) {
    sim_places_.push_back(
        std::make_unique<sim_place>(s, q, sim_place::stealing{p.policy, p.amount, p.seed, p.deepest}));
    ledger::scope_entry root;
    root.home = q;
    root.keeps_going = true;
    book_.open_scope(root);
  }
  for (int l = 0; l < p.places * p.places; ++l) link_speed_.push_back(dice_.one_of(1u, 10u, 100u));
  for (int q = 0; q < p.places; ++q) place_speed_.push_back(dice_.one_of(1u, 10u, 30u));
  ending_speed_ = dice_.one_of(1u, 10u, 100u);
  export_speed_ = dice_.one_of(1u, 10u, 50u);
}

simulation::~simulation() { current_ = nullptr; }

std::string simulation::run() {
  start();
  while (book_.complaint().empty() && !finished()) {
    if (!step()) book_.complain("hang: scopes are open, and nothing can happen any more" + waiting_report());
    if (++steps_ == most_steps) book_.complain("no end after many steps");
  }
  if (book_.complaint().empty()) check_end();
  return book_.complaint();
}

bool simulation::anything_moves() const {
  if (!net_.empty()) return true;
  for (auto const& s : sim_places_) {
    auto const& p = s->place();
    if (s->busy() || s->ending() != 0 || !p.arrived.urgent.empty()) return true;
    if (p.arrived.tasks.empty()) continue;
    if (p.number != 0 || !home_is_lazy()) return true;
    for (slot const& t : p.arrived.tasks) {
      if ((t.scope & skua::sched::slot_any) == 0) return true;
    }
  }
  return false;
}

bool simulation::finished() const {
  return outermost_ended_ && !anything_moves() && sim_places_.front()->place().arrived.tasks.empty();
}

/// Makes one event, chosen by weight among the possible ones. Returns false if nothing has moved
/// for 2000 steps.
bool simulation::step() {
  if (dice_.in_1000(plan_.deliver_all)) {
    deliver_all();
    return true;
  }
  bool const moves = anything_moves();
  barren_ = moves ? 0 : barren_ + 1;
  if (barren_ > 2000) return false;
  struct event {
    enum kind_of_event { deliver, receive, run_task, report, send_away, request_work, request_work_early, serve } kind;
    int place, from;
    unsigned weight;
  };
  std::vector<event> events;
  unsigned total = 0;
  auto const add = [&](event::kind_of_event kind, int place, int from, unsigned weight) {
    events.push_back({kind, place, from, weight});
    total += weight;
  };
  int const n = plan_.places;
  for (int q = 0; q < n; ++q) {
    sim_place& s = at(q);
    auto const& p = s.place();
    unsigned const speed = place_speed_[static_cast<std::size_t>(q)];
    if (s.busy()) {
      add(event::receive, q, 0, speed);
    } else {
      for (int from = 0; from < n; ++from) {
        if (net_.waiting(from, q) != 0)
          add(event::deliver, q, from, link_speed_[static_cast<std::size_t>(from * n + q)]);
      }
    }
    bool const any = !p.arrived.tasks.empty();
    if (any || !p.arrived.urgent.empty()) add(event::run_task, q, 0, speed);
    if (s.ending() != 0) add(event::report, q, 0, ending_speed_);
    if (any && plan_.export_at_random) add(event::send_away, q, 0, export_speed_);
    bool const wants_some = plan_.steal && !any && !outermost_ended_;
    if (wants_some && (q != 0 || !home_is_lazy())) add(event::request_work, q, 0, 5);
    if (wants_some && s.thief().policy().gossips()) add(event::request_work_early, q, 0, 2);
    if (any && p.waiting_thieves.load(std::memory_order_relaxed) != 0)
      add(event::serve, q, 0, 10);  // relaxed: one thread
  }
  if (total == 0) return false;
  std::size_t pick = dice_.below(total);
  std::size_t i = 0;
  while (pick >= events[i].weight) pick -= events[i++].weight;
  event const e = events[i];
  if (trace_) {
    static char const* const names[] = {"delivers", "finishes a batch", "runs",  "reports done", "exports",
                                        "asks",     "will ask",         "serves"};
    std::fprintf(stderr, "%llu: place %d %s", static_cast<unsigned long long>(steps_), e.place, names[e.kind]);
    if (e.kind == event::deliver)
      std::fprintf(stderr, " kind %u from %d", static_cast<unsigned>(net_.next(e.from, e.place)), e.from);
    std::fprintf(stderr, "\n");
  }
  sim_place& s = at(e.place);
  switch (e.kind) {
    case event::deliver: {
      bool const newest = plan_.planted == mutation::unordered && dice_.in_1000(500);
      s.receive(e.from, newest ? net_.take_newest(e.from, e.place) : net_.take(e.from, e.place));
      break;
    }
    case event::receive:
      s.finish_receiving();
      break;
    case event::run_task:
      run_some_task(e.place);
      break;
    case event::report:
      s.report_done(dice_.below(s.ending()));
      break;
    case event::send_away:
      export_some(e.place);
      break;
    case event::request_work:
      s.thief().request_work();
      break;
    case event::request_work_early:
      s.thief().request_work_early();
      break;
    case event::serve:
      (void)s.thief().serve(skua::sched::reach::everything);
      break;
  }
  return true;
}

/// Delivers everything sent, while no task runs.
void simulation::deliver_all() {
  for (bool progress = true; progress && book_.complaint().empty();) {
    progress = false;
    for (int q = 0; q < plan_.places; ++q) {
      if (at(q).busy()) at(q).finish_receiving();
      for (int from = 0; from < plan_.places; ++from) {
        if (net_.waiting(from, q) == 0 || at(q).busy()) continue;
        at(q).receive(from, net_.take(from, q));
        progress = true;
      }
    }
  }
  for (auto const& s : sim_places_) {
    if (s->busy() && book_.complaint().empty()) s->finish_receiving();
  }
  if (net_.empty() && book_.complaint().empty()) check_at_rest();
}

void simulation::run_some_task(int q) {
  auto& p = at(q).place();
  bool const urgent = !p.arrived.urgent.empty();
  auto& from = urgent ? p.arrived.urgent : p.arrived.tasks;
  std::size_t i = urgent ? 0 : dice_.below(from.size());
  if (home_is_lazy() && q == 0 && !urgent) {
    std::size_t looked = 0;
    while (looked < from.size() && (from[i].scope & skua::sched::slot_any) != 0) {
      i = (i + 1) % from.size();
      ++looked;
    }
    if (looked == from.size()) return;
  }
  slot const s = from[i];
  from.erase(from.begin() + static_cast<std::ptrdiff_t>(i));
  (urgent ? p.arrived.urgent_count : p.arrived.count).fetch_sub(1, std::memory_order_relaxed);  // relaxed: one thread
  run_slot(q, s);
}

/// Like an answer to a thief, without a request.
void simulation::export_some(int q) {
  int const to = (q + 1 + dice_.number(plan_.places - 1)) % plan_.places;
  skua::sched::slot_list loot;
  std::size_t limit = 1 + dice_.below(dice_.in_1000(500) ? 2 : 20);
  auto const share = [](std::size_t available, void* n) { return std::min(available, *static_cast<std::size_t*>(n)); };
  skua::sched::take_any_tasks(at(q).place(), loot, 128, share, &limit);
  if (loot.empty()) return;
  (void)skua::remote::export_tasks(at(q).place(), at(q).tree(), to, loot, false);
}

}  // namespace protocol
