// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// invoke: strict fork-join of two or more callables, the cheapest form of parallelism here.
//
// All callables but the last are queued for thieves. The last runs at once; then the caller runs
// those that were not stolen, newest first. invoke opens no scope: tasks that the callables spawn
// belong to the enclosing one.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include <skua/detail/core/push.hpp>
#include <skua/detail/core/shield_section.hpp>
#include <skua/detail/core/wait_list.hpp>

namespace skua {
namespace sched {

struct join_cell : claimable {
  completion done;
  bool failed;                                                              // valid once done
  alignas(std::exception_ptr) std::byte error[sizeof(std::exception_ptr)];  // valid if failed

  void fail(std::exception_ptr exception) noexcept {
    ::new (static_cast<void*>(error)) std::exception_ptr(std::move(exception));
    failed = true;
  }
  std::exception_ptr take_error() noexcept {
    auto* kept_error = std::launder(reinterpret_cast<std::exception_ptr*>(error));
    std::exception_ptr exception = std::move(*kept_error);
    kept_error->~exception_ptr();
    return exception;
  }
};

/// Returns true if the task was taken back, so that the caller runs it; false if another worker ran
/// it, so that it has ended.
SKUA_INLINE bool take_back(fibre* current, join_cell* join) {
  return (SKUA_LIKELY(!stack_is_low(current)) && SKUA_LIKELY(take_newest_join(current, join))) ||
         take_back_or_wait(current, join);
}

template <class R>
using plain_result = std::conditional_t<std::is_void_v<R>, std::monostate, R>;

/// Storage for a result that may not be default constructible. The caller knows whether it holds
/// one.
template <class R>
union result_box {
  result_box() noexcept {}
  ~result_box() {}
  R value;
};

template <class F, class R>
SKUA_INLINE void call_into(F& function, result_box<plain_result<R>>& box) {
  if constexpr (std::is_void_v<R>) {
    function();
    ::new (static_cast<void*>(std::addressof(box.value))) std::monostate{};
  } else {
    ::new (static_cast<void*>(std::addressof(box.value))) R(function());
  }
}

template <class F, class R>
struct join_child : join_cell {
  F* callable;
  result_box<plain_result<R>> box;
};

template <class F, class R>
void join_task(slot* task, task_op op) {
  auto* child = static_cast<join_child<F, R>*>(claimable_of(task));
  child->failed = false;
  bool const in_shield = (task->scope & slot_in_shield) != 0;  // a part of a shielded task
  if (SKUA_UNLIKELY(op == task_op::destroy)) join_discarded(task->scope);
  if (SKUA_UNLIKELY(op == task_op::destroy) && !in_shield) {
    child->fail(make_cancelled());
  } else {
    shield_section const guard(in_shield);
    try {
      call_into<F, R>(*child->callable, child->box);
    } catch (...) {
      child->fail(std::current_exception());
    }
  }
  child->done.complete();
}

template <class F>
using result_of = std::invoke_result_t<F&>;

/// Called while an exception of rest() is handled: joins `first` and rethrows the first exception
/// in argument order.
template <class F, class R>
[[noreturn]] SKUA_COLD void join_after_failure(fibre* current, join_child<F, R>& child) {
  if (take_back(current, &child)) {
    call_into<F, R>(*child.callable, child.box);
  } else if (child.failed) {
    std::rethrow_exception(child.take_error());
  }
  child.box.value.~plain_result<R>();
  throw;
}

/// Runs `first` beside rest(), which returns a tuple of the other results.
template <class F, class Rest>
SKUA_INLINE auto fork(F& first, Rest&& rest) {
  using R = result_of<F>;
  using rest_type = decltype(rest());
  fibre* current = self();
  if (SKUA_UNLIKELY(current == nullptr)) no_task_error("invoke");
  join_child<F, R> child;
  child.callable = std::addressof(first);
  if (SKUA_UNLIKELY(push_claimable(current, &join_task<F, R>, &child))) push_slow(current);
  result_box<rest_type> rest_box;
  try {
    ::new (static_cast<void*>(std::addressof(rest_box.value))) rest_type(rest());
  } catch (...) {
    join_after_failure(current, child);
  }
  struct results {  // destroyed even if `first` throws
    rest_type& value;
    ~results() { value.~rest_type(); }
  } const rest_results{rest_box.value};
  if (take_back(current, &child)) {
    call_into<F, R>(first, child.box);
  } else if (SKUA_UNLIKELY(child.failed)) {
    std::rethrow_exception(child.take_error());
  }
  struct first_result {
    plain_result<R>& value;
    ~first_result() { value.~plain_result<R>(); }
  } const first_guard{child.box.value};
  return std::tuple_cat(std::tuple<plain_result<R>>(std::move(child.box.value)), std::move(rest_box.value));
}

template <class F>
SKUA_INLINE auto invoke_all(F& last) {
  using R = result_of<F>;
  if constexpr (std::is_void_v<R>) {
    last();
    return std::tuple<std::monostate>{};
  } else {
    return std::tuple<R>(last());
  }
}
template <class F, class... Rest>
  requires(sizeof...(Rest) > 0)
SKUA_INLINE auto invoke_all(F& first, Rest&... rest) {
  return fork(first, [&]() SKUA_INLINE_LAMBDA { return invoke_all(rest...); });
}

}  // namespace sched

/// Runs all callables, in parallel where cores are idle, and returns when all have ended. Returns
/// void if all callables do, else a tuple of their results (std::monostate for void). Throws the
/// first exception in argument order, after all have ended.
template <class F, class G, class... More>
SKUA_INLINE auto invoke(F&& first, G&& second, More&&... more) {
  constexpr bool all_void = std::is_void_v<sched::result_of<std::remove_reference_t<F>>> &&
                            std::is_void_v<sched::result_of<std::remove_reference_t<G>>> &&
                            (std::is_void_v<sched::result_of<std::remove_reference_t<More>>> && ...);
  if constexpr (all_void) {
    (void)sched::invoke_all(first, second, more...);
  } else {
    return sched::invoke_all(first, second, more...);
  }
}

}  // namespace skua
