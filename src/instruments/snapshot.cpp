// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instruments/snapshot.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>

#include "base/escape.hpp"
#include "core/place.hpp"
#include "instruments/place_trace.hpp"
#include "instruments/stats.hpp"

namespace skua::sched {
namespace {

constexpr std::size_t max_name = 64;
/// So many suspended fibres of a worker are looked at: thieves wait for the lock in that time.
constexpr int max_suspended = 1000;

/// Copies memory that another thread may change or free at the same time: the kernel does it, and
/// for an address that has become invalid it is an error. Returns the number of bytes, or -1.
ssize_t copy_of_memory(void* to, void const* from, std::size_t bytes) noexcept {
  iovec const target{to, bytes};
  iovec const source{const_cast<void*>(from), bytes};
  return ::process_vm_readv(::getpid(), &target, 1, &source, 1, 0);
}

/// The text of a task's name. The task may end during the call, and its name with it.
std::string copy_of_name(char const* name) {
  std::array<char, max_name> text;
  std::string copied;
  // Not beyond the page: the next one may not exist.
  std::size_t const rest_of_page = 4096 - reinterpret_cast<std::uintptr_t>(name) % 4096;
  for (std::size_t bytes : {max_name, rest_of_page}) {
    ssize_t const n = copy_of_memory(text.data(), name, bytes);
    if (n <= 0) continue;
    copied.assign(text.data(), static_cast<std::size_t>(n));
    break;
  }
  copied.resize(copied.find('\0') != copied.npos ? copied.find('\0') : copied.size());
  return base::escaped(copied);
}

/// The function that a task without a name runs, as in the trace. Without one it is not known.
std::string function_of_task(place const& place, fibre const& fibre) {
  place_trace* const trace = trace_of(place);
  if (trace == nullptr) return {};
  traced_task const* const task = fibre.traced.load(std::memory_order_relaxed);  // relaxed: it is copied below
  task_fn fn = nullptr;
  if (task == nullptr || copy_of_memory(&fn, &task->fn, sizeof fn) != sizeof fn) return {};
  return base::escaped(trace->function_of(fn).substr(0, max_name));
}

std::size_t count_suspended(worker& worker) {
  if (worker.suspended_count.load(std::memory_order_relaxed) == 0) return 0;  // relaxed: a hint
  std::size_t tasks = 0;
  int fibres = 0;
  worker.lists.lock();
  for (fibre const* fibre = worker.suspended_with_tasks; fibre != nullptr && fibres < max_suspended;
       fibre = fibre->suspended_next, ++fibres)
    tasks += fibre->count_tasks();
  worker.lists.unlock();
  return tasks;
}

worker_snapshot snapshot_of_worker(place const& place, worker& worker, std::uint64_t now) {
  worker_snapshot snapshot;
  snapshot.queued = count_suspended(worker);
  snapshot.is_busy = !worker.searching.load(std::memory_order_relaxed);  // relaxed: a snapshot
  fibre* running = worker.current.load(std::memory_order_acquire);       // sync: CURRENT <- publish_current
  for (fibre* fibre = running; fibre != nullptr; fibre = fibre->overflow_spawner.load(std::memory_order_relaxed))
    snapshot.queued += fibre->count_tasks();  // relaxed: fibres are type-stable
  if (!snapshot.is_busy) return snapshot;
  if (running != nullptr) snapshot.task = copied_name_of_task(place, *running);
  // relaxed: a snapshot
  bool const is_timed = place.timing.load(std::memory_order_relaxed);
  // relaxed: a snapshot
  if (!is_timed || worker.counters.now_in.load(std::memory_order_relaxed) != observe::phase::user) return snapshot;
  std::uint64_t const since = worker.counters.since.load(std::memory_order_relaxed);  // relaxed: a snapshot
  if (since != 0 && now > since) snapshot.stretch = 1e-9 * static_cast<double>(now - since);
  return snapshot;
}

}  // namespace

std::string copied_name_of_task(place const& place, fibre const& fibre) {
  char const* const name = name_of_task(fibre);
  return name != nullptr ? copy_of_name(name) : function_of_task(place, fibre);
}

place_snapshot snapshot_of(place& place) {
  place_snapshot snapshot;
  snapshot.number = place.number;
  snapshot.regular_workers = place.workers;
  snapshot.numbers = statistics_of(place);
  std::uint64_t const now = place.machine->now();
  // relaxed: snapshots
  auto const read = [](auto const& number) { return static_cast<std::size_t>(number.load(std::memory_order_relaxed)); };
  snapshot.queued = read(place.arrived.count) + read(place.arrived.loot_count) + read(place.arrived.urgent_count);
  for (std::size_t i = 0; i < snapshot.numbers.workers.size(); ++i) {
    worker& worker = *place.worker_table[i];
    snapshot.workers.push_back(snapshot_of_worker(place, worker, now));
    snapshot.queued += snapshot.workers.back().queued;
    snapshot.ready += count_listed(worker);
  }
  snapshot.sleepers = static_cast<std::size_t>(std::max(0, place.gate.sleepers()));
  std::lock_guard const guard(place.scopes.lock);
  snapshot.named_scopes = place.scopes.entries.size() - place.scopes.free.size();
  snapshot.remote_scopes = place.scopes.proxies.size();
  return snapshot;
}

}  // namespace skua::sched
