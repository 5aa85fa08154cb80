// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The words that may precede the function in spawn and async.
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include <skua/future.hpp>
#include <skua/phaser.hpp>

namespace skua {

/// The word on(p): at place `place`.
struct on_word {
  int place;  ///< the place at which the task runs
};
/// The task starts at `place`, 0 to places() - 1; with after(…), when the futures are ready.
constexpr on_word on(int place) noexcept { return {place}; }

/// The word any.from(p): starts at place `place`; any place may steal it.
struct any_from_word {
  int place;  ///< the place at which the task starts
};
/// The word `any`: starts here; any place may steal it before that. With after(…), places may steal
/// it from the moment when the futures are ready.
struct any_word {
  /// Starts at `place`; any place may steal it. With spawn_all, a whole list goes in one message.
  [[nodiscard]] constexpr any_from_word from(int place) const noexcept { return {place}; }
};
/// The word of spawn, async and for_async: any place may steal the task. any.from(p): from
/// place p.
inline constexpr any_word any{};

/// The type of urgent.
struct urgent_word {};
/// The task starts at once at its place: before queued tasks, even if every worker there is busy.
/// Does not compile with `any`, because nothing is left to steal.
inline constexpr urgent_word urgent{};

/// The type of shielded.
struct shielded_word {};
/// The task runs even if its scope is cancelled. Cancellation does not end its waits, nor those in
/// its inner scopes.
inline constexpr shielded_word shielded{};

/// The type of named("…").
struct named_word {
  char const* name;  ///< the name
};
/// The task's name in error texts and reports; the text must outlive the task.
constexpr named_word named(char const* name) noexcept { return {name}; }

/// The word after(f…): the futures for which the task waits. The task keeps their states alive;
/// their values are not passed on.
template <class... Futures>
struct after_word {
  std::tuple<Futures const&...> futures;  ///< the futures
};
/// The task starts when the futures are ready. It waits at the caller's place, wherever it will
/// start. If one of the futures holds an exception, the task never starts, and the exception goes
/// to the future of an async task, or to the scope of a spawned one. The task counts in its scope
/// from the call on.
template <class... Futures>
after_word<Futures...> after(Futures const&... futures) noexcept {
  return {std::tuple<Futures const&...>(futures...)};
}

namespace sched {

template <class T>
struct is_word : std::false_type {};
template <>
struct is_word<on_word> : std::true_type {};
template <>
struct is_word<any_word> : std::true_type {};
template <>
struct is_word<any_from_word> : std::true_type {};
template <>
struct is_word<urgent_word> : std::true_type {};
template <>
struct is_word<shielded_word> : std::true_type {};
template <>
struct is_word<named_word> : std::true_type {};
template <>
struct is_word<phased_word> : std::true_type {};
template <>
struct is_word<phased_like_parent_word> : std::true_type {};
template <class... F>
struct is_word<after_word<F...>> : std::true_type {};

template <class T>
inline constexpr bool is_word_v = is_word<std::remove_cvref_t<T>>::value;

template <class W>
inline constexpr bool is_phased_word = std::is_same_v<W, phased_word> || std::is_same_v<W, phased_like_parent_word>;
template <class W>
struct is_after_word : std::false_type {};
template <class... F>
struct is_after_word<after_word<F...>> : std::true_type {};

}  // namespace sched
}  // namespace skua
