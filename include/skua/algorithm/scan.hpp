// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// inclusive_scan, exclusive_scan, and both with a function of the elements: the combinations of all
// elements up to each one.
#pragma once

#include <functional>
#include <numeric>

#include <skua/algorithm/reduce.hpp>
#include <skua/detail/algorithm/rounds.hpp>

namespace skua {
namespace algorithm {

/// A scan: the state in front of an element is the combination of those before it, if there is one.
template <bool Inclusive, class In, class Out, class T, class Op, class F>
struct scanning {
  using state = std::optional<T>;
  using note = std::optional<T>;
  static constexpr std::size_t bytes = sizeof(std::iter_value_t<In>);
  In input;
  Out output;
  Op& op;
  F& transform;

  void advance(state& sum, count_type first, count_type last) {
    if (first == last) return;
    if (!sum) {  // only an inclusive scan begins without a value
      sum.emplace(std::invoke(transform, input[first]));
      if constexpr (Inclusive) output[first] = *sum;
      ++first;
    }
    T total = std::move(*sum);
    for (; first < last; ++first) {
      if constexpr (Inclusive) {
        total = std::invoke(op, std::move(total), std::invoke(transform, input[first]));
        output[first] = total;
      } else {
        T next = std::invoke(op, total, std::invoke(transform, input[first]));  // the output may be the input
        output[first] = std::move(total);
        total = std::move(next);
      }
    }
    *sum = std::move(total);
  }
  void prepare(note& sum, count_type first, count_type last) {
    reducing<transformed_source<In, F>, T, Op> job{{input, transform}, op};
    job.run(sum, first, last);
  }
  void skip(state& sum, note const& segment) {
    if (sum) {
      *sum = std::invoke(op, std::move(*sum), *segment);
    } else {
      sum = segment;
    }
  }
  void complete(state const& begin, note&, count_type first, count_type last) {
    state sum = begin;
    advance(sum, first, last);
  }
};

template <bool Inclusive, bool Fixed, class It, class End, class Out, class T, class Op, class F>
Out scan_range(char const* verb, It first, End last, Out out, std::optional<T> init, Op& op, F& function) {
  using job_type = scanning<Inclusive, It, Out, T, Op, F>;
  // a note of one element must be a T
  constexpr bool has_notes = std::convertible_to<std::invoke_result_t<F&, std::iter_reference_t<It>>, T>;
  if constexpr (has_notes && splittable_between<It, End> && splittable_output<Out>) {
    require_task(verb);
    job_type job{first, out, op, function};
    if constexpr (std::same_as<F, std::identity> && is_number<T> && is_standard_operation<Op, T>) {
      if (count_type const n = length(first, last); !Fixed && n <= cheap_elements) {
        job.advance(init, 0, n);
        return out + n;
      }
    }
    run_rounds(job, init, length(first, last), Fixed);
    return out + length(first, last);
  } else {
    return run_sequential(verb, [&] {
      for (; first != last; ++first, void(), ++out) {
        if constexpr (Inclusive) {
          if (init) {
            *init = std::invoke(op, std::move(*init), std::invoke(function, *first));
          } else {
            init.emplace(std::invoke(function, *first));
          }
          *out = *init;
        } else {
          T next = std::invoke(op, *init, std::invoke(function, *first));
          *out = std::move(*init);
          *init = std::move(next);
        }
      }
      return out;
    });
  }
}

template <bool Fixed, class It, class End, class Out, class T, class Op>
Out inclusive_scan_range(It first, End last, Out out, std::optional<T> init, Op& op) {
  std::identity same;
  return scan_range<true, Fixed>("inclusive_scan", std::move(first), last, out, std::move(init), op, same);
}

}  // namespace algorithm

/// Assigns to the element of the output at each position the combination of the elements up to that
/// position, in their order; op is associative. The output may be the input; otherwise they must
/// not overlap. Returns the end of the output. With several workers op is called up to twice for
/// each element.
template <algorithm::input_position It, algorithm::output_position Out, class Op = std::plus<>>
Out inclusive_scan(It first, It last, Out out, Op op = {}) {
  return algorithm::inclusive_scan_range<false>(first, last, out, std::optional<std::iter_value_t<It>>(), op);
}
/// Like the other inclusive_scan, with a value in front of the first element.
template <algorithm::input_position It, algorithm::output_position Out, class Op, class T>
Out inclusive_scan(It first, It last, Out out, Op op, T init) {
  return algorithm::inclusive_scan_range<false>(first, last, out, std::optional<T>(std::move(init)), op);
}
/// Like the other inclusive_scan, in an order that depends on the number of elements only.
template <algorithm::input_position It, algorithm::output_position Out, class Op = std::plus<>>
Out inclusive_scan(fixed_order_t, It first, It last, Out out, Op op = {}) {
  return algorithm::inclusive_scan_range<true>(first, last, out, std::optional<std::iter_value_t<It>>(), op);
}
template <algorithm::input_position It, algorithm::output_position Out, class Op, class T>
Out inclusive_scan(fixed_order_t, It first, It last, Out out, Op op, T init) {
  return algorithm::inclusive_scan_range<true>(first, last, out, std::optional<T>(std::move(init)), op);
}
/// Like the other inclusive_scan, for a range.
template <std::ranges::input_range R, algorithm::output_position Out, class Op = std::plus<>>
  requires algorithm::range_operation<Op, std::ranges::range_value_t<R>, R>
Out inclusive_scan(R&& range, Out out, Op op = {}) {
  return algorithm::inclusive_scan_range<false>(std::ranges::begin(range), std::ranges::end(range), std::move(out),
                                                std::optional<std::ranges::range_value_t<R>>(), op);
}

/// Assigns to the element of the output at each position the combination of `init` and the elements
/// before that position. Otherwise as inclusive_scan.
template <algorithm::input_position It, algorithm::output_position Out, class T, class Op = std::plus<>>
Out exclusive_scan(It first, It last, Out out, T init, Op op = {}) {
  std::identity same;
  return algorithm::scan_range<false, false>("exclusive_scan", first, last, out, std::optional<T>(std::move(init)), op,
                                             same);
}
template <algorithm::input_position It, algorithm::output_position Out, class T, class Op = std::plus<>>
Out exclusive_scan(fixed_order_t, It first, It last, Out out, T init, Op op = {}) {
  std::identity same;
  return algorithm::scan_range<false, true>("exclusive_scan", first, last, out, std::optional<T>(std::move(init)), op,
                                            same);
}
template <std::ranges::input_range R, algorithm::output_position Out, class T, class Op = std::plus<>>
  requires algorithm::range_operation<Op, T, R>
Out exclusive_scan(R&& range, Out out, T init, Op op = {}) {
  std::identity same;
  return algorithm::scan_range<false, false>("exclusive_scan", std::ranges::begin(range), std::ranges::end(range),
                                             std::move(out), std::optional<T>(std::move(init)), op, same);
}

/// The scans of function(x) for each element x. `function` is called up to twice for an element.
template <algorithm::input_position It, algorithm::output_position Out, class Op, class F>
Out transform_inclusive_scan(It first, It last, Out out, Op op, F function) {
  using value_type = std::decay_t<std::invoke_result_t<F&, std::iter_reference_t<It>>>;
  return algorithm::scan_range<true, false>("transform_inclusive_scan", first, last, out, std::optional<value_type>(),
                                            op, function);
}
template <algorithm::input_position It, algorithm::output_position Out, class Op, class F, class T>
Out transform_inclusive_scan(It first, It last, Out out, Op op, F function, T init) {
  return algorithm::scan_range<true, false>("transform_inclusive_scan", first, last, out,
                                            std::optional<T>(std::move(init)), op, function);
}
/// Like transform_inclusive_scan, but each result leaves out its own element and begins with
/// `init`.
template <algorithm::input_position It, algorithm::output_position Out, class T, class Op, class F>
Out transform_exclusive_scan(It first, It last, Out out, T init, Op op, F function) {
  return algorithm::scan_range<false, false>("transform_exclusive_scan", first, last, out,
                                             std::optional<T>(std::move(init)), op, function);
}

}  // namespace skua
