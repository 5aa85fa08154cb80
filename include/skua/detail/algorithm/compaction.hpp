// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Removals in place: remove_if and unique.
//
// A task moves the elements that stay to the front of its range. When a worker asks for work, it
// hands out the upper half of the rest; afterwards what stays of that half moves down.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include <skua/detail/algorithm/pieces.hpp>

namespace skua::algorithm {

/// Moves elements to a range that does not overlap theirs.
template <class From, class To>
struct moving {
  struct result {};
  static constexpr count_type least = 1;
  static constexpr bool cheap = std::is_trivially_copyable_v<std::iter_value_t<From>>;
  From from;
  To to;

  void run(result&, count_type first, count_type last) { std::move(from + first, from + last, to + first); }
};

/// Moves [first, last) down to `target`. Returns the end there.
template <class It>
It move_down(It target, It first, It last) {
  constexpr count_type least_block = 16 * 1024;
  count_type const distance = first - target;
  if (distance == 0) return last;
  if (distance < least_block) return std::move(first, last, target);
  while (first != last) {  // blocks that do not overlap their targets
    count_type const n = (std::min)(distance, last - first);
    moving<It, It> job{first, target};
    run_pieces(job, n);
    first += n;
    target += n;
  }
  return target;
}

/// The elements that remain after remove_if.
template <class Pred>
struct removal_rule {
  static constexpr bool begins_with_element = false;
  Pred& pred;
  template <class It>
  bool keeps(It, It position) {
    return !std::invoke(pred, *position);
  }
};
/// The elements that remain after unique: those that differ from the last one that remains.
template <class Equal>
struct unique_rule {
  static constexpr bool begins_with_element = true;
  Equal& equal;
  template <class It>
  bool keeps(It end, It position) {
    return !std::invoke(equal, *(end - 1), *position);
  }
};

template <class It, class Rule>
struct compactor {
  Rule rule;
  progress& state;

  /// The elements that remain end at `end`; tests those of [`position`, last). Returns the new end.
  It operator()(It end, It position, It last) {
    sched::fibre* const current = sched::self();
    pace speed;
    speed.chunk = std::clamp<count_type>((last - position) / 16, 1, 1024);
    std::uint64_t before = base::ticks();
    while (position != last) {
      if (SKUA_UNLIKELY(current->poll_requested())) {
        if (state.must_stop(current)) throw cancelled_error();
        if (last - position >= 4 && speed.is_worth_sharing(last - position, current))
          return divide(end, position, last);
      }
      if (state.is_stopped()) throw cancelled_error();
      count_type const n = (std::min)(speed.chunk, last - position);
      end = compact(end, position, n);
      position += n;
      if (position == last) break;
      std::uint64_t const after = base::ticks();
      speed.measure(n, after - before, 1);
      before = after;
    }
    return end;
  }

 private:
  It compact(It end, It position, count_type n) {
    It const last = position + n;
    using value_type = std::iter_value_t<It>;
    if constexpr (std::contiguous_iterator<It> && std::is_scalar_v<value_type> &&
                  std::is_same_v<std::iter_reference_t<It>, value_type&>) {
      // Without a branch for each element, which the processor often predicts wrongly. The rule
      // sees a copy of the last survivor, and the element itself, whose address it may use.
      auto survivor = *(end - Rule::begins_with_element);
      for (; position != last; ++position) {
        auto const value = *position;
        bool const keeps = rule.keeps(&survivor + 1, std::to_address(position));
        *end = value;
        end += keeps;
        survivor = keeps ? value : survivor;
      }
      return end;
    }
    for (; position != last; ++position) {
      if (!rule.keeps(end, position)) continue;
      if (end != position) *end = std::ranges::iter_move(position);
      ++end;
    }
    return end;
  }

  It divide(It end, It iterator, It last) {
    It const middle = iterator + (last - iterator) / 2;
    It upper_first = middle;
    It upper_rest = middle;
    if constexpr (Rule::begins_with_element) {
      if (!rule.keeps(middle, middle)) ++upper_first;
      ++upper_rest;
    }
    auto const guarded = [this](It left, It right, It position) {
      try {
        return (*this)(left, right, position);
      } catch (...) {
        state.capture();
        throw;
      }
    };
    auto const [upper, lower] = skua::invoke([&] { return guarded(upper_rest, upper_rest, last); },
                                             [&] { return guarded(end, iterator, middle); });
    return move_down(lower, upper_first, upper);
  }
};

/// remove_if and unique by one task, for any forward iterators.
template <class It, class Pred>
It remove_alone(It first, It last, Pred& pred) {
  It end = first;
  for (; first != last; ++first) {
    if (std::invoke(pred, *first)) continue;
    if (end != first) *end = std::ranges::iter_move(first);
    ++end;
  }
  return end;
}
template <class It, class Equal>
It unique_alone(It first, It last, Equal& equal) {
  if (first == last) return first;
  It survivor = first;  // the last element that remains
  while (++first != last) {
    if (std::invoke(equal, *survivor, *first)) continue;
    if (++survivor != first) *survivor = std::ranges::iter_move(first);
  }
  return ++survivor;
}

/// Compacts [first, last) as the scope of a call. Returns the end of the elements that stay.
template <class It, class Rule>
It compact_range(char const* verb, It first, It last, Rule rule) {
  require_task(verb);
  if (first == last) return first;
  progress state;
  It end = first;
  state.run([&] {
    It const rest = Rule::begins_with_element ? first + 1 : first;
    end = compactor<It, Rule>{rule, state}(rest, rest, last);
  });
  return end;
}

}  // namespace skua::algorithm
