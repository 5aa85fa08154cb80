// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// copy_if, remove_if, unique, partition: which elements stay, and where.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include <skua/algorithm/find.hpp>
#include <skua/detail/algorithm/compaction.hpp>
#include <skua/detail/algorithm/partitioning.hpp>
#include <skua/detail/algorithm/rounds.hpp>

namespace skua {
namespace algorithm {

/// copy_if in rounds: the state is the number of elements copied, and a note lists what to copy.
template <class In, class Out, class Pred>
struct selecting {
  using state = count_type;
  struct note {
    std::unique_ptr<std::uint32_t[]> selected;  // distances from the beginning of the segment
    count_type count = 0;
  };
  static constexpr std::size_t bytes = sizeof(std::iter_value_t<In>) + sizeof(std::uint32_t);
  In input;
  Out output;
  Pred& pred;

  void advance(state& copied, count_type first, count_type last) {
    count_type position = copied;
    for (count_type k = first; k < last; ++k) {
      if (std::invoke(pred, input[k])) output[position++] = input[k];
    }
    copied = position;
  }
  void prepare(note& n, count_type first, count_type last) {
    n.selected = std::make_unique_for_overwrite<std::uint32_t[]>(static_cast<std::size_t>(last - first));
    count_type count = 0;
    for (count_type k = first; k < last; ++k) {
      n.selected[static_cast<std::size_t>(count)] = static_cast<std::uint32_t>(k - first);
      count += std::invoke(pred, input[k]) ? 1 : 0;
    }
    n.count = count;
  }
  void skip(state& copied, note const& n) { copied += n.count; }
  void complete(state const& begin, note& n, count_type first, count_type) {
    for (count_type k = 0; k < n.count; ++k) output[begin + k] = input[first + n.selected[static_cast<std::size_t>(k)]];
  }
};

template <class It, class End, class Out, class Pred>
std::pair<It, Out> copy_selected(It first, End last, Out out, Pred& pred) {
  if constexpr (splittable_between<It, End> && splittable_output<Out>) {
    require_task("copy_if");
    selecting<It, Out, Pred> job{first, out, pred};
    count_type copied = 0;
    run_rounds(job, copied, length(first, last));
    return {first + length(first, last), out + copied};
  } else {
    return run_sequential("copy_if", [&] {
      for (; first != last; ++first) {
        if (!std::invoke(pred, *first)) continue;
        *out = *first;
        ++out;
      }
      return std::pair(std::move(first), std::move(out));
    });
  }
}

}  // namespace algorithm

/// Copies the elements for which pred(x) is true, in their order; each is tested once. Input and
/// output must not overlap. Returns the end of the output.
template <algorithm::input_position It, algorithm::end_of<It> End, algorithm::output_position Out,
          algorithm::predicate_of<It> Pred>
Out copy_if(It first, End last, Out out, Pred pred) {
  return algorithm::copy_selected(first, last, out, pred).second;
}
/// Like the other copy_if, for a range. Returns both ends.
template <std::ranges::input_range R, algorithm::output_position Out, class Pred, class Proj = std::identity>
  requires algorithm::range_predicate<Pred, R, Proj>
auto copy_if(R&& range, Out out, Pred pred, Proj proj = {})
    -> std::ranges::copy_if_result<std::ranges::borrowed_iterator_t<R>, Out> {
  algorithm::projected_call<Pred&, Proj> test{pred, std::move(proj)};
  auto [in_end, out_end] = algorithm::copy_selected(std::ranges::begin(range), std::ranges::end(range), out, test);
  return {std::move(in_end), std::move(out_end)};
}

/// Moves the elements for which pred(x) is false to the front, in their order. Returns the end of
/// those; the elements behind it are moved from.
template <algorithm::forward_position It, algorithm::predicate_of<It> Pred>
It remove_if(It first, It last, Pred pred) {
  if constexpr (algorithm::splittable_output<It>) {
    return algorithm::compact_range("remove_if", first, last, algorithm::removal_rule<Pred>{pred});
  } else {
    return algorithm::run_sequential("remove_if", [&] { return algorithm::remove_alone(first, last, pred); });
  }
}
/// Like the other remove_if, for a range. Returns the part behind the new end.
template <std::ranges::forward_range R, class Pred, class Proj = std::identity>
  requires algorithm::range_predicate<Pred, R, Proj>
auto remove_if(R&& range, Pred pred, Proj proj = {}) -> std::ranges::borrowed_subrange_t<R> {
  auto const first = std::ranges::begin(range);
  auto const last = std::ranges::next(first, std::ranges::end(range));
  return {skua::remove_if(first, last, algorithm::projected_call<Pred&, Proj>{pred, std::move(proj)}), last};
}

/// Removes all but the first of equal elements that follow one another; equal(x, y) is an
/// equivalence. Returns the end of those that stay; the elements behind it are moved from.
template <algorithm::forward_position It, class Equal = std::equal_to<>>
  requires algorithm::comparison_of<Equal, It>
It unique(It first, It last, Equal equal = {}) {
  if constexpr (algorithm::splittable_output<It>) {
    return algorithm::compact_range("unique", first, last, algorithm::unique_rule<Equal>{equal});
  } else {
    return algorithm::run_sequential("unique", [&] { return algorithm::unique_alone(first, last, equal); });
  }
}
/// Like the other unique, for a range. Returns the part behind the new end.
template <std::ranges::forward_range R, class Equal = std::ranges::equal_to, class Proj = std::identity>
  requires algorithm::range_comparison<Equal, R, Proj>
auto unique(R&& range, Equal equal = {}, Proj proj = {}) -> std::ranges::borrowed_subrange_t<R> {
  auto const first = std::ranges::begin(range);
  auto const last = std::ranges::next(first, std::ranges::end(range));
  return {skua::unique(first, last, algorithm::compare_projected(std::move(equal), std::move(proj))), last};
}

/// Moves the elements for which pred(x) is true before the others, in an unspecified order; each is
/// tested once. Returns the first of the others.
template <algorithm::forward_position It, algorithm::predicate_of<It> Pred>
It partition(It first, It last, Pred pred) {
  if constexpr (algorithm::splittable_output<It>) {
    algorithm::require_task("partition");
    algorithm::progress state;
    It middle = first;
    state.run([&] { middle = algorithm::partition_range<false>(first, last, pred, state); });
    return middle;
  } else {
    return algorithm::run_sequential("partition", [&] { return algorithm::partition_alone(first, last, pred); });
  }
}
/// Like the other partition, for a range. Returns the elements for which pred(x) is false.
template <std::ranges::forward_range R, class Pred, class Proj = std::identity>
  requires algorithm::range_predicate<Pred, R, Proj>
auto partition(R&& range, Pred pred, Proj proj = {}) -> std::ranges::borrowed_subrange_t<R> {
  auto const first = std::ranges::begin(range);
  auto const last = std::ranges::next(first, std::ranges::end(range));
  return {skua::partition(first, last, algorithm::projected_call<Pred&, Proj>{pred, std::move(proj)}), last};
}

}  // namespace skua
