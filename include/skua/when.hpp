// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// when_all and when_any: one future for many. No task runs for them; the last (or first) completion
// makes them ready.
//
// Invariants: E1 every member whose future was not ready holds a reference to its group and to that
// future's state until it has fired. E2 `left` counts members not fired, and the call itself:
// nothing becomes ready before all are registered.
// E3 a group's result is built before anything is registered; readiness is all that comes later.
// Edge GROUP: whoever counts down last sees all members' results.
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <tuple>
#include <vector>

#include <skua/future.hpp>
#include <skua/sched/deferred_state.hpp>
#include <skua/sched/ready_future.hpp>

namespace skua {

/// Result of when_any: which future was ready first, and all of them. No futures: index is
/// size_t(-1).
template <class Sequence>
struct when_any_result {
  std::size_t index = static_cast<std::size_t>(-1);
  Sequence futures;
};

namespace sched {

struct group_state;

struct group_member : wait_node {
  group_state* group = nullptr;
  future_state* of = nullptr;
  std::size_t index = 0;
};

/// What groups of any type share; the future_value<R> beside it is the result.
struct group_state {
  future_state* result = nullptr;
  std::unique_ptr<group_member[]> members;
  base::atomic<std::size_t> left{1};
  std::size_t* first_index = nullptr;  // when_any: where the index goes
  base::atomic<bool> decided{false};   // when_any: somebody was first
};

/// Registers a member with its future; the future's task must not be completed as unshared from
/// here on.
void join_group(group_state& g, std::size_t index, future_state* of);
/// All members are registered.
void seal_group(group_state& g) noexcept;

template <class R>
struct group_value final : future_value<R>, group_state {
  explicit group_value(std::size_t members_wanted) {
    this->result = this;
    this->members = std::make_unique<group_member[]>(members_wanted);
    this->dispose = [](future_state* p) noexcept { delete static_cast<group_value*>(p); };
  }
};

template <class... Futures>
void join_all_of(group_state& g, std::tuple<Futures...> const& futures) {
  std::size_t i = 0;
  std::apply([&](auto const&... f) { (join_group(g, i++, handle_access::state(f)), ...); }, futures);
}
template <class Future>
void join_all_of(group_state& g, std::vector<Future> const& futures) {
  for (std::size_t i = 0; i < futures.size(); ++i) join_group(g, i, handle_access::state(futures[i]));
}

template <class... Futures>
void require_all(std::tuple<Futures...> const& futures) {
  std::apply([](auto const&... f) { (require_state(handle_access::state(f)), ...); }, futures);
}
template <class Future>
void require_all(std::vector<Future> const& futures) {
  for (Future const& f : futures) require_state(handle_access::state(f));
}

template <class Sequence>
future<Sequence> group_all(Sequence futures, std::size_t n) {
  require_all(futures);
  auto* const g = new group_value<Sequence>(n);  // two references: the handle's and the call's own
  g->emplace(std::move(futures));
  auto all = future<Sequence>::adopt(g);
  g->left.store(n + 1, std::memory_order_relaxed);  // relaxed: not shared yet
  join_all_of(*g, g->value());
  seal_group(*g);
  return all;
}

template <class Sequence>
future<when_any_result<Sequence>> group_any(Sequence futures, std::size_t n) {
  using result = when_any_result<Sequence>;
  if (n == 0) return make_ready_future<result>(result{static_cast<std::size_t>(-1), std::move(futures)});
  require_all(futures);
  auto* const g = new group_value<result>(n);
  g->emplace(result{static_cast<std::size_t>(-1), std::move(futures)});
  auto any = future<result>::adopt(g);
  g->first_index = &g->value().index;
  g->left.store(2, std::memory_order_relaxed);  // relaxed: not shared yet; the first member and the call
  join_all_of(*g, g->value().futures);
  seal_group(*g);
  return any;
}

/// Unique futures are moved out of a range, shared ones copied.
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

/// Ready when all are; holds the futures, each ready. Unique futures are consumed, shared ones
/// copied; a deferred one runs in this call.
template <class... Futures>
  requires(sched::is_future<std::decay_t<Futures>> && ...)
future<std::tuple<std::decay_t<Futures>...>> when_all(Futures&&... futures) {
  return sched::group_all(std::tuple<std::decay_t<Futures>...>(std::forward<Futures>(futures)...), sizeof...(Futures));
}
template <class Iterator>
  requires sched::is_future<std::iter_value_t<Iterator>>
future<std::vector<std::iter_value_t<Iterator>>> when_all(Iterator first, Iterator last) {
  auto futures = sched::take_futures(first, last);
  std::size_t const n = futures.size();
  return sched::group_all(std::move(futures), n);
}

/// Ready when one is.
template <class... Futures>
  requires(sched::is_future<std::decay_t<Futures>> && ...)
future<when_any_result<std::tuple<std::decay_t<Futures>...>>> when_any(Futures&&... futures) {
  return sched::group_any(std::tuple<std::decay_t<Futures>...>(std::forward<Futures>(futures)...), sizeof...(Futures));
}
template <class Iterator>
  requires sched::is_future<std::iter_value_t<Iterator>>
future<when_any_result<std::vector<std::iter_value_t<Iterator>>>> when_any(Iterator first, Iterator last) {
  auto futures = sched::take_futures(first, last);
  std::size_t const n = futures.size();
  return sched::group_any(std::move(futures), n);
}

}  // namespace skua
