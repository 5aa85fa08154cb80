// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// find, find_if, find_if_not, any_of, all_of, none_of, count_if.
//
// A search ends early: tasks test no element behind the first match that any of them has found. A
// task that helps begins near the elements that are being tested, so that matches near the
// beginning are found nearly as soon as by one task.
#pragma once

#include <algorithm>

#include <skua/detail/algorithm/pieces.hpp>

namespace skua {
namespace algorithm {

/// Finds the first element that satisfies a predicate.
template <class It, class Pred>
struct finding {
  struct result {};
  static constexpr count_type least = 1;
  static constexpr bool cheap = false;
  static constexpr count_type chunks_before_split = 16;
  It input;
  Pred& pred;
  base::atomic<count_type> match;  // the first one found

  bool ends_before(count_type index) const noexcept {
    return index > match.load(std::memory_order_relaxed);  // relaxed: a hint; the scope's end publishes it
  }
  void run(result&, count_type first, count_type last) {
    It const end = input + last;
    auto const test = [this](auto&& value) -> bool { return std::invoke(pred, std::forward<decltype(value)>(value)); };
    It position = input + first;
    if constexpr (std::is_lvalue_reference_v<std::iter_reference_t<It>>) {
      position = std::find_if(position, end, test);
    } else {  // perhaps no iterator for std::find_if: its distances may have 128 bits
      while (position != end && !test(*position)) ++position;
    }
    if (position == end) return;
    count_type const index = length(input, position);
    count_type earlier = match.load(std::memory_order_relaxed);  // relaxed: the scope's end publishes it
    // relaxed: the scope's end publishes it
    while (index < earlier && !match.compare_exchange_weak(earlier, index, std::memory_order_relaxed)) {
    }
  }
};

/// The position of the first match; n: there is none.
template <class It, class Pred>
SKUA_INLINE count_type find_position(char const* verb, It first, count_type n, Pred& pred) {
  require_task(verb);
  finding<It, Pred> job{first, pred, n};
  run_pieces(job, n);
  return job.match.load(std::memory_order_relaxed);  // relaxed: the scope has ended
}

/// Counts the elements that satisfy a predicate.
template <class It, class Pred>
struct counting {
  using result = count_type;
  static constexpr count_type least = 1;
  static constexpr bool cheap = false;
  It input;
  Pred& pred;

  void run(result& total, count_type first, count_type last) {
    count_type matches = 0;
    for (count_type index = first; index < last; ++index) matches += std::invoke(pred, input[index]) ? 1 : 0;
    total += matches;
  }
};

/// The negation of a predicate.
template <class Pred>
struct negation {
  Pred& pred;
  template <class A>
  constexpr bool operator()(A&& value) {
    return !std::invoke(pred, std::forward<A>(value));
  }
};

template <class It, class End, class Pred>
SKUA_INLINE It find_first(char const* verb, It first, End last, Pred& pred) {
  if constexpr (splittable_between<It, End>) {
    auto const n = length(first, last);
    return first + static_cast<std::iter_difference_t<It>>(find_position(verb, first, n, pred));
  } else {
    return run_sequential(verb, [&] {
      while (first != last && !std::invoke(pred, *first)) ++first;
      return std::move(first);
    });
  }
}

template <class Pred, class It>
concept predicate_of = std::predicate<Pred&, std::iter_reference_t<It>>;
/// Whether == compares an X with a T. Like std::find, this requires no common type.
template <class X, class T>
concept equatable_with = requires(X&& element, T const& value) {
  { element == value } -> std::convertible_to<bool>;
};
template <class Pred, class R, class Proj>
concept range_predicate = std::predicate<Pred&, std::indirect_result_t<Proj&, std::ranges::iterator_t<R>>>;

}  // namespace algorithm

/// The first element for which pred(x) is true; `last` if there is none. Elements behind it may
/// also be tested; none is tested twice.
template <algorithm::input_position It, algorithm::end_of<It> End, algorithm::predicate_of<It> Pred>
It find_if(It first, End last, Pred pred) {
  return algorithm::find_first("find_if", std::move(first), last, pred);
}
template <std::ranges::input_range R, class Pred, class Proj = std::identity>
  requires algorithm::range_predicate<Pred, R, Proj>
auto find_if(R&& range, Pred pred, Proj proj = {}) -> std::ranges::borrowed_iterator_t<R> {
  algorithm::projected_call<Pred&, Proj> test{pred, std::move(proj)};
  return algorithm::find_first("find_if", std::ranges::begin(range), std::ranges::end(range), test);
}
/// The first element for which pred(x) is false.
template <algorithm::input_position It, algorithm::end_of<It> End, algorithm::predicate_of<It> Pred>
It find_if_not(It first, End last, Pred pred) {
  algorithm::negation<Pred> test{pred};
  return algorithm::find_first("find_if_not", std::move(first), last, test);
}
template <std::ranges::input_range R, class Pred, class Proj = std::identity>
  requires algorithm::range_predicate<Pred, R, Proj>
auto find_if_not(R&& range, Pred pred, Proj proj = {}) -> std::ranges::borrowed_iterator_t<R> {
  algorithm::negation<Pred> opposite{pred};
  algorithm::projected_call<algorithm::negation<Pred>&, Proj> test{opposite, std::move(proj)};
  return algorithm::find_first("find_if_not", std::ranges::begin(range), std::ranges::end(range), test);
}
/// The first element that equals the value.
template <algorithm::input_position It, algorithm::end_of<It> End, class T>
  requires algorithm::equatable_with<std::iter_reference_t<It>, T>
It find(It first, End last, T const& value) {
  auto test = [&value](auto&& element) -> bool { return static_cast<bool>(element == value); };
  return algorithm::find_first("find", std::move(first), last, test);
}
template <std::ranges::input_range R, class T, class Proj = std::identity>
  requires algorithm::equatable_with<std::indirect_result_t<Proj&, std::ranges::iterator_t<R>>, T>
auto find(R&& range, T const& value, Proj proj = {}) -> std::ranges::borrowed_iterator_t<R> {
  auto equality = [&value](auto&& element) -> bool { return static_cast<bool>(element == value); };
  algorithm::projected_call<decltype(equality)&, Proj> test{equality, std::move(proj)};
  return algorithm::find_first("find", std::ranges::begin(range), std::ranges::end(range), test);
}

/// Whether pred(x) is true for at least one element.
template <algorithm::input_position It, algorithm::end_of<It> End, algorithm::predicate_of<It> Pred>
bool any_of(It first, End last, Pred pred) {
  return algorithm::find_first("any_of", std::move(first), last, pred) != last;
}
template <std::ranges::input_range R, class Pred, class Proj = std::identity>
  requires algorithm::range_predicate<Pred, R, Proj>
bool any_of(R&& range, Pred pred, Proj proj = {}) {
  algorithm::projected_call<Pred&, Proj> test{pred, std::move(proj)};
  auto const last = std::ranges::end(range);
  return algorithm::find_first("any_of", std::ranges::begin(range), last, test) != last;
}
/// Whether pred(x) is false for all elements.
template <algorithm::input_position It, algorithm::end_of<It> End, algorithm::predicate_of<It> Pred>
bool none_of(It first, End last, Pred pred) {
  return algorithm::find_first("none_of", std::move(first), last, pred) == last;
}
template <std::ranges::input_range R, class Pred, class Proj = std::identity>
  requires algorithm::range_predicate<Pred, R, Proj>
bool none_of(R&& range, Pred pred, Proj proj = {}) {
  return !skua::any_of(range, std::ref(pred), std::move(proj));
}
/// Whether pred(x) is true for all elements.
template <algorithm::input_position It, algorithm::end_of<It> End, algorithm::predicate_of<It> Pred>
bool all_of(It first, End last, Pred pred) {
  algorithm::negation<Pred> test{pred};
  return algorithm::find_first("all_of", std::move(first), last, test) == last;
}
template <std::ranges::input_range R, class Pred, class Proj = std::identity>
  requires algorithm::range_predicate<Pred, R, Proj>
bool all_of(R&& range, Pred pred, Proj proj = {}) {
  algorithm::negation<Pred> opposite{pred};
  return !skua::any_of(range, std::ref(opposite), std::move(proj));
}

/// The number of elements for which pred(x) is true. (There is no `count`: that name is a reducer.)
template <algorithm::input_position It, algorithm::end_of<It> End, algorithm::predicate_of<It> Pred>
std::iter_difference_t<It> count_if(It first, End last, Pred pred) {
  if constexpr (algorithm::splittable_between<It, End>) {
    algorithm::require_task("count_if");
    algorithm::counting<It, Pred> job{first, pred};
    algorithm::piece_list list(job, algorithm::length(first, last));
    list.run();
    std::iter_difference_t<It> total = 0;
    for (auto const* projected = &list.first; projected != nullptr; projected = projected->next)
      total += projected->value;
    return total;
  } else {
    return algorithm::run_sequential("count_if", [&] {
      std::iter_difference_t<It> total = 0;
      for (; first != last; ++first) total += std::invoke(pred, *first) ? 1 : 0;
      return total;
    });
  }
}
template <std::ranges::input_range R, class Pred, class Proj = std::identity>
  requires algorithm::range_predicate<Pred, R, Proj>
std::ranges::range_difference_t<R> count_if(R&& range, Pred pred, Proj proj = {}) {
  return skua::count_if(std::ranges::begin(range), std::ranges::end(range),
                        algorithm::projected_call<Pred&, Proj>{pred, std::move(proj)});
}

}  // namespace skua
