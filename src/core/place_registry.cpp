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
  static registry& r = *new registry;
  static registry_exit const exit_hook{r};
  static bool const has_fork_hook = ::pthread_atfork(nullptr, nullptr, &forget_threads_of_parent) == 0;
  static_cast<void>(has_fork_hook);
  return r;
}

void write_location(char* buffer, unsigned long size) noexcept {
  fibre* s = self();
  if (s == nullptr) {
    std::snprintf(buffer, size, " on an external thread");
  } else {
    std::snprintf(buffer, size, " at place %d, worker %d, in %s", s->place->number, s->worker->id,
                  name_of_task(*s) != nullptr ? name_of_task(*s) : "a task");
  }
}

}  // namespace

place* make_place(options const& o, int number, int total, system::machine& host_machine, bool simulated) {
  check_options(o);
  base::end_without_memory();
  base::set_location_writer(&write_location);
  registry& r = places();
  auto p = std::make_unique<place>(o, number, total, host_machine, simulated);
  instrument_room.watch_faults(*p);
  std::lock_guard hold(r.lock);
  if (simulated && number == 0) {
    simulation_thread = ::pthread_self();
    first_simulated.store(p.get(), std::memory_order_release);  // sync: SIMULATION -> simulated_by_this_thread
  }
  // External threads use place 0 if the process has several places.
  r.living.insert(number == 0 ? r.living.end() : r.living.begin(), p.get());
  return p.release();
}

void start_place(place* p) { p->start(); }

void destroy_place(place* p) noexcept {
  {
    registry& r = places();
    std::lock_guard hold(r.lock);
    std::erase(r.living, p);
  }
  instrument_room.end_statistics(*p);
  instrument_room.unwatch_faults(*p);
  bool const is_simulation = first_simulated.load(std::memory_order_relaxed) == p;  // relaxed: the thread that set it
  delete p;
  if (is_simulation) first_simulated.store(nullptr, std::memory_order_relaxed);  // relaxed: as above
}

place* simulated_by_this_thread() noexcept {
  place* const p = first_simulated.load(std::memory_order_acquire);  // sync: SIMULATION <- make_place
  return p != nullptr && ::pthread_equal(simulation_thread, ::pthread_self()) != 0 ? p : nullptr;
}

void require_thread_of(place const& p) noexcept {
  base::check(!p.simulated || simulated_by_this_thread() != nullptr,
              "a thread of the program has called the library, but a simulation runs on one thread: make it a task, or "
              "run without SKUA_SIM");
}

bool let_simulation_run() noexcept {
  place const* const p = simulated_by_this_thread();
  if (p != nullptr) p->machine->charge_cost(system::runtime_cost::look_for_work);
  return p != nullptr;
}

place* current_place() noexcept {
  registry& r = places();
  std::lock_guard hold(r.lock);
  return r.current();
}

place_front* place_here() {
  if (fibre* s = self()) return s->place;
  registry& r = places();
  std::lock_guard hold(r.lock);
  if (r.current() == nullptr) {
    base::end_without_memory();
    base::set_location_writer(&write_location);
    r.standard = std::make_unique<place>(from_environment({}), 0, 1);
    r.standard_exists.store(true, std::memory_order_relaxed);  // relaxed: a use of its objects comes later
    r.maker = {};
    instrument_room.watch_faults(*r.standard);
    r.standard->start();
  }
  require_thread_of(*r.current());
  return r.current();
}

namespace {
/// Reads a member of the newest place, or of the default one, without making one.
template <class T>
T of_current(T place_front::* member, T fallback) noexcept {
  registry& r = places();
  std::lock_guard hold(r.lock);
  place const* const p = r.current();
  return p != nullptr ? p->*member : fallback;
}
}  // namespace

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
  registry& r = places();
  if (!r.standard_exists.load(std::memory_order_relaxed)) return false;  // relaxed: see place_here
  std::lock_guard hold(r.lock);
  // The place may have been forked from place 0, with the objects that existed then.
  if (r.standard == nullptr || !r.maker.is_this() || addresses_are_fixed()) return false;
  for (place const* p : r.living) {
    if (p->number == 0) return false;
  }
  scope_frame& root = r.standard->root;
  if (!root.state.extended()) return false;
  base::spin_guard const hold_objects(root.extension->lock);
  for (scope_object const* o = root.extension->objects; o != nullptr; o = o->next) {
    if (o == object_named(name)) return true;
  }
  return false;
}

place_pin place_pin::current() noexcept {
  if (fibre* s = self()) return place_pin(place_of(s));
  registry& r = places();
  std::lock_guard hold(r.lock);  // destroy_place takes it before it deletes the place
  return place_pin(r.current());
}

bool for_each_place_here(void (*fn)(place&, void*), void* context) noexcept {
  registry& r = places();
  std::unique_lock const hold(r.lock, std::try_to_lock);
  if (!hold.owns_lock()) return false;
  for (place* p : r.living) {
    if (p->maker.is_this()) fn(*p, context);
  }
  if (r.standard != nullptr && !r.standard_ends && r.maker.is_this()) fn(*r.standard, context);
  return true;
}

}  // namespace sched

int here() noexcept {
  sched::fibre const* s = sched::self();
  return s != nullptr ? s->place->number : sched::number_here();
}
int places() noexcept {
  sched::fibre const* s = sched::self();
  return s != nullptr ? s->place->total : sched::total_here();
}
int workers() { return sched::place_here()->workers; }
int worker() noexcept {
  sched::fibre* s = sched::self();
  return s != nullptr ? s->worker->id : -1;
}

}  // namespace skua
