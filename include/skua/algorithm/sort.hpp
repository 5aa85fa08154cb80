// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sort, stable_sort, nth_element, merge.
#pragma once

#include <skua/detail/algorithm/sorting.hpp>

namespace skua {

/// Sorts by comp(x, y), a strict weak order. Equal elements may change their order. O(n log n)
/// comparisons; needs no memory.
template <std::random_access_iterator It, class Comp = std::less<>>
  requires algorithm::comparison_of<Comp, It>
void sort(It first, It last, Comp comp = {}) {
  if constexpr (algorithm::splittable_output<It>) {
    algorithm::sort_range(first, last, comp);
  } else {
    algorithm::run_sequential("sort", [&] { std::sort(first, last, std::ref(comp)); });
  }
}
/// The same for a range. Returns its end.
template <std::ranges::random_access_range R, class Comp = std::ranges::less, class Proj = std::identity>
  requires algorithm::range_comparison<Comp, R, Proj>
auto sort(R&& range, Comp comp = {}, Proj proj = {}) -> std::ranges::borrowed_iterator_t<R> {
  auto const first = std::ranges::begin(range);
  auto const last = std::ranges::next(first, std::ranges::end(range));
  skua::sort(first, last, algorithm::compare_projected(std::move(comp), std::move(proj)));
  return last;
}

/// Sorts so that equal elements keep their order. O(n log n) comparisons; needs a buffer of n
/// elements, and without the memory works alone.
template <std::random_access_iterator It, class Comp = std::less<>>
  requires algorithm::comparison_of<Comp, It>
void stable_sort(It first, It last, Comp comp = {}) {
  if constexpr (algorithm::splittable_output<It>) {
    algorithm::stable_sort_range(first, last, comp);
  } else {
    algorithm::run_sequential("stable_sort", [&] { algorithm::stable_sort_in_place(first, last, comp); });
  }
}
/// The same for a range. Returns its end.
template <std::ranges::random_access_range R, class Comp = std::ranges::less, class Proj = std::identity>
  requires algorithm::range_comparison<Comp, R, Proj>
auto stable_sort(R&& range, Comp comp = {}, Proj proj = {}) -> std::ranges::borrowed_iterator_t<R> {
  auto const first = std::ranges::begin(range);
  auto const last = std::ranges::next(first, std::ranges::end(range));
  skua::stable_sort(first, last, algorithm::compare_projected(std::move(comp), std::move(proj)));
  return last;
}

/// Exchanges elements so that `nth` holds the element that sort would put there, no element before
/// it is greater, and none behind it is less. O(n) comparisons on average.
template <std::random_access_iterator It, class Comp = std::less<>>
  requires algorithm::comparison_of<Comp, It>
void nth_element(It first, It nth, It last, Comp comp = {}) {
  if (nth == last) return;
  if constexpr (algorithm::splittable_output<It>) {
    algorithm::require_task("nth_element");
    algorithm::progress state;
    state.run([&] { algorithm::select_element(first, nth, last, comp, state); });
  } else {
    algorithm::run_sequential("nth_element", [&] { std::nth_element(first, nth, last, std::ref(comp)); });
  }
}
/// The same for a range. Returns its end.
template <std::ranges::random_access_range R, class Comp = std::ranges::less, class Proj = std::identity>
  requires algorithm::range_comparison<Comp, R, Proj>
auto nth_element(R&& range, std::ranges::iterator_t<R> nth, Comp comp = {}, Proj proj = {})
    -> std::ranges::borrowed_iterator_t<R> {
  auto const first = std::ranges::begin(range);
  auto const last = std::ranges::next(first, std::ranges::end(range));
  skua::nth_element(first, nth, last, algorithm::compare_projected(std::move(comp), std::move(proj)));
  return last;
}

namespace algorithm {

template <class In1, class In2, class Out, class Comp>
Out merge_ranges(In1 first1, In1 last1, In2 first2, In2 last2, Out out, Comp& comp) {
  if constexpr (splittable_input<In1> && splittable_input<In2> && splittable_output<Out>) {
    require_task("merge");
    progress state;
    state.run([&] {
      merger<false, In1, In2, Out, Comp> merge_task{comp, state};
      merge_task({first1, length(first1, last1)}, {first2, length(first2, last2)}, out);
    });
    return out + (length(first1, last1) + length(first2, last2));
  } else {
    return run_sequential("merge", [&] {
      for (; first1 != last1; ++out) {
        if (first2 == last2) break;
        if (std::invoke(comp, *first2, *first1)) {
          *out = *first2;
          ++first2;
        } else {
          *out = *first1;
          ++first1;
        }
      }
      return std::copy(first2, last2, std::copy(first1, last1, out));
    });
  }
}

}  // namespace algorithm

/// Merges two sorted ranges; of equal elements those of the first range come first. The output must
/// not overlap the inputs. Returns its end. O(n) comparisons.
template <std::input_iterator It1, std::input_iterator It2, std::weakly_incrementable Out, class Comp = std::less<>>
  requires std::predicate<Comp&, std::iter_reference_t<It2>, std::iter_reference_t<It1>>
Out merge(It1 first1, It1 last1, It2 first2, It2 last2, Out out, Comp comp = {}) {
  return algorithm::merge_ranges(first1, last1, first2, last2, out, comp);
}
/// The same for ranges. Returns the three ends.
template <std::ranges::forward_range R1, std::ranges::forward_range R2, std::weakly_incrementable Out,
          class Comp = std::ranges::less, class Proj1 = std::identity, class Proj2 = std::identity>
  requires std::predicate<Comp&, std::indirect_result_t<Proj2&, std::ranges::iterator_t<R2>>,
                          std::indirect_result_t<Proj1&, std::ranges::iterator_t<R1>>>
auto merge(R1&& range1, R2&& range2, Out out, Comp comp = {}, Proj1 proj1 = {}, Proj2 proj2 = {})
    -> std::ranges::merge_result<std::ranges::borrowed_iterator_t<R1>, std::ranges::borrowed_iterator_t<R2>, Out> {
  auto const first1 = std::ranges::begin(range1);
  auto const last1 = std::ranges::next(first1, std::ranges::end(range1));
  auto const first2 = std::ranges::begin(range2);
  auto const last2 = std::ranges::next(first2, std::ranges::end(range2));
  auto second_precedes = [&](auto&& y, auto&& x) -> bool {
    return std::invoke(comp, std::invoke(proj2, std::forward<decltype(y)>(y)),
                       std::invoke(proj1, std::forward<decltype(x)>(x)));
  };
  return {last1, last2, algorithm::merge_ranges(first1, last1, first2, last2, out, second_precedes)};
}

}  // namespace skua
