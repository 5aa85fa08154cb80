// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// when_all and when_any: one future for many. They need no task; the last (or first) completion
// makes them ready.
//
// Invariants:
//   WHEN-1  A member whose future was not ready holds a reference to its group and to that future's
//     state until it has fired.
//   WHEN-2  `remaining` counts the members that have not fired, and the call itself, so the group
//     cannot become ready before all members are registered.
//   WHEN-3  The group's result is built before the first registration; afterwards it only becomes
//     ready.
// Edge GROUP: the member that counts down last sees the results of all members.
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <tuple>
#include <vector>

#include <skua/detail/sync/deferred_state.hpp>
#include <skua/detail/sync/ready_future.hpp>
#include <skua/future.hpp>

namespace skua {

/// Result of when_any: the index of the first ready future, and all futures. Without futures the
/// index is size_t(-1).
template <class Sequence>
struct when_any_result {
  /// the position of the first future that was ready; size_t(-1) if none was given
  std::size_t index = static_cast<std::size_t>(-1);
  Sequence futures;  ///< all futures that were given
};

namespace sched {

struct group_state;

struct group_member : wait_node {
  group_state* group = nullptr;
  future_state* state = nullptr;
  std::size_t index = 0;
};

/// The part of a group that does not depend on its type. The group's result is the future_value<R>
/// in the same object.
struct group_state {
  group_state() noexcept = default;
  group_state(group_state const&) = delete;
  group_state& operator=(group_state const&) = delete;
  ~group_state() { delete[] members; }

  future_state* result = nullptr;
  group_member* members = nullptr;  // a separate array
  base::atomic<std::size_t> remaining{1};
  std::size_t* first_index = nullptr;  // when_any: address of when_any_result::index
  base::atomic<bool> decided{false};   // when_any: a member has fired
};

/// Registers a member with its future. From this call on the future's task must not complete the
/// state as unshared.
void join_group(group_state& group, std::size_t index, future_state* state);
/// Ends the registration: drops the call's own count.
void seal_group(group_state& group) noexcept;

template <class R>
struct group_value final : future_value<R>, group_state {
  explicit group_value(std::size_t member_count) {
    this->result = this;
    this->members = new group_member[member_count];
    this->dispose = [](future_state* state) noexcept { delete static_cast<group_value*>(state); };
  }
};

template <class... Futures>
void join_all_of(group_state& group, std::tuple<Futures...> const& futures) {
  std::size_t i = 0;
  std::apply([&](auto const&... each) { (join_group(group, i++, handle_access::state(each)), ...); }, futures);
}
template <class Future>
void join_all_of(group_state& group, std::vector<Future> const& futures) {
  for (std::size_t i = 0; i < futures.size(); ++i) join_group(group, i, handle_access::state(futures[i]));
}

template <class... Futures>
void require_all(std::tuple<Futures...> const& futures) {
  std::apply([](auto const&... each) { (require_state(handle_access::state(each)), ...); }, futures);
}
template <class Future>
void require_all(std::vector<Future> const& futures) {
  for (Future const& future : futures) require_state(handle_access::state(future));
}

template <class Sequence>
future<Sequence> group_all(Sequence futures, std::size_t n) {
  require_all(futures);
  auto* const group = new group_value<Sequence>(n);  // two references: the handle's and the call's own
  group->emplace(std::move(futures));
  auto result = future<Sequence>::adopt(group);
  group->remaining.store(n + 1, std::memory_order_relaxed);  // relaxed: not shared yet
  join_all_of(*group, group->value());
  seal_group(*group);
  return result;
}

template <class Sequence>
future<when_any_result<Sequence>> group_any(Sequence futures, std::size_t n) {
  using result = when_any_result<Sequence>;
  if (n == 0) return make_ready_future<result>(result{static_cast<std::size_t>(-1), std::move(futures)});
  require_all(futures);
  auto* const group = new group_value<result>(n);
  group->emplace(result{static_cast<std::size_t>(-1), std::move(futures)});
  auto first_ready = future<result>::adopt(group);
  group->first_index = &group->value().index;
  group->remaining.store(2, std::memory_order_relaxed);  // relaxed: not shared yet; the first member and the call
  join_all_of(*group, group->value().futures);
  seal_group(*group);
  return first_ready;
}

/// Moves unique futures out of a range; copies shared ones.
template <class Iterator>
auto take_futures(Iterator first, Iterator last) {
  using handle = std::iter_value_t<Iterator>;
  std::vector<handle> futures;
  for (; first != last; ++first) {
    if constexpr (std::is_copy_constructible_v<handle>) {
      futures.push_back(*first);
    } else {
      futures.push_back(std::move(*first));
    }
  }
  return futures;
}

template <class T>
inline constexpr bool is_future = false;
template <class R>
inline constexpr bool is_future<future<R>> = true;
template <class R>
inline constexpr bool is_future<shared_future<R>> = true;

}  // namespace sched

/// Ready when all futures are; its result holds them, each ready. Unique futures are consumed,
/// shared ones copied. A deferred task runs in this call.
template <class... Futures>
  requires(sched::is_future<std::decay_t<Futures>> && ...)
[[nodiscard]] future<std::tuple<std::decay_t<Futures>...>> when_all(Futures&&... futures) {
  return sched::group_all(std::tuple<std::decay_t<Futures>...>(std::forward<Futures>(futures)...), sizeof...(Futures));
}
template <class Iterator>
  requires sched::is_future<std::iter_value_t<Iterator>>
[[nodiscard]] future<std::vector<std::iter_value_t<Iterator>>> when_all(Iterator first, Iterator last) {
  auto futures = sched::take_futures(first, last);
  std::size_t const n = futures.size();
  return sched::group_all(std::move(futures), n);
}

/// Ready when one of the futures is. Takes the futures like when_all.
template <class... Futures>
  requires(sched::is_future<std::decay_t<Futures>> && ...)
[[nodiscard]] future<when_any_result<std::tuple<std::decay_t<Futures>...>>> when_any(Futures&&... futures) {
  return sched::group_any(std::tuple<std::decay_t<Futures>...>(std::forward<Futures>(futures)...), sizeof...(Futures));
}
template <class Iterator>
  requires sched::is_future<std::iter_value_t<Iterator>>
[[nodiscard]] future<when_any_result<std::vector<std::iter_value_t<Iterator>>>> when_any(Iterator first,
                                                                                         Iterator last) {
  auto futures = sched::take_futures(first, last);
  std::size_t const n = futures.size();
  return sched::group_any(std::move(futures), n);
}

}  // namespace skua
