// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce and transform_reduce: the combination of all elements.
#pragma once

#include <functional>
#include <numeric>

#include <skua/detail/algorithm/reduction.hpp>

namespace skua {

/// The type of fixed_order.
struct fixed_order_t {};
/// reduce(fixed_order, …): the elements are combined in an order that depends on their number only.
/// So the result has the same bits on any number of workers, even with floating point.
inline constexpr fixed_order_t fixed_order{};

namespace algorithm {

/// An operation on elements of a type and a result.
template <class Op, class T, class Element>
concept operation_on = std::is_invocable_r_v<T, Op&, T, T> && std::is_invocable_r_v<T, Op&, T, Element> &&
                       std::is_invocable_r_v<T, Op&, Element, Element>;
template <class Op, class T, class R>
concept range_operation = std::ranges::input_range<R> && operation_on<Op, T, std::ranges::range_reference_t<R>>;

/// Combines `init` and the transformed elements, one after another in the order of the range.
template <class It, class End, class T, class Op, class F>
T reduce_in_order(char const* verb, It first, End last, T init, Op& op, F transform) {
  return run_sequential(verb, [&] {
    for (; first != last; ++first) init = std::invoke(op, std::move(init), transform(first));
    return std::move(init);
  });
}

template <bool Fixed, class It, class End, class T, class Op>
SKUA_INLINE T reduce_range(It first, End last, T init, Op& op) {
  if constexpr (!splittable_between<It, End>) {
    return reduce_in_order("reduce", std::move(first), last, std::move(init), op,
                           [](It& i) -> decltype(auto) { return *i; });
  } else if constexpr (Fixed) {
    return reduce_fixed("reduce", plain_source<It>{first}, length(first, last), std::move(init), op);
  } else {
    return reduce_pieces("reduce", plain_source<It>{first}, length(first, last), std::move(init), op);
  }
}
template <bool Fixed, class It, class End, class T, class Op, class F>
SKUA_INLINE T transform_reduce_range(It first, End last, T init, Op& op, F& function) {
  constexpr char const* verb = "transform_reduce";
  if constexpr (!splittable_between<It, End>) {
    return reduce_in_order(verb, std::move(first), last, std::move(init), op,
                           [&](It& i) -> decltype(auto) { return std::invoke(function, *i); });
  } else if constexpr (Fixed) {
    return reduce_fixed(verb, transformed_source<It, F>{first, function}, length(first, last), std::move(init), op);
  } else {
    return reduce_pieces(verb, transformed_source<It, F>{first, function}, length(first, last), std::move(init), op);
  }
}
template <bool Fixed, class It1, class It2, class T, class Op, class F>
SKUA_INLINE T transform_reduce_pair(It1 first1, It1 last1, It2 first2, T init, Op& op, F& function) {
  constexpr char const* verb = "transform_reduce";
  if constexpr (!splittable_input<It1> || !splittable_input<It2>) {
    return run_sequential(verb, [&] {
      for (; first1 != last1; ++first1, void(), ++first2)
        init = std::invoke(op, std::move(init), std::invoke(function, *first1, *first2));
      return std::move(init);
    });
  } else if constexpr (Fixed) {
    return reduce_fixed(verb, paired_source<It1, It2, F>{first1, first2, function}, length(first1, last1),
                        std::move(init), op);
  } else {
    return reduce_pieces(verb, paired_source<It1, It2, F>{first1, first2, function}, length(first1, last1),
                         std::move(init), op);
  }
}

}  // namespace algorithm

/// Combines `init` and all elements by an associative operation, in the order of the range but
/// grouped in an unspecified way; for sums and products of numbers the order is also unspecified. T
/// is the type of all intermediate results.
template <algorithm::input_position It, class T, class Op>
  requires algorithm::operation_on<Op, T, std::iter_reference_t<It>>
T reduce(It first, It last, T init, Op op) {
  return algorithm::reduce_range<false>(std::move(first), last, std::move(init), op);
}
template <algorithm::input_position It, class T>
  requires algorithm::operation_on<std::plus<>, T, std::iter_reference_t<It>>
T reduce(It first, It last, T init) {
  return skua::reduce(first, last, std::move(init), std::plus<>());
}
template <algorithm::input_position It>
std::iter_value_t<It> reduce(It first, It last) {
  return skua::reduce(first, last, std::iter_value_t<It>{}, std::plus<>());
}
template <class R, class T, class Op>
  requires algorithm::range_operation<Op, T, R>
T reduce(R&& range, T init, Op op) {
  return algorithm::reduce_range<false>(std::ranges::begin(range), std::ranges::end(range), std::move(init), op);
}
template <class R, class T>
  requires algorithm::range_operation<std::plus<>, T, R>
T reduce(R&& range, T init) {
  return skua::reduce(range, std::move(init), std::plus<>());
}
template <std::ranges::input_range R>
std::ranges::range_value_t<R> reduce(R&& range) {
  return skua::reduce(range, std::ranges::range_value_t<R>{}, std::plus<>());
}

/// Like the other reduce, in an order that depends on the number of elements only.
template <algorithm::input_position It, class T, class Op = std::plus<>>
  requires algorithm::operation_on<Op, T, std::iter_reference_t<It>>
T reduce(fixed_order_t, It first, It last, T init, Op op = {}) {
  return algorithm::reduce_range<true>(first, last, std::move(init), op);
}
template <class R, class T, class Op = std::plus<>>
  requires algorithm::range_operation<Op, T, R>
T reduce(fixed_order_t, R&& range, T init, Op op = {}) {
  return algorithm::reduce_range<true>(std::ranges::begin(range), std::ranges::end(range), std::move(init), op);
}

/// Combines `init` and function(x) for each element x.
template <algorithm::input_position It, class T, class Op, class F>
  requires algorithm::operation_on<Op, T, std::invoke_result_t<F&, std::iter_reference_t<It>>>
T transform_reduce(It first, It last, T init, Op op, F function) {
  return algorithm::transform_reduce_range<false>(std::move(first), last, std::move(init), op, function);
}
template <std::ranges::input_range R, class T, class Op, class F>
  requires algorithm::operation_on<Op, T, std::invoke_result_t<F&, std::ranges::range_reference_t<R>>>
T transform_reduce(R&& range, T init, Op op, F function) {
  return algorithm::transform_reduce_range<false>(std::ranges::begin(range), std::ranges::end(range), std::move(init),
                                                  op, function);
}
/// Combines `init` and function(x, y) for the elements x and y of two ranges at the same position;
/// by default their products.
template <algorithm::input_position It1, algorithm::input_position It2, class T, class Op = std::plus<>,
          class F = std::multiplies<>>
  requires algorithm::operation_on<Op, T,
                                   std::invoke_result_t<F&, std::iter_reference_t<It1>, std::iter_reference_t<It2>>>
T transform_reduce(It1 first1, It1 last1, It2 first2, T init, Op op = {}, F function = {}) {
  return algorithm::transform_reduce_pair<false>(first1, last1, first2, std::move(init), op, function);
}

/// Like the other transform_reduce, in an order that depends on the number of elements only.
template <algorithm::input_position It, class T, class Op, class F>
  requires algorithm::operation_on<Op, T, std::invoke_result_t<F&, std::iter_reference_t<It>>>
T transform_reduce(fixed_order_t, It first, It last, T init, Op op, F function) {
  return algorithm::transform_reduce_range<true>(first, last, std::move(init), op, function);
}
template <std::ranges::input_range R, class T, class Op, class F>
  requires algorithm::operation_on<Op, T, std::invoke_result_t<F&, std::ranges::range_reference_t<R>>>
T transform_reduce(fixed_order_t, R&& range, T init, Op op, F function) {
  return algorithm::transform_reduce_range<true>(std::ranges::begin(range), std::ranges::end(range), std::move(init),
                                                 op, function);
}
template <algorithm::input_position It1, algorithm::input_position It2, class T, class Op = std::plus<>,
          class F = std::multiplies<>>
  requires algorithm::operation_on<Op, T,
                                   std::invoke_result_t<F&, std::iter_reference_t<It1>, std::iter_reference_t<It2>>>
T transform_reduce(fixed_order_t, It1 first1, It1 last1, It2 first2, T init, Op op = {}, F function = {}) {
  return algorithm::transform_reduce_pair<true>(first1, last1, first2, std::move(init), op, function);
}

}  // namespace skua
