// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quicksort and quickselect over the parallel partition.
//
// The pivot is the median of a sample. Elements that equal it leave the recursion when the lower
// part is small, so that few different keys cost no quadratic time. After too many bad pivots the
// sequential algorithm of the standard library takes over, which bounds the comparisons.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <memory>

#include <skua/detail/algorithm/merging.hpp>
#include <skua/detail/algorithm/partitioning.hpp>

namespace skua::algorithm {

/// A part of at most an eighth of the elements is a bad one.
inline constexpr count_type bad_share = 8;

template <class It, class Comp>
class number_sort {
  using value_type = std::iter_value_t<It>;

 public:
  explicit number_sort(Comp& comp) noexcept : comp_(comp) {}

  /// Sorts numbers in place. `is_leftmost`: no element of the range is in front of `first`.
  void operator()(It first, It last) {
    sort(first, last, static_cast<int>(std::bit_width(static_cast<std::size_t>(last - first))), true);
  }

 private:
  static constexpr count_type few = 24;

  void sort(It first, It last, int bad_pivots_left, bool is_leftmost) {
    while (last - first > few) {
      count_type const n = last - first;
      choose_pivot(first, n);
      value_type const pivot = *first;
      if (!is_leftmost && !std::invoke(comp_, *(first - 1), pivot)) {  // equals the smallest possible value
        auto is_equal = [this, pivot](value_type const& value) { return !std::invoke(comp_, pivot, value); };
        first = split(first + 1, last, is_equal);
        continue;
      }
      auto is_less = [this, pivot](value_type const& value) {
        return static_cast<bool>(std::invoke(comp_, value, pivot));
      };
      It const middle = split(first + 1, last, is_less) - 1;
      std::ranges::iter_swap(first, middle);
      if ((std::min)(middle - first, last - middle) < n / bad_share && --bad_pivots_left <= 0) {
        std::make_heap(first, last, std::ref(comp_));
        std::sort_heap(first, last, std::ref(comp_));
        return;
      }
      sort(first, middle, bad_pivots_left, is_leftmost);
      first = middle + 1;
      is_leftmost = false;
    }
    insertion_sort(first, last, comp_);
  }
  template <class Pred>
  static It split(It position, It iterator, Pred& pred) {
    partition_step_branchless(position, iterator, pred, iterator - position + 1);
    return position;
  }

  /// Brings a median of three or nine elements to the front.
  void choose_pivot(It first, count_type n) {
    It const middle = first + n / 2;
    It const back = first + (n - 1);
    if (n > 128) {
      sort3(first, middle, back);
      sort3(first + 1, middle - 1, back - 1);
      sort3(first + 2, middle + 1, back - 2);
      sort3(middle - 1, middle, middle + 1);
      std::ranges::iter_swap(first, middle);
    } else {
      sort3(middle, first, back);
    }
  }
  void sort2(It left, It right) {
    if (std::invoke(comp_, *right, *left)) std::ranges::iter_swap(left, right);
  }
  void sort3(It left, It right, It position) {
    sort2(left, right);
    sort2(right, position);
    sort2(left, right);
  }

  Comp& comp_;
};

/// Sorts with one task.
template <class It, class Comp>
void sort_alone(It first, It last, Comp& comp) {
  if constexpr (is_number<std::iter_value_t<It>>) {
    number_sort<It, Comp> sort(comp);
    sort(first, last);
  } else if constexpr (std::is_empty_v<Comp> && std::copy_constructible<Comp>) {
    std::sort(first, last, comp);
  } else {
    std::sort(first, last, std::ref(comp));
  }
}

/// Brings an element to the front: the one of rank `share` (0 to 1) in a sample of the range.
template <class It, class Comp>
void choose_pivot(It first, count_type n, double share, Comp& comp) {
  constexpr count_type largest_sample = 255;
  count_type const size = std::clamp<count_type>(n / 1024, 9, largest_sample);
  std::array<count_type, largest_sample> sample;
  auto random = static_cast<std::uint64_t>(n);
  for (count_type i = 0; i < size; ++i) {  // one element of each stride
    random = random * 6364136223846793005u + 1442695040888963407u;
    count_type const stride = n / size;
    sample[static_cast<std::size_t>(i)] =
        i * stride + static_cast<count_type>((random >> 33) % static_cast<std::uint64_t>(stride));
  }
  auto const rank = std::clamp<count_type>(static_cast<count_type>(share * static_cast<double>(size)), 0, size - 1);
  std::nth_element(
      sample.begin(), sample.begin() + rank, sample.begin() + size,
      [&](count_type left, count_type right) -> bool { return std::invoke(comp, first[left], first[right]); });
  if (count_type const index = sample[static_cast<std::size_t>(rank)]; index != 0)
    std::ranges::iter_swap(first, first + index);
}

/// The parts around a pivot: [first, equal) precede it, [equal, upper) equal it, and none from
/// `upper` on precedes it.
template <class It>
struct pivot_parts {
  It equal;
  It upper;
};
/// Partitions by the pivot at the front.
template <class It, class Comp>
pivot_parts<It> split_at_pivot(It first, It last, Comp& comp, progress& state) {
  constexpr bool is_branchless = is_number<std::iter_value_t<It>>;
  auto precedes = [&comp, pivot = first](auto const& value) -> bool { return std::invoke(comp, value, *pivot); };
  It upper = partition_range<is_branchless>(first + 1, last, precedes, state);
  It const equal = upper - 1;
  std::ranges::iter_swap(first, equal);
  if (equal - first < (last - first) / bad_share) {
    auto equals = [&comp, pivot = equal](auto const& value) -> bool { return !std::invoke(comp, *pivot, value); };
    upper = partition_range<is_branchless>(upper, last, equals, state);
  }
  return {equal, upper};
}

template <class It, class Comp>
struct quicksorter {
  Comp& comp;
  progress& state;
  static constexpr count_type task_elements = is_number<std::iter_value_t<It>> ? 4096 : 1024;

  void operator()(It first, It last, int bad_pivots_left) {
    count_type const n = last - first;
    if (n <= task_elements || bad_pivots_left == 0) return sort_alone(first, last, comp);
    if (state.must_stop(sched::self())) throw cancelled_error();
    choose_pivot(first, n, 0.5, comp);
    auto const [equal, upper] = split_at_pivot(first, last, comp, state);
    if ((std::max)(equal - first, last - upper) > n - n / bad_share) --bad_pivots_left;
    skua::invoke([&] { guarded(upper, last, bad_pivots_left); }, [&] { guarded(first, equal, bad_pivots_left); });
  }

 private:
  void guarded(It first, It last, int bad_pivots_left) {
    try {
      (*this)(first, last, bad_pivots_left);
    } catch (...) {
      state.capture();
      throw;
    }
  }
};

/// Whether the range was sorted, or is now since it was in strictly reverse order.
template <class It, class Comp>
bool is_in_order(It first, It last, Comp& comp) {
  It const run_end = std::is_sorted_until(first, last, std::ref(comp));
  if (run_end == last) return true;
  if (run_end != first + 1) return false;
  for (It position = run_end; position != last; ++position)
    if (!std::invoke(comp, *position, *(position - 1))) return false;
  for (It low = first, high = last - 1; low < high; ++low, void(), --high) std::ranges::iter_swap(low, high);
  return true;
}

/// Sorts few elements by body(). That is also a scope, unless the comparison is known to spawn no
/// tasks and to cancel nothing.
template <class Comp, class T, class Body>
void run_few(count_type n, Body&& body) {
  if (n < 2) return;
  if constexpr (compares_numbers<Comp, T>) {
    body();
  } else {
    progress().run(body);
  }
}

template <class It, class Comp>
void sort_range(It first, It last, Comp& comp) {
  require_task("sort");
  count_type const n = last - first;
  using sorter = quicksorter<It, Comp>;
  if (n <= sorter::task_elements) {
    return run_few<Comp, std::iter_value_t<It>>(n, [&] {
      if constexpr (is_number<std::iter_value_t<It>>) {
        if (is_in_order(first, last, comp)) return;
      }
      sort_alone(first, last, comp);
    });
  }
  progress state;
  state.run([&] {
    if constexpr (compares_numbers<Comp, std::iter_value_t<It>>) {
      if (is_in_order(first, last, comp)) return;
    } else {
      auto watched = [&comp, &state, s = sched::self()](auto&& left, auto&& right) -> bool {
        if (SKUA_UNLIKELY(s->poll_requested()) && state.must_stop(s)) throw cancelled_error();
        return std::invoke(comp, std::forward<decltype(left)>(left), std::forward<decltype(right)>(right));
      };
      if (is_in_order(first, last, watched)) return;
    }
    sorter{comp, state}(first, last, static_cast<int>(std::bit_width(static_cast<std::size_t>(n))));
  });
}

template <class It, class Comp>
void stable_sort_range(It first, It last, Comp& comp) {
  require_task("stable_sort");
  using sorter = stable_sorter<It, Comp>;
  using value_type = std::iter_value_t<It>;
  constexpr bool is_movable =
      std::is_nothrow_move_constructible_v<value_type> && std::is_nothrow_move_assignable_v<value_type>;
  count_type const n = last - first;
  if (n < 2) return;
  if constexpr (is_movable) {
    if (n <= sorter::few) return run_few<Comp, value_type>(n, [&] { insertion_sort(first, last, comp); });
    sort_buffer<It> const buffer(first, n);
    if (buffer.objects() != nullptr) {
      progress state;
      state.run([&] { sorter{comp, state}(first, buffer.objects(), n, false); });
      return;
    }
  }
  run_sequential("stable_sort", [&] { stable_sort_in_place(first, last, comp); });
}

/// Fails to compile unless the elements can be sorted where they are.
template <class It>
constexpr void require_random_access() {
  static_assert(splittable_input<It>,
                "skua: sort, stable_sort and nth_element compare and exchange distant elements, so they need random "
                "access iterators: copy the elements into a std::vector, or call the list's own sort()");
}

/// Objects that are added one by one. (A std::vector<bool> holds none.)
template <class T>
struct object_list {
  count_type capacity;
  T* objects = std::allocator<T>().allocate(static_cast<std::size_t>(capacity));
  count_type size = 0;

  explicit object_list(count_type n) : capacity(n) {}
  object_list(object_list const&) = delete;
  object_list& operator=(object_list const&) = delete;
  ~object_list() {
    std::destroy_n(objects, size);
    std::allocator<T>().deallocate(objects, static_cast<std::size_t>(capacity));
  }
};
/// Calls body(begin, end) for elements that are known by proxies only: as objects, which are moved
/// out of the range and back. None is lost if `body` throws.
template <class It, class Body>
void run_on_objects(char const* verb, It first, It last, Body const& body) {
  require_task(verb);
  using value_type = std::iter_value_t<It>;
  object_list<value_type> list(length(first, last));
  auto const move_back = [&] {
    It position = first;
    for (count_type index = 0; index < list.size; ++index, void(), ++position)
      *position = std::move(list.objects[index]);
  };
  try {
    for (It position = first; position != last; ++position, void(), ++list.size)
      std::construct_at(list.objects + list.size, std::ranges::iter_move(position));
    body(list.objects, list.objects + list.size);
  } catch (...) {
    move_back();
    throw;
  }
  move_back();
}
/// A comparison for sorts, which compare proxies as objects.
template <class Comp, class It>
concept object_comparison_of =
    comparison_of<Comp, It> && (std::is_lvalue_reference_v<std::iter_reference_t<It>> ||
                                std::predicate<Comp&, std::iter_value_t<It>&, std::iter_value_t<It>&>);

/// After this, the element at `nth` is the one that a sort would put there.
template <class It, class Comp>
void select_element(It first, It nth, It last, Comp& comp, progress& state) {
  constexpr count_type task_elements = is_number<std::iter_value_t<It>> ? 16 * 1024 : 4096;
  int bad_pivots_left = 8;
  while (last - first > task_elements && bad_pivots_left > 0) {
    if (state.must_stop(sched::self())) throw cancelled_error();
    count_type const n = last - first;
    double const share = static_cast<double>(nth - first) / static_cast<double>(n);
    // a little beyond the wanted rank, so that the element is in the smaller part most of the time
    choose_pivot(first, n, share < 0.5 ? share + 0.06 : share - 0.06, comp);
    auto const [equal, upper] = split_at_pivot(first, last, comp, state);
    if (nth < equal) {
      last = equal;
    } else if (nth < upper) {
      return;
    } else {
      first = upper;
    }
    if (last - first > n - n / bad_share) --bad_pivots_left;
  }
  std::nth_element(first, nth, last, std::ref(comp));
}

}  // namespace skua::algorithm
