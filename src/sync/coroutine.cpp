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
void resume_waiting(slot* task, task_op) {
  auto* const wait = *reinterpret_cast<coroutine_wait**>(task->buffer);
  scoped_registrations const registrations(wait->registrations);
  add_exits(self(), wait->exits);
  under_scope const guard(wait->under);
  wait->handle.resume();
}

void resume_scope_owner(slot* task, task_op) {
  auto* const scope = *reinterpret_cast<coroutine_scope**>(task->buffer);
  scoped_registrations const registrations(scope->registrations);
  add_exits(self(), scope->exits);
  under_scope const guard(scope->parent);
  scope->handle.resume();
}

/// Takes a token for a coroutine that continues later. That does not add a task: counted_scope
/// would count it as one.
std::uintptr_t hold_scope(fibre* current, place_front* at) {
  if (current == nullptr) return counted_scope(nullptr, at);
  scope_of(current->scope)->state.add(1);
  return (current->scope & (slot_scope_mask | slot_in_shield)) | slot_counted;
}

}  // namespace

void* coroutine_frame_get(std::size_t bytes) {
  int const size_class = class_of_block(bytes, 16);
  return size_class >= 0 ? block_get_class(self(), size_class) : ::operator new(bytes);
}

void coroutine_frame_put(void* memory, std::size_t bytes) noexcept {
  int const size_class = class_of_block(bytes, 16);
  size_class >= 0 ? block_put_class(self(), memory, size_class) : ::operator delete(memory);
}

bool ready_at_once(future_state* state, bool unique) {
  if (state->ready.done()) return true;
  fibre* const current = self();
  if (current != nullptr && run_if_newest(current, state, unique)) return true;
  check_wait_allowed();
  return run_deferred(state);
}

lent_registrations::lent_registrations(coroutine_scope& scope) noexcept
    : from_(scope), outer_(std::exchange(self()->phasers, std::exchange(scope.registrations, nullptr))) {
  if (self()->phasers != nullptr) hide_from_tasks_on_top(self());
}

lent_registrations::~lent_registrations() {
  if (registration* const rest = std::exchange(self()->phasers, outer_)) from_.registrations = rest;
}

bool suspend_coroutine(coroutine_wait& wait, future_state* state, std::coroutine_handle<> handle, bool is_task) {
  fibre* const current = self();
  place_front* const this_place = current != nullptr ? current->place : place_here();
  std::uintptr_t const word = hold_scope(current, this_place);
  wait.awaited = &state->ready;
  wait.place = this_place;
  wait.fn = &resume_waiting;
  wait.argument = &wait;
  wait.scope = word | slot_shielded;
  wait.handle = handle;
  wait.under = current != nullptr ? current->scope : word & slot_scope_mask;
  is_task = is_task && current != nullptr;
  wait.registrations = is_task ? std::exchange(current->phasers, nullptr) : nullptr;
  wait.exits = is_task ? std::exchange(current->exits, nullptr) : nullptr;
  if (!arm(wait, {wait.under, "future", state})) return true;
  if (is_task) {
    current->phasers = wait.registrations;
    current->exits = wait.exits;
    hide_from_tasks_on_top(current);
  }
  release_token(this_place, word);
  return false;
}

void open_coroutine_scope(coroutine_scope& scope, std::coroutine_handle<> handle, task_fn body, void* argument,
                          bool is_task) {
  fibre* const current = self();
  if (current == nullptr) no_task_error("finish");
  scope.handle = handle;
  scope.place = current->place;
  scope.outer = hold_scope(current, current->place) | slot_shielded;
  scope.parent = current->scope;
  scope.state.raise(scope_waiting);
  scope.state.add(1);
  scope.base = nullptr;
  scope.owner = nullptr;
  scope.extension = nullptr;
  if (is_task) {
    scope.registrations = std::exchange(current->phasers, nullptr);
    scope.exits = std::exchange(current->exits, nullptr);
  }
  slot task;
  task.fn = body;
  task.scope = reinterpret_cast<std::uintptr_t>(static_cast<scope_frame*>(&scope)) | slot_counted | slot_shielded;
  *reinterpret_cast<void**>(task.buffer) = argument;
  submit(current->place, task);
}

void end_scope_body(coroutine_scope& scope, std::exception_ptr exception) noexcept {
  if (exception)
    capture_into(reinterpret_cast<std::uintptr_t>(static_cast<scope_frame*>(&scope)), std::move(exception));
  fibre* const current = self();
  scope.body_has_ended.store(true, std::memory_order_relaxed);  // relaxed: before the fence
  base::full_fence();  // against that of adopt: a new object's hook is seen here, or this store there
  if (scope.state.has(scope_body_hook)) body_ended(current, &scope);
  scope.registrations = std::exchange(current->phasers, nullptr);
  task_exit* const older = std::exchange(scope.exits, std::exchange(current->exits, nullptr));
  add_exits(scope.exits, older);  // the body is a part of the coroutine that awaits its end
}

void coroutine_scope_ended(scope_frame* frame) noexcept {
  auto& scope = *static_cast<coroutine_scope*>(frame);
  slot task;
  task.fn = &resume_scope_owner;
  task.scope = scope.outer;
  *reinterpret_cast<void**>(task.buffer) = &scope;
  submit(scope.place, task);
}

finish_result close_coroutine_scope(coroutine_scope& scope) {
  fibre* const current = self();
  // relaxed: see drain
  bool const some_cancelled = current->place->cancelled_scopes.load(std::memory_order_relaxed) != 0;
  if (scope.state.load() == scope_waiting && !some_cancelled) return {};
  current->scope = reinterpret_cast<std::uintptr_t>(static_cast<scope_frame*>(&scope));
  scope.base = current->top();  // its objects queue final tasks from here on, if they have any
  // no token is left to wait for; close_slow closes the scope, even when it throws
  scope_outcome const outcome = close_slow(current, &scope);
  return {outcome.was_cancelled, outcome.never_started, outcome.ran};
}

}  // namespace skua::sched
