// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cancellation: marks a scope, wakes every waiter inside it, and keeps the handles that name scopes
// safely.
//
// A canceller raises the flag, fences on behalf of all threads, then inspects every parker of the
// place. A waiter opens its claim word and then reads the flag. So at least one of the two sees
// each wait inside the scope (edge CANCEL).
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

namespace skua {
namespace sched {
namespace {

/// The number of scopes of this process that have been marked as cancelled. A canceller skips a
/// waiter that another thread inspects at that moment. That thread has just opened the wait and
/// inspects it because some scope was cancelled. It may have read the flags before the canceller
/// raised its own. So it reads this number before and after, and inspects again if it has changed
/// (open_wait).
base::atomic<std::uint64_t> cancellations{0};

void inspect_parker(parker& k) noexcept {
  // relaxed: the fence of mark orders it; most parkers do not wait
  if (k.claim_word.load(std::memory_order_relaxed) != parker::waiting || !k.inspect()) return;
  if (k.settle(!k.firm && scope_forbids(k.scope))) k.resume(&k);
}

/// Under scopes.lock: the stop sources of all scopes that are cancelled now.
std::vector<std::stop_source> collect_stops(place& p) {
  std::vector<std::stop_source> stops;
  for (scope_entry const& e : p.scopes.entries) {
    if (e.frame != nullptr && e.frame->extension->stop && scope_forbids(reinterpret_cast<std::uintptr_t>(e.frame))) {
      stops.push_back(*e.frame->extension->stop);
    }
  }
  for (auto const& [id, f] : p.scopes.proxies) {
    if (f->extension->stop && scope_forbids(reinterpret_cast<std::uintptr_t>(static_cast<scope_frame*>(f))))
      stops.push_back(*f->extension->stop);
  }
  return stops;
}

/// Marks a scope as cancelled, under scopes.lock. Returns false if it was cancelled before.
bool mark(place& p, scope_frame* f) {
  if (!f->state.raise(scope_cancelled)) return false;
  cancellations.fetch_add(1, std::memory_order_seq_cst);  // sync: CANCEL <-> open_wait
  // sync: CANCEL <-> open_wait; CHECK <-> drain, recheck_before_run
  p.cancelled_scopes.fetch_add(1, std::memory_order_seq_cst);
  base::heavy_fence();
  p.fibres.for_each([](fibre* x) {
    x->check_before_run.store(1, std::memory_order_relaxed);  // sync: CHECK <-> drain, recheck_before_run
    inspect_parker(x->wait);
  });
  p.parkers.for_each([](parker& k) { inspect_parker(k); });
  request_polls(p);  // running loops check for the cancel
  if (p.remote != nullptr) p.remote->scope_marked(f);
  return true;
}

}  // namespace

std::uint64_t scope_id_locked(place& p, scope_frame* f) {
  scope_extension* x = extend(f);
  if (x->id != 0) return x->id;
  std::uint32_t index;
  if (!p.scopes.free.empty()) {
    index = p.scopes.free.back();
    p.scopes.free.pop_back();
  } else {
    index = static_cast<std::uint32_t>(p.scopes.entries.size());
    base::check(index < 1u << scope_id_index_bits,
                "more than a million scopes with handles, or with tasks elsewhere, at once");
    p.scopes.entries.emplace_back();
  }
  // Unique in the process, not only at this place: a handle that outlives its runtime must not name
  // a scope of the next one.
  static base::atomic<std::uint32_t> generations{0};
  constexpr std::uint32_t max_generation = (1u << (scope_id_place_shift - scope_id_index_bits)) - 1;
  // relaxed: only the number matters
  p.scopes.entries[index].generation = generations.fetch_add(1, std::memory_order_relaxed) % max_generation + 1;
  p.scopes.entries[index].frame = f;
  x->id = static_cast<std::uint64_t>(p.number) << scope_id_place_shift |
          std::uint64_t{p.scopes.entries[index].generation} << scope_id_index_bits | index;
  return x->id;
}

scope_frame* find_scope_locked(place& p, std::uint64_t id) noexcept {
  if (place_of_scope(id) != p.number) {
    auto const entry = p.scopes.proxies.find(id);
    return entry != p.scopes.proxies.end() ? entry->second : nullptr;
  }
  std::size_t const index = id & ((1u << scope_id_index_bits) - 1);
  std::uint64_t const generation = (id & ((std::uint64_t{1} << scope_id_place_shift) - 1)) >> scope_id_index_bits;
  if (id == 0 || index >= p.scopes.entries.size() || p.scopes.entries[index].generation != generation) return nullptr;
  return p.scopes.entries[index].frame;
}

namespace {

std::stop_token token_locked(place& p, scope_frame* f) {
  scope_id_locked(p, f);
  scope_extension* x = f->extension;
  if (!x->stop) {
    x->stop.emplace();
    if (scope_forbids(reinterpret_cast<std::uintptr_t>(f))) x->stop->request_stop();
  }
  return x->stop->get_token();
}

place& this_place() { return *static_cast<place*>(place_here()); }

scope_frame* innermost(char const* verb) {
  fibre* s = self();
  if (s == nullptr) no_task_error(verb);
  return scope_of(s->scope);
}

}  // namespace

bool scope_forbids(std::uintptr_t word) noexcept {
  if ((word & slot_in_shield) != 0) return false;
  for (scope_frame* f = scope_of(word); f != nullptr; f = scope_of(f->parent)) {
    if (f->state.has(scope_cancelled)) return true;
    if ((f->parent & slot_in_shield) != 0) return false;
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
bool wait_forbidden(fibre* s) noexcept {
  if (!scope_forbids(s->scope)) return false;
  scope_frame* const f = scope_of(s->scope);
  if (!f->state.has(scope_cut_short)) f->state.raise(scope_cut_short);
  return true;
}

void open_wait(place& p, parker& k) noexcept {
  k.open();
  // A canceller raises its flag, fences for all threads, and inspects all claim words. This is the
  // other side of that fence pair.
  producer_fence(p);
  while (SKUA_UNLIKELY(p.cancelled_scopes.load(std::memory_order_relaxed) != 0)) {     // sync: CANCEL <-> mark
    std::uint64_t const count_before = cancellations.load(std::memory_order_acquire);  // sync: CANCEL <-> mark
    if (!k.inspect()) return;  // another thread has claimed or inspects it, and continues with it
    if (k.settle(!k.firm && scope_forbids(k.scope))) return k.resume(&k);
    producer_fence(p);  // a canceller that missed settle has raised the count, which is seen here
    if (cancellations.load(std::memory_order_relaxed) == count_before) return;  // sync: CANCEL <-> mark
  }
}

namespace {
/// Stop callbacks are user code, so neither a thread of the library must run them, nor a message
/// handler on an idle worker.
void request_stops(place& p, std::vector<std::stop_source> stops) {
  if (stops.empty()) return;
  auto const request = [](std::vector<std::stop_source>& of) {
    for (std::stop_source& s : of) s.request_stop();
  };
  if (!in_message_section() && (self() != nullptr || p.remote == nullptr)) return request(stops);
  run_service_task(&p, [request, stops = std::move(stops)]() mutable { request(stops); });
}
}  // namespace

void cancel_scope(place& p, scope_frame* f) {
  std::vector<std::stop_source> stops;
  {
    std::lock_guard hold(p.scopes.lock);
    if (mark(p, f)) stops = collect_stops(p);
  }
  tell(p.events, &task_events::scope_cancelled);
  request_stops(p, std::move(stops));
}

bool cancel_by_remote(place& p, std::uint64_t id) {
  std::vector<std::stop_source> stops;
  {
    std::lock_guard hold(p.scopes.lock);
    scope_frame* const f = find_scope_locked(p, id);
    if (f == nullptr || !mark(p, f)) return false;
    stops = collect_stops(p);
  }
  request_stops(p, std::move(stops));
  return true;
}

void remove_handle(place& p, scope_frame* f) noexcept {
  scope_extension* x = f->extension;
  if (x->id == 0 || f->state.has(scope_proxy)) return;
  std::lock_guard hold(p.scopes.lock);
  auto const index = static_cast<std::uint32_t>(x->id & ((1u << scope_id_index_bits) - 1));
  p.scopes.entries[index].frame = nullptr;
  p.scopes.free.push_back(index);
  x->id = 0;
}

void retire_extension(place& p, scope_frame* f) noexcept {
  remove_handle(p, f);
  scope_extension* x = f->extension;
  for (scope_object* o = x->objects; o != nullptr;) {
    scope_object* const next = o->next;
    dispose(o);
    o = next;
  }
  delete x;
}

scope handle_of(scope_frame* f) {
  place& p = *place_of(self());
  std::lock_guard hold(p.scopes.lock);
  return scope(scope_id_locked(p, f));
}

}  // namespace sched

void cancel() { sched::cancel_scope(sched::this_place(), sched::innermost("cancel")); }

bool cancelled() noexcept {
  sched::fibre* s = sched::self();
  // relaxed: see drain
  return s != nullptr && s->place->cancelled_scopes.load(std::memory_order_relaxed) != 0 && sched::wait_forbidden(s);
}

std::stop_token stop_token() {
  sched::place& p = sched::this_place();
  sched::scope_frame* const f = sched::innermost("stop_token");
  std::lock_guard hold(p.scopes.lock);
  return sched::token_locked(p, f);
}

scope this_scope() { return sched::handle_of(sched::innermost("this_scope")); }

void scope::cancel() const {
  sched::place_pin const pin = sched::place_pin::current();  // the scope's run may end while the scope is found
  if (pin.at() == nullptr) return;
  sched::place& p = *pin.at();
  std::vector<std::stop_source> stops;
  {
    std::lock_guard hold(p.scopes.lock);
    sched::scope_frame* f = sched::find_scope_locked(p, id_);
    if (f != nullptr && sched::mark(p, f)) stops = sched::collect_stops(p);
    if (f == nullptr && p.remote != nullptr && sched::place_of_scope(id_) != p.number) p.remote->cancel_remote(id_);
  }
  for (std::stop_source& s : stops) s.request_stop();
}

bool scope::cancelled() const {
  sched::place_pin const pin = sched::place_pin::current();
  if (pin.at() == nullptr) return false;
  sched::place& p = *pin.at();
  // Without the lock in the common case: a task that polls all the time must not keep a canceller
  // from the lock.
  if (p.cancelled_scopes.load(std::memory_order_relaxed) == 0) return false;  // relaxed: a poll, the next one sees it
  std::lock_guard hold(p.scopes.lock);
  sched::scope_frame* f = sched::find_scope_locked(p, id_);
  return f != nullptr && sched::scope_forbids(reinterpret_cast<std::uintptr_t>(f));
}

std::stop_token scope::stop_token() const {
  sched::place_pin const pin = sched::place_pin::current();
  if (pin.at() == nullptr) return {};
  sched::place& p = *pin.at();
  std::lock_guard hold(p.scopes.lock);  // one critical section: after it the scope may end
  sched::scope_frame* const f = sched::find_scope_locked(p, id_);
  return f != nullptr ? sched::token_locked(p, f) : std::stop_token();
}

}  // namespace skua
