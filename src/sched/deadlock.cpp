// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A report is certain, not a guess: all workers sleep, tasks of the run are left, nothing has arrived, no timer is set,
// nobody is in blocking(), and every other thread of the process is blocked inside the library without a timeout. A
// program with threads of its own outside the library is never accused: one of them may still put a promise.
#include "sched/deadlock.hpp"

#include <dirent.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "sched/place.hpp"

namespace skua::sched {
namespace {

constexpr std::uint64_t first_look_ns = 200'000'000;
constexpr std::uint64_t later_looks_ns = 2'000'000'000;

int threads_of_process() noexcept {
  DIR* d = ::opendir("/proc/self/task");
  if (d == nullptr) return -1;
  int n = 0;
  while (dirent const* e = ::readdir(d)) n += e->d_name[0] != '.';
  ::closedir(d);
  return n;
}

bool all_asleep(place& p) noexcept {
  int const awake_crew = p.workers + p.standing_in.load(std::memory_order_relaxed);  // relaxed: a hint, checked twice
  return p.gate.sleepers() >= awake_crew;
}

/// Timers are asked before arrivals: one that fires in between has left its arrival, or somebody awake has taken it; and
/// that nobody was awake in between is seen by the enlistments.
bool nothing_can_come(place& p) noexcept {
  std::uint32_t const before = p.gate.enlistments();
  if (!all_asleep(p) || p.root.state.load() < scope_token) return false;
  if (p.blocked.load(std::memory_order_seq_cst) != 0 || p.services.expects_something()) return false;  // sync: BLOCKED <-> blocking_section
  if (p.arrivals.load(std::memory_order_relaxed) != 0 || p.loot_size.load(std::memory_order_relaxed) != 0 || p.urgents.load(std::memory_order_relaxed) != 0) return false;  // relaxed: after the timers, by their lock
  int const ours = p.crew_size.load(std::memory_order_relaxed) + 1 + outside_waiter::count();  // relaxed: nobody runs
  if (threads_of_process() != ours) return false;
  return all_asleep(p) && p.gate.enlistments() == before;
}

[[noreturn]] void report(place& p) noexcept {
  while (p.reported.exchange(true, std::memory_order_relaxed)) ::pause();  // relaxed: only decides who reports; the process ends here
  end_in_deadlock(who_waits(p, most_waiting));
}

}  // namespace

void end_in_deadlock(std::string const& who) noexcept {
  std::fprintf(stderr, "skua: deadlock: every task waits and nothing can come: %s\n", who.c_str());
  std::fflush(stderr);
  std::abort();
}

std::string who_waits(place& p, int most) {
  int waiting = 0;
  std::string who;
  auto add = [&](parker const& k, char const* name) {
    if (k.waits_for == nullptr) return;
    if (++waiting > most) return;
    char line[160];
    std::snprintf(line, sizeof line, "%s%s waits for %s %p", waiting > 1 ? ", " : "", name != nullptr ? name : "a task", k.waits_for, k.object);
    who += line;
  };
  p.fibres.for_each([&](fibre* f) { add(f->wait, f->task_name); });
  p.parkers.for_each([&](parker& k) {
    if (k.claim_word.load(std::memory_order_acquire) != parker::running) add(k, "a suspended coroutine or future-driven task");  // sync: CLAIM <- open
  });
  if (waiting > most) who += ", and " + std::to_string(waiting - most) + " more";
  return who;
}

bool deadlock_watch(place& p, worker* w) noexcept {
  if (!p.settings.deadlock_report || p.far != nullptr || p.stepped || !all_asleep(p) || p.root.state.load() < scope_token) return false;
  // One watches for all: the newest, since the last worker to fall asleep always begins. The others sleep on.
  std::uint32_t const mine = p.watches.fetch_add(1, std::memory_order_relaxed) + 1;  // relaxed: only a number
  for (std::uint64_t pause = first_look_ns;; pause = later_looks_ns) {
    p.machine->sleep(w->nap.parked, 1, p.machine->now() + pause);
    if (!sleep_gate::still_parked(w->nap)) return true;
    if (p.root.state.load() < scope_token) return true;
    if (p.watches.load(std::memory_order_relaxed) != mine) {  // relaxed: only a number
      p.machine->sleep(w->nap.parked, 1, 0);
      return true;
    }
    if (nothing_can_come(p)) report(p);
  }
}

}  // namespace skua::sched
