// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Partitions in place: by a predicate, with the elements that satisfy it in front.
//
// A task works from both ends of its range towards the middle. When a worker asks for work, it
// hands out the upper half of the elements left in the middle. Afterwards one exchange of blocks
// joins the two:
//
//   true | false | true | false | false
//        `- exchange -'
//
// Source of the kernel for numbers: Edelkamp and Weiss, BlockQuicksort (2016). It writes down which
// elements are on the wrong side and exchanges them afterwards, so a comparison is not a branch.
#pragma once

#include <algorithm>
#include <utility>

#include <skua/detail/algorithm/pieces.hpp>

namespace skua::algorithm {

/// Exchanges equal ranges, for example after a partition.
template <class It>
struct exchanging {
  struct result {};
  static constexpr count_type least = 1;
  static constexpr bool cheap = std::is_trivially_copyable_v<std::iter_value_t<It>>;
  It low, high;

  void run(result&, count_type first, count_type last) {
    for (count_type index = first; index < last; ++index) std::ranges::iter_swap(low + index, high + index);
  }
};
/// Exchanges [first, middle) with as much from the end of [middle, last), or the other way round.
/// Returns the position up to which the elements of the upper part now lie.
template <class It>
It exchange_blocks(It first, It middle, It last) {
  count_type const n = (std::min)(middle - first, last - middle);
  if (n > 0) {
    exchanging<It> job{first, last - n};
    piece_list list(job, n);
    list.run();
  }
  return first + (last - middle);
}

/// Partitions by one task, for any forward iterators.
template <class It, class Pred>
It partition_alone(It first, It last, Pred& pred) {
  if constexpr (splittable_input<It>) {
    for (;; ++first) {
      while (first != last && std::invoke(pred, *first)) ++first;
      if (first == last) return first;
      do {
        if (--last == first) return first;
      } while (!std::invoke(pred, *last));
      exchange_elements(first, last);
    }
  } else {
    while (first != last && std::invoke(pred, *first)) ++first;
    if (first == last) return first;
    for (It position = first; ++position != last;) {
      if (!std::invoke(pred, *position)) continue;
      exchange_elements(first, position);
      ++first;
    }
    return first;
  }
}

/// Moves the ends `left` and `right` of an unordered middle towards each other, by at most about
/// `budget` elements: those before `left` satisfy the predicate, those from `right` on do not.
/// Calls it once for each.
template <class It, class Pred>
void partition_step(It& left, It& right, Pred& pred, count_type budget) {
  if (right - left <= budget) {  // all of the middle
    left = right = partition_alone(left, right, pred);
    return;
  }
  It const l_stop = left + budget / 2;
  It const r_stop = right - budget / 2;
  for (;;) {
    while (left != l_stop && std::invoke(pred, *left)) ++left;
    if (left == l_stop) return;
    do {
      if (right == r_stop) {  // the element at `left` moves to the end, where it belongs
        std::ranges::iter_swap(left, --right);
        return;
      }
    } while (!std::invoke(pred, *--right));
    std::ranges::iter_swap(left, right);
    ++left;
  }
}

inline constexpr count_type partition_block = 128;

/// Like partition_step, for numbers, which are tested without a branch; some elements are tested
/// twice.
template <class It, class Pred>
void partition_step_branchless(It& left, It& right, Pred& pred, count_type budget) {
  constexpr count_type block = partition_block;
  unsigned char low[block], high[block];  // distances of misplaced elements from `left` and from `right` - 1
  count_type low_count = 0, high_count = 0, low_used = 0, high_used = 0;
  for (count_type done = 0; done < budget && right - left >= 2 * block;) {
    if (low_count == 0) {
      low_used = 0;
      for (count_type i = 0; i < block; ++i) {
        low[low_count] = static_cast<unsigned char>(i);
        low_count += pred(left[i]) ? 0 : 1;
      }
    }
    if (high_count == 0) {
      high_used = 0;
      for (count_type i = 0; i < block; ++i) {
        high[high_count] = static_cast<unsigned char>(i);
        high_count += pred(right[-1 - i]) ? 1 : 0;
      }
    }
    count_type const pairs = (std::min)(low_count, high_count);
    for (count_type i = 0; i < pairs; ++i)
      std::ranges::iter_swap(left + low[low_used + i], right - 1 - high[high_used + i]);
    low_count -= pairs;
    high_count -= pairs;
    low_used += pairs;
    high_used += pairs;
    if (low_count == 0) {
      left += block;
      done += block;
    }
    if (high_count == 0) {
      right -= block;
      done += block;
    }
  }
  // the notes about an unfinished block are forgotten: it stays in the middle
  if (right - left < 2 * block) partition_step(left, right, pred, 2 * block);
}

/// A partition as a task that divides its middle on demand.
template <bool Branchless, class It, class Pred>
struct partitioner {
  Pred& pred;
  progress& state;

  It operator()(It first, It last) {
    It left = first;
    It right = last;
    sched::fibre* const current = sched::self();
    pace speed;
    speed.chunk = std::clamp<count_type>((last - first) / 16, 1, 1024);
    std::uint64_t before = base::ticks();
    while (left != right) {
      if (SKUA_UNLIKELY(current->poll_requested())) {
        if (state.must_stop(current)) throw cancelled_error();
        if (right - left >= 4 && speed.is_worth_sharing(right - left, current)) return divide(left, right);
      }
      if (state.is_stopped()) throw cancelled_error();
      count_type const remaining = right - left;
      if constexpr (Branchless) {
        partition_step_branchless(left, right, pred, (std::max)(speed.chunk, 32 * partition_block));
      } else {
        partition_step(left, right, pred, std::max<count_type>(speed.chunk, 2));
      }
      if (left == right) break;
      std::uint64_t const after = base::ticks();
      speed.measure(std::max<count_type>(remaining - (right - left), 1), after - before, 1);
      before = after;
    }
    return left;
  }

 private:
  It divide(It from, It to) {
    It const middle = from + (to - from) / 2;
    auto const guarded = [this](It left, It right) {
      try {
        return (*this)(left, right);
      } catch (...) {
        state.capture();
        throw;
      }
    };
    auto const [upper, lower] =
        skua::invoke([&] { return guarded(middle, to); }, [&] { return guarded(from, middle); });
    return exchange_blocks(lower, middle, upper);
  }
};

/// Partitions [first, last), in the scope of a call; `state` is the call's. Returns the end of the
/// elements that satisfy the predicate.
template <bool Branchless, class It, class Pred>
It partition_range(It first, It last, Pred& pred, progress& state) {
  return partitioner<Branchless, It, Pred>{pred, state}(first, last);
}

}  // namespace skua::algorithm
