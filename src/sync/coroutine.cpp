// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Suspending and resuming coroutines, and the scopes they open.
#include <skua/coroutine.hpp>

#include <utility>

#include <skua/detail/core/self.hpp>
#include <skua/detail/core/submit.hpp>

#include <skua/detail/core/size_class_freelist.hpp>
#include <skua/detail/sync/deferred_state.hpp>
#include <skua/detail/sync/task_exit.hpp>

#include "core/place.hpp"
#include "core/task_events.hpp"

namespace skua::sched {
namespace {

/// While it exists, the fibre runs under that scope word, shielded if the word says so.
class under_scope {
 public:
  explicit under_scope(std::uintptr_t word) noexcept
      : fibre_(self()), outer_(fibre_->scope), was_shielded_(fibre_->is_shielded) {
    fibre_->scope = word;
    fibre_->is_shielded = (word & slot_in_shield) != 0;
    if (fibre_->is_shielded) hide_from_tasks_on_top(fibre_);
  }
  ~under_scope() {
    fibre_->scope = outer_;
    fibre_->is_shielded = was_shielded_;
  }
  under_scope(under_scope const&) = delete;
  under_scope& operator=(under_scope const&) = delete;

 private:
  fibre* fibre_;
  std::uintptr_t outer_;
  bool was_shielded_;
};

/// Resumes the coroutine even if its scope was cancelled: the coroutine must learn of it.
void resume_waiting(slot* h, task_op) {
  auto* const w = *reinterpret_cast<coroutine_wait**>(h->buffer);
  scoped_registrations const registrations(w->registrations);
  add_exits(self(), w->exits);
  under_scope const guard(w->under);
  w->handle.resume();
}

void resume_scope_owner(slot* h, task_op) {
  auto* const c = *reinterpret_cast<coroutine_scope**>(h->buffer);
  scoped_registrations const registrations(c->registrations);
  add_exits(self(), c->exits);
  under_scope const guard(c->parent);
  c->handle.resume();
}

/// Takes a token for a coroutine that continues later. That does not add a task: counted_scope
/// would count it as one.
std::uintptr_t hold_scope(fibre* s, place_front* at) {
  if (s == nullptr) return counted_scope(nullptr, at);
  scope_of(s->scope)->state.add(1);
  return (s->scope & (slot_scope_mask | slot_in_shield)) | slot_counted;
}

struct block64 {
  alignas(16) std::byte bytes[64];
};
struct block128 {
  alignas(16) std::byte bytes[128];
};
struct block256 {
  alignas(16) std::byte bytes[256];
};

}  // namespace

void* coroutine_frame_get(std::size_t bytes) {
  fibre* const s = self();
  if (bytes <= 64) return block_get<block64>(s);
  if (bytes <= 128) return block_get<block128>(s);
  if (bytes <= 256) return block_get<block256>(s);
  return ::operator new(bytes);
}

void coroutine_frame_put(void* p, std::size_t bytes) noexcept {
  fibre* const s = self();
  if (bytes <= 64) {
    block_put<block64>(s, p);
  } else if (bytes <= 128) {
    block_put<block128>(s, p);
  } else if (bytes <= 256) {
    block_put<block256>(s, p);
  } else {
    ::operator delete(p);
  }
}

bool ready_at_once(future_state* p, bool unique) {
  if (sees_done(p->ready)) return true;
  fibre* const s = self();
  if (s != nullptr && run_if_newest(s, p, unique)) return true;
  check_wait_allowed();
  return run_deferred(p);
}

lent_registrations::lent_registrations(coroutine_scope& c) noexcept
    : from_(c), outer_(std::exchange(self()->phasers, std::exchange(c.registrations, nullptr))) {
  if (self()->phasers != nullptr) hide_from_tasks_on_top(self());
}

lent_registrations::~lent_registrations() {
  if (registration* const rest = std::exchange(self()->phasers, outer_)) from_.registrations = rest;
}

bool suspend_coroutine(coroutine_wait& w, future_state* p, std::coroutine_handle<> h, bool is_task) {
  fibre* const s = self();
  place_front* const this_place = s != nullptr ? s->place : place_here();
  std::uintptr_t const word = hold_scope(s, this_place);
  w.awaited = &p->ready;
  w.place = this_place;
  w.fn = &resume_waiting;
  w.argument = &w;
  w.scope = word | slot_shielded;
  w.handle = h;
  w.under = s != nullptr ? s->scope : word & slot_scope_mask;
  is_task = is_task && s != nullptr;
  w.registrations = is_task ? std::exchange(s->phasers, nullptr) : nullptr;
  w.exits = is_task ? std::exchange(s->exits, nullptr) : nullptr;
  if (!arm(w, w.under, "future", p)) return true;
  if (is_task) {
    s->phasers = w.registrations;
    s->exits = w.exits;
    hide_from_tasks_on_top(s);
  }
  release_token(this_place, word);
  return false;
}

void open_coroutine_scope(coroutine_scope& c, std::coroutine_handle<> h, task_fn body, void* argument, bool is_task) {
  fibre* const s = self();
  if (s == nullptr) no_task_error("finish");
  c.handle = h;
  c.place = s->place;
  c.outer = hold_scope(s, s->place) | slot_shielded;
  c.parent = s->scope;
  c.state.raise(scope_waiting);
  c.state.add(1);
  c.base = nullptr;
  c.owner = nullptr;
  c.extension = nullptr;
  if (is_task) {
    c.registrations = std::exchange(s->phasers, nullptr);
    c.exits = std::exchange(s->exits, nullptr);
  }
  slot task;
  task.fn = body;
  task.scope = reinterpret_cast<std::uintptr_t>(static_cast<scope_frame*>(&c)) | slot_counted | slot_shielded;
  *reinterpret_cast<void**>(task.buffer) = argument;
  if (task_events* const record = find_instrument(place_of(s)->events, instrument::record))
    c.recorded = record->coroutine_scope_opened(task);
  submit(s->place, task);
}

void end_scope_body(coroutine_scope& c, std::exception_ptr e) noexcept {
  if (e) capture_into(reinterpret_cast<std::uintptr_t>(static_cast<scope_frame*>(&c)), std::move(e));
  fibre* const s = self();
  c.body_has_ended.store(true, std::memory_order_relaxed);  // relaxed: before the fence
  base::full_fence();  // against that of adopt: a new object's hook is seen here, or this store there
  if (c.state.has(scope_body_hook)) body_ended(s, &c);
  c.registrations = std::exchange(s->phasers, nullptr);
  task_exit* const older = std::exchange(c.exits, std::exchange(s->exits, nullptr));
  add_exits(c.exits, older);  // the body is a part of the coroutine that awaits its end
}

void coroutine_scope_ended(scope_frame* f) noexcept {
  auto& c = *static_cast<coroutine_scope*>(f);
  slot task;
  task.fn = &resume_scope_owner;
  task.scope = c.outer;
  *reinterpret_cast<void**>(task.buffer) = &c;
  if (c.recorded != nullptr)
    tell(static_cast<place*>(c.place)->events, &task_events::coroutine_continues, c.recorded, task);
  submit(c.place, task);
}

finish_result close_coroutine_scope(coroutine_scope& c) {
  fibre* const s = self();
  bool const some_cancelled = s->place->cancelled_scopes.load(std::memory_order_relaxed) != 0;  // relaxed: see drain
  if (c.state.load() == scope_waiting && !some_cancelled) return {};
  s->scope = reinterpret_cast<std::uintptr_t>(static_cast<scope_frame*>(&c));
  c.base = s->top();  // its objects queue final tasks from here on, if they have any
  // no token is left to wait for; close_slow closes the scope, even when it throws
  scope_outcome const o = close_slow(s, &c);
  return {o.was_cancelled, o.never_started, o.ran};
}

}  // namespace skua::sched
