// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that go to other places, or may go there, and the results that come back.
//
// A task for another place is packed at once. A task with the flag slot_any is packed when it is
// taken from its deque to leave. The state of its future stays at the place that made it; other
// places know it by a number (edge: the result's message).
#pragma once

#include <exception>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include <skua/detail/remote/pending_calls.hpp>
#include <skua/detail/remote/phased_task.hpp>
#include <skua/detail/remote/travel.hpp>
#include <skua/detail/sync/future_state.hpp>
#include <skua/detail/sync/start_task.hpp>
#include <skua/place.hpp>

namespace skua::remote {

template <class R>
void accept_result(sched::future_state* result_state, wire::reader& reader) {
  auto* const state = static_cast<sched::future_value<R>*>(result_state);
  if constexpr (std::is_void_v<R>) {
    state->emplace();
  } else {
    state->emplace(wire::decode<R>(reader));
  }
}
template <class R>
inline constexpr bool trivially_serializable_result = std::is_void_v<R> || wire::trivially_serializable<R>;

template <class R>
std::uint64_t expect(sched::place_front* at, sched::future_state* state) {
  return expect_result(at, state, &accept_result<R>, trivially_serializable_result<R>);
}

/// Runs a coroutine and waits for its result (spawn.hpp).
template <class R, class Call>
R await_coroutine(Call&& call);

/// A call with a future at another place. If the call is dropped before it ran, the future gets
/// cancelled_error.
template <class R, class Call>
class returning_call {
 public:
  returning_call(Call call, reply_to to) : call_(std::move(call)), requester_(to) {}
  returning_call(returning_call&& other)
      : call_(std::move(other.call_)), requester_(std::exchange(other.requester_, {})) {}
  returning_call& operator=(returning_call&&) = delete;
  ~returning_call() {
    if (requester_.call != 0) send_cancelled(requester_);
  }

  /// The call cannot run: its future gets the exception.
  void fail(std::exception_ptr exception) noexcept {
    send_failure(std::exchange(requester_, {}), std::move(exception));
  }
  /// Drops a packed call that cannot be decoded.
  static void drop(std::span<std::byte const> bytes) noexcept { send_cancelled(wire::reader(bytes).get<reply_to>()); }
  /// Decodes the call and runs it. An exception from decoding is the result.
  static void run_packed(wire::reader& reader) {
    auto const requester = reader.get<reply_to>();
    auto call = [&]() -> std::optional<returning_call> {
      try {
        return returning_call(unpack_timed<Call>(reader), requester);
      } catch (...) {
        send_current_exception(requester);
        return std::nullopt;
      }
    }();
    if (call) (*call)();
  }

  void operator()() {
    reply_to const requester = std::exchange(requester_, {});
    try {
      wire::writer answer;
      if constexpr (sched::is_coroutine_call<Call>) {
        if constexpr (std::is_void_v<R>) {
          await_coroutine<R>(std::move(call_));
        } else {
          auto&& value = await_coroutine<R>(std::move(call_));
          packing_section const timed;
          wire::encode(answer, value);
        }
      } else if constexpr (std::is_void_v<R>) {
        call_();
      } else {
        auto&& value = call_();
        packing_section const timed;
        wire::encode(answer, static_cast<std::remove_cv_t<R> const&>(value));
      }
      send_result(requester, answer);
    } catch (...) {
      send_current_exception(requester);
    }
  }

 private:
  friend struct call_codec<returning_call>;
  mutable Call call_;
  mutable reply_to requester_;
};

template <class R, class Call>
struct call_codec<returning_call<R, Call>> {
  static constexpr bool serializable = call_codec<Call>::serializable;
  static constexpr bool trivially_serializable = call_codec<Call>::trivially_serializable;
  static void pack(packing& packed, returning_call<R, Call> const& call) {
    packed.message.put(call.requester_);
    call_codec<Call>::pack(packed, call.call_);
    call.requester_ = {};  // the copy will answer
  }
  static void handed_over(returning_call<R, Call> const& call) noexcept
    requires requires { call_codec<Call>::handed_over(call.call_); }
  {
    call_codec<Call>::handed_over(call.call_);
  }
  static returning_call<R, Call> unpack(wire::reader& reader) {
    auto const requester = reader.get<reply_to>();
    return {call_codec<Call>::unpack(reader), requester};
  }
};

template <class R>
constexpr void require_result_serializable() {
  static_assert(!std::is_reference_v<R>,
                "skua: a task that may leave its place cannot return a reference: return a value");
  if constexpr (!std::is_void_v<R>) wire::require_serializable<R>();
}

/// The task function of a task with a future that may leave.
template <class R, class Call>
void any_future_task(sched::slot* task, sched::task_op op) {
  if (SKUA_LIKELY(op != sched::task_op::pack)) return sched::future_task<R, Call>(task, op);
  auto* const state = static_cast<sched::task_state<R, Call>*>(sched::claimable_of(task));
  auto& packed = *reinterpret_cast<packing*>(task->scope);
  if (packed.only_asking) {
    packed.trivially_serializable = call_codec<Call>::trivially_serializable;
    return;
  }
  packed.unpack = &unpack_call<returning_call<R, Call>>;
  packed.call = expect<R>(packed.place, state);
  packed.message.put(reply_to{packed.place->number, packed.call});
  struct end_of_closure {
    Call& closure;
    ~end_of_closure() { closure.~Call(); }
  } const guard{state->closure};
  call_codec<Call>::pack(packed, state->closure);
  hand_over(state->closure);
}

/// A coroutine with a result as a function that may leave its place: runs it and waits for it.
template <class R, class Call>
struct awaiting_call {
  Call call;
  R operator()() { return await_coroutine<R>(std::move(call)); }
};
template <class R, class Call>
struct call_codec<awaiting_call<R, Call>> {
  static constexpr bool serializable = call_codec<Call>::serializable;
  static constexpr bool trivially_serializable = call_codec<Call>::trivially_serializable;
  static void pack(packing& packed, awaiting_call<R, Call> const& call) { call_codec<Call>::pack(packed, call.call); }
  static awaiting_call<R, Call> unpack(wire::reader& reader) { return {call_codec<Call>::unpack(reader)}; }
};

template <class Call>
constexpr void require_call_serializable() {
  static_assert(
      call_serializable<Call>,
      "skua: a task that may leave its place holds something that cannot travel. A string or a container: pass it as "
      "an argument, spawn(on(p), [](std::string const& s) { use(s); }, s), or make the function a struct that has it "
      "as a member and an operator(). A pointer or a reference: hold the value itself");
}

/// The functions of tasks that can be packed while they are queued or wait.
template <class Call>
constexpr sched::task_fn leaving_task() {
  require_call_serializable<Call>();
  return &any_task<Call>;
}
template <class R, class Call>
constexpr sched::task_fn leaving_future_task() {
  require_call_serializable<Call>();
  require_result_serializable<R>();
  return &any_future_task<R, Call>;
}

/// Queues a task here that every place may steal.
template <class Call>
SKUA_INLINE void push_any(sched::fibre* current, Call&& call, std::uintptr_t flags) {
  using closure = std::decay_t<Call>;
  sched::slot* task = current->top();
  sched::emplace_closure(current, task, std::forward<Call>(call));
  task->fn = leaving_task<closure>();
  task->scope = current->scope | flags;
  if (SKUA_UNLIKELY(current->push(task))) sched::spawn_slow(current);
}
template <class R, class Call>
SKUA_INLINE sched::future_value<R>* push_any_future(sched::fibre* current, Call&& call, std::uintptr_t flags) {
  return sched::push_future<R>(current, std::forward<Call>(call), flags, leaving_future_task<R, std::decay_t<Call>>());
}

/// The number of tasks in the bytes of one or more lists.
[[nodiscard]] std::uint32_t count_tasks(std::span<std::byte const> lists) noexcept;

/// Packed tasks of one scope, for one message.
class task_list {
 public:
  template <class Call>
  void add(sched::place_front* at, Call const& call, std::uintptr_t flags) {
    require_call_serializable<Call>();
    packing_section const timed;
    std::size_t const header = begin();
    packing packing{message_};
    packing.place = at;
    call_codec<Call>::pack(packing, call);
    end(header, &unpack_call<Call>, flags);
    hand_over(call);
  }
  /// Adds a task of the caller's scope that any place may steal, unless it must not start.
  template <class Call>
  void add_any(sched::place_front* at, Call&& call);
  [[nodiscard]] std::uint32_t size() const noexcept { return n_; }
  [[nodiscard]] wire::writer const& bytes() const noexcept { return message_; }

  // In steps, for a task in a slot: begin, write to out(), end.
  std::size_t begin();
  void end(std::size_t header, unpack_fn unpack, std::uintptr_t flags);
  wire::writer& out() noexcept { return message_; }
  /// Removes everything written since begin.
  void undo(std::size_t header) noexcept { message_.truncate(header); }

 private:
  wire::writer message_;
  std::uint32_t n_ = 0;
};

/// Whether a task that the caller wants to send must not start, since the scope is cancelled. Then
/// the function has counted it.
[[nodiscard]] bool never_starts(std::uintptr_t flags);
/// Sends tasks of the caller's innermost scope to another place; waits while that place's buffers
/// are full.
void send_tasks(int to, task_list const& tasks, bool urgent);
/// A pending call will have no result: its future gets the exception.
void fail_call(sched::place_front* at, std::uint64_t call, std::exception_ptr exception) noexcept;
/// Sends a task that belongs to no scope.
void send_post(int to, task_list const& task);
/// The place of the caller, which is a task or an external thread.
[[nodiscard]] sched::place_front* caller_place();

template <class Call>
void task_list::add_any(sched::place_front* at, Call&& call) {
  if (!never_starts(0)) add(at, sched::start_call<false>(std::forward<Call>(call)), sched::slot_any);
}

template <class Words>
constexpr void require_not_phased() {
  static_assert(!Words::phased,
                "skua: a coroutine with a result cannot be phased at another place: spawn a function there that "
                "starts it");
}

template <class Words, class Call>
SKUA_NOINLINE void spawn_remote(Words const& words, int to, Call call) {
  if (never_starts(Words::flags)) return;
  task_list list;
  list.add(caller_place(), words.wrap(std::move(call)), Words::flags);
  send_tasks(to, list, Words::urgent);
}

/// A future of a result from another place, and where that place sends it. Without a requester's
/// call the task must not start.
template <class R>
SKUA_NOINLINE future<R> future_of_remote(std::uintptr_t flags, reply_to& requester) {
  require_result_serializable<R>();
  sched::place_front* const this_place = caller_place();
  auto* const state = sched::promise_state<R>::make();
  auto result = future<R>::adopt(state);
  std::uint64_t const number = expect<R>(this_place, state);
  if (never_starts(flags)) {
    fail_call(this_place, number, sched::make_cancelled());
  } else {
    requester = {this_place->number, number};
  }
  return result;
}

template <class R, class Words, class Call>
SKUA_NOINLINE future<R> async_remote(Words const& words, int to, Call call) {
  using wrapped = std::decay_t<decltype(words.wrap(std::move(call)))>;
  reply_to requester;
  future<R> result = future_of_remote<R>(Words::flags, requester);
  if (requester.call == 0) return result;
  task_list list;
  {
    returning_call<R, wrapped> const remote_call(words.wrap(std::move(call)), requester);
    list.add(caller_place(), remote_call, Words::flags);
  }
  send_tasks(to, list, Words::urgent);
  return result;
}

/// Waits for the result of a task at another place.
template <class R>
SKUA_NOINLINE R result_of(future<R> awaited) {
  return awaited.get();
}

template <class Range, class F>
void spawn_list(int to, Range const& tuples, F const& function) {
  task_list list;
  sched::place_front* const this_place = caller_place();
  for (auto const& tuple : tuples)
    std::apply([&](auto const&... arguments) { list.add_any(this_place, sched::bind_call(function, arguments...)); },
               tuple);
  if (list.size() != 0) send_tasks(to, list, false);
}

/// The body of a post: an exception ends the run.
template <class Call>
struct posted_call {
  Call call;
  void operator()() {
    try {
      call();
    } catch (...) {
      sched::fail_run(std::current_exception());
    }
  }
  /// Decodes the call and runs it. No scope takes an exception from decoding.
  static void run_packed(wire::reader& reader) {
    try {
      Call call = unpack_timed<Call>(reader);
      call();
    } catch (...) {
      sched::fail_run(std::current_exception());
    }
  }
};
template <class Call>
struct call_codec<posted_call<Call>> {
  static constexpr bool serializable = call_codec<Call>::serializable;
  static constexpr bool trivially_serializable = call_codec<Call>::trivially_serializable;
  static void pack(packing& packed, posted_call<Call> const& call) { call_codec<Call>::pack(packed, call.call); }
  static posted_call<Call> unpack(wire::reader& reader) { return {call_codec<Call>::unpack(reader)}; }
};

template <class Call>
void post_remote(int to, Call call) {
  task_list list;
  list.add(caller_place(),
           posted_call<std::decay_t<decltype(sched::start_call<false>(std::move(call)))>>{
               sched::start_call<false>(std::move(call))},
           0);
  send_post(to, list);
}

}  // namespace skua::remote
