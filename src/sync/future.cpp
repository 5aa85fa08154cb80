// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rare paths of futures: errors, destructors that join, timed waits.
#include <skua/future.hpp>

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/sync/deferred_state.hpp>
#include <skua/detail/sync/start_task.hpp>
#include <skua/error.hpp>
#include <skua/promise.hpp>

#include "system/stack_trace.hpp"
#include "wire/known_exceptions.hpp"

namespace skua::sched {

namespace {

/// What the program has probably done.
char const* cause_of(std::future_errc code) noexcept {
  switch (code) {
    case std::future_errc::no_state:
      return ": this future, promise or packaged_task is empty, because get() has taken its result, it was moved from, "
             "or it was never filled";
    case std::future_errc::future_already_retrieved:
      return ": get_future() was called before";
    case std::future_errc::promise_already_satisfied:
      return ": it has a result or an exception already";
    case std::future_errc::broken_promise:
      return ": the promise or packaged_task was destroyed, or reset, before it had a result";
  }
  return "";
}

/// A std::future_error whose text adds the cause, and where the program has called the library. It
/// looks that up when it is asked for its text.
class explained_future_error final : public std::future_error, public wire::stands_for_known_type {
 public:
  explained_future_error(std::future_errc code, system::call_site const& site)
      : std::future_error(code), lazy_(std::make_shared<explanation>(site)) {}
  char const* what() const noexcept override {
    char const* const usual = std::future_error::what();
    try {
      std::lock_guard const hold(lazy_->lock);
      if (lazy_->text.empty())
        lazy_->text =
            usual + std::string(cause_of(static_cast<std::future_errc>(code().value()))) + lazy_->site.description();
      return lazy_->text.c_str();
    } catch (...) {
      return usual;
    }
  }

 private:
  struct explanation {
    explicit explanation(system::call_site const& call_site) : site(call_site) {}
    system::call_site const site;
    std::mutex lock;
    std::string text;
  };
  std::shared_ptr<explanation> lazy_;
};

}  // namespace

void throw_future_error(std::future_errc code) { throw explained_future_error(code, system::call_site::here()); }

std::exception_ptr make_broken_promise() noexcept {
  return std::make_exception_ptr(explained_future_error(std::future_errc::broken_promise, system::call_site::here()));
}

namespace {

/// The states of std::launch::async that have references of watchers, and the number of these. A
/// future state has no room for a number that nearly all of them do not need.
struct watched_states {
  base::spinlock lock;
  std::unordered_map<future_state const*, std::uint32_t> watchers;
};
watched_states& joining_states() {
  static watched_states& states = *new watched_states;  // never destroyed: a static object may hold a future
  return states;
}

/// While other handles exist, one of them will be the last. The handle that finds only its own
/// reference, that of the task, and those of watchers is the last one. Returns true if this handle
/// was not the last one and is dropped.
bool drop_if_others(future_state* state) noexcept {
  watched_states& states = joining_states();
  base::spin_guard const hold(states.lock);
  auto const entry = states.watchers.find(state);
  std::uint32_t const without_handles = 2 + (entry != states.watchers.end() ? entry->second : 0);
  std::uint32_t refs = state->refs.load(std::memory_order_acquire);  // sync: REFS <- release
  while (refs > without_handles && !state->is_ready()) {
    // sync: REFS -> release
    if (state->refs.compare_exchange_weak(refs, refs - 1, std::memory_order_acq_rel, std::memory_order_acquire))
      return true;
  }
  return false;
}

}  // namespace

void retain_as_watcher(future_state* state) noexcept {
  if (!state->joins()) return state->retain();
  watched_states& states = joining_states();
  base::spin_guard const hold(states.lock);
  ++states.watchers[state];
  state->retain();
}

void release_as_watcher(future_state* state) noexcept {
  if (state->joins()) {
    watched_states& states = joining_states();
    base::spin_guard const hold(states.lock);
    auto const entry = states.watchers.find(state);
    if (--entry->second == 0) states.watchers.erase(entry);
  }
  state->release();
}

void drop_handle(future_state* state) noexcept {
  bool const joins = state->joins();
  if (joins && drop_if_others(state)) return;
  if (joins && !state->ready.done()) {
    try {
      await(state, false);
    } catch (cancelled_error const&) {  // this task's scope is cancelled: the awaited task may still run
      wait_done_firmly(state->ready, "future", state);
    }
  }
  state->release();
}

void drop_and_throw(future_state* state) {
  std::exception_ptr error = std::move(state->error);
  state->release();
  std::rethrow_exception(std::move(error));
}

std::future_status wait_state(future_state* state, deadline const& until) {
  if (state->is_ready()) return std::future_status::ready;
  // sync: DEFER <- run_deferred
  if (state->deferred.load(std::memory_order_acquire)) return std::future_status::deferred;
  return wait_done(state->ready, "future", state, &until) ? std::future_status::ready : std::future_status::timeout;
}

}  // namespace skua::sched
