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
  place* p;
  void (*fn)(void*);
  void* context;
  std::exception_ptr error;
};

void run_root_task(slot* h, task_op) {
  auto* t = *reinterpret_cast<root_task**>(h->buffer);
  try {
    finish([t] { t->fn(t->context); });
  } catch (...) {
    t->error = std::current_exception();
  }
}

}  // namespace

void reopen_root(place& p) noexcept {
  std::lock_guard const hold(p.scopes.lock);
  if (!p.root.state.has(scope_cancelled)) return;
  p.root.state.clear(scope_cancelled);
  p.cancelled_scopes.fetch_sub(1, std::memory_order_relaxed);  // relaxed: only skips a check
}

std::exception_ptr settle_root(place& p) {
  reopen_root(p);
  scope_extension* x = p.root.extension;
  std::vector<std::exception_ptr> errors;
  x->lock.lock();
  std::swap(errors, x->errors);
  std::size_t const total = std::exchange(x->error_count, 0);
  x->lock.unlock();
  if (total == 0) return nullptr;
  return total == 1 ? errors.front() : std::make_exception_ptr(task_errors(std::move(errors), total, 0));
}

void wait_for_root(place* p) noexcept {
  std::uint32_t last_value = p->root_completions.load(std::memory_order_acquire);  // sync: ROOT-EMPTY <- scope_ended
  while (p->root.state.load() >= scope_token) {
    external_waiter::sleep(*p->machine, p->root_completions, last_value);
    last_value = p->root_completions.load(std::memory_order_acquire);  // sync: ROOT-EMPTY <- scope_ended
  }
}

void run_root(place* p, void (*fn)(void*), void* context) {
  base::check(self() == nullptr, "run was called in a task; use finish there");
  root_task t{p, fn, context, nullptr};
  slot task;
  task.fn = &run_root_task;
  *reinterpret_cast<root_task**>(task.buffer) = &t;
  task.scope = reinterpret_cast<std::uintptr_t>(&p->root) | slot_counted | slot_shielded;
  p->root.state.add(1);
  submit(p, task);
  wait_for_root(p);
  std::exception_ptr const scope_errors = settle_root(*p);
  if (t.error && !(scope_errors && is_cancelled_error(t.error))) std::rethrow_exception(t.error);
  if (scope_errors) std::rethrow_exception(scope_errors);
}

}  // namespace skua::sched
