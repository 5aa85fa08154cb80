// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The places of this process.
//
// External threads submit their tasks to the newest live place. If there is none, the first call
// makes a default place, which is joined at exit: programs that only use futures need no run.
#include "core/place_registry.hpp"

#include <pthread.h>
#include <sys/personality.h>

#include <cstdio>
#include <memory>
#include <mutex>
#include <vector>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/object_name.hpp>
#include <skua/detail/core/place_registry.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/place.hpp>
#include <skua/stats.hpp>

#include "core/external_waiter.hpp"
#include "core/place.hpp"
#include "core/scope_extension.hpp"
#include "core/settings.hpp"
#include "core/upper_rooms.hpp"
#include "system/process.hpp"
#include "system/threads.hpp"

namespace skua {
namespace sched {
namespace {

/// Place 0 of the simulation of this process, and the thread that runs all of its places.
base::atomic<place*> first_simulated{nullptr};
::pthread_t simulation_thread{};

/// In a forked child: the parent's threads do not exist here.
void forget_threads_of_parent() noexcept {
  external_waiter::forget_all();
  system::forget_helper_threads();
}

struct registry {
  std::mutex lock;
  std::vector<place*> living;
  std::unique_ptr<place> standard;  // joined at exit
  bool standard_ends = false;
  base::atomic<bool> standard_exists{false};  // or did once
  system::maker_process maker;                // the process that owns the threads of `standard`

  /// The place that serves external threads, or nullptr. Under the lock.
  place* current() const noexcept { return living.empty() ? standard.get() : living.back(); }
};

/// Joins the default place at exit. A forked child has no workers to join, and a task cannot join
/// its own worker.
struct registry_exit {
  registry& table;
  ~registry_exit() {
    if (!table.maker.is_this() || self() != nullptr || table.standard == nullptr) return;
    {
      std::lock_guard const hold(table.lock);
      table.standard_ends = true;
    }
    instrument_room.unwatch_faults(*table.standard);
    table.standard.reset();
  }
};

/// Never destroyed: after exit() in a task, workers still use it while the process ends.
registry& places() {
  static registry& table = *new registry;
  static registry_exit const exit_hook{table};
  static bool const has_fork_hook = ::pthread_atfork(nullptr, nullptr, &forget_threads_of_parent) == 0;
  static_cast<void>(has_fork_hook);
  return table;
}

void write_location(char* buffer, unsigned long size) noexcept {
  fibre* current = self();
  if (current == nullptr) {
    std::snprintf(buffer, size, " on an external thread");
  } else {
    std::snprintf(buffer, size, " at place %d, worker %d, in %s", current->place->number, current->worker->id,
                  name_of_task(*current) != nullptr ? name_of_task(*current) : "a task");
  }
}

}  // namespace

place* make_place(options const& options, int number, int total, system::machine& host_machine, bool simulated) {
  check_options(options);
  base::end_without_memory();
  base::set_location_writer(&write_location);
  registry& table = places();
  auto home = std::make_unique<place>(options, number, total, host_machine, simulated);
  instrument_room.watch_faults(*home);
  std::lock_guard hold(table.lock);
  if (simulated && number == 0) {
    simulation_thread = ::pthread_self();
    first_simulated.store(home.get(), std::memory_order_release);  // sync: SIMULATION -> simulated_by_this_thread
  }
  // External threads use place 0 if the process has several places.
  table.living.insert(number == 0 ? table.living.end() : table.living.begin(), home.get());
  return home.release();
}

void start_place(place* place) { place->start(); }

void destroy_place(place* place) noexcept {
  {
    registry& table = places();
    std::lock_guard hold(table.lock);
    std::erase(table.living, place);
  }
  instrument_room.end_statistics(*place);
  instrument_room.unwatch_faults(*place);
  // relaxed: the thread that set it
  bool const is_simulation = first_simulated.load(std::memory_order_relaxed) == place;
  delete place;
  if (is_simulation) first_simulated.store(nullptr, std::memory_order_relaxed);  // relaxed: as above
}

place* simulated_by_this_thread() noexcept {
  place* const place = first_simulated.load(std::memory_order_acquire);  // sync: SIMULATION <- make_place
  return place != nullptr && ::pthread_equal(simulation_thread, ::pthread_self()) != 0 ? place : nullptr;
}

void require_thread_of(place const& place) noexcept {
  base::check(!place.simulated || simulated_by_this_thread() != nullptr,
              "a thread of the program has called the library, but a simulation runs on one thread: make it a task, or "
              "run without SKUA_SIM");
}

bool let_simulation_run() noexcept {
  place const* const place = simulated_by_this_thread();
  if (place != nullptr) place->machine->charge_cost(system::runtime_cost::look_for_work);
  return place != nullptr;
}

place* current_place() noexcept {
  registry& table = places();
  std::lock_guard hold(table.lock);
  return table.current();
}

namespace {
// A separate function: in place_here it would save registers and make room for a message each time.
[[gnu::noinline]] place_front* place_without_fibre() {
  registry& table = places();
  std::lock_guard hold(table.lock);
  if (table.current() == nullptr) {
    base::end_without_memory();
    base::set_location_writer(&write_location);
    table.standard = std::make_unique<place>(from_environment({}), 0, 1);
    table.standard_exists.store(true, std::memory_order_relaxed);  // relaxed: a use of its objects comes later
    table.maker = {};
    instrument_room.watch_faults(*table.standard);
    table.standard->start();
  }
  require_thread_of(*table.current());
  return table.current();
}

/// Reads a member of the newest place, or of the default one, without making one.
template <class T>
T of_current(T place_front::* member, T fallback) noexcept {
  registry& table = places();
  std::lock_guard hold(table.lock);
  place const* const place = table.current();
  return place != nullptr ? place->*member : fallback;
}
}  // namespace

place_front* place_here() {
  fibre* const current = self();
  return current != nullptr ? current->place : place_without_fibre();
}

int number_here() noexcept { return of_current<int>(&place_front::number, 0); }
int total_here() noexcept { return of_current<int>(&place_front::total, 1); }

namespace {
/// Whether processes of the same program have the same addresses, so that a name of one may be
/// right in another.
bool addresses_are_fixed() noexcept {
  constexpr unsigned long query = 0xffffffff;
  return (static_cast<unsigned long>(::personality(query)) & ADDR_NO_RANDOMIZE) != 0;
}
}  // namespace

bool was_made_before_run(std::uint64_t name) noexcept {
  registry& table = places();
  if (!table.standard_exists.load(std::memory_order_relaxed)) return false;  // relaxed: see place_here
  std::lock_guard hold(table.lock);
  // The place may have been forked from place 0, with the objects that existed then.
  if (table.standard == nullptr || !table.maker.is_this() || addresses_are_fixed()) return false;
  for (place const* place : table.living) {
    if (place->number == 0) return false;
  }
  scope_frame& root = table.standard->root;
  if (!root.state.extended()) return false;
  base::spin_guard const hold_objects(root.extension->lock);
  for (scope_object const* object = root.extension->objects; object != nullptr; object = object->next) {
    if (object == object_named(name)) return true;
  }
  return false;
}

place_pin place_pin::current() noexcept {
  if (fibre* current = self()) return place_pin(place_of(current));
  registry& table = places();
  std::lock_guard hold(table.lock);  // destroy_place takes it before it deletes the place
  return place_pin(table.current());
}

bool for_each_place_here(void (*fn)(place&, void*), void* context) noexcept {
  registry& table = places();
  std::unique_lock const hold(table.lock, std::try_to_lock);
  if (!hold.owns_lock()) return false;
  for (place* place : table.living) {
    if (place->maker.is_this()) fn(*place, context);
  }
  if (table.standard != nullptr && !table.standard_ends && table.maker.is_this()) fn(*table.standard, context);
  return true;
}

}  // namespace sched

int here() noexcept {
  sched::fibre const* current = sched::self();
  return current != nullptr ? current->place->number : sched::number_here();
}
int places() noexcept {
  sched::fibre const* current = sched::self();
  return current != nullptr ? current->place->total : sched::total_here();
}
int workers() { return sched::place_here()->workers; }
int worker() noexcept {
  sched::fibre* current = sched::self();
  return current != nullptr ? current->worker->id : -1;
}

}  // namespace skua
