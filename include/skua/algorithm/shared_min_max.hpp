// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// min_element and max_element over a shared array.
#pragma once

#include <skua/algorithm/min_max.hpp>
#include <skua/detail/algorithm/parts.hpp>

namespace skua {
namespace algorithm {

/// An element and its index.
template <class T>
struct indexed_element {
  T value;
  std::uint64_t index;
};

/// The first element that no other one precedes, or with Reverse the first that precedes no other.
template <bool Reverse>
struct leading_parts {
  template <class T, class Comp>
  static indexed_element<T> run(shared_array<T> const& array, int rank, Comp& comp) {
    std::span<T const> const part = array.local();
    auto const position =
        Reverse ? skua::max_element(part.begin(), part.end(), comp) : skua::min_element(part.begin(), part.end(), comp);
    return {*position, array.shape().element_at(rank, static_cast<std::size_t>(position - part.begin()))};
  }
  template <class T, class Comp>
  static indexed_element<T> combine(indexed_element<T> const& left, indexed_element<T> const& right, Comp& comp) {
    bool const a_is_less = static_cast<bool>(std::invoke(comp, left.value, right.value));
    bool const b_is_less = static_cast<bool>(std::invoke(comp, right.value, left.value));
    if (a_is_less != b_is_less) return a_is_less != Reverse ? left : right;
    return left.index < right.index ? left : right;
  }
};

template <bool Reverse, class T, class Comp>
std::size_t find_leading_index(char const* verb, shared_array<T> const& array, Comp comp) {
  require_task(verb);
  if (array.size() == 0) return 0;
  return run_parts<leading_parts<Reverse>>(verb, array, ranks_in_use(array.shape(), array.size()),
                                           function_list<Comp>{std::move(comp)})
      .index;
}

}  // namespace algorithm

namespace wire {

template <class T>
inline constexpr bool as_it_is<algorithm::indexed_element<T>> = true;

}  // namespace wire

/// The index of the first smallest element by comp(x, y), a strict weak order; 0 if there are no
/// elements.
template <class T, class Comp = std::less<>>
  requires std::predicate<Comp&, T const&, T const&>
std::size_t min_element(shared_array<T> const& array, Comp comp = {}) {
  return algorithm::find_leading_index<false>("min_element", array, std::move(comp));
}
/// The index of the first largest element; 0 if there are no elements.
template <class T, class Comp = std::less<>>
  requires std::predicate<Comp&, T const&, T const&>
std::size_t max_element(shared_array<T> const& array, Comp comp = {}) {
  return algorithm::find_leading_index<true>("max_element", array, std::move(comp));
}

}  // namespace skua
