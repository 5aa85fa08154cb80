// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/root_scope.hpp"

#include <mutex>
#include <utility>
#include <vector>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/detail/core/submit.hpp>
#include <skua/error.hpp>
#include <skua/finish.hpp>

#include "core/external_waiter.hpp"
#include "core/place.hpp"
#include "core/scope_extension.hpp"
#include "core/scope_frame.hpp"

namespace skua::sched {
namespace {

struct root_task {
  place* home;
  void (*fn)(void*);
  void* context;
  std::exception_ptr error;
};

void run_root_task(slot* task, task_op) {
  auto* first = *reinterpret_cast<root_task**>(task->buffer);
  try {
    finish([first] { first->fn(first->context); });
  } catch (...) {
    first->error = std::current_exception();
  }
}

}  // namespace

void reopen_root(place& place) noexcept {
  std::lock_guard const hold(place.scopes.lock);
  if (!place.root.state.has(scope_cancelled)) return;
  place.root.state.clear(scope_cancelled);
  place.cancelled_scopes.fetch_sub(1, std::memory_order_relaxed);  // relaxed: only skips a check
}

std::exception_ptr settle_root(place& place) {
  reopen_root(place);
  scope_extension* extension = place.root.extension;
  std::vector<std::exception_ptr> errors;
  extension->lock.lock();
  std::swap(errors, extension->errors);
  std::size_t const total = std::exchange(extension->error_count, 0);
  extension->lock.unlock();
  if (total == 0) return nullptr;
  return total == 1 ? errors.front() : std::make_exception_ptr(task_errors(std::move(errors), total, 0));
}

namespace {
/// Waits until the root scope has no task left.
void wait_for_root(place* place) noexcept {
  // sync: ROOT-EMPTY <- scope_ended
  std::uint32_t last_value = place->root_completions.load(std::memory_order_acquire);
  while (place->root.state.load() >= scope_token) {
    external_waiter::sleep(*place->machine, place->root_completions, last_value);
    last_value = place->root_completions.load(std::memory_order_acquire);  // sync: ROOT-EMPTY <- scope_ended
  }
}
}  // namespace

void run_root(place* place, void (*fn)(void*), void* context) {
  base::check(self() == nullptr, "run was called in a task; use finish there");
  root_task first{place, fn, context, nullptr};
  slot task;
  task.fn = &run_root_task;
  *reinterpret_cast<root_task**>(task.buffer) = &first;
  task.scope = reinterpret_cast<std::uintptr_t>(&place->root) | slot_counted | slot_shielded;
  place->root.state.add(1);
  submit(place, task);
  wait_for_root(place);
  std::exception_ptr const scope_errors = settle_root(*place);
  if (first.error && !(scope_errors && is_cancelled_error(first.error))) std::rethrow_exception(first.error);
  if (scope_errors) std::rethrow_exception(scope_errors);
}

}  // namespace skua::sched
