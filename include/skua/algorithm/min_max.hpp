// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// min_element, max_element, minmax_element: positions of extreme elements.
#pragma once

#include <algorithm>
#include <functional>

#include <skua/detail/algorithm/pieces.hpp>

namespace skua {
namespace algorithm {

/// The first element that no other one precedes.
template <class It, class Comp>
struct leading_element {
  using value_type = std::iter_value_t<It>;
  struct result {
    count_type position = -1;
  };
  static constexpr count_type least = 1;
  static constexpr bool cheap = is_number<value_type> && is_standard_comparison<Comp, value_type> &&
                                std::is_lvalue_reference_v<std::iter_reference_t<It>>;
  static constexpr count_type block = 512;
  static constexpr count_type lanes = 8;
  It input;
  Comp& comp;

  void run(result& best, count_type first, count_type last) {
    if (best.position < 0) best.position = first++;
    if constexpr (cheap) {
      for (; last - first >= block; first += block) run_block(best, first);
    }
    for (; first < last; ++first)
      if (std::invoke(comp, input[first], input[best.position])) best.position = first;
  }

 private:
  /// Finds the extreme value with several comparisons at once, and its position only if it is a
  /// better one.
  void run_block(result& best, count_type first) {
    value_type values[lanes];
    for (count_type i = 0; i < lanes; ++i) values[i] = input[first + i];
    for (count_type index = first + lanes; index < first + block; index += lanes) {
#pragma GCC unroll 8
      for (count_type i = 0; i < lanes; ++i) {
        value_type const value = input[index + i];
        values[i] = comp(value, values[i]) ? value : values[i];
      }
    }
    value_type extreme = values[0];
    for (count_type i = 1; i < lanes; ++i) extreme = comp(values[i], extreme) ? values[i] : extreme;
    if (!comp(extreme, input[best.position])) return;
    while (comp(extreme, input[first])) ++first;
    best.position = first;
  }
};

/// A comparison with exchanged arguments.
template <class Comp>
struct reverse_comparison {
  Comp& comp;
  template <class A, class B>
  constexpr bool operator()(A&& left, B&& right) {
    return std::invoke(comp, std::forward<B>(right), std::forward<A>(left));
  }
};
/// The standard comparisons of numbers have a reverse of the standard library. (Elements of another
/// type may have no operator but <, or their own std::less.)
template <class T, class Comp>
constexpr auto reverse_of(Comp& comp) {
  if constexpr (!compares_numbers<Comp, T>) {
    return reverse_comparison<Comp>{comp};
  } else if constexpr (std::same_as<Comp, std::less<>> || std::same_as<Comp, std::less<T>> ||
                       std::same_as<Comp, std::ranges::less>) {
    return std::ranges::greater();
  } else {
    return std::ranges::less();
  }
}

template <class It, class End, class Comp>
SKUA_INLINE It find_leading(char const* verb, It first, End last, Comp& comp) {
  if constexpr (splittable_between<It, End>) {
    require_task(verb);
    count_type const n = length(first, last);
    if (n == 0) return first;
    using job_type = leading_element<It, Comp>;
    job_type job{first, comp};
    if (job_type::cheap && n <= cheap_elements) {
      typename job_type::result best;
      job.run(best, 0, n);
      return first + best.position;
    }
    piece_list list(job, n);
    list.run();
    count_type best = list.first.value.position;
    list.for_other_results([&](typename job_type::result const& part) {
      if (std::invoke(comp, first[part.position], first[best])) best = part.position;
    });
    return first + best;
  } else {
    return run_sequential(verb, [&] {
      It best = first;
      for (; first != last; ++first)
        if (std::invoke(comp, *first, *best)) best = first;
      return best;
    });
  }
}

/// The first smallest and the last largest element.
template <class It, class Comp>
struct both_extremes {
  struct result {
    count_type smallest = -1;
    count_type largest = -1;
  };
  static constexpr count_type least = 1;
  static constexpr bool cheap = false;
  It input;
  Comp& comp;

  void run(result& best, count_type first, count_type last) {
    if (best.smallest < 0) best.smallest = best.largest = first++;
    for (; first < last; ++first) add(best, first, first);
  }
  void add(result& best, count_type smallest, count_type largest) {
    if (std::invoke(comp, input[smallest], input[best.smallest])) best.smallest = smallest;
    if (!std::invoke(comp, input[largest], input[best.largest])) best.largest = largest;
  }
};

}  // namespace algorithm

/// The first element that is not greater than any other; `last` of an empty range. At most one
/// comparison for each element, and one for each piece; with numbers and a standard comparison two.
template <algorithm::forward_position It, algorithm::end_of<It> End, algorithm::comparison_of<It> Comp = std::less<>>
It min_element(It first, End last, Comp comp = {}) {
  return algorithm::find_leading("min_element", first, last, comp);
}
template <std::ranges::forward_range R, class Comp = std::ranges::less, class Proj = std::identity>
  requires algorithm::range_comparison<Comp, R, Proj>
auto min_element(R&& range, Comp comp = {}, Proj proj = {}) -> std::ranges::borrowed_iterator_t<R> {
  auto order = algorithm::compare_projected(std::move(comp), std::move(proj));
  return algorithm::find_leading("min_element", std::ranges::begin(range), std::ranges::end(range), order);
}
/// The first element that is not less than any other.
template <algorithm::forward_position It, algorithm::end_of<It> End, algorithm::comparison_of<It> Comp = std::less<>>
It max_element(It first, End last, Comp comp = {}) {
  auto order = algorithm::reverse_of<std::iter_value_t<It>>(comp);
  return algorithm::find_leading("max_element", first, last, order);
}
template <std::ranges::forward_range R, class Comp = std::ranges::less, class Proj = std::identity>
  requires algorithm::range_comparison<Comp, R, Proj>
auto max_element(R&& range, Comp comp = {}, Proj proj = {}) -> std::ranges::borrowed_iterator_t<R> {
  auto forward_order = algorithm::compare_projected(std::move(comp), std::move(proj));
  auto order = algorithm::reverse_of<std::ranges::range_value_t<R>>(forward_order);
  return algorithm::find_leading("max_element", std::ranges::begin(range), std::ranges::end(range), order);
}
/// The first smallest and the last largest element.
template <algorithm::forward_position It, algorithm::comparison_of<It> Comp = std::less<>>
std::pair<It, It> minmax_element(It first, It last, Comp comp = {}) {
  if constexpr (algorithm::splittable_input<It>) {
    algorithm::require_task("minmax_element");
    if (first == last) return {first, first};
    using job_type = algorithm::both_extremes<It, Comp>;
    job_type job{first, comp};
    algorithm::piece_list list(job, algorithm::length(first, last));
    list.run();
    auto best = list.first.value;
    list.for_other_results([&](typename job_type::result const& part) { job.add(best, part.smallest, part.largest); });
    return {first + best.smallest, first + best.largest};
  } else {
    return algorithm::run_sequential("minmax_element", [&] {
      std::pair<It, It> best(first, first);
      if (first == last) return best;
      while (++first != last) {
        if (std::invoke(comp, *first, *best.first)) best.first = first;
        if (!std::invoke(comp, *first, *best.second)) best.second = first;
      }
      return best;
    });
  }
}
template <std::ranges::forward_range R, class Comp = std::ranges::less, class Proj = std::identity>
  requires algorithm::range_comparison<Comp, R, Proj>
auto minmax_element(R&& range, Comp comp = {}, Proj proj = {})
    -> std::ranges::minmax_element_result<std::ranges::borrowed_iterator_t<R>> {
  auto const first = std::ranges::begin(range);
  auto const last = std::ranges::next(first, std::ranges::end(range));
  auto const [smallest, largest] =
      skua::minmax_element(first, last, algorithm::compare_projected(std::move(comp), std::move(proj)));
  return {smallest, largest};
}

}  // namespace skua
