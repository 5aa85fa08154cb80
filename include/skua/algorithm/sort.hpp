// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sort, stable_sort, nth_element, merge.
#pragma once

#include <skua/detail/algorithm/sorting.hpp>

namespace skua {

/// Sorts by comp(x, y), a strict weak order. Equal elements may change their order. O(n log n)
/// comparisons. Needs random access, and memory for n elements only if the iterators refer to them
/// by proxies.
template <algorithm::forward_position It, class Comp = std::less<>>
  requires algorithm::object_comparison_of<Comp, It>
void sort(It first, It last, Comp comp = {}) {
  algorithm::require_random_access<It>();
  if constexpr (algorithm::splittable_output<It>) {
    algorithm::sort_range(first, last, comp);
  } else if constexpr (algorithm::splittable_input<It>) {
    algorithm::run_on_objects("sort", first, last,
                              [&](auto* left, auto* right) { algorithm::sort_range(left, right, comp); });
  }
}
/// Like the other sort, for a range. Returns its end.
template <std::ranges::forward_range R, class Comp = std::ranges::less, class Proj = std::identity>
  requires algorithm::range_comparison<Comp, R, Proj>
auto sort(R&& range, Comp comp = {}, Proj proj = {}) -> std::ranges::borrowed_iterator_t<R> {
  auto const first = std::ranges::begin(range);
  auto const last = std::ranges::next(first, std::ranges::end(range));
  skua::sort(first, last, algorithm::compare_projected(std::move(comp), std::move(proj)));
  return last;
}

/// Sorts so that equal elements keep their order. O(n log n) comparisons. Needs random access, and
/// a buffer of n elements; one task works alone without the memory for it. Elements that the
/// iterators refer to by proxies take a second buffer.
template <algorithm::forward_position It, class Comp = std::less<>>
  requires algorithm::object_comparison_of<Comp, It>
void stable_sort(It first, It last, Comp comp = {}) {
  algorithm::require_random_access<It>();
  if constexpr (algorithm::splittable_output<It>) {
    algorithm::stable_sort_range(first, last, comp);
  } else if constexpr (algorithm::splittable_input<It>) {
    algorithm::run_on_objects("stable_sort", first, last,
                              [&](auto* left, auto* right) { algorithm::stable_sort_range(left, right, comp); });
  }
}
/// Like the other stable_sort, for a range. Returns its end.
template <std::ranges::forward_range R, class Comp = std::ranges::less, class Proj = std::identity>
  requires algorithm::range_comparison<Comp, R, Proj>
auto stable_sort(R&& range, Comp comp = {}, Proj proj = {}) -> std::ranges::borrowed_iterator_t<R> {
  auto const first = std::ranges::begin(range);
  auto const last = std::ranges::next(first, std::ranges::end(range));
  skua::stable_sort(first, last, algorithm::compare_projected(std::move(comp), std::move(proj)));
  return last;
}

/// Exchanges elements so that `nth` holds the element that sort would put there, no element before
/// it is greater, and none behind it is less. O(n) comparisons on average. Needs random access, and
/// memory for n elements only if the iterators refer to them by proxies.
template <algorithm::forward_position It, class Comp = std::less<>>
  requires algorithm::object_comparison_of<Comp, It>
void nth_element(It first, It nth, It last, Comp comp = {}) {
  algorithm::require_random_access<It>();
  if (nth == last) return;
  if constexpr (algorithm::splittable_output<It>) {
    algorithm::require_task("nth_element");
    algorithm::progress state;
    state.run([&] { algorithm::select_element(first, nth, last, comp, state); });
  } else if constexpr (algorithm::splittable_input<It>) {
    algorithm::run_on_objects("nth_element", first, last, [&, position = nth - first](auto* left, auto* right) {
      skua::nth_element(left, left + position, right, std::ref(comp));
    });
  }
}
/// Like the other nth_element, for a range. Returns its end.
template <std::ranges::forward_range R, class Comp = std::ranges::less, class Proj = std::identity>
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
      for (; first1 != last1; ++first1, void(), ++out) *out = *first1;
      for (; first2 != last2; ++first2, void(), ++out) *out = *first2;
      return out;
    });
  }
}

}  // namespace algorithm

/// Merges two sorted ranges; of equal elements those of the first range come first. The output must
/// not overlap the inputs. Returns its end. O(n) comparisons.
template <algorithm::input_position It1, algorithm::input_position It2, algorithm::output_position Out,
          class Comp = std::less<>>
  requires std::predicate<Comp&, std::iter_reference_t<It2>, std::iter_reference_t<It1>>
Out merge(It1 first1, It1 last1, It2 first2, It2 last2, Out out, Comp comp = {}) {
  return algorithm::merge_ranges(first1, last1, first2, last2, out, comp);
}
/// Like the other merge, for ranges. Returns the three ends.
template <std::ranges::forward_range R1, std::ranges::forward_range R2, algorithm::output_position Out,
          class Comp = std::ranges::less, class Proj1 = std::identity, class Proj2 = std::identity>
  requires std::predicate<Comp&, std::indirect_result_t<Proj2&, std::ranges::iterator_t<R2>>,
                          std::indirect_result_t<Proj1&, std::ranges::iterator_t<R1>>>
auto merge(R1&& range1, R2&& range2, Out out, Comp comp = {}, Proj1 proj1 = {}, Proj2 proj2 = {})
    -> std::ranges::merge_result<std::ranges::borrowed_iterator_t<R1>, std::ranges::borrowed_iterator_t<R2>, Out> {
  auto const first1 = std::ranges::begin(range1);
  auto const last1 = std::ranges::next(first1, std::ranges::end(range1));
  auto const first2 = std::ranges::begin(range2);
  auto const last2 = std::ranges::next(first2, std::ranges::end(range2));
  auto second_precedes = [&](auto&& right, auto&& left) -> bool {
    return std::invoke(comp, std::invoke(proj2, std::forward<decltype(right)>(right)),
                       std::invoke(proj1, std::forward<decltype(left)>(left)));
  };
  return {last1, last2, algorithm::merge_ranges(first1, last1, first2, last2, out, second_precedes)};
}

}  // namespace skua
