// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// for_each, for_each_n, transform, fill: one call or one assignment for each element.
#pragma once

#include <algorithm>
#include <concepts>
#include <type_traits>

#include <skua/detail/algorithm/pieces.hpp>

namespace skua {
namespace algorithm {

/// Calls `action(k)` for each position k.
template <class Action>
struct each_position {
  struct result {};
  static constexpr count_type least = 1;
  static constexpr bool cheap = false;
  Action action;

  void run(result&, count_type first, count_type last) {
    for (count_type index = first; index < last; ++index) action(index);
  }
};
template <class Action>
SKUA_INLINE void run_each(char const* verb, count_type n, Action action) {
  require_task(verb);
  each_position<Action> job{std::move(action)};
  run_pieces(job, n);
}

/// Assigns one value to each element. The value may be one of these elements, so it is copied.
template <class It, class T>
struct filling {
  struct result {};
  using own_value = std::conditional_t<std::copy_constructible<T>, T const, T const&>;
  static constexpr count_type least = 1;
  static constexpr bool cheap = std::is_trivially_copyable_v<std::iter_value_t<It>>;
  It output;
  own_value value;

  void run(result&, count_type first, count_type last) { std::fill(output + first, output + last, value); }
};

/// Calls function(x) for each element x. Returns the end.
template <class It, class End, class F>
SKUA_INLINE It visit(It first, End last, F& function) {
  if constexpr (splittable_in_place<It> && splittable_between<It, End>) {
    auto const n = length(first, last);
    run_each("for_each", n,
             [=, &function](count_type index) SKUA_INLINE_LAMBDA { std::invoke(function, first[index]); });
    return first + n;
  } else {
    return run_sequential("for_each", [&] {
      for (; first != last; ++first) std::invoke(function, *first);
      return std::move(first);
    });
  }
}

/// Assigns function(x) for each element x. Returns both ends.
template <class It, class End, class Out, class F>
SKUA_INLINE std::pair<It, Out> transform_one(It first, End last, Out out, F& function) {
  if constexpr (splittable_between<It, End> && splittable_output<Out>) {
    auto const n = length(first, last);
    run_each("transform", n,
             [=, &function](count_type index) SKUA_INLINE_LAMBDA { out[index] = std::invoke(function, first[index]); });
    return {first + n, out + n};
  } else {
    return run_sequential("transform", [&] {
      for (; first != last; ++first, void(), ++out) *out = std::invoke(function, *first);
      return std::pair(std::move(first), std::move(out));
    });
  }
}
template <class In1, class In2, class Out, class F>
SKUA_INLINE void transform_both(In1 first1, count_type n, In2 first2, Out out, F& function) {
  run_each("transform", n, [=, &function](count_type index) SKUA_INLINE_LAMBDA {
    out[index] = std::invoke(function, first1[index], first2[index]);
  });
}

}  // namespace algorithm

/// Calls function(x) for each element x, in an unspecified order. `function` is shared by all
/// tasks, and its results are ignored.
template <algorithm::input_position It, algorithm::end_of<It> End, class F>
  requires std::invocable<F&, std::iter_reference_t<It>>
void for_each(It first, End last, F function) {
  algorithm::visit(std::move(first), last, function);
}
/// Like the other for_each, for the projected elements of a range. Returns the end of the range.
template <std::ranges::input_range R, class F, class Proj = std::identity>
  requires std::invocable<F&, std::indirect_result_t<Proj&, std::ranges::iterator_t<R>>>
auto for_each(R&& range, F function, Proj proj = {}) -> std::ranges::borrowed_iterator_t<R> {
  algorithm::projected_call<F&, Proj> call{function, std::move(proj)};
  return algorithm::visit(std::ranges::begin(range), std::ranges::end(range), call);
}
/// Like for_each, for the first n elements; does nothing if n <= 0. Returns first + n.
template <algorithm::input_position It, class Size, class F>
  requires std::invocable<F&, std::iter_reference_t<It>>
It for_each_n(It first, Size n, F function) {
  auto const elements = (std::max)(static_cast<std::iter_difference_t<It>>(n), std::iter_difference_t<It>{0});
  if constexpr (algorithm::splittable_input<It>) {
    skua::for_each(first, first + elements, std::move(function));
    return first + elements;
  } else {
    return algorithm::run_sequential("for_each_n", [&] {
      for (auto rest = elements; rest > 0; --rest, void(), ++first) std::invoke(function, *first);
      return std::move(first);
    });
  }
}

/// Assigns function(x) for each element x to the element of the output at the same position. The
/// output may be the input; otherwise they must not overlap. Returns the end of the output.
template <algorithm::input_position It, algorithm::output_position Out, class F>
  requires std::invocable<F&, std::iter_reference_t<It>>
Out transform(It first, It last, Out out, F function) {
  return algorithm::transform_one(std::move(first), std::move(last), std::move(out), function).second;
}
/// Like the other transform, with function(x, y) for the elements x and y of two ranges at the same
/// position.
template <algorithm::input_position It1, algorithm::input_position It2, algorithm::output_position Out, class F>
  requires std::invocable<F&, std::iter_reference_t<It1>, std::iter_reference_t<It2>>
Out transform(It1 first1, It1 last1, It2 first2, Out out, F function) {
  if constexpr (algorithm::splittable_input<It1> && algorithm::splittable_input<It2> &&
                algorithm::splittable_output<Out>) {
    auto const n = algorithm::length(first1, last1);
    algorithm::transform_both(first1, n, first2, out, function);
    return out + n;
  } else {
    return algorithm::run_sequential("transform", [&] {
      for (; first1 != last1; ++first1, void(), ++first2, void(), ++out) *out = std::invoke(function, *first1, *first2);
      return out;
    });
  }
}
/// Like the other transform, for a range; `out` is the beginning of the output. Returns both ends.
template <std::ranges::input_range R, algorithm::output_position Out, class F, class Proj = std::identity>
  requires std::invocable<F&, std::indirect_result_t<Proj&, std::ranges::iterator_t<R>>>
auto transform(R&& range, Out out, F function, Proj proj = {})
    -> std::ranges::unary_transform_result<std::ranges::borrowed_iterator_t<R>, Out> {
  algorithm::projected_call<F&, Proj> call{function, std::move(proj)};
  auto [in_end, out_end] =
      algorithm::transform_one(std::ranges::begin(range), std::ranges::end(range), std::move(out), call);
  return {std::move(in_end), std::move(out_end)};
}
/// Like the other transform, for two ranges, up to the end of the shorter one. Returns the three
/// ends.
template <std::ranges::input_range R1, std::ranges::input_range R2, algorithm::output_position Out, class F>
  requires std::invocable<F&, std::ranges::range_reference_t<R1>, std::ranges::range_reference_t<R2>>
auto transform(R1&& range1, R2&& range2, Out out, F function)
    -> std::ranges::binary_transform_result<std::ranges::borrowed_iterator_t<R1>, std::ranges::borrowed_iterator_t<R2>,
                                            Out> {
  auto first1 = std::ranges::begin(range1);
  auto first2 = std::ranges::begin(range2);
  if constexpr (algorithm::splittable_range<R1> && algorithm::splittable_range<R2>) {
    auto const size1 = std::ranges::ssize(range1);
    auto const size2 = std::ranges::ssize(range2);
    using common = std::conditional_t<sizeof(size1) < sizeof(size2), decltype(size2), decltype(size1)>;
    auto const n = algorithm::length(common{0}, std::min<common>(size1, size2));
    return {first1 + n, first2 + n, skua::transform(first1, first1 + n, first2, out, std::ref(function))};
  } else {
    auto const last1 = std::ranges::end(range1);
    auto const last2 = std::ranges::end(range2);
    algorithm::run_sequential("transform", [&] {
      for (; first1 != last1 && first2 != last2; ++first1, void(), ++first2, void(), ++out)
        *out = std::invoke(function, *first1, *first2);
    });
    return {std::move(first1), std::move(first2), std::move(out)};
  }
}

/// Assigns the value to each element.
template <algorithm::output_position It, algorithm::end_of<It> End, class T>
void fill(It first, End last, T const& value) {
  if constexpr (algorithm::splittable_output<It> && algorithm::splittable_between<It, End>) {
    using job_type = algorithm::filling<It, T>;
    algorithm::require_task("fill");
    algorithm::count_type const n = algorithm::length(first, last);
    if (job_type::cheap && n <= algorithm::cheap_elements) return std::fill(first, first + n, value);
    job_type job{first, value};
    algorithm::run_pieces(job, n);
  } else {
    algorithm::run_sequential("fill", [&] {
      for (; first != last; ++first) *first = value;
    });
  }
}
/// Like the other fill, for a range. Returns its end.
template <std::ranges::range R, class T>
auto fill(R&& range, T const& value) -> std::ranges::borrowed_iterator_t<R> {
  auto const first = std::ranges::begin(range);
  skua::fill(first, std::ranges::end(range), value);
  return std::ranges::next(first, std::ranges::end(range));
}

}  // namespace skua
