// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shared state of a future: made by async with its task inside, or by a promise.
//
// One block (size_class_freelist.hpp) holds the completion word, the closure and the result.
// References: one per handle, and one for the task or promise that completes the state. If the only
// holder takes the result (refs == 2) while the task is still the newest in its deque, the task
// runs on top of it and completes with two plain stores, which wake no waiter and order nothing.
// Only operations that no other access to the handle may accompany (get, co_await) allow that: a
// waiter in wait() holds no reference. Edges: DONE (wait_list.hpp) passes the result on; REFS
// orders all accesses before the last holder destroys the state.
#pragma once

#include <exception>
#include <future>
#include <new>
#include <type_traits>
#include <utility>

#include <skua/detail/core/push.hpp>
#include <skua/detail/core/suspend.hpp>

namespace skua::sched {

/// What made a future state, if that matters later.
enum class made_by : std::uint8_t {
  other,
  launch,  ///< std::launch::async: the last future's destructor waits
  after    ///< a task of this place that waits for futures: where() is its scope, not a slot
};

struct future_state : claimable {
  future_state() noexcept : claimable{nullptr} {}

  completion ready;
  base::atomic<std::uint32_t> refs{2};
  bool has_value = false;  // set by the completer, before ready
  made_by maker = made_by::other;
  // std::launch::deferred and not started: the first waiter runs the task (deferred_state.hpp)
  base::atomic<bool> deferred{false};
  base::atomic<bool> satisfied{false};  // promises: a caller is providing, or has provided, the result
  std::exception_ptr error;
  using dispose_fn = void (*)(future_state*) noexcept;
  // destroys and frees the state. The values 1 to block_classes are tags: only the error needs
  // destruction, and the block has class tag - 1
  dispose_fn dispose = nullptr;

  void retain() noexcept { refs.fetch_add(1, std::memory_order_relaxed); }  // relaxed: the caller holds a reference
  void release() noexcept {
    if (refs.load(std::memory_order_acquire) == 1) {  // sync: REFS <- release
      destroy();
    } else {
      release_shared();
    }
  }
  /// Out of line: like release, if others may hold references.
  SKUA_NOINLINE void release_shared() noexcept;
  /// Flag in refs: the state may outlive its last reference. dispose() then decides whether to
  /// destroy it.
  static constexpr std::uint32_t retained_flag = 1u << 31;
  /// Called when the last reference has been released.
  SKUA_INLINE void destroy() noexcept {
    auto const tag = reinterpret_cast<std::uintptr_t>(dispose);
    if (SKUA_LIKELY(tag <= block_classes)) {
      error.~exception_ptr();
      block_put_class(self(), this, static_cast<int>(tag) - 1);
    } else {
      dispose(this);
    }
  }
  static dispose_fn plain_block(int size_class) noexcept {
    return reinterpret_cast<dispose_fn>(static_cast<std::uintptr_t>(size_class) + 1);
  }
  bool is_ready() const noexcept { return ready.has_result(); }
  bool joins() const noexcept { return maker == made_by::launch; }
  /// Whether the scope does not end before the state is ready.
  bool is_ready_before_end_of(scope_frame const* scope) const noexcept {
    return maker == made_by::after && reinterpret_cast<scope_frame const*>(where()) == scope;
  }
  void fail(std::exception_ptr exception) noexcept {
    error = std::move(exception);
    ready.complete();
  }
};

template <class R>
struct stored {
  using type = R;
};
template <class R>
struct stored<R&> {
  using type = R*;
};
template <>
struct stored<void> {
  using type = char;
};

template <class R>
struct future_value : future_state {
  using type = typename stored<R>::type;
  alignas(type) std::byte storage[sizeof(type)];

  type& value() noexcept { return *std::launder(reinterpret_cast<type*>(storage)); }
  template <class... Args>
  SKUA_INLINE void emplace(Args&&... args) {
    if constexpr (std::is_reference_v<R>) {
      ::new (static_cast<void*>(storage)) type(std::addressof(args)...);
    } else if constexpr (!std::is_void_v<R>) {
      ::new (static_cast<void*>(storage)) type(std::forward<Args>(args)...);
    }
    has_value = true;
  }
  ~future_value() {
    if constexpr (!std::is_trivially_destructible_v<type>) {
      if (has_value) value().~type();
    }
  }
};

/// The dispose value for a state of type S with the result R. All members of S but the result and
/// the error must have been destroyed, or need no destruction, by then.
template <class R, class S>
future_state::dispose_fn dispose_of() noexcept {
  if constexpr (std::is_trivially_destructible_v<typename stored<R>::type> && in_block<S>) {
    return future_state::plain_block(class_of_block(sizeof(S), alignof(S)));
  } else {
    return [](future_state* disposed) noexcept {
      auto* state = static_cast<S*>(disposed);
      state->~S();
      block_put<S>(self(), state);
    };
  }
}

/// A state without a task: for promises and ready futures.
template <class R>
struct promise_state final : future_value<R> {
  promise_state() noexcept { this->dispose = dispose_of<R, promise_state>(); }
  static promise_state* make() { return ::new (block_get<promise_state>(self())) promise_state; }
};

/// Adds a reference of a waiting party other than a handle, such as that of after(…). With joins()
/// it does not count as one: the last handle waits for the task, although such references remain.
void retain_as_watcher(future_state* state) noexcept;
void release_as_watcher(future_state* state) noexcept;

/// Stores the exception being handled as the result.
SKUA_COLD void keep_exception(future_state* state) noexcept;

template <class R, class F>
struct task_state : future_value<R> {
  union {
    F closure;  // alive until it has run or is discarded
  };
  template <class G>
  explicit task_state(G&& function) : closure(std::forward<G>(function)) {
    this->dispose = dispose_of<R, task_state>();
  }
  ~task_state() {}

  SKUA_INLINE void call() noexcept {
    try {
      if constexpr (std::is_void_v<R>) {
        closure();
        this->emplace();
      } else if constexpr (std::is_reference_v<R>) {
        this->emplace(closure());
      } else {
        ::new (static_cast<void*>(this->storage)) R(closure());
        this->has_value = true;
      }
    } catch (...) {
      keep_exception(this);
    }
    closure.~F();
  }
};

/// Errors whose text says what the caller of the library has done, and where.
[[noreturn]] SKUA_COLD void throw_future_error(std::future_errc code);
SKUA_COLD std::exception_ptr make_broken_promise() noexcept;

/// The last step of a task, if other threads may see its state. Out of line, so that the unique
/// case saves few registers.
SKUA_NOINLINE void complete_and_release(future_state* state) noexcept;
/// The last step of a task that is discarded: the future gets a cancelled_error, unless it has an
/// exception.
SKUA_COLD void discard_future(future_state* state) noexcept;

template <class R, class F>
void future_task(slot* task, task_op op) {
  auto* state = static_cast<task_state<R, F>*>(claimable_of(task));
  if (SKUA_UNLIKELY(op == task_op::destroy)) {
    state->closure.~F();
    return discard_future(state);
  }
  state->call();
  if (SKUA_LIKELY(op == task_op::run_unique)) {  // no waiter, and no thread that polls
    state->ready.complete_unshared();
    state->refs.store(1, std::memory_order_relaxed);  // relaxed: not shared
  } else {
    complete_and_release(state);
  }
}

/// Makes a state of type State in a block. It has two references: the handle's and the task's.
template <class State, class F>
SKUA_INLINE State* make_state(fibre* current, F&& function) {
  void* memory = block_get<State>(current);
  if constexpr (std::is_nothrow_constructible_v<closure_of<F>, F&&>) {
    return ::new (memory) State(std::forward<F>(function));
  } else {
    try {
      return ::new (memory) State(std::forward<F>(function));
    } catch (...) {
      block_put<State>(current, memory);
      throw;
    }
  }
}

/// Submits the task of a future that an external thread makes.
SKUA_COLD void submit_future(task_fn fn, future_state* state, std::uintptr_t flags);

/// Makes the state and pushes its task to the deque, or submits it if `current` is null.
template <class R, class F>
SKUA_INLINE future_value<R>* push_future(fibre* current, F&& function, std::uintptr_t flags = 0,
                                         task_fn fn = &future_task<R, closure_of<F>>) {
  auto* const state = make_state<task_state<R, closure_of<F>>>(current, std::forward<F>(function));
  if (SKUA_UNLIKELY(current == nullptr)) {
    submit_future(fn, state, flags);
  } else if (SKUA_UNLIKELY(push_claimable(current, fn, state, flags))) {
    spawn_slow(current);
  }
  return state;
}

/// Runs a deferred task on another fibre and waits for it, because the caller's stack is low.
SKUA_COLD void run_deferred_on_new_fibre(fibre* current, future_state* state);

/// Out of line: takes the task back from the middle of the deque and runs it, runs a deferred task,
/// or waits. Throws cancelled_error.
void await_slow(future_state* state, bool unique);

/// How the waiter runs the state's task. `unique`: if the caller's handle is the only one, no other
/// thread waits for the state or polls it.
SKUA_INLINE task_op op_of(future_state const* state, bool unique) noexcept {
  bool const sole_holder = unique && state->refs.load(std::memory_order_acquire) == 2;  // sync: REFS <- release
  return sole_holder ? task_op::run_unique : task_op::run;
}

/// Runs the state's task on top of the caller, which waits for it, if it is the newest private task
/// in the deque and the stack is not low. `unique`: as for op_of.
SKUA_INLINE bool run_if_newest(fibre* current, future_state* state, bool unique) {
  if (SKUA_UNLIKELY(stack_is_low(current)) || SKUA_UNLIKELY(!take_newest(current, state))) return false;
  run_taken(current, current->top(), op_of(state, unique));
  return true;
}

/// Waits until the state is ready. `unique`: as for op_of.
SKUA_INLINE void await(future_state* state, bool unique) {
  if (SKUA_LIKELY(state->ready.done())) return;
  fibre* current = self();
  if (SKUA_LIKELY(current != nullptr) && SKUA_LIKELY(run_if_newest(current, state, unique))) return;
  await_slow(state, unique);
}

}  // namespace skua::sched
