// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starting and stopping: run, runtime, and the default runtime of programs that only use futures.
//
// The process knows its current place so that plain threads can submit tasks: the newest that lives, or a default one
// made by the first call from a plain thread and joined at exit.
#include <skua/place.hpp>
#include <skua/run.hpp>
#include <skua/stats.hpp>

#include <unistd.h>

#include <cstdio>
#include <mutex>

#include <skua/base/check.hpp>
#include <skua/finish.hpp>
#include <skua/sched/suspend.hpp>

#include "sched/fault.hpp"
#include "sched/place.hpp"
#include "sched/settings.hpp"
#include "sched/signals.hpp"

namespace skua {
namespace sched {
namespace {

struct registry {
  std::mutex lock;
  std::vector<place*> living;
  std::unique_ptr<place> standard;  // joined when statics are destroyed, at exit
  ::pid_t standard_of = 0;           // the process that has its threads
  ~registry();
};

registry& places() {
  static registry r;
  return r;
}

registry::~registry() {
  if (standard == nullptr) return;
  if (standard_of != ::getpid() || self() != nullptr) {  // a forked child has no workers to join; a task cannot join its own
    (void)standard.release();
    return;
  }
  unwatch_faults(*standard);
  standard.reset();
}

void whereabouts(char* buffer, unsigned long size) noexcept {
  fibre* s = self();
  if (s == nullptr) {
    std::snprintf(buffer, size, " on a plain thread");
  } else {
    std::snprintf(buffer, size, " at place 0, worker %d, in %s", s->worker->id, s->task_name != nullptr ? s->task_name : "a task");
  }
}

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

/// Flags and exceptions of the root scope, taken when a run has ended.
std::exception_ptr settle_root(place& p) {
  if (p.root.state.has(scope_cancelled)) {
    p.root.state.clear(scope_cancelled);
    p.cancelled_scopes.fetch_sub(1, std::memory_order_relaxed);  // relaxed: only skips a check
  }
  scope_extension* x = p.root.extension;
  std::vector<std::exception_ptr> errors;
  x->lock.lock();
  std::swap(errors, x->errors);
  std::size_t const total = std::exchange(x->error_count, 0);
  x->lock.unlock();
  if (total == 0) return nullptr;
  return total == 1 ? errors.front() : std::make_exception_ptr(task_errors(std::move(errors), total, 0));
}

void print_error(std::exception_ptr const& e) noexcept {
  try {
    std::rethrow_exception(e);
  } catch (std::exception const& x) {
    std::fprintf(stderr, "skua: the program's body ended with an exception: %s\n", x.what());
  } catch (...) {
    std::fprintf(stderr, "skua: the program's body ended with an exception that is not a std::exception\n");
  }
}

}  // namespace

options with_environment(options o) {
  read_environment(o, environ);
  return o;
}

place* make_place(options const& o) {
  check_options(o);
  base::set_whereabouts(&whereabouts);
  registry& r = places();
  auto p = std::make_unique<place>(o);
  watch_faults(*p);
  std::lock_guard hold(r.lock);
  r.living.push_back(p.get());
  return p.release();
}

void destroy_place(place* p) noexcept {
  {
    registry& r = places();
    std::lock_guard hold(r.lock);
    std::erase(r.living, p);
  }
  statistics_end(*p);
  unwatch_faults(*p);
  delete p;
}

place* current_place() noexcept {
  registry& r = places();
  std::lock_guard hold(r.lock);
  return r.living.empty() ? r.standard.get() : r.living.back();
}

place_front* place_here() {
  if (fibre* s = self()) return s->at;
  registry& r = places();
  std::lock_guard hold(r.lock);
  if (!r.living.empty()) return r.living.back();
  if (r.standard == nullptr) {
    base::set_whereabouts(&whereabouts);
    r.standard = std::make_unique<place>(with_environment({}));
    r.standard_of = ::getpid();
    watch_faults(*r.standard);
  }
  return r.standard.get();
}

visit visit::current() noexcept {
  if (fibre* s = self()) return visit(place_of(s));
  registry& r = places();
  std::lock_guard hold(r.lock);  // destroy_place takes it before it destroys
  return visit(r.living.empty() ? r.standard.get() : r.living.back());
}

namespace {
base::atomic<int> outside_waiters{0};
}

void outside_waiter::enter() noexcept { outside_waiters.fetch_add(1, std::memory_order_relaxed); }  // relaxed: a report is long in coming
void outside_waiter::leave() noexcept { outside_waiters.fetch_sub(1, std::memory_order_relaxed); }  // relaxed: a report is long in coming
int outside_waiter::count() noexcept { return outside_waiters.load(std::memory_order_relaxed); }  // relaxed: nobody runs

void run_root(place* p, void (*fn)(void*), void* context) {
  base::check(self() == nullptr, "run was called in a task; use finish there");
  root_task t{p, fn, context, nullptr};
  slot task;
  task.fn = &run_root_task;
  *reinterpret_cast<root_task**>(task.buffer) = &t;
  task.scope = reinterpret_cast<std::uintptr_t>(&p->root) | slot_counted | slot_shielded;
  p->root.state.add(1);
  submit(p, task);
  {
    outside_waiter::enter();
    std::uint32_t seen = p->root_quiet.load(std::memory_order_acquire);  // sync: QUIET <- complete_tokens
    while (p->root.state.load() >= scope_token) {
      p->machine->sleep(p->root_quiet, seen, 0);
      seen = p->root_quiet.load(std::memory_order_acquire);  // sync: QUIET <- complete_tokens
    }
    outside_waiter::leave();
  }
  std::exception_ptr const others = settle_root(*p);
  if (t.error) std::rethrow_exception(t.error);
  if (others) std::rethrow_exception(others);
}

int run_main(int* argc, char** argv, options o, int (*fn)(void*), void* context) {
  base::check(self() == nullptr, "run was called in a task; use finish there");
  place* p = nullptr;
  try {
    o = with_environment(o);
    if (argc != nullptr) read_arguments(o, *argc, argv);
    p = make_place(o);
  } catch (error const& e) {
    std::fprintf(stderr, "skua: %s\n", e.what());
    return 2;
  }
  struct call {
    int (*fn)(void*);
    void* context;
    int code;
  } c{fn, context, 0};
  watch_signals(*p);
  try {
    run_root(p, [](void* a) {
      auto* k = static_cast<call*>(a);
      k->code = k->fn(k->context);
    }, &c);
  } catch (cancelled_error const&) {
    c.code = signal_received() != 0 ? 0 : 1;
    if (c.code != 0) std::fprintf(stderr, "skua: the program's body was cancelled\n");
  } catch (...) {
    print_error(std::current_exception());
    c.code = 1;
  }
  unwatch_signals(*p);
  destroy_place(p);
  return signal_received() != 0 ? 128 + signal_received() : c.code;
}

}  // namespace sched

int here() noexcept { return 0; }
int places() noexcept { return 1; }
int workers() { return sched::place_here()->workers; }
int worker() noexcept {
  sched::fibre* s = sched::self();
  return s != nullptr ? s->worker->id : -1;
}

}  // namespace skua
