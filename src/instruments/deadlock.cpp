// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A report is certain, not a guess. It requires that all workers sleep, tasks of the run are left,
// nothing has arrived, no timer is set, no signal has come, and no task is in blocking(). Every
// other thread of the process must be blocked inside the library without a timeout. A program that
// has its own threads outside the library gets no report: one of them may still set a promise.
//
// The check does not depend on time: any thread may be delayed anywhere for any time. So a thread
// counts as asleep only when it holds no work: a worker after its final check (edge LOOKED), a
// spare worker after it has retired (RETIRED), the service thread before its sleep (SERVED), an
// external thread as long as nothing has ended its wait (EXTERNAL). Two looks in a row, with no
// worker going to sleep in between, show a state that held at one moment between them.
#include "instruments/deadlock.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "base/end_hook.hpp"
#include "core/external_waiter.hpp"
#include "core/place.hpp"
#include "core/place_registry.hpp"
#include "core/remote_hooks.hpp"
#include "core/work_search.hpp"
#include "instruments/signals.hpp"
#include "system/stack_trace.hpp"
#include "system/threads.hpp"

namespace skua::sched {
namespace {

constexpr std::uint64_t first_look_ns = 200'000'000;
constexpr std::uint64_t later_looks_ns = 2'000'000'000;

bool all_workers_asleep(place& place) noexcept {
  return place.gate.sleepers() >= place.workers + place.spares.count.awake();  // a hint, checked twice
}

/// True if no enlisted worker still searches. A worker that searches may hold a fibre that no other
/// thread can see.
bool last_looks_are_over(place& place) noexcept {
  int const n = place.started_workers.load(std::memory_order_acquire);  // sync: WORKERS <- start_worker
  for (int i = 0; i < n; ++i) {
    // sync: LOOKED <- park_worker, prepare_to_sleep
    if (place.worker_table[static_cast<std::size_t>(i)]->looking.load(std::memory_order_acquire)) return false;
  }
  return true;
}

/// Timers are checked before arrivals: a timer that fires in between has left its arrival, or a
/// worker that is awake has taken it. The enlistments show that no worker was awake in between.
bool place_is_passive(place& place) noexcept {
  if (!all_workers_asleep(place) || !last_looks_are_over(place)) return false;
  if (place.spares.count.blocked() != 0 || place.services.expects_something()) return false;
  // relaxed: after the timers, by their lock
  return place.arrived.count.load(std::memory_order_relaxed) == 0 &&
         place.arrived.loot_count.load(std::memory_order_relaxed) == 0 &&
         place.arrived.urgent_count.load(std::memory_order_relaxed) == 0;  // relaxed: as above
}

/// Sum over the places that are looked at.
struct deadlock_look {
  bool simulated;
  bool passive = true;
  int threads = 0;  // workers, spares and service threads

  static void add(place& place, void* to) noexcept {
    auto& look = *static_cast<deadlock_look*>(to);
    look.passive = look.passive && place.simulated == look.simulated && place_is_passive(place);
    // relaxed: compared with the kernel's number
    look.threads += place.started_workers.load(std::memory_order_relaxed) + 1;
  }
};

/// Looks at all places of this process: a task of one may wake a task of another without a message.
bool look_at_all_places(deadlock_look& look) noexcept {
  return for_each_place_here(&deadlock_look::add, &look) && look.passive;
}

/// How often workers have gone to sleep, spares included.
bool count_parks(std::uint64_t& parks) noexcept {
  parks = 0;
  auto const add = [](place& place, void* to) {
    // sync: RETIRED <- retire_spare
    *static_cast<std::uint64_t*>(to) +=
        std::uint64_t{place.gate.enlistments()} + place.spares.retirements.load(std::memory_order_acquire);
  };
  return for_each_place_here(add, &parks);
}

base::atomic<bool> deadlock_reported{false};

/// To name a waiter may take the inspection of its stack. The others are only counted.
constexpr std::size_t max_named_waiters = 1000;

/// The name of the task, or of the function that it waits in.
std::string name_of_waiter(fibre const& fibre, bool with_function) {
  if (char const* const name = name_of_task(fibre)) return name;
  if (!with_function) return "a task";
  auto const room =
      static_cast<std::size_t>(static_cast<char*>(fibre.stack_pointer) - static_cast<char*>(fibre.stack_low));
  std::string function = room >= system::stack_trace_room ? system::function_of_stack(fibre.stack_pointer) : "";
  constexpr std::size_t longest = 100;
  // The beginning names the function of the program, the end the closure in it.
  if (function.size() > longest) function.replace(longest / 2, function.size() - longest, "...");
  return function.empty() ? "a task" : "a task in " + function;
}

}  // namespace

bool nothing_can_run(place& place, std::uint64_t& parks) noexcept {
  deadlock_look first_look{place.simulated};
  if (signal_received() != 0 || !count_parks(parks) || !look_at_all_places(first_look)) return false;
  if (!place.simulated &&
      system::threads_of_process() != first_look.threads + system::helper_threads() + external_waiter::count())
    return false;
  deadlock_look second_look{place.simulated};
  std::uint64_t parks_after = 0;
  return look_at_all_places(second_look) && count_parks(parks_after) && parks == parks_after;
}

waiting_tasks waiting_at(place& place, bool with_functions) {
  waiting_tasks tasks;
  tasks.place = place.number;
  auto add = [&](parker const& waiter, auto name) {
    if (waiter.waits_for == nullptr || ++tasks.count > max_named_waiters) return;
    char object[32];
    std::snprintf(object, sizeof object, "%p", waiter.object);
    std::string text = name() + " waits for " + waiter.waits_for + " " + object;
    auto const same = std::ranges::find(tasks.lines, text, &waiting_line::text);
    if (same != tasks.lines.end()) {
      ++same->tasks;
    } else if (tasks.lines.size() < max_waiting) {
      tasks.lines.push_back({std::move(text)});
    }
  };
  place.fibres.for_each(
      [&](fibre* fibre) { add(fibre->wait, [=] { return name_of_waiter(*fibre, with_functions); }); });
  place.parkers.for_each([&](parker& waiter) {
    if (waiter.claim_word.load(std::memory_order_acquire) == parker::running) return;  // sync: CLAIM <- open
    add(waiter, [] { return std::string("a suspended coroutine or future-driven task"); });
  });
  return tasks;
}

std::string text_of(waiting_line const& line) {
  return line.tasks > 1 ? std::to_string(line.tasks) + " x " + line.text : line.text;
}

std::vector<std::string> lines_of(std::vector<waiting_tasks> const& places, bool several_places) {
  std::vector<std::size_t> shown_lines(places.size());
  std::size_t remaining = max_waiting;
  for (bool has_more = true; has_more && remaining > 0;) {
    has_more = false;
    for (std::size_t i = 0; i < places.size() && remaining > 0; ++i) {
      if (shown_lines[i] == places[i].lines.size()) continue;
      ++shown_lines[i];
      --remaining;
      has_more = true;
    }
  }
  std::vector<std::string> lines;
  std::size_t unnamed = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    unnamed += places[i].count;
    for (std::size_t n = 0; n < shown_lines[i]; ++n) {
      waiting_line const& line = places[i].lines[n];
      lines.push_back((several_places ? "place " + std::to_string(places[i].place) + ": " : "") + text_of(line));
      unnamed -= line.tasks;
    }
  }
  if (unnamed > 0) lines.push_back("and " + std::to_string(unnamed) + " more");
  return lines;
}

void end_in_deadlock(std::vector<waiting_tasks> const& places, bool several_places) noexcept {
  std::string text = "skua: deadlock: every task waits and nothing can come:\n";
  for (std::string const& line : lines_of(places, several_places)) text += "  " + line + "\n";
  end_in_deadlock(text);
}

void end_in_deadlock(std::string const& text) noexcept {
  // relaxed: only decides which thread reports
  while (deadlock_reported.exchange(true, std::memory_order_relaxed)) ::pause();
  std::fputs(text.c_str(), stderr);  // in one call: other processes may write there
  std::fflush(stderr);
  base::run_end_hook();
  std::abort();
}

bool sleep_and_watch(place& place, worker* worker) noexcept {
  bool const asks_upper_layer = place.remote != nullptr;
  if (!place.settings.deadlock_report || place.simulated || !all_workers_asleep(place)) return false;
  if (asks_upper_layer ? place.number != 0 : place.root.state.load() < scope_token) return false;
  // Only the newest watcher watches, because the last worker to fall asleep always begins to. The
  // others sleep on.
  // relaxed: only a number
  std::uint32_t const watch_number = place.watches.fetch_add(1, std::memory_order_relaxed) + 1;
  for (std::uint64_t pause = first_look_ns;; pause = later_looks_ns) {
    sleep_parked(place, *worker, place.machine->now() + pause);
    if (!event_count::still_parked(worker->idle_entry)) return true;
    if (place.watches.load(std::memory_order_relaxed) != watch_number) {  // relaxed: only a number
      sleep_parked(place, *worker, 0);
      return true;
    }
    if (asks_upper_layer) {
      place.remote->long_asleep();
      continue;
    }
    if (place.root.state.load() < scope_token) return true;
    std::uint64_t parks = 0;
    if (!nothing_can_run(place, parks) || place.root.state.load() < scope_token) continue;
    if (signals_kill_from_now_on()) end_in_deadlock({waiting_at(place, true)}, false);
  }
}

}  // namespace skua::sched
