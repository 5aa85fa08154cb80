// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions: the combination of elements by an associative operation.
//
// Each piece combines its elements from left to right, and the pieces are combined from left to
// right. So the operation need not be commutative, except that sums and products of numbers take
// several elements at once.
//
// A fixed order is a tree over leaves of equal size. The tree depends on the number of elements
// only, and so do the bits of the result.
#pragma once

#include <bit>
#include <functional>
#include <optional>

#include <skua/detail/algorithm/pieces.hpp>

namespace skua::algorithm {

/// Operations of the standard library that are associative and commutative, and cheap on numbers.
template <class Op, class T>
inline constexpr bool is_standard_operation =
    std::same_as<Op, std::plus<>> || std::same_as<Op, std::plus<T>> || std::same_as<Op, std::multiplies<>> ||
    std::same_as<Op, std::multiplies<T>> || std::same_as<Op, std::bit_and<>> || std::same_as<Op, std::bit_or<>> ||
    std::same_as<Op, std::bit_xor<>>;

/// Reads the elements of a range, or of two, for a reduction. A plain source calls no function,
/// which could be slow, spawn tasks or cancel the call.
template <class It>
struct plain_source {
  static constexpr bool is_plain = true;
  It input;
  SKUA_INLINE decltype(auto) operator()(count_type index) const { return input[index]; }
};
/// The result of a function of an element, as a value if it could refer to an element that is a
/// temporary object.
template <class F, class... Reference>
using lasting_result =
    std::conditional_t<(std::is_reference_v<Reference> && ...), std::invoke_result_t<F&, Reference...>,
                       std::remove_cvref_t<std::invoke_result_t<F&, Reference...>>>;
template <class It, class F>
struct transformed_source {
  static constexpr bool is_plain = std::same_as<F, std::identity> || std::is_member_object_pointer_v<F>;
  It input;
  F& transform;
  SKUA_INLINE lasting_result<F, std::iter_reference_t<It>> operator()(count_type index) const {
    return std::invoke(transform, input[index]);
  }
};
template <class It1, class It2, class F>
struct paired_source {
  static constexpr bool is_plain = false;
  It1 in1;
  It2 in2;
  F& transform;
  SKUA_INLINE lasting_result<F, std::iter_reference_t<It1>, std::iter_reference_t<It2>> operator()(
      count_type index) const {
    return std::invoke(transform, in1[index], in2[index]);
  }
};

/// Whether T holds every element of an arithmetic type, so that elements may be converted first.
template <class T, class Element>
concept wider_number =
    std::is_arithmetic_v<T> && std::is_arithmetic_v<Element> && std::same_as<std::common_type_t<T, Element>, T>;

template <class Source, class T, class Op>
struct reducing {
  using result = std::optional<T>;
  using element = decltype(std::declval<Source const&>()(0));
  /// Not merely by an explicit conversion: std::vector<int>(5) does not stand for the element 5.
  static constexpr bool takes_one = std::convertible_to<element, T>;
  static constexpr count_type least = takes_one ? 1 : 2;
  /// Several sums at once, so that the processor does not wait for each addition.
  static constexpr bool has_numbers = wider_number<T, std::remove_cvref_t<element>>;
  static constexpr bool has_lanes = has_numbers && is_standard_operation<Op, T> && std::is_lvalue_reference_v<element>;
  static constexpr bool cheap = has_lanes && Source::is_plain;
  static constexpr count_type lanes = 8;
  Source source;
  Op& op;

  void run(result& total, count_type first, count_type last) {
    if (!total) {
      if constexpr (takes_one) {
        total.emplace(source(first));
        ++first;
      } else {
        total.emplace(std::invoke(op, source(first), source(first + 1)));
        first += 2;
      }
    }
    if constexpr (has_lanes) {
      if (last - first >= 2 * lanes) first = run_lanes(*total, first, last);
    } else if constexpr (has_numbers) {
      for (; last - first >= 4; first += 4) {
        T const low = std::invoke(op, number(first), number(first + 1));
        T const high = std::invoke(op, number(first + 2), number(first + 3));
        T const four = std::invoke(op, low, high);
        *total = std::invoke(op, *total, four);
      }
    }
    for (; first < last; ++first) *total = std::invoke(op, std::move(*total), source(first));
  }

 private:
  SKUA_INLINE T number(count_type index) const { return static_cast<T>(source(index)); }
  count_type run_lanes(T& total, count_type first, count_type last) {
    T sums[lanes];
    for (count_type i = 0; i < lanes; ++i) sums[i] = number(first + i);
    for (first += lanes; last - first >= lanes; first += lanes) {
#pragma GCC unroll 8
      for (count_type i = 0; i < lanes; ++i) sums[i] = static_cast<T>(op(sums[i], number(first + i)));
    }
    for (count_type step = lanes / 2; step > 0; step /= 2)
      for (count_type i = 0; i < step; ++i) sums[i] = static_cast<T>(op(sums[i], sums[i + step]));
    total = static_cast<T>(op(total, sums[0]));
    return first;
  }
};

template <class Source, class T, class Op>
SKUA_INLINE T reduce_pieces(char const* verb, Source source, count_type n, T init, Op& op) {
  require_task(verb);
  using job_type = reducing<Source, T, Op>;
  job_type job{source, op};
  if (job_type::cheap && n <= cheap_elements) {
    std::optional<T> total(std::move(init));
    job.run(total, 0, n);
    return std::move(*total);
  }
  piece_list<job_type> list(job, n);
  list.first.value.emplace(std::move(init));
  list.run();
  T total = std::move(*list.first.value);
  list.for_other_results([&](std::optional<T>& part) { total = std::invoke(op, std::move(total), std::move(*part)); });
  return total;
}

/// The leaves of a tree of a fixed order; a function of the number of elements.
inline count_type fixed_leaf(count_type n, bool cheap) noexcept {
  if (cheap) return 2048;
  return std::clamp<count_type>(n / 32, 2, 2048);
}

template <class Job>
struct fixed_tree {
  using value_type = typename Job::result::value_type;
  Job& job;
  count_type n;
  count_type leaf;
  progress& state;

  /// The combination of `leaves` leaves, the first of which is the leaf `first`.
  value_type combine(count_type first, count_type leaves) {
    if (state.is_stopped()) throw cancelled_error();
    if (leaves == 1) {
      if (SKUA_UNLIKELY(sched::self()->poll_requested()) && state.must_stop(sched::self())) throw cancelled_error();
      typename Job::result total;
      try {
        job.run(total, first * leaf, first + 1 == (n + leaf - 1) / leaf ? n : (first + 1) * leaf);
      } catch (...) {
        state.capture();
        throw;
      }
      return std::move(*total);
    }
    auto const lower = static_cast<count_type>(std::bit_ceil(static_cast<std::size_t>(leaves)) / 2);
    auto [high, low] =
        skua::invoke([&] { return combine(first + lower, leaves - lower); }, [&] { return combine(first, lower); });
    return value_type(std::invoke(job.op, std::move(low), std::move(high)));
  }
};

template <class Source, class T, class Op>
T reduce_fixed(char const* verb, Source source, count_type n, T init, Op& op) {
  require_task(verb);
  if (n == 0) return init;
  using job_type = reducing<Source, T, Op>;
  job_type job{source, op};
  std::optional<T> total(std::move(init));
  if constexpr (!job_type::takes_one) {  // a leaf may be a single element, which is not a T
    progress().run([&] {
      for (count_type index = 0; index < n; ++index) *total = std::invoke(op, std::move(*total), source(index));
    });
  } else {
    count_type const leaf = fixed_leaf(n, job_type::cheap);
    progress state;
    state.run([&] {
      fixed_tree<job_type> tree{job, n, leaf, state};
      *total = std::invoke(op, std::move(*total), tree.combine(0, (n + leaf - 1) / leaf));
    });
  }
  return std::move(*total);
}

}  // namespace skua::algorithm
