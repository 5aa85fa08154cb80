// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that go to other places, or may go there, and the results that come back.
//
// A task for another place is packed at once; one of slot_any when it is taken from its deque to
// leave. The state of its future stays where it was made and is known to others by a number (edge:
// the result's message).
#pragma once

#include <exception>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include <skua/place.hpp>
#include <skua/place/phased_task.hpp>
#include <skua/place/travel.hpp>
#include <skua/sched/future_state.hpp>
#include <skua/sched/start_task.hpp>

namespace skua::remote {

/// Where a result is awaited.
struct reply_to {
  int place = -1;
  std::uint64_t call = 0;
};
/// Turns the bytes of a result into that of a waiting future's state.
using accept_fn = void (*)(sched::future_state*, wire::reader&);

/// Registers a state of this place that waits for a result from elsewhere, with the reference of
/// its task; `plain`: no user code is needed to accept it.
[[nodiscard]] std::uint64_t expect_result(sched::place_front* at, sched::future_state* p, accept_fn accept, bool plain);
void send_result(reply_to to, wire::writer const& value) noexcept;
void send_failure(reply_to to, std::exception_ptr e) noexcept;

template <class R>
void accept_result(sched::future_state* p, wire::reader& in) {
  auto* const v = static_cast<sched::future_value<R>*>(p);
  if constexpr (std::is_void_v<R>) {
    v->emplace();
  } else {
    v->emplace(wire::decode<R>(in));
  }
}
template <class R>
inline constexpr bool plain_result = std::is_void_v<R> || wire::plain<R>;

template <class R>
std::uint64_t expect(sched::place_front* at, sched::future_state* p) {
  return expect_result(at, p, &accept_result<R>, plain_result<R>);
}

/// Runs a coroutine and waits for its result (spawn.hpp).
template <class R, class Call>
R await_coroutine(Call&& call);

/// A call whose result somebody awaits elsewhere. Dropped before it ran, that future gets
/// cancelled_error.
template <class R, class Call>
class returning_call {
 public:
  returning_call(Call call, reply_to to) : call_(std::move(call)), to_(to) {}
  returning_call(returning_call&& other) : call_(std::move(other.call_)), to_(std::exchange(other.to_, {})) {}
  returning_call& operator=(returning_call&&) = delete;
  ~returning_call() {
    if (to_.call != 0) send_failure(to_, sched::make_cancelled());
  }

  /// It cannot run.
  void fail(std::exception_ptr e) noexcept { send_failure(std::exchange(to_, {}), std::move(e)); }
  /// The bytes of one that never starts, and cannot be read.
  static void drop(std::span<std::byte const> bytes) noexcept {
    send_failure(wire::reader(bytes).get<reply_to>(), sched::make_cancelled());
  }
  /// Runs from bytes; what reading them throws is the result.
  static void run_packed(wire::reader& in) {
    auto const to = in.get<reply_to>();
    auto call = [&]() -> std::optional<returning_call> {
      try {
        return returning_call(call_codec<Call>::unpack(in), to);
      } catch (...) {
        send_failure(to, std::current_exception());
        return std::nullopt;
      }
    }();
    if (call) (*call)();
  }

  void operator()() {
    reply_to const to = std::exchange(to_, {});
    try {
      wire::writer out;
      if constexpr (sched::is_coroutine_call<Call>) {
        if constexpr (std::is_void_v<R>) {
          await_coroutine<R>(std::move(call_));
        } else {
          wire::encode(out, await_coroutine<R>(std::move(call_)));
        }
      } else if constexpr (std::is_void_v<R>) {
        call_();
      } else {
        wire::encode(out, static_cast<std::remove_cv_t<R> const&>(call_()));
      }
      send_result(to, out);
    } catch (...) {
      send_failure(to, std::current_exception());
    }
  }

 private:
  friend struct call_codec<returning_call>;
  mutable Call call_;
  mutable reply_to to_;
};

template <class R, class Call>
struct call_codec<returning_call<R, Call>> {
  static constexpr bool travels = call_codec<Call>::travels;
  static constexpr bool plain = call_codec<Call>::plain;
  static void pack(packing& k, returning_call<R, Call> const& c) {
    k.out.put(c.to_);
    call_codec<Call>::pack(k, c.call_);
    c.to_ = {};  // the copy will answer
  }
  static void handed_over(returning_call<R, Call> const& c) noexcept
    requires requires { call_codec<Call>::handed_over(c.call_); }
  {
    call_codec<Call>::handed_over(c.call_);
  }
  static returning_call<R, Call> unpack(wire::reader& in) {
    auto const to = in.get<reply_to>();
    return {call_codec<Call>::unpack(in), to};
  }
};

template <class R>
constexpr void require_result_travels() {
  static_assert(!std::is_reference_v<R>,
                "skua: a task that may leave its place cannot return a reference: return a value");
  if constexpr (!std::is_void_v<R>) wire::require_travels<R>();
}

/// The task function of a future's task that may leave.
template <class R, class Call>
void any_future_task(sched::slot* h, sched::task_op op) {
  if (SKUA_LIKELY(op != sched::task_op::pack)) return sched::future_task<R, Call>(h, op);
  auto* const p = static_cast<sched::task_state<R, Call>*>(sched::claimable_of(h));
  auto& k = *reinterpret_cast<packing*>(h->scope);
  if (k.only_asking) {
    k.plain = call_codec<Call>::plain;
    return;
  }
  k.unpack = &unpack_call<returning_call<R, Call>>;
  k.call = expect<R>(k.at, p);
  k.out.put(reply_to{k.at->number, k.call});
  struct end_of_closure {
    Call& closure;
    ~end_of_closure() { closure.~Call(); }
  } const gone{p->closure};
  call_codec<Call>::pack(k, p->closure);
}

template <class Call>
constexpr void require_call_travels() {
  static_assert(
      call_travels<Call>,
      "skua: a task that may leave its place holds something that cannot travel: let its function capture only values "
      "that are trivially copyable, and pass anything else as an argument of a type that travels");
}

/// Queues a task here that any place may steal.
template <class Call>
SKUA_INLINE void push_any(sched::fibre* s, Call&& call, std::uintptr_t flags) {
  using closure = std::decay_t<Call>;
  require_call_travels<closure>();
  sched::slot* h = s->top();
  sched::emplace_closure(s, h, std::forward<Call>(call));
  h->fn = &any_task<closure>;
  h->scope = s->scope | flags | sched::slot_any;
  s->set_top(h + 1);
  if (SKUA_UNLIKELY(s->reached_limit(h + 1))) sched::spawn_slow(s);
}
template <class R, class Call>
SKUA_INLINE sched::future_value<R>* push_any_future(sched::fibre* s, Call&& call, std::uintptr_t flags) {
  require_call_travels<std::decay_t<Call>>();
  require_result_travels<R>();
  return sched::push_future<R>(s, std::forward<Call>(call), flags | sched::slot_any,
                               &any_future_task<R, std::decay_t<Call>>);
}

/// Packed tasks of one scope, for one message.
class task_list {
 public:
  template <class Call>
  void add(sched::place_front* at, Call const& call, std::uintptr_t flags) {
    require_call_travels<Call>();
    std::size_t const header = begin();
    packing k{out_};
    k.at = at;
    call_codec<Call>::pack(k, call);
    end(header, &unpack_call<Call>, flags);
    if constexpr (requires { call_codec<Call>::handed_over(call); }) call_codec<Call>::handed_over(call);
  }
  [[nodiscard]] std::uint32_t size() const noexcept { return n_; }
  [[nodiscard]] wire::writer const& bytes() const noexcept { return out_; }

  // In pieces, for a task in a slot: begin, then write, then end.
  std::size_t begin();
  void end(std::size_t header, unpack_fn unpack, std::uintptr_t flags);
  wire::writer& out() noexcept { return out_; }
  /// Takes back everything after begin.
  void undo(std::size_t header) noexcept { out_.truncate(header); }

 private:
  wire::writer out_;
  std::uint32_t n_ = 0;
};

/// Whether a task that the caller wants to send is not to start, since the scope is cancelled. If
/// so it has been counted.
[[nodiscard]] bool never_starts(std::uintptr_t flags);
/// Sends tasks of the caller's innermost scope to another place; waits while that place's buffers
/// are full.
void send_tasks(int to, task_list const& tasks, bool urgent);
/// A registered call will have no result: its future gets the exception.
void fail_call(sched::place_front* at, std::uint64_t call, std::exception_ptr e) noexcept;
/// Sends a task that belongs to no scope.
void send_post(int to, task_list const& task);
/// The place of the caller, task or plain thread.
[[nodiscard]] sched::place_front* caller_place();

template <class Words>
inline constexpr std::uintptr_t far_flags = Words::flags | (Words::any && !Words::phased ? sched::slot_any : 0);

template <class Words>
constexpr void require_can_leave() {
  static_assert(
      !Words::after,
      "skua: after(…) together with another place: start the task here with after, and let it spawn the other one");
}

template <class Words, class Call>
SKUA_NOINLINE void spawn_far(Words const& words, int to, Call call) {
  require_can_leave<Words>();
  if (never_starts(far_flags<Words>)) return;
  task_list list;
  list.add(caller_place(), words.wrap(std::move(call)), far_flags<Words>);
  send_tasks(to, list, Words::urgent);
}

template <class R, class Words, class Call>
SKUA_NOINLINE future<R> async_far(Words const& words, int to, Call call) {
  require_can_leave<Words>();
  require_result_travels<R>();
  static_assert(
      !Words::phased || !sched::is_coroutine_call<Call>,
      "skua: a coroutine with a result cannot be phased at another place: spawn a function there that starts it");
  using wrapped = std::decay_t<decltype(words.wrap(std::move(call)))>;
  sched::place_front* const at = caller_place();
  auto* const p = sched::promise_state<R>::make();
  auto result = future<R>::adopt(p);
  std::uint64_t const number = expect<R>(at, p);
  if (never_starts(far_flags<Words>)) {
    fail_call(at, number, sched::make_cancelled());
    return result;
  }
  task_list list;
  {
    returning_call<R, wrapped> const far(words.wrap(std::move(call)), {at->number, number});
    list.add(at, far, far_flags<Words>);
  }
  send_tasks(to, list, Words::urgent);
  return result;
}

template <class Range, class F>
void spawn_list(int to, Range const& tuples, F const& f) {
  task_list list;
  sched::place_front* const at = caller_place();
  for (auto const& t : tuples) {
    if (never_starts(0)) continue;
    std::apply([&](auto const&... a) { list.add(at, sched::start_call(sched::bind_call(f, a...)), sched::slot_any); },
               t);
  }
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
};
template <class Call>
struct call_codec<posted_call<Call>> {
  static constexpr bool travels = call_codec<Call>::travels;
  static constexpr bool plain = call_codec<Call>::plain;
  static void pack(packing& k, posted_call<Call> const& c) { call_codec<Call>::pack(k, c.call); }
  static posted_call<Call> unpack(wire::reader& in) { return {call_codec<Call>::unpack(in)}; }
};

template <class Call>
void post_far(int to, Call call) {
  task_list list;
  list.add(caller_place(),
           posted_call<std::decay_t<decltype(sched::start_call(std::move(call)))>>{sched::start_call(std::move(call))},
           0);
  send_post(to, list);
}

}  // namespace skua::remote
