// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The slow paths of a scope: exceptions, counts, the wait at its end.
#include <skua/detail/base/check.hpp>
#include <skua/detail/base/owner.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/detail/core/suspend.hpp>
#include <skua/error.hpp>
#include <skua/finish.hpp>

#include "core/cancel.hpp"
#include "core/deque_slow.hpp"
#include "core/place.hpp"
#include "core/place_registry.hpp"
#include "core/ready.hpp"
#include "core/remote_hooks.hpp"
#include "core/scope_extension.hpp"
#include "core/scope_frame.hpp"
#include "core/switch.hpp"
#include "core/task_events.hpp"
#include "core/task_on_top.hpp"
#include "core/tokens.hpp"
#include "core/upper_rooms.hpp"

namespace skua {
namespace sched {

std::exception_ptr make_cancelled() noexcept { return std::make_exception_ptr(cancelled_error()); }

bool is_cancelled_error(std::exception_ptr const& e) noexcept {
  try {
    std::rethrow_exception(e);
  } catch (cancelled_error const&) {
    return true;
  } catch (...) {
    return false;
  }
}

void record_error(place& p, scope_frame* f, std::exception_ptr e) noexcept {
  if (scope_forbids(reinterpret_cast<std::uintptr_t>(f)) && is_cancelled_error(e)) {
    f->state.raise(scope_cut_short);
    return;
  }
  scope_extension* x = extend(f);
  x->lock.lock();
  if (++x->error_count <= scope_extension::max_errors) x->errors.push_back(std::move(e));
  x->lock.unlock();
  if (!f->state.has(scope_keep_going)) cancel_scope(p, f);
}

namespace {

/// The tasks above the base of a scope are left to other fibres: each queued one gets a token, as
/// if it were stolen.
void count_queued(fibre* s, slot* base) noexcept {
  s->for_each_above(base, [](slot& task) { add_token(task); });
}

/// Returns when every token is back and none can be added any more.
void wait_for_tokens(fibre* s, scope_frame* f) {
  bool const has_queued = s->top() != f->base;  // only if the stack is low
  for (int i = 0; i < 64 && !has_queued; ++i) {
    if (f->state.try_close()) return;
    base::cpu_relax();
  }
  f->owner = s;
  s->wait.waits_for = "finish";
  s->wait.object = f;
  auto const begin_wait = [](void* a, void* b) noexcept {
    if (!static_cast<scope_frame*>(a)->state.begin_wait()) make_ready(static_cast<fibre*>(b));
  };
  suspend(s, begin_wait, f, s);
  s->wait.waits_for = nullptr;
  if (has_queued) s->end_at(f->base);  // other fibres have taken all tasks above the base
}

}  // namespace

void scope_frame::capture() noexcept { record_error(*place_of(self()), this, std::current_exception()); }

void capture_into(std::uintptr_t scope_word, std::exception_ptr e) noexcept {
  fibre* s = self();
  record_error(s != nullptr ? *place_of(s) : *static_cast<place*>(place_here()), scope_of(scope_word), std::move(e));
}

scope_extension* extend(scope_frame* f) {
  if (f->state.extended()) return f->extension;
  base::owner<scope_extension> fresh(new scope_extension);  // before the claim: this may throw
  if (f->state.raise(scope_extending)) {
    f->extension = fresh.release();
    f->state.raise(scope_extended);
    return f->extension;
  }
  for (base::spin_pause pause; !f->state.extended();) pause();
  return f->extension;
}

void count_never_started(std::uintptr_t scope_word) noexcept {
  // relaxed: read after the scope's end
  if (scope_frame* f = scope_of(scope_word)) extend(f)->never_started.fetch_add(1, std::memory_order_relaxed);
}

bool never_starts(fibre* s, std::uint64_t n) noexcept {
  if (!start_forbidden(*s->place, s->scope)) return false;
  // relaxed: read after the scope's end
  extend(scope_of(s->scope))->never_started.fetch_add(n, std::memory_order_relaxed);
  if (s->counts != nullptr) {
    s->counts->spawned.fetch_add(n, std::memory_order_relaxed);        // relaxed: read after the scope's end
    s->counts->never_started.fetch_add(n, std::memory_order_relaxed);  // relaxed: read after the scope's end
  }
  return true;
}

void discard(fibre* s, slot* h) noexcept {
  count_never_started(h->scope);
  // relaxed: read after the scope's end
  if (s->counts != nullptr) s->counts->never_started.fetch_add(1, std::memory_order_relaxed);
  h->fn(h, task_op::destroy);
}

void join_discarded(std::uintptr_t scope_word) noexcept {
  // relaxed: read after the scope's end
  if (scope_frame* f = scope_of(scope_word)) extend(f)->never_started.fetch_sub(1, std::memory_order_relaxed);
  // relaxed: read after the scope's end
  if (fibre* s = self(); s != nullptr && s->counts != nullptr)
    s->counts->never_started.fetch_sub(1, std::memory_order_relaxed);
}

namespace {
/// The last token has come back. Returns the owner to resume, if it is a fibre. The frame may be
/// gone afterwards.
fibre* scope_ended(place& p, scope_frame* f) noexcept {
  if (f == &p.root) {
    if (p.remote != nullptr) p.remote->root_ended();
    p.root_completions.fetch_add(1, std::memory_order_release);  // sync: ROOT-EMPTY -> run_root
    p.machine->wake(p.root_completions);
    return nullptr;
  }
  if (fibre* const owner = f->owner) return owner;
  if (f->state.has(scope_proxy)) {
    p.remote->proxy_ended(static_cast<proxy_frame*>(f));
  } else {
    sync_room.end_coroutine_scope(f);
  }
  return nullptr;
}
}  // namespace

fibre* complete_tokens(scope_frame* f, std::int64_t n) noexcept {
  return f->state.complete(n) ? scope_ended(*place_of(self()), f) : nullptr;
}

void release_token(place_front* at, std::uintptr_t scope_word) noexcept { release_tokens(at, scope_word, 1); }

void release_tokens(place_front* at, std::uintptr_t scope_word, std::int64_t tokens) noexcept {
  scope_frame* f = scope_of(scope_word);
  auto& p = *static_cast<place*>(at);
  place_pin const pin(&p);
  if (!f->state.complete(tokens)) return;
  if (fibre* const owner = scope_ended(p, f)) make_ready(owner);
}

std::uintptr_t counted_scope(fibre* s, place_front* at) {
  std::uintptr_t const word = s != nullptr ? s->scope & (slot_scope_mask | slot_in_shield)
                                           : reinterpret_cast<std::uintptr_t>(&static_cast<place*>(at)->root);
  // relaxed: read after the scope's end
  if (s != nullptr && s->counts != nullptr) s->counts->spawned.fetch_add(1, std::memory_order_relaxed);
  scope_of(word)->state.add(1);
  return word | slot_counted;
}

void begin_counting(fibre* s, scope_frame* f) {
  scope_extension* x = extend(f);
  x->counting = true;
  x->count.outer = s->counts;
  s->counts = &x->count;
  place_of(s)->counting.fetch_add(1, std::memory_order_relaxed);  // relaxed: reaches thieves with the scope's tasks
  s->set_mode(slow_mode::all);
}

namespace {
/// The newest object of the scope. Those behind it in the list are linked by `next`, which does not
/// change; tasks of the scope that run elsewhere put newer ones before it.
scope_object* first_object(scope_frame* f) noexcept {
  base::spin_guard const hold(f->extension->lock);
  return f->extension->objects;
}
}  // namespace

void body_ended(fibre* s, scope_frame* f) noexcept {
  f->state.clear(scope_body_hook);
  if (s->owns_address(f)) --s->hooks;
  for (scope_object* o = first_object(f); o != nullptr; o = o->next) o->body_ended(s);
}

void end_task(fibre* s) noexcept { sync_room.end_task(s); }

namespace {
/// Tells the objects that the tasks of this fibre have made in `f` that its body has ended; if `f`
/// is the scope of a bottom-level task, that this task has ended.
void tell_objects(fibre* s, scope_frame* f) noexcept {
  if (f == nullptr) return;
  if (s->owns_address(f)) {
    if (f->state.has(scope_body_hook)) body_ended(s, f);
    return;
  }
  while (scope_object* o = s->hooked) {
    s->hooked = o->hook_next;
    o->body_ended(s);
  }
}
}  // namespace

/// Work that fell due at the end of the body, or of the bottom-level task, is done before the loop,
/// work of a single task inside it.
bool drain_checked(fibre* s, slot* base, scope_frame* f) noexcept {
  tell_objects(s, f);
  place const& p = *place_of(s);
  for (;;) {
    tell(p.events, &task_events::scope_continues, s);
    if (s->top() != base && stack_is_low(s)) {
      count_queued(s, base);
      break;
    }
    if (!p.follows_every_task && !recheck_before_run(s)) return true;
    slot* const h = pop_task(s, base);
    if (h == nullptr) break;
    {
      task_on_top const guard(s);
      try {
        if (start_forbidden(*s->place, h->scope)) {
          discard(s, h);
        } else {
          h->fn(h, task_op::run);
        }
      } catch (...) {
        f->capture();
      }
    }
    tell_objects(s, f);
  }
  // relaxed: see drain
  if (f != nullptr && s->owns_address(f) && p.cancelled_scopes.load(std::memory_order_relaxed) != 0 &&
      scope_forbids(f->parent)) {
    f->state.raise(scope_cut_short);  // its finish throws
  }
  static_cast<void>(recheck_before_run(s));
  return false;
}

namespace {
/// Asks the objects of the scope for final tasks. Returns true if they have queued some.
bool objects_have_more(fibre* s, scope_frame* f) {
  bool has_queued = false;
  for (scope_object* o = first_object(f); o != nullptr; o = o->next) has_queued = o->tasks_ended(s) || has_queued;
  return has_queued;
}
}  // namespace

scope_outcome close_slow(fibre* s, scope_frame* f) {
  tell(place_of(s)->events, &task_events::scope_closes, s, f);
  for (;;) {
    wait_for_tokens(s, f);
    if (!f->state.extended()) break;
    f->state.clear(scope_waiting);  // open again before a final task is queued: it may be stolen at once
    if (!objects_have_more(s, f)) {
      if (f->state.try_close()) break;
      continue;  // a tick has started a task of an object before that object was asked
    }
    drain(s, f->base, f);
  }
  place& p = *place_of(s);
  tell(p.events, &task_events::scope_ended, s, f);
  // Whether the enclosing scope was cancelled. A task that ended early because of that has left a
  // trace in this scope.
  // relaxed: see drain
  bool checks_outer = f->state.has(scope_cut_short) || p.cancelled_scopes.load(std::memory_order_relaxed) != 0;
  // relaxed: every task has ended
  if (f->state.extended())
    checks_outer = checks_outer || f->extension->never_started.load(std::memory_order_relaxed) != 0;
  bool const outer_cancelled = checks_outer && scope_forbids(f->parent);
  // before the flags are read: the count of a later cancel would never be taken back
  if (f->state.extended()) remove_handle(p, f);
  std::int64_t const flags = f->state.load();
  scope_outcome outcome;
  outcome.was_cancelled = (flags & scope_cancelled) != 0;
  std::vector<std::exception_ptr> errors;
  std::size_t error_count = 0;
  if ((flags & scope_extended) != 0) {
    scope_extension* x = f->extension;
    outcome.never_started = x->never_started.load(std::memory_order_relaxed);  // relaxed: every task has ended
    errors = std::move(x->errors);
    error_count = x->error_count;
    if (x->counting) {
      // relaxed: every task has ended
      std::uint64_t const spawned = x->count.spawned.load(std::memory_order_relaxed);
      // relaxed: every task has ended
      std::uint64_t const unstarted = x->count.never_started.load(std::memory_order_relaxed);
      outcome.ran = spawned - unstarted;
      task_counts* outer = s->counts = x->count.outer;
      p.counting.fetch_sub(1, std::memory_order_relaxed);  // relaxed: see begin_counting
      if (outer != nullptr) {
        outer->spawned.fetch_add(spawned, std::memory_order_relaxed);          // relaxed: read after the scope's end
        outer->never_started.fetch_add(unstarted, std::memory_order_relaxed);  // relaxed: read after the scope's end
      }
      s->set_mode(outer != nullptr ? slow_mode::all : p.slow);
    }
    retire_extension(p, f);
  }
  // relaxed: only skips a check
  if ((flags & scope_cancelled) != 0) p.cancelled_scopes.fetch_sub(1, std::memory_order_relaxed);
  s->scope = f->parent;
  if (error_count == 1) std::rethrow_exception(std::move(errors.front()));
  if (error_count > 1) throw task_errors(std::move(errors), error_count, outcome.never_started);
  if (outer_cancelled) throw_cancelled();  // a partial result must not pass for a complete one
  return outcome;
}

proxy_frame* proxy_around(scope_frame* f) noexcept {
  if (f == nullptr) return nullptr;
  while (scope_frame* outer = scope_of(f->parent)) f = outer;
  return f->state.has(scope_proxy) ? static_cast<proxy_frame*>(f) : nullptr;
}

std::uint64_t context_of(scope_frame* f) noexcept {
  proxy_frame const* const around = proxy_around(f);
  return around != nullptr ? around->serial : 0;
}

task_counts* task_counts_around(scope_frame* f) noexcept {
  for (; f != nullptr; f = scope_of(f->parent)) {
    if (f->state.extended() && f->extension->counting) return &f->extension->count;
  }
  return nullptr;
}

void no_task_error(char const* verb) noexcept {
  char text[160];
  std::snprintf(text, sizeof text, "%s was called outside a task; call it inside skua::run", verb);
  base::broken_contract(text);
}

}  // namespace sched
}  // namespace skua
