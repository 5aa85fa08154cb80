// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The call of a task: the function bound to its arguments, wrapped by the words that change how it
// runs.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include <skua/detail/core/shield_section.hpp>
#include <skua/detail/core/submit.hpp>
#include <skua/detail/sync/registration.hpp>
#include <skua/words.hpp>

namespace skua {
template <class T>
class task;
namespace sched {

template <class T>
struct coroutine_result {
  static constexpr bool is_coroutine = false;
  using type = T;
};
template <class T>
struct coroutine_result<task<T>> {
  static constexpr bool is_coroutine = true;
  using type = T;
};

template <class F, class... Args>
struct call_parts {
  F&& f;
  std::tuple<Args&&...> args;
  call_parts(F&& function, Args&&... arguments) noexcept
      : f(std::forward<F>(function)), args(std::forward<Args>(arguments)...) {}
  call_parts(call_parts const&) = delete;
  call_parts& operator=(call_parts const&) = delete;
};

/// A function with its arguments, decayed copies as in std::async; called once.
template <class F, class... Args>
struct bound_call {
  F f;
  [[no_unique_address]] std::tuple<Args...> args;

  bound_call(F function, std::tuple<Args...> arguments) : f(std::move(function)), args(std::move(arguments)) {}
  template <class G, class... Given>
  bound_call(call_parts<G, Given...>&& parts) : f(std::forward<G>(parts.f)), args(std::move(parts.args)) {}
  decltype(auto) operator()() {
    return std::apply([this](Args&... a) -> decltype(auto) { return std::invoke(std::move(f), std::move(a)...); },
                      args);
  }
};

/// In place of a call that has been refused, so that the compiler reports no other error.
struct refused_call {
  void operator()() const {}
};

/// The call of a task, to be stored before the end of the calling expression.
template <class F, class... Args>
SKUA_INLINE decltype(auto) call_to_store(F&& f, Args&&... args) {
  if constexpr (sizeof...(Args) == 0 && std::is_invocable_v<std::decay_t<F>&>) {
    return std::forward<F>(f);
  } else {
    static_assert(!(is_word<std::remove_cvref_t<Args>>::value || ...),
                  "skua: the words of a task (any, on(p), after(f), named(…)) stand before its function");
    constexpr bool fits = std::is_invocable_v<std::decay_t<F>, std::decay_t<Args>...>;
    static_assert(fits || (is_word<std::remove_cvref_t<Args>>::value || ...),
                  "skua: the function of a task cannot be called with these arguments (decayed copies of them, which a "
                  "parameter T& does not take: write std::ref(x), or T const&)");
    if constexpr (fits) {
      return call_parts<F, Args...>(std::forward<F>(f), std::forward<Args>(args)...);
    } else {
      return refused_call();
    }
  }
}

/// Like call_to_store, but returns a closure that holds copies of the function and its arguments.
template <class F, class... Args>
SKUA_INLINE decltype(auto) bind_call(F&& f, Args&&... args) {
  using call = decltype(call_to_store(std::forward<F>(f), std::forward<Args>(args)...));
  if constexpr (std::is_reference_v<call>) {
    return call_to_store(std::forward<F>(f), std::forward<Args>(args)...);
  } else {
    return closure_of<call>(call_to_store(std::forward<F>(f), std::forward<Args>(args)...));
  }
}

/// Sets the task's name while it runs.
template <class Call>
struct named_call {
  Call call;
  char const* name;
  decltype(auto) operator()() {
    struct section {
      fibre* s = self();
      char const* outer = s->task_name.load(std::memory_order_relaxed);  // relaxed: one writer
      char const* own;
      explicit section(char const* n) : own(n) {
        s->task_name.store(n, std::memory_order_release);  // sync: TASK_NAME -> name_of_task
      }
      ~section() {
        s->ended_name = own;
        s->task_name.store(outer, std::memory_order_release);  // sync: TASK_NAME -> name_of_task
      }
    } const guard(name);
    return call();
  }
};

/// Runs the call under a shield: cancellation does not end its waits.
template <class Call>
struct shielded_call {
  Call call;
  decltype(auto) operator()() {
    shield_section const guard;
    return call();
  }
};

/// Holds the registrations with phasers until the task runs, or is destroyed before it starts.
struct registration_owner {
  mutable registration* first;
  explicit registration_owner(registration* r) noexcept : first(r) {}
  registration_owner(registration_owner&& other) noexcept : first(std::exchange(other.first, nullptr)) {}
  registration_owner& operator=(registration_owner&&) = delete;
  ~registration_owner() {
    if (first != nullptr) drop_unstarted(first);
  }
  /// Called when they have been packed: the message owns them now.
  void hand_over() const noexcept { first = nullptr; }
};

template <class Call>
struct phased_call {
  static constexpr bool dropped = true;  // unpack it even to drop it, because its registrations must be ended
  Call call;
  registration_owner registrations;
  decltype(auto) operator()() {
    scoped_registrations const guard(std::exchange(registrations.first, nullptr));
    return call();
  }
};

/// How many futures a word names.
template <class W>
inline constexpr std::size_t count_futures = 0;
template <class... Futures>
inline constexpr std::size_t count_futures<after_word<Futures...>> = sizeof...(Futures);

template <class W, class... Words>
inline constexpr bool has_word = (std::is_same_v<W, std::remove_cvref_t<Words>> || ...);

/// Why words exclude one another.
enum class word_conflict { none, two_places, two_names, urgent_any };

template <class... Words>
inline constexpr word_conflict conflict_of = [] {
  using enum word_conflict;
  constexpr int places = (0 + ... + (has_word<on_word, Words> || has_word<any_from_word, Words>));
  constexpr int names = (0 + ... + has_word<named_word, Words>);
  constexpr bool any = has_word<any_word, Words...> || has_word<any_from_word, Words...>;
  if (places > 1) return two_places;
  if (names > 1) return two_names;
  return any && has_word<urgent_word, Words...> ? urgent_any : none;
}();

/// Whether T is a future; if not, one readable compile error.
template <class T>
constexpr bool awaitable_by_after() {
  constexpr bool fits = requires(T const& f) { handle_access::state(f); };
  static_assert(fits, "skua: the word after(f) takes futures, of which the task waits for all");
  return fits;
}

/// The words of a spawn. wrap() puts their effects around the call, from the inside: name, shield,
/// phasers. Without such words it returns the call itself.
template <class... Words>
struct word_list {
  static constexpr word_conflict conflict = conflict_of<Words...>;
  static_assert(conflict != word_conflict::two_places,
                "skua: a task starts at one place: give only one of on(p) and any.from(p)");
  static_assert(conflict != word_conflict::two_names, "skua: a task has one name: give named(…) once");
  static_assert(conflict != word_conflict::urgent_any,
                "skua: an urgent task starts at once, so no other place can steal it: omit any, and write on(p) "
                "instead of any.from(p)");

  std::tuple<Words const&...> words;

  static constexpr bool urgent = has_word<urgent_word, Words...>;
  static constexpr bool shielded = has_word<shielded_word, Words...>;
  static constexpr bool after = (is_after_word<Words>::value || ...);
  static constexpr bool phased = (is_phased_word<Words> || ...);
  static constexpr bool named = has_word<named_word, Words...>;
  static constexpr bool any = has_word<any_word, Words...> || has_word<any_from_word, Words...>;
  static constexpr bool placed = has_word<on_word, Words...> || has_word<any_from_word, Words...>;
  /// Whether the task can be packed for another place after the call that starts it.
  static constexpr bool leaves_later = any || (after && placed);
  static constexpr std::uintptr_t flags = (shielded ? slot_shielded : 0) | (any ? slot_any : 0);

  template <class Call>
  decltype(auto) wrap(Call&& call) const {
    if constexpr (phased) {
      return wrap_phased(wrap_shielded(wrap_named(std::forward<Call>(call))));
    } else if constexpr (shielded) {
      return wrap_shielded(wrap_named(std::forward<Call>(call)));
    } else {
      return wrap_named(std::forward<Call>(call));
    }
  }
  /// The place where the task must start; aborts if its number is out of range.
  int place() const {
    int p = 0;
    if constexpr (has_word<on_word, Words...>) {
      p = std::get<on_word const&>(words).place;
    } else {
      p = std::get<any_from_word const&>(words).place;
    }
    check_place_number(p);
    return p;
  }
  /// The states of all futures in after(...); throws std::future_error if one is empty. They live
  /// as long as the futures.
  auto futures() const {
    std::array<future_state*, (0 + ... + count_futures<Words>)> states{};
    [[maybe_unused]] std::size_t n = 0;
    std::apply([&](auto const&... w) { (collect(states, n, w), ...); }, words);
    return states;
  }

 private:
  template <class Call>
  decltype(auto) wrap_named(Call&& call) const {
    if constexpr (named) {
      return named_call<closure_of<Call>>{std::forward<Call>(call), std::get<named_word const&>(words).name};
    } else {
      return std::forward<Call>(call);  // not a copy
    }
  }
  template <class Call>
  static decltype(auto) wrap_shielded(Call&& call) {
    if constexpr (shielded) {
      return shielded_call<closure_of<Call>>{std::forward<Call>(call)};
    } else {
      return std::forward<Call>(call);
    }
  }
  template <class Call>
  auto wrap_phased(Call&& call) const {
    registration* first = nullptr;
    std::apply([&](auto const&... w) { (add_registration(first, w), ...); }, words);
    registration_owner owner(first);  // before the call is moved, which may throw
    return phased_call<closure_of<Call>>{std::forward<Call>(call), std::move(owner)};
  }
  template <class W>
  static void add_registration(registration*& first, W const& w) {
    if constexpr (is_phased_word<W>) first = register_child(w, first);
  }
  static void check_place_number(int p);
  template <std::size_t N, class W>
  static void collect(std::array<future_state*, N>& states, std::size_t& n, W const& w) {
    if constexpr (is_after_word<W>::value)
      std::apply([&](auto const&... futures) { ((states[n++] = state_of(futures)), ...); }, w.futures);
  }
  template <class Future>
  static future_state* state_of(Future const& future) {
    if constexpr (awaitable_by_after<Future>()) {
      future_state* const state = handle_access::state(future);
      if (state == nullptr) throw_future_error(std::future_errc::no_state);
      return state;
    } else {
      return nullptr;
    }
  }
};

template <class... Words>
void word_list<Words...>::check_place_number(int p) {
  require_place(p);
}

}  // namespace sched
}  // namespace skua
