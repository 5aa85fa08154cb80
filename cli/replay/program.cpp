// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The tasks of a record as tasks of the library: each takes the steps of its list. A simulation is
// one thread in one process, so all places read the record in place, and plain numbers suffice.
//
// An event belongs to the place at which the task was spawned that signals it, as the state of a
// future does. If a task waits for it or signals it before, the event belongs to the place of that
// task. Another place that signals it sends a message there; another place that waits for it asks
// there.

#include "program.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <skua/event.hpp>
#include <skua/finish.hpp>
#include <skua/future.hpp>
#include <skua/place.hpp>
#include <skua/sim.hpp>
#include <skua/spawn.hpp>
#include <skua/time.hpp>

#include "../driver/driver.hpp"

namespace apps::replay {
namespace {

constexpr int unknown_place = -1;

struct replayed_event {
  std::uint32_t missing = 0;
  int home = unknown_place;
  skua::event happened;
};

/// The common state of the tasks of a run.
struct running_replay {
  record const* source = nullptr;
  std::unique_ptr<replayed_event[]> events;  ///< by number, from 1 on
};

running_replay& now_running() {
  static running_replay r;
  return r;
}

double seconds(std::uint64_t ns) { return static_cast<double>(ns) * 1e-9; }

void signal_at_home(std::uint32_t number) {
  replayed_event& e = now_running().events[number];
  if (--e.missing == 0) e.happened.set();
}

/// The place of the event: this one if it has none yet.
int home_of(std::uint32_t number) {
  replayed_event& e = now_running().events[number];
  if (e.home == unknown_place) e.home = skua::here();
  return e.home;
}

void signal(std::uint32_t number) {
  int const home = home_of(number);
  if (home == skua::here()) {
    signal_at_home(number);
  } else {
    skua::post(skua::on(home), [number] { signal_at_home(number); });
  }
}

void wait_at_home(std::uint32_t number) { now_running().events[number].happened.wait(); }

void await(std::uint32_t number) {
  int const home = home_of(number);
  if (home == skua::here()) {
    wait_at_home(number);
  } else {
    skua::at(home, [number] { wait_at_home(number); });
  }
}

/// Small enough that it travels as it is.
struct replayed_leaf {
  std::uint32_t step_number;
  void operator()() const {
    step const& s = now_running().source->steps[step_number];
    skua::sim::work(seconds(s.time));
    if (s.target != 0) signal(s.target);
  }
};

struct replayed_task {
  std::uint32_t number;
  void operator()() const;
};

template <class Task>
void start(bool any, Task const& t) {
  if (any) {
    skua::spawn(skua::any, t);
  } else {
    skua::spawn(t);
  }
}

void start_child(std::uint32_t number) {
  running_replay& r = now_running();
  task const& t = r.source->tasks[number];
  for (std::uint32_t k = t.first; k < t.end; ++k) {
    step const& s = r.source->steps[k];
    if (s.kind == step_kind::signal) home_of(s.target);
  }
  start(t.any, replayed_task{number});
}

/// Takes the steps from `next` on, up to the end of the list or of the scope.
void take_steps(std::uint32_t& next, std::uint32_t end) {
  record const& r = *now_running().source;
  while (next < end) {
    std::uint32_t const number = next++;
    step const& s = r.steps[number];
    switch (s.kind) {
      case step_kind::work:
        skua::sim::work(seconds(s.time));
        break;
      case step_kind::leaf:
        if (s.target != 0) home_of(s.target);
        start(s.any, replayed_leaf{number});
        break;
      case step_kind::child:
        start_child(s.target);
        break;
      case step_kind::open:
        skua::finish([&next, end] { take_steps(next, end); });
        break;
      case step_kind::close:
        return;
      case step_kind::signal:
        signal(s.target);
        break;
      case step_kind::await:
        await(s.target);
        break;
      case step_kind::pause:
        skua::sleep_for(std::chrono::nanoseconds(s.time));
        break;
    }
  }
}

void replayed_task::operator()() const {
  task const& t = now_running().source->tasks[number];
  std::uint32_t next = t.first;
  take_steps(next, t.end);
}

/// The stack that an open scope takes, with room.
constexpr std::size_t bytes_of_a_scope = 512;

}  // namespace

int replay_once(record const& r, std::string const& settings, std::string const& policy, std::string const& amount,
                std::vector<std::string> const& library_arguments, prediction& result) {
  running_replay& replay = now_running();
  replay.source = &r;
  replay.events.reset(new replayed_event[r.signals.size()]);
  for (std::size_t e = 0; e < r.signals.size(); ++e) replay.events[e].missing = r.signals[e];
  std::vector<std::string> arguments = library_arguments;
  arguments.push_back("--skua-sim=" + settings);
  arguments.push_back("--skua-steal=" + (policy.empty() ? "lifeline" : policy));
  arguments.push_back("--skua-steal-amount=" + (amount.empty() ? "half" : amount));
  skua::options o;
  o.stats = skua::stats_level::on;  // for the idle time
  // A task may begin with half of the stack in use.
  o.stack_bytes = std::max(o.stack_bytes, 2 * bytes_of_a_scope * (r.deepest_nesting + std::size_t{100}));
  return run_with(std::move(arguments), o, [&] {
    result.places = skua::places();
    result.workers = skua::workers();
    skua::sim::summary const before = skua::sim::summarise();
    double const begin = skua::sim::now();
    auto const real_begin = std::chrono::steady_clock::now();
    skua::finish(replayed_task{0});
    result.seconds = skua::sim::now() - begin;
    result.real_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - real_begin).count();
    skua::sim::summary const after = skua::sim::summarise();
    result.work = seconds(r.work());
    result.idle = after.idle - before.idle;
    result.messages = after.messages - before.messages;
    result.bytes = after.bytes - before.bytes;
    result.loots = after.loots - before.loots;
    result.near_steals = after.near_steals - before.near_steals;
    result.events = after.events - before.events;
  });
}

}  // namespace apps::replay
