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
#include "core/sharing.hpp"
#include "core/switch.hpp"
#include "core/task_on_top.hpp"
#include "core/tokens.hpp"
#include "core/upper_rooms.hpp"

namespace skua {
namespace sched {

std::exception_ptr make_cancelled() noexcept { return std::make_exception_ptr(cancelled_error()); }

bool is_cancelled_error(std::exception_ptr const& exception) noexcept {
  try {
    std::rethrow_exception(exception);
  } catch (cancelled_error const&) {
    return true;
  } catch (...) {
    return false;
  }
}

void record_error(place& place, scope_frame* frame, std::exception_ptr exception) noexcept {
  if (scope_forbids(reinterpret_cast<std::uintptr_t>(frame)) && is_cancelled_error(exception)) {
    frame->state.raise(scope_cut_short);
    return;
  }
  scope_extension* extension = extend(frame);
  extension->lock.lock();
  if (++extension->error_count <= scope_extension::max_errors) extension->errors.push_back(std::move(exception));
  extension->lock.unlock();
  if (!frame->state.has(scope_keep_going)) cancel_scope(place, frame);
}

namespace {

/// The tasks above the base of a scope are left to other fibres: each queued one gets a token, as
/// if it were stolen.
void count_queued(fibre* current, slot* base) noexcept {
  current->for_each_above(base, [](slot& task) { add_token(task); });
}

/// Returns when every token is back and none can be added any more.
void wait_for_tokens(fibre* current, scope_frame* frame) {
  bool const has_queued = current->top() != frame->base;  // only if the stack is low
  for (int i = 0; i < 64 && !has_queued; ++i) {
    if (frame->state.try_close()) return;
    base::cpu_relax();
  }
  frame->owner = current;
  current->wait.waits_for = "finish";
  current->wait.object = frame;
  auto const begin_wait = [](void* scope, void* waiter) noexcept {
    if (!static_cast<scope_frame*>(scope)->state.begin_wait()) make_ready(static_cast<fibre*>(waiter));
  };
  suspend(current, begin_wait, frame, current);
  current->wait.waits_for = nullptr;
  if (has_queued) current->end_at(frame->base);  // other fibres have taken all tasks above the base
}

}  // namespace

void scope_frame::capture() noexcept { record_error(*place_of(self()), this, std::current_exception()); }

void capture_into(std::uintptr_t scope_word, std::exception_ptr exception) noexcept {
  fibre* current = self();
  record_error(current != nullptr ? *place_of(current) : *static_cast<place*>(place_here()), scope_of(scope_word),
               std::move(exception));
}

scope_extension* extend(scope_frame* frame) {
  if (frame->state.extended()) return frame->extension;
  base::owner<scope_extension> fresh(new scope_extension);  // before the claim: this may throw
  if (frame->state.raise(scope_extending)) {
    frame->extension = fresh.release();
    frame->state.raise(scope_extended);
    return frame->extension;
  }
  for (base::spin_pause pause; !frame->state.extended();) pause();
  return frame->extension;
}

void count_never_started(std::uintptr_t scope_word) noexcept {
  // relaxed: read after the scope's end
  if (scope_frame* frame = scope_of(scope_word)) extend(frame)->never_started.fetch_add(1, std::memory_order_relaxed);
}

bool never_starts(fibre* current, std::uint64_t n) noexcept {
  if (!start_forbidden(*current->place, current->scope)) return false;
  // relaxed: read after the scope's end
  extend(scope_of(current->scope))->never_started.fetch_add(n, std::memory_order_relaxed);
  if (current->counts != nullptr) {
    current->counts->spawned.fetch_add(n, std::memory_order_relaxed);        // relaxed: read after the scope's end
    current->counts->never_started.fetch_add(n, std::memory_order_relaxed);  // relaxed: read after the scope's end
  }
  return true;
}

void discard(fibre* current, slot* task) noexcept {
  count_never_started(task->scope);
  // relaxed: read after the scope's end
  if (current->counts != nullptr) current->counts->never_started.fetch_add(1, std::memory_order_relaxed);
  task->fn(task, task_op::destroy);
}

void join_discarded(std::uintptr_t scope_word) noexcept {
  // relaxed: read after the scope's end
  if (scope_frame* frame = scope_of(scope_word)) extend(frame)->never_started.fetch_sub(1, std::memory_order_relaxed);
  // relaxed: read after the scope's end
  if (fibre* current = self(); current != nullptr && current->counts != nullptr)
    current->counts->never_started.fetch_sub(1, std::memory_order_relaxed);
}

namespace {
/// The last token has come back. Returns the owner to resume, if it is a fibre. The frame may be
/// gone afterwards.
fibre* scope_ended(place& place, scope_frame* frame) noexcept {
  if (frame == &place.root) {
    if (place.remote != nullptr) place.remote->root_ended();
    place.root_completions.fetch_add(1, std::memory_order_release);  // sync: ROOT-EMPTY -> run_root
    place.machine->wake(place.root_completions);
    return nullptr;
  }
  if (fibre* const owner = frame->owner) return owner;
  if (frame->state.has(scope_proxy)) {
    place.remote->proxy_ended(static_cast<proxy_frame*>(frame));
  } else {
    sync_room.end_coroutine_scope(frame);
  }
  return nullptr;
}
}  // namespace

fibre* complete_tokens(scope_frame* frame, std::int64_t n) noexcept {
  note_write(*place_of(self()), &frame->state);
  return frame->state.complete(n) ? scope_ended(*place_of(self()), frame) : nullptr;
}

void release_token(place_front* at, std::uintptr_t scope_word) noexcept { release_tokens(at, scope_word, 1); }

void release_tokens(place_front* at, std::uintptr_t scope_word, std::int64_t tokens) noexcept {
  scope_frame* frame = scope_of(scope_word);
  auto& home = *static_cast<place*>(at);
  place_pin const pin(&home);
  if (!frame->state.complete(tokens)) return;
  if (fibre* const owner = scope_ended(home, frame)) make_ready(owner);
}

std::uintptr_t counted_scope(fibre* current, place_front* at) {
  std::uintptr_t const word = current != nullptr ? current->scope & (slot_scope_mask | slot_in_shield)
                                                 : reinterpret_cast<std::uintptr_t>(&static_cast<place*>(at)->root);
  // relaxed: read after the scope's end
  if (current != nullptr && current->counts != nullptr)
    current->counts->spawned.fetch_add(1, std::memory_order_relaxed);
  scope_of(word)->state.add(1);
  return word | slot_counted;
}

void begin_counting(fibre* current, scope_frame* frame) {
  scope_extension* extension = extend(frame);
  extension->counting = true;
  extension->count.outer = current->counts;
  current->counts = &extension->count;
  // relaxed: reaches thieves with the scope's tasks
  place_of(current)->counting.fetch_add(1, std::memory_order_relaxed);
  current->set_mode(slow_mode::all);
}

namespace {
/// The newest object of the scope. Those behind it in the list are linked by `next`, which does not
/// change; tasks of the scope that run elsewhere put newer ones before it.
scope_object* first_object(scope_frame* frame) noexcept {
  base::spin_guard const hold(frame->extension->lock);
  return frame->extension->objects;
}
}  // namespace

void body_ended(fibre* current, scope_frame* frame) noexcept {
  frame->state.clear(scope_body_hook);
  if (current->owns_address(frame)) --current->hooks;
  for (scope_object* object = first_object(frame); object != nullptr; object = object->next)
    object->body_ended(current);
}

void end_task(fibre* current) noexcept { sync_room.end_task(current); }

namespace {
/// Tells the objects that the tasks of this fibre have made in `frame` that its body has ended; if
/// `frame` is the scope of a bottom-level task, that this task has ended.
void tell_objects(fibre* current, scope_frame* frame) noexcept {
  if (frame == nullptr) return;
  if (current->owns_address(frame)) {
    if (frame->state.has(scope_body_hook)) body_ended(current, frame);
    return;
  }
  while (scope_object* object = current->hooked) {
    current->hooked = object->hook_next;
    object->body_ended(current);
  }
}
}  // namespace

/// Work that fell due at the end of the body, or of the bottom-level task, is done before the loop,
/// work of a single task inside it.
bool drain_checked(fibre* current, slot* base, scope_frame* frame) noexcept {
  tell_objects(current, frame);
  place const& place = *place_of(current);
  for (;;) {
    if (current->top() != base && stack_is_low(current)) {
      count_queued(current, base);
      break;
    }
    if (!recheck_before_run(current)) return true;
    slot* const task = pop_task(current, base);
    if (task == nullptr) break;
    {
      task_on_top const guard(current);
      try {
        if (start_forbidden(*current->place, task->scope)) {
          discard(current, task);
        } else {
          task->fn(task, task_op::run);
        }
      } catch (...) {
        frame->capture();
      }
    }
    tell_objects(current, frame);
  }
  // relaxed: see drain
  if (frame != nullptr && current->owns_address(frame) && place.cancelled_scopes.load(std::memory_order_relaxed) != 0 &&
      scope_forbids(frame->parent)) {
    frame->state.raise(scope_cut_short);  // its finish throws
  }
  static_cast<void>(recheck_before_run(current));
  return false;
}

namespace {
/// Asks the objects of the scope for final tasks. Returns true if they have queued some.
bool objects_have_more(fibre* current, scope_frame* frame) {
  bool has_queued = false;
  for (scope_object* object = first_object(frame); object != nullptr; object = object->next)
    has_queued = object->tasks_ended(current) || has_queued;
  return has_queued;
}
}  // namespace

scope_outcome close_slow(fibre* current, scope_frame* frame) {
  for (;;) {
    wait_for_tokens(current, frame);
    if (!frame->state.extended()) break;
    frame->state.clear(scope_waiting);  // open again before a final task is queued: it may be stolen at once
    if (!objects_have_more(current, frame)) {
      if (frame->state.try_close()) break;
      continue;  // a tick has started a task of an object before that object was asked
    }
    drain(current, frame->base, frame);
  }
  place& place = *place_of(current);
  // Whether the enclosing scope was cancelled. A task that ended early because of that has left a
  // trace in this scope.
  // relaxed: see drain
  bool checks_outer = frame->state.has(scope_cut_short) || place.cancelled_scopes.load(std::memory_order_relaxed) != 0;
  // relaxed: every task has ended
  if (frame->state.extended())
    checks_outer = checks_outer || frame->extension->never_started.load(std::memory_order_relaxed) != 0;
  bool const outer_cancelled = checks_outer && scope_forbids(frame->parent);
  // before the flags are read: the count of a later cancel would never be taken back
  if (frame->state.extended()) remove_handle(place, frame);
  std::int64_t const flags = frame->state.load();
  scope_outcome outcome;
  outcome.was_cancelled = (flags & scope_cancelled) != 0;
  std::vector<std::exception_ptr> errors;
  std::size_t error_count = 0;
  if ((flags & scope_extended) != 0) {
    scope_extension* extension = frame->extension;
    outcome.never_started = extension->never_started.load(std::memory_order_relaxed);  // relaxed: every task has ended
    errors = std::move(extension->errors);
    error_count = extension->error_count;
    if (extension->counting) {
      // relaxed: every task has ended
      std::uint64_t const spawned = extension->count.spawned.load(std::memory_order_relaxed);
      // relaxed: every task has ended
      std::uint64_t const unstarted = extension->count.never_started.load(std::memory_order_relaxed);
      outcome.ran = spawned - unstarted;
      task_counts* outer = current->counts = extension->count.outer;
      place.counting.fetch_sub(1, std::memory_order_relaxed);  // relaxed: see begin_counting
      if (outer != nullptr) {
        outer->spawned.fetch_add(spawned, std::memory_order_relaxed);          // relaxed: read after the scope's end
        outer->never_started.fetch_add(unstarted, std::memory_order_relaxed);  // relaxed: read after the scope's end
      }
      current->set_mode(outer != nullptr ? slow_mode::all : place.slow);
    }
    retire_extension(place, frame);
  }
  // relaxed: only skips a check
  if ((flags & scope_cancelled) != 0) place.cancelled_scopes.fetch_sub(1, std::memory_order_relaxed);
  current->scope = frame->parent;
  if (error_count == 1) std::rethrow_exception(std::move(errors.front()));
  if (error_count > 1) throw task_errors(std::move(errors), error_count, outcome.never_started);
  if (outer_cancelled) throw_cancelled();  // a partial result must not pass for a complete one
  return outcome;
}

proxy_frame* proxy_around(scope_frame* frame) noexcept {
  if (frame == nullptr) return nullptr;
  while (scope_frame* outer = scope_of(frame->parent)) frame = outer;
  return frame->state.has(scope_proxy) ? static_cast<proxy_frame*>(frame) : nullptr;
}

std::uint64_t context_of(scope_frame* frame) noexcept {
  proxy_frame const* const around = proxy_around(frame);
  return around != nullptr ? around->serial : 0;
}

task_counts* task_counts_around(scope_frame* frame) noexcept {
  for (; frame != nullptr; frame = scope_of(frame->parent)) {
    if (frame->state.extended() && frame->extension->counting) return &frame->extension->count;
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
