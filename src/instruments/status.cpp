// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instruments/status.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <map>
#include <utility>
#include <vector>

#include "base/live_line.hpp"
#include "core/place.hpp"
#include "core/place_registry.hpp"
#include "core/remote_hooks.hpp"
#include "instruments/deadlock.hpp"
#include "instruments/snapshot.hpp"
#include "system/machine.hpp"

namespace skua::sched {
namespace {

constexpr std::size_t max_lines_of_waiting = 10;
/// Launchers send a signal to all places, and each place that gets it asks the others.
constexpr std::uint64_t same_request_ns = 300'000'000;

std::string with_plural(std::size_t n, char const* noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

/// "345 ms", "12 s"
std::string time_text(double seconds) {
  bool const is_short = seconds < 10;
  return std::to_string(static_cast<std::uint64_t>(is_short ? 1000 * seconds : seconds)) + (is_short ? " ms" : " s");
}

/// "NAME waits for KIND" with the number of tasks that do.
std::map<std::string, std::size_t> waiting_tasks_of(place& place) {
  std::map<std::string, std::size_t> groups;
  auto const add = [&groups](parker const& waiter, std::string const& name) {
    char const* const waits_for = waiter.waits_for;
    if (waits_for != nullptr) ++groups[name + " waits for " + waits_for];
  };
  place.fibres.for_each([&](fibre* fibre) {
    std::string const name = copied_name_of_task(place, *fibre);
    add(fibre->wait, name.empty() ? "a task" : name);
  });
  place.parkers.for_each([&](parker& waiter) {
    if (waiter.claim_word.load(std::memory_order_acquire) == parker::running) return;  // sync: CLAIM <- open
    add(waiter, "a suspended coroutine or future-driven task");
  });
  return groups;
}

}  // namespace

std::string status_of(place& place) {
  place_snapshot const now = snapshot_of(place);
  auto const groups = waiting_tasks_of(place);
  std::size_t waiting = 0;
  for (auto const& [what, n] : groups) waiting += n;
  std::string text = "skua: place " + std::to_string(place.number) + " of " + std::to_string(place.total) + ", after " +
                     time_text(now.numbers.seconds) + ": " + with_plural(now.queued, "task") + " queued, " +
                     std::to_string(waiting) + " waiting\n";
  for (std::size_t i = 0; i < now.workers.size(); ++i) {
    worker const& worker = *place.worker_table[i];
    worker_snapshot const& snapshot = now.workers[i];
    bool const sleeps = worker.idle_entry.parked.load(std::memory_order_relaxed) != 0;  // relaxed: a state to print
    if (worker.spare && sleeps) continue;
    text += std::string("  ") + (worker.spare ? "spare worker " : "worker ") + std::to_string(i);
    if (sleeps) {
      text += " sleeps: there is no task for it\n";
    } else if (!snapshot.is_busy) {
      text += " looks for a task\n";
    } else {
      text += " runs " + (snapshot.task.empty() ? "a task" : snapshot.task) + ", " +
              with_plural(snapshot.queued, "task") + " in its queue\n";
    }
  }
  std::vector<std::pair<std::string, std::size_t>> lines(groups.begin(), groups.end());
  std::sort(lines.begin(), lines.end(), [](auto const& left, auto const& right) { return left.second > right.second; });
  for (std::size_t i = 0; i < std::min(lines.size(), max_lines_of_waiting); ++i) {
    text += "  " + text_of({lines[i].first, lines[i].second}) + "\n";
  }
  if (lines.size() > max_lines_of_waiting)
    text += "  and " + std::to_string(lines.size() - max_lines_of_waiting) + " other kinds of waiting tasks\n";
  return text;
}

void print_status(place& home) noexcept {
  static base::atomic<std::uint64_t> printed_at{0};
  std::uint64_t const now = system::monotonic_ns();
  // relaxed: only one thread needs to print
  std::uint64_t const last = printed_at.exchange(now, std::memory_order_relaxed);
  if (last != 0 && now - last < same_request_ns) return;
  try {
    struct all {
      std::string text;
      int places = 0;
    } here;
    (void)for_each_place_here(
        [](place& each, void* to) {
          ++static_cast<all*>(to)->places;
          static_cast<all*>(to)->text += status_of(each);
        },
        &here);
    base::erase_live_line();
    if (::write(STDERR_FILENO, here.text.data(), here.text.size()) < 0) return;
    if (here.places < home.total && home.remote != nullptr) home.remote->ask_for_status();
  } catch (std::exception const& failure) {
    std::fprintf(stderr, "skua: no status: %s\n", failure.what());
  }
}

}  // namespace skua::sched
