// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cancellation: marks a scope, wakes every waiter inside it, and keeps the handles that name scopes
// safely. How it reaches a wait that begins at the same time: wait_cancel.hpp.
#include <skua/cancel.hpp>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/push.hpp>
#include <skua/detail/core/scope_object.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/detail/core/submit.hpp>
#include <skua/detail/core/suspend.hpp>
#include <skua/finish.hpp>

#include "core/cancel.hpp"
#include "core/message_section.hpp"
#include "core/place.hpp"
#include "core/place_registry.hpp"
#include "core/ready.hpp"
#include "core/remote_hooks.hpp"
#include "core/scope_extension.hpp"
#include "core/scope_frame.hpp"
#include "core/service_task.hpp"
#include "core/task_events.hpp"
#include "core/wait_cancel.hpp"

namespace skua {
namespace sched {
namespace {

base::atomic<std::uint64_t> cancellations{0};  // scopes of this process that have been marked so far

/// The operations of a place that inspect_parker and open_wait call.
struct cancelled_place {
  place& home;

  base::atomic<std::uint32_t>& cancelled_scopes() const noexcept { return home.cancelled_scopes; }
  static base::atomic<std::uint64_t>& cancellations() noexcept { return sched::cancellations; }
  void fence() const noexcept { producer_fence(home); }
  static bool forbids(parker const& waiter) noexcept { return !waiter.firm && scope_forbids(waiter.scope); }
};

/// Under scopes.lock: the stop sources of all scopes that are cancelled now.
std::vector<std::stop_source> collect_stops(place& place) {
  std::vector<std::stop_source> stops;
  for (scope_entry const& entry : place.scopes.entries) {
    if (entry.frame != nullptr && entry.frame->extension->stop &&
        scope_forbids(reinterpret_cast<std::uintptr_t>(entry.frame))) {
      stops.push_back(*entry.frame->extension->stop);
    }
  }
  for (auto const& [id, proxy] : place.scopes.proxies) {
    if (proxy->extension->stop && scope_forbids(reinterpret_cast<std::uintptr_t>(static_cast<scope_frame*>(proxy))))
      stops.push_back(*proxy->extension->stop);
  }
  return stops;
}

/// Marks a scope as cancelled, under scopes.lock. Returns false if it was cancelled before.
bool mark(place& place, scope_frame* frame) {
  if (!frame->state.raise(scope_cancelled)) return false;
  cancelled_place const here{place};
  announce_cancel(here);
  place.fibres.for_each([here](fibre* fibre) {
    fibre->check_before_run.store(1, std::memory_order_relaxed);  // sync: CHECK <-> drain, clear_check
    inspect_parker(here, fibre->wait);
  });
  place.parkers.for_each([here](parker& waiter) { inspect_parker(here, waiter); });
  request_polls(place);  // running loops check for the cancel
  if (place.remote != nullptr) place.remote->scope_marked(frame);
  return true;
}

}  // namespace

std::uint64_t scope_id_locked(place& place, scope_frame* frame) {
  scope_extension* extension = extend(frame);
  if (extension->id != 0) return extension->id;
  std::uint32_t index;
  if (!place.scopes.free.empty()) {
    index = place.scopes.free.back();
    place.scopes.free.pop_back();
  } else {
    index = static_cast<std::uint32_t>(place.scopes.entries.size());
    base::check(index < 1u << scope_id_index_bits,
                "more than a million scopes with handles, or with tasks elsewhere, at once");
    place.scopes.entries.emplace_back();
  }
  // Unique in the process, not only at this place: a handle that outlives its runtime must not name
  // a scope of the next one.
  static base::atomic<std::uint32_t> generations{0};
  constexpr std::uint32_t max_generation = (1u << (scope_id_place_shift - scope_id_index_bits)) - 1;
  // relaxed: only the number matters
  place.scopes.entries[index].generation = generations.fetch_add(1, std::memory_order_relaxed) % max_generation + 1;
  place.scopes.entries[index].frame = frame;
  extension->id = static_cast<std::uint64_t>(place.number) << scope_id_place_shift |
                  std::uint64_t{place.scopes.entries[index].generation} << scope_id_index_bits | index;
  return extension->id;
}

scope_frame* find_scope_locked(place& place, std::uint64_t id) noexcept {
  if (place_of_scope(id) != place.number) {
    auto const entry = place.scopes.proxies.find(id);
    return entry != place.scopes.proxies.end() ? entry->second : nullptr;
  }
  std::size_t const index = id & ((1u << scope_id_index_bits) - 1);
  std::uint64_t const generation = (id & ((std::uint64_t{1} << scope_id_place_shift) - 1)) >> scope_id_index_bits;
  if (id == 0 || index >= place.scopes.entries.size() || place.scopes.entries[index].generation != generation)
    return nullptr;
  return place.scopes.entries[index].frame;
}

namespace {

std::stop_token token_locked(place& place, scope_frame* frame) {
  scope_id_locked(place, frame);
  scope_extension* extension = frame->extension;
  if (!extension->stop) {
    extension->stop.emplace();
    if (scope_forbids(reinterpret_cast<std::uintptr_t>(frame))) extension->stop->request_stop();
  }
  return extension->stop->get_token();
}

place& this_place() { return *static_cast<place*>(place_here()); }

scope_frame* innermost(char const* verb) {
  fibre* current = self();
  if (current == nullptr) no_task_error(verb);
  return scope_of(current->scope);
}

}  // namespace

bool scope_forbids(std::uintptr_t word) noexcept {
  if ((word & slot_in_shield) != 0) return false;
  for (scope_frame* frame = scope_of(word); frame != nullptr; frame = scope_of(frame->parent)) {
    if (frame->state.has(scope_cancelled)) return true;
    if ((frame->parent & slot_in_shield) != 0) return false;
  }
  return false;
}

/// Checks the place first: the chain of scopes may be as long as the program is deep, and would be
/// walked for each task.
bool start_forbidden(place_front const& at, std::uintptr_t word) noexcept {
  return at.cancelled_scopes.load(std::memory_order_relaxed) != 0 &&  // relaxed: a thread that saw the cancel sees it
         (word & slot_shielded) == 0 && scope_forbids(word & ~slot_in_shield);
}

/// If this is true, the task may cut its work short, so its scope records that.
bool wait_forbidden(fibre* current) noexcept {
  if (!scope_forbids(current->scope)) return false;
  scope_frame* const frame = scope_of(current->scope);
  if (!frame->state.has(scope_cut_short)) frame->state.raise(scope_cut_short);
  return true;
}

void open_wait(place& place, parker& waiter) noexcept { open_wait(cancelled_place{place}, waiter); }

namespace {
/// Stop callbacks are user code, so neither a thread of the library must run them, nor a message
/// handler on an idle worker.
void request_stops(place& place, std::vector<std::stop_source> stops) {
  if (stops.empty()) return;
  auto const request = [](std::vector<std::stop_source>& of) {
    for (std::stop_source& source : of) source.request_stop();
  };
  if (!in_message_section() && (self() != nullptr || place.remote == nullptr)) return request(stops);
  run_service_task(&place, [request, stops = std::move(stops)]() mutable { request(stops); });
}
}  // namespace

void cancel_scope(place& place, scope_frame* frame) {
  std::vector<std::stop_source> stops;
  {
    std::lock_guard hold(place.scopes.lock);
    if (mark(place, frame)) stops = collect_stops(place);
  }
  tell(place.events, &task_events::scope_cancelled);
  request_stops(place, std::move(stops));
}

bool cancel_by_remote(place& place, std::uint64_t id) {
  std::vector<std::stop_source> stops;
  {
    std::lock_guard hold(place.scopes.lock);
    scope_frame* const frame = find_scope_locked(place, id);
    if (frame == nullptr || !mark(place, frame)) return false;
    stops = collect_stops(place);
  }
  request_stops(place, std::move(stops));
  return true;
}

void remove_handle(place& place, scope_frame* frame) noexcept {
  scope_extension* extension = frame->extension;
  if (extension->id == 0 || frame->state.has(scope_proxy)) return;
  std::lock_guard hold(place.scopes.lock);
  auto const index = static_cast<std::uint32_t>(extension->id & ((1u << scope_id_index_bits) - 1));
  place.scopes.entries[index].frame = nullptr;
  place.scopes.free.push_back(index);
  extension->id = 0;
}

void retire_extension(place& place, scope_frame* frame) noexcept {
  remove_handle(place, frame);
  scope_extension* extension = frame->extension;
  for (scope_object* object = extension->objects; object != nullptr;) {
    scope_object* const next = object->next;
    dispose(object);
    object = next;
  }
  delete extension;
}

scope handle_of(scope_frame* frame) {
  place& place = *place_of(self());
  std::lock_guard hold(place.scopes.lock);
  return scope(scope_id_locked(place, frame));
}

}  // namespace sched

void cancel() { sched::cancel_scope(sched::this_place(), sched::innermost("cancel")); }

bool cancelled() noexcept {
  sched::fibre* current = sched::self();
  // relaxed: see drain
  return current != nullptr && current->place->cancelled_scopes.load(std::memory_order_relaxed) != 0 &&
         sched::wait_forbidden(current);
}

std::stop_token stop_token() {
  sched::place& place = sched::this_place();
  sched::scope_frame* const frame = sched::innermost("stop_token");
  std::lock_guard hold(place.scopes.lock);
  return sched::token_locked(place, frame);
}

scope this_scope() { return sched::handle_of(sched::innermost("this_scope")); }

void scope::cancel() const {
  sched::place_pin const pin = sched::place_pin::current();  // the scope's run may end while the scope is found
  if (pin.at() == nullptr) return;
  sched::place& place = *pin.at();
  std::vector<std::stop_source> stops;
  {
    std::lock_guard hold(place.scopes.lock);
    sched::scope_frame* frame = sched::find_scope_locked(place, id_);
    if (frame != nullptr && sched::mark(place, frame)) stops = sched::collect_stops(place);
    if (frame == nullptr && place.remote != nullptr && sched::place_of_scope(id_) != place.number)
      place.remote->cancel_remote(id_);
  }
  for (std::stop_source& source : stops) source.request_stop();
}

bool scope::cancelled() const {
  sched::place_pin const pin = sched::place_pin::current();
  if (pin.at() == nullptr) return false;
  sched::place& place = *pin.at();
  // Without the lock in the common case: a task that polls all the time must not keep a canceller
  // from the lock.
  // relaxed: a poll, the next one sees it
  if (place.cancelled_scopes.load(std::memory_order_relaxed) == 0) return false;
  std::lock_guard hold(place.scopes.lock);
  sched::scope_frame* frame = sched::find_scope_locked(place, id_);
  return frame != nullptr && sched::scope_forbids(reinterpret_cast<std::uintptr_t>(frame));
}

std::stop_token scope::stop_token() const {
  sched::place_pin const pin = sched::place_pin::current();
  if (pin.at() == nullptr) return {};
  sched::place& place = *pin.at();
  std::lock_guard hold(place.scopes.lock);  // one critical section: after it the scope may end
  sched::scope_frame* const frame = sched::find_scope_locked(place, id_);
  return frame != nullptr ? sched::token_locked(place, frame) : std::stop_token();
}

}  // namespace skua
