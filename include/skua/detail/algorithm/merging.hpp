// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Merges of two sorted ranges, and the stable sort that consists of them.
//
// A task merges from left to right. When a worker asks for work, a binary search finds how many
// elements of each range belong to the lower half of the remaining output; the upper half becomes
// another merge. Source of the search: Deo, Jain and Medidi, "An optimal parallel algorithm for
// merging using multiselection" (1994).
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include <skua/detail/algorithm/compaction.hpp>
#include <skua/detail/algorithm/pieces.hpp>

namespace skua::algorithm {

/// A sorted range that is being merged.
template <class It>
struct sorted_run {
  It next;
  count_type rest;
};

/// `comp(y, x)` compares an element y of the second range with x of the first; only if it is true,
/// y comes before x.
template <bool Moves, class In1, class In2, class Out, class Comp>
struct merger {
  Comp& comp;
  progress& state;
  static constexpr bool is_branchless = is_number<std::iter_value_t<In1>> && is_number<std::iter_value_t<In2>> &&
                                        std::same_as<std::iter_reference_t<In1>, std::iter_reference_t<In2>>;

  void operator()(sorted_run<In1> left, sorted_run<In2> right, Out out) {
    sched::fibre* const current = sched::self();
    pace speed;
    speed.chunk = std::clamp<count_type>((left.rest + right.rest) / 16, 1, 1024);
    std::uint64_t before = base::ticks();
    while (count_type const remaining = left.rest + right.rest) {
      if (SKUA_UNLIKELY(current->poll_requested())) {
        if (state.must_stop(current)) throw cancelled_error();
        if (remaining >= 4 && speed.is_worth_sharing(remaining, current)) return divide(left, right, out);
      }
      if (state.is_stopped()) throw cancelled_error();
      step(left, right, out, speed.chunk);
      count_type const done = remaining - left.rest - right.rest;
      if (done == remaining) break;
      std::uint64_t const after = base::ticks();
      speed.measure(done, after - before, 1);
      before = after;
    }
  }

  /// Merges at least one and at most `budget` elements.
  void step(sorted_run<In1>& left, sorted_run<In2>& right, Out& out, count_type budget) {
    if (left.rest == 0) return transfer(right, out, (std::min)(budget, right.rest));
    if (right.rest == 0) return transfer(left, out, (std::min)(budget, left.rest));
    if constexpr (is_branchless) {
      count_type const n = (std::min)({left.rest, right.rest, budget});
      In1 in1 = left.next;
      In2 in2 = right.next;
      for (count_type i = 0; i < n; ++i, void(), ++out) {
        bool const takes_second = std::invoke(comp, *in2, *in1);
        *out = takes_second ? *in2 : *in1;
        in2 += takes_second ? 1 : 0;
        in1 += takes_second ? 0 : 1;
      }
      // not left = {in1, left.rest - (in1 - left.next)}: gcc 12 assigns the iterator of a deque
      // before it subtracts
      left.rest -= in1 - left.next;
      right.rest -= in2 - right.next;
      left.next = in1;
      right.next = in2;
    } else {
      for (; budget > 0 && left.rest > 0 && right.rest > 0; --budget) {
        if (std::invoke(comp, *right.next, *left.next)) {
          transfer(right, out, 1);
        } else {
          transfer(left, out, 1);
        }
      }
    }
  }

 private:
  template <class In>
  static void transfer(sorted_run<In>& from, Out& out, count_type n) {
    for (; n > 0; --n, void(), ++out, void(), ++from.next, void(), --from.rest) {
      if constexpr (Moves) {
        *out = std::ranges::iter_move(from.next);
      } else {
        *out = *from.next;
      }
    }
  }

  void divide(sorted_run<In1> left, sorted_run<In2> right, Out out) {
    count_type const lower = (left.rest + right.rest) / 2;
    // how many elements of `left` are among the lower ones
    count_type low = std::max<count_type>(0, lower - right.rest);
    count_type high = (std::min)(lower, left.rest);
    while (low < high) {
      count_type const middle = low + (high - low) / 2;
      if (std::invoke(comp, right.next[lower - middle - 1], left.next[middle])) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    sorted_run<In1> const upper_a{left.next + low, left.rest - low};
    sorted_run<In2> const upper_b{right.next + (lower - low), right.rest - (lower - low)};
    auto const guarded = [this](sorted_run<In1> first, sorted_run<In2> second, Out output) {
      try {
        (*this)(first, second, output);
      } catch (...) {
        state.capture();
        throw;
      }
    };
    skua::invoke([&] { guarded(upper_a, upper_b, out + lower); },
                 [&] { guarded({left.next, low}, {right.next, lower - low}, out); });
  }
};

/// Sorts few elements; equal ones keep their order.
template <class It, class Comp>
void insertion_sort(It first, It last, Comp& comp) {
  if (first == last) return;
  for (It position = first + 1; position != last; ++position) {
    if (!std::invoke(comp, *position, *(position - 1))) continue;
    std::iter_value_t<It> value(std::ranges::iter_move(position));
    It hole = position;
    try {
      do {
        *hole = std::ranges::iter_move(hole - 1);
        --hole;
      } while (hole != first && std::invoke(comp, value, *(hole - 1)));
    } catch (...) {
      *hole = std::move(value);
      throw;
    }
    *hole = std::move(value);
  }
}

/// Merges two sorted ranges that follow one another, without a buffer: O(n log n) exchanges.
template <class It, class Comp>
void merge_in_place(It first, It middle, It last, Comp& comp) {
  while (first != middle && middle != last) {
    if (last - first == 2) {
      if (std::invoke(comp, *middle, *first)) std::ranges::iter_swap(first, middle);
      return;
    }
    It low = first;
    It high = middle;
    if (middle - first > last - middle) {
      low += (middle - first) / 2;
      high = std::lower_bound(middle, last, *low, std::ref(comp));
    } else {
      high += (last - middle) / 2;
      low = std::upper_bound(first, middle, *high, std::ref(comp));
    }
    It const center = std::rotate(low, middle, high);
    merge_in_place(first, low, center, comp);
    first = center;
    middle = high;
  }
}
/// A stable sort without a buffer, with one task: O(n log² n).
template <class It, class Comp>
void stable_sort_in_place(It first, It last, Comp& comp) {
  if (last - first <= 12) return insertion_sort(first, last, comp);
  It const middle = first + (last - first) / 2;
  stable_sort_in_place(first, middle, comp);
  stable_sort_in_place(middle, last, comp);
  merge_in_place(first, middle, last, comp);
}

/// A merge sort that moves the elements between the range and a buffer of live objects.
template <class It, class Comp>
struct stable_sorter {
  using value_type = std::iter_value_t<It>;
  Comp& comp;
  progress& state;
  static constexpr count_type few = is_number<value_type> ? 24 : 12;
  static constexpr count_type task_elements = is_number<value_type> ? 4096 : 1024;

  /// Sorts the n elements from `in` on; they lie in the buffer afterwards if `to_buffer`.
  void operator()(It input, value_type* buffer, count_type n, bool to_buffer) {
    if (n <= few) {
      insertion_sort(input, input + n, comp);
      if (to_buffer) std::move(input, input + n, buffer);
      return;
    }
    count_type const middle = n / 2;
    if (n <= task_elements) {
      (*this)(input, buffer, middle, !to_buffer);
      (*this)(input + middle, buffer + middle, n - middle, !to_buffer);
    } else {
      if (state.must_stop(sched::self())) throw cancelled_error();
      skua::invoke([&] { guarded(input + middle, buffer + middle, n - middle, !to_buffer); },
                   [&] { guarded(input, buffer, middle, !to_buffer); });
    }
    if (to_buffer) {
      join(input, middle, n, buffer);
    } else {
      join(buffer, middle, n, input);
    }
  }

 private:
  void guarded(It input, value_type* buffer, count_type n, bool to_buffer) {
    try {
      (*this)(input, buffer, n, to_buffer);
    } catch (...) {
      state.capture();
      throw;
    }
  }
  template <class From, class To>
  void join(From from, count_type middle, count_type n, To to) {
    if (!std::invoke(comp, from[middle], from[middle - 1])) {
      if (n <= task_elements) {
        std::move(from, from + n, to);
      } else {
        moving<From, To> job{from, to};
        run_pieces(job, n);
      }
      return;
    }
    merger<true, From, From, To, Comp> merge_task{comp, state};
    sorted_run<From> lower{from, middle};
    sorted_run<From> upper{from + middle, n - middle};
    if (n > task_elements) return merge_task(lower, upper, to);
    while (lower.rest + upper.rest > 0) merge_task.step(lower, upper, to, n);
  }
};

/// Room for as many objects as a range has. They are live if the type needs that: the first one is
/// made from the first element, each other one from the one before it, and the element is made from
/// the last one again.
template <class It>
class sort_buffer {
  using value_type = std::iter_value_t<It>;
  static constexpr bool is_plain =
      std::is_trivially_copyable_v<value_type> && std::is_trivially_default_constructible_v<value_type>;

 public:
  sort_buffer(It first, count_type n) : size_(n) {
    auto const bytes = static_cast<std::size_t>(n) * sizeof(value_type);
    objects_ = static_cast<value_type*>(::operator new(bytes, std::align_val_t{alignof(value_type)}, std::nothrow));
    if constexpr (!is_plain) {
      if (objects_ == nullptr) return;
      ::new (static_cast<void*>(objects_)) value_type(std::ranges::iter_move(first));
      for (count_type index = 1; index < n; ++index)
        ::new (static_cast<void*>(objects_ + index)) value_type(std::move(objects_[index - 1]));
      *first = std::move(objects_[n - 1]);
    }
  }
  ~sort_buffer() {
    if (objects_ == nullptr) return;
    if constexpr (!is_plain) std::destroy_n(objects_, size_);
    ::operator delete(objects_, std::align_val_t{alignof(value_type)});
  }
  sort_buffer(sort_buffer const&) = delete;
  sort_buffer& operator=(sort_buffer const&) = delete;

  /// Returns nullptr if there was no memory.
  [[nodiscard]] value_type* objects() const noexcept { return objects_; }

 private:
  count_type size_;
  value_type* objects_;
};

}  // namespace skua::algorithm
