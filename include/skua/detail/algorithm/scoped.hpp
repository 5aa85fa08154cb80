// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common part of all algorithms: the scope around a call, the first exception, the end by a
// cancellation.
//
// A call of an algorithm is a scope: tasks that an element function spawns have ended when the call
// returns. An exception of an element function does not go through the scope, which would collect
// several; the first one in time is kept here and thrown at the end.
#pragma once

#include <concepts>
#include <exception>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <ranges>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/check.hpp>
#include <skua/error.hpp>
#include <skua/finish.hpp>
#include <skua/invoke.hpp>

namespace skua::algorithm {

/// A number of elements, or a position.
using count_type = std::ptrdiff_t;

/// The number of elements. (Some views of the standard library count in 128 bits.)
template <class It, class End>
constexpr count_type length(It const& first, End const& last) {
  auto const n = last - first;
  if constexpr (sizeof(n) > sizeof(count_type))
    (base::check)(n <= (std::numeric_limits<count_type>::max)(),
                  "algorithm: the range has more than 2^63 - 1 elements");
  return static_cast<count_type>(n);
}

/// The fibre of the caller, which must be a task; `verb` is the function's name for the message.
SKUA_INLINE sched::fibre* require_task(char const* verb) {
  sched::fibre* const current = sched::self();
  if (SKUA_UNLIKELY(current == nullptr)) sched::no_task_error(verb);
  return current;
}

/// The state of a call that its tasks share.
class progress {
 public:
  progress() = default;
  progress(progress const&) = delete;
  progress& operator=(progress const&) = delete;

  /// Keeps the exception being handled, if it is the first one.
  void capture() noexcept {
    if (has_error_.exchange(true, std::memory_order_relaxed)) return;  // relaxed: the end of the scope publishes error_
    error_ = std::current_exception();
    stopped_.store(true, std::memory_order_relaxed);  // relaxed: a hint to other tasks
  }
  /// Ends the call by a cancelled_error.
  void cancel() noexcept {
    stopped_.store(true, std::memory_order_relaxed);  // relaxed: a hint to other tasks
  }
  /// Whether the rest of the work should not be done.
  [[nodiscard]] bool is_stopped() const noexcept {
    return stopped_.load(std::memory_order_relaxed);  // relaxed: a hint
  }
  /// Like is_stopped, but first checks for a cancelled scope.
  [[nodiscard]] bool must_stop(sched::fibre* current) noexcept {
    if (SKUA_UNLIKELY(sched::loop_must_stop(current))) cancel();
    return is_stopped();
  }

  /// Runs `body()` as the scope of the call, and throws what ended it early.
  template <class Body>
  SKUA_INLINE void run(Body&& body) {
    finish_result const ending = finish([&]() SKUA_INLINE_LAMBDA {
      try {
        body();
      } catch (...) {
        capture();
      }
    });
    if (SKUA_UNLIKELY(ending.was_cancelled || is_stopped())) rethrow();
  }

 private:
  SKUA_COLD void rethrow() {
    if (error_ != nullptr) std::rethrow_exception(std::move(error_));
    throw cancelled_error();
  }

  base::atomic<bool> stopped_{false};
  base::atomic<bool> has_error_{false};
  std::exception_ptr error_;
};

/// Runs a sequential algorithm as the scope of a call, and returns its result.
template <class Body>
SKUA_INLINE auto run_sequential(char const* verb, Body&& body) {
  require_task(verb);
  using result = std::invoke_result_t<Body&>;
  progress state;
  if constexpr (std::is_void_v<result>) {
    state.run(body);
  } else {
    std::optional<result> value;
    state.run([&]() SKUA_INLINE_LAMBDA { value.emplace(body()); });
    return std::move(*value);
  }
}

/// An iterator of C++17, which need not satisfy a concept of C++20: an input iterator may have no
/// default constructor, an output iterator no difference type, a proxy no common reference.
template <class It, class Category>
concept has_category = std::derived_from<typename std::iterator_traits<It>::iterator_category, Category>;
template <class It>
concept input_position = std::input_iterator<It> || has_category<It, std::input_iterator_tag>;
template <class It>
concept forward_position = std::forward_iterator<It> || has_category<It, std::forward_iterator_tag>;
template <class Out>
concept output_position = requires(Out& out) {
  *out;
  ++out;
};
template <class End, class It>
concept end_of = std::same_as<End, It> || std::sentinel_for<End, It>;

/// Whether tasks may read elements at different positions at the same time.
template <class It>
concept splittable_input = std::random_access_iterator<It> || has_category<It, std::random_access_iterator_tag>;
/// Whether tasks may divide the elements between two positions.
template <class It, class End>
concept splittable_between = splittable_input<It> && (std::same_as<End, It> || std::sized_sentinel_for<End, It>);
/// Whether a reference is, or holds, one of a vector<bool>, which writes a word of many elements.
template <class Reference>
inline constexpr bool shares_word = std::same_as<Reference, std::vector<bool>::reference>;
template <class First, class Second>
inline constexpr bool shares_word<std::pair<First, Second>> = shares_word<First> || shares_word<Second>;
template <class... Part>
inline constexpr bool shares_word<std::tuple<Part...>> = (shares_word<Part> || ...);
/// Whether tasks may also pass such elements to a function that writes through them.
template <class It>
concept splittable_in_place =
    splittable_input<It> && !shares_word<std::remove_cvref_t<std::iter_reference_t<It>>> &&
    !(std::same_as<std::iter_value_t<It>, bool> && std::is_class_v<std::iter_reference_t<It>>);
/// Whether tasks may write elements at different positions at the same time: not with proxies as
/// those of vector<bool>, where several elements share a word.
template <class It>
concept splittable_output = splittable_input<It> && std::is_lvalue_reference_v<std::iter_reference_t<It>>;

/// Exchanges two elements, even through proxies that can only be read and assigned.
template <class It>
SKUA_INLINE void exchange_elements(It const& left, It const& right) {
  if constexpr (requires { std::ranges::iter_swap(left, right); }) {
    std::ranges::iter_swap(left, right);
  } else {
    std::iter_value_t<It> value(std::ranges::iter_move(left));
    *left = std::ranges::iter_move(right);
    *right = std::move(value);
  }
}

/// The first part of a call by iterators or by a range: a range whose size is known.
template <class R>
concept splittable_range = std::ranges::random_access_range<R> && std::ranges::sized_range<R>;

/// A comparison of projected elements.
template <class Comp, class Proj>
struct projected_comparison {
  Comp comp;
  Proj proj;
  template <class A, class B>
  constexpr bool operator()(A&& left, B&& right) {
    return std::invoke(comp, std::invoke(proj, std::forward<A>(left)), std::invoke(proj, std::forward<B>(right)));
  }
};
/// The comparison itself, if elements are not projected: so the algorithms recognise it.
template <class Comp, class Proj>
constexpr auto compare_projected(Comp comp, Proj proj) {
  if constexpr (std::same_as<Proj, std::identity>) {
    return comp;
  } else {
    return projected_comparison<Comp, Proj>{std::move(comp), std::move(proj)};
  }
}
/// A function of projected elements.
template <class F, class Proj>
struct projected_call {
  F call;
  Proj proj;
  template <class... A>
  constexpr decltype(auto) operator()(A&&... arguments) {
    return std::invoke(call, std::invoke(proj, std::forward<A>(arguments))...);
  }
};

template <class Comp, class It>
concept comparison_of = std::predicate<Comp&, std::iter_reference_t<It>, std::iter_reference_t<It>>;
template <class Comp, class R, class Proj>
concept range_comparison = std::predicate<Comp&, std::indirect_result_t<Proj&, std::ranges::iterator_t<R>>,
                                          std::indirect_result_t<Proj&, std::ranges::iterator_t<R>>>;

/// Numbers: comparisons and moves cost less than a mispredicted branch.
template <class T>
inline constexpr bool is_number = std::is_arithmetic_v<T> || std::is_pointer_v<T> || std::is_enum_v<T>;

/// The comparisons of the standard library by < and >.
template <class Comp, class T>
inline constexpr bool is_standard_comparison =
    std::same_as<Comp, std::less<>> || std::same_as<Comp, std::less<T>> || std::same_as<Comp, std::ranges::less> ||
    std::same_as<Comp, std::greater<>> || std::same_as<Comp, std::greater<T>> ||
    std::same_as<Comp, std::ranges::greater>;
/// Whether a comparison calls no function of the user, which enumerations may have.
template <class Comp, class T>
inline constexpr bool compares_numbers =
    is_standard_comparison<Comp, T> && (std::is_arithmetic_v<T> || std::is_pointer_v<T>);

}  // namespace skua::algorithm
