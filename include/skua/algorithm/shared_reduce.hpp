// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduce and transform_reduce over the elements of a shared array.
//
// In the fixed order the elements are divided into leaves that depend on their number only. Each
// leaf is combined at one place, which fetches the elements of it that lie at others. The caller
// combines the leaves.
#pragma once

#include <bit>
#include <iterator>

#include <skua/algorithm/for_each.hpp>
#include <skua/algorithm/reduce.hpp>
#include <skua/detail/algorithm/transfers.hpp>

namespace skua {
namespace algorithm {

struct reducing_parts {
  template <class X, class Op, class F, class T>
  static T run(shared_array<X> const& array, int, Op& op, F& function, std::type_identity<T> const&) {
    std::span<X const> const part = array.local();
    T first(std::invoke(function, part[0]));
    return skua::transform_reduce(part.begin() + 1, part.end(), std::move(first), op, std::ref(function));
  }
  template <class T, class Op, class F>
  static T combine(T low, T high, Op& op, F&) {
    return std::invoke(op, std::move(low), std::move(high));
  }
};
/// The elements of one array themselves, without a function: the processor sums several of them at
/// a time.
struct summing_parts {
  template <class X, class Op, class T>
  static T run(shared_array<X> const& array, int, Op& op, std::type_identity<T> const&) {
    std::span<X const> const part = array.local();
    return skua::reduce(part.begin() + 1, part.end(), T(part[0]), op);
  }
  template <class T, class Op>
  static T combine(T low, T high, Op& op) {
    return std::invoke(op, std::move(low), std::move(high));
  }
};
/// f(x, y) for the elements x and y of two arrays; the second one is fetched where it is not
/// aligned.
struct reducing_pairs {
  template <class X, class Op, class F, class T, class Y>
  static T run(shared_array<X> const& array, int rank, Op& op, F& function, std::type_identity<T> const&,
               std::uint64_t elements, bool is_aligned, shared_array<Y> const& other) {
    distribution const& shape = array.shape();
    std::size_t const n = elements_below(shape, rank, elements);
    X const* const part = array.local().data();
    Y const* const other_part = is_aligned ? other.local().data() : nullptr;
    if (other_part != nullptr) {
      T first(std::invoke(function, part[0], other_part[0]));
      return skua::transform_reduce(part + 1, part + n, other_part + 1, std::move(first), op, std::ref(function));
    }
    std::optional<T> total;
    for_each_window(shape, rank, n, [&](std::size_t i, std::size_t position, std::size_t length) {
      element_buffer<Y> const buffer(length);
      pull(other, i, i + length, buffer.data());
      X const* const first_input = part + position;
      Y const* const second_input = buffer.data();
      T first = total ? T(std::invoke(op, std::move(*total), std::invoke(function, first_input[0], second_input[0])))
                      : T(std::invoke(function, first_input[0], second_input[0]));
      total.emplace(skua::transform_reduce(first_input + 1, first_input + length, second_input + 1, std::move(first),
                                           op, std::ref(function)));
    });
    return std::move(*total);
  }
  template <class T, class Op, class F>
  static T combine(T low, T high, Op& op, F&) {
    return std::invoke(op, std::move(low), std::move(high));
  }

 private:
  template <class Body>
  static void for_each_window(distribution const& shape, int rank, std::size_t n, Body const& body) {
    for_each_block_at(shape, rank, 0, n, [&](std::size_t i, std::size_t position, std::size_t length) {
      for (std::size_t index = 0; index < length; index += large_window)
        body(i + index, position + index, (std::min)(large_window, length - index));
    });
  }
  static constexpr std::size_t large_window = 262144;
};

/// The leaves of the fixed order, and the ranks that combine them.
class fixed_leaves {
 public:
  explicit fixed_leaves(distribution const& shape) noexcept
      : shape_(shape),
        leaf_((std::max)(smallest_leaf, (shape.size() - 1) / largest_count + 1)),
        count_((shape.size() - 1) / leaf_ + 1),
        ranks_(ranks_in_use(shape, shape.size())) {}

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] std::size_t begin(std::size_t index) const noexcept { return index * leaf_; }
  [[nodiscard]] std::size_t end(std::size_t index) const noexcept {
    return (std::min)((index + 1) * leaf_, shape_.size());
  }
  /// The place of the first element, if blocks are as large as leaves.
  [[nodiscard]] int rank_of(std::size_t index) const noexcept {
    return shape_.block() >= leaf_ ? shape_.place_of(begin(index))
                                   : static_cast<int>(index % static_cast<std::size_t>(ranks_));
  }

 private:
  static constexpr std::size_t smallest_leaf = 4096;  // elements
  static constexpr std::size_t largest_count = 4096;  // leaves
  distribution shape_;
  std::size_t leaf_;
  std::size_t count_;
  int ranks_;
};

/// The combinations of the leaves of a rank, in their order.
struct combining_leaves {
  template <class X, class Op, class F, class T>
  static std::vector<T> run(shared_array<X> const& array, int rank, Op& op, F& function, std::type_identity<T> const&) {
    distribution const& shape = array.shape();
    fixed_leaves const leaves(shape);
    std::vector<std::size_t> own;
    for (std::size_t index = 0; index < leaves.count(); ++index)
      if (leaves.rank_of(index) == rank) own.push_back(index);
    X const* const part = array.local().data();
    std::vector<std::optional<T>> totals(own.size());
    run_each("reduce", static_cast<count_type>(own.size()), [&](count_type index) {
      auto const position = static_cast<std::size_t>(index);
      std::size_t const first = leaves.begin(own[position]);
      std::size_t const last = leaves.end(own[position]);
      bool const is_here = first / shape.block() == (last - 1) / shape.block() && shape.place_of(first) == rank;
      input_window<X> const window(array, first, last, is_here ? part + shape.position_of(first) : nullptr);
      reducing<transformed_source<X const*, F>, T, Op> job{{window.data(), function}, op};
      totals[position].emplace(std::invoke(function, window.data()[0]));
      job.run(totals[position], 1, static_cast<count_type>(last - first));
    });
    std::vector<T> result;
    result.reserve(totals.size());
    for (auto& total : totals) result.push_back(std::move(*total));
    return result;
  }
  template <class T, class Op, class F>
  static std::vector<T> combine(std::vector<T> low, std::vector<T> high, Op&, F&) {
    low.insert(low.end(), std::make_move_iterator(high.begin()), std::make_move_iterator(high.end()));
    return low;
  }
};

/// Combines the leaves in a tree that depends on their number only.
template <class T, class Op>
T combine_leaves(std::vector<T>& leaves, std::size_t first, std::size_t n, Op& op) {
  if (n == 1) return std::move(leaves[first]);
  std::size_t const lower = std::bit_ceil(n) / 2;
  T low = combine_leaves(leaves, first, lower, op);
  return std::invoke(op, std::move(low), combine_leaves(leaves, first + lower, n - lower, op));
}

/// The last combination, which the caller makes: it also belongs to the scope of the call.
template <class T, class Body>
T combine_in_scope(Body const& body) {
  std::optional<T> total;
  progress().run([&] { total.emplace(body()); });
  return std::move(*total);
}

/// Fails to compile unless a result of type T can be made at each place and be sent to the caller.
template <class T, class Element>
constexpr void require_partial_results() {
  static_assert(std::constructible_from<T, Element>,
                "skua: a reduction over a shared_array begins at each place with the first element there: the type of "
                "the result must be constructible from an element, or from the result of its function");
  wire::require_serializable<T>();
}

template <class X, class T, class Op, class F>
T reduce_array(char const* verb, shared_array<X> const& array, T init, Op op, F function) {
  require_task(verb);
  require_partial_results<T, std::invoke_result_t<F&, X const&>>();
  if (array.size() == 0) return init;
  int const ranks = ranks_in_use(array.shape(), array.size());
  std::type_identity<T> const type;
  T total = [&] {
    if constexpr (std::same_as<F, std::identity>) {
      return run_parts<summing_parts>(verb, array, ranks, function_list<Op>{op}, type);
    } else {
      return run_parts<reducing_parts>(verb, array, ranks, function_list<Op, F>{op, std::move(function)}, type);
    }
  }();
  return combine_in_scope<T>([&] { return std::invoke(op, std::move(init), std::move(total)); });
}
template <class X, class T, class Op, class F>
T reduce_array_fixed(char const* verb, shared_array<X> const& array, T init, Op op, F function) {
  require_task(verb);
  require_partial_results<T, std::invoke_result_t<F&, X const&>>();
  if (array.size() == 0) return init;
  fixed_leaves const leaves(array.shape());
  int const ranks = ranks_in_use(array.shape(), array.size());
  std::type_identity<T> const type;
  auto by_rank = run_parts<combining_leaves>(verb, array, ranks, function_list<Op, F>{op, std::move(function)}, type);
  // from the order of the ranks to that of the leaves
  std::vector<std::size_t> next(static_cast<std::size_t>(ranks) + 1);
  for (std::size_t index = 0; index < leaves.count(); ++index)
    ++next[static_cast<std::size_t>(leaves.rank_of(index)) + 1];
  for (std::size_t rank = 1; rank < next.size(); ++rank) next[rank] += next[rank - 1];
  std::vector<T> totals;
  totals.reserve(leaves.count());
  for (std::size_t index = 0; index < leaves.count(); ++index)
    totals.push_back(std::move(by_rank[next[static_cast<std::size_t>(leaves.rank_of(index))]++]));
  return combine_in_scope<T>(
      [&] { return std::invoke(op, std::move(init), combine_leaves(totals, 0, totals.size(), op)); });
}

}  // namespace algorithm

/// Combines `init` and all elements by an associative operation, at their places and then along a
/// tree. With one block for each place they stay in order; otherwise the operation must also
/// commute. T travels as the result of a task.
template <class X, class T, class Op = std::plus<>>
  requires algorithm::operation_on<Op, T, X const&>
T reduce(shared_array<X> const& array, T init, Op op = {}) {
  return algorithm::reduce_array("reduce", array, std::move(init), std::move(op), std::identity());
}
template <class X>
X reduce(shared_array<X> const& array) {
  return skua::reduce(array, X{});
}
/// Like the other reduce, in an order that depends on the number of elements only. So the result
/// has the same bits for any number of places and workers, and for any distribution. Elements of a
/// leaf (4,096 elements, or more for more than 16 million) travel to one place if they are not in
/// one block.
template <class X, class T, class Op = std::plus<>>
  requires algorithm::operation_on<Op, T, X const&>
T reduce(fixed_order_t, shared_array<X> const& array, T init, Op op = {}) {
  return algorithm::reduce_array_fixed("reduce", array, std::move(init), std::move(op), std::identity());
}

/// Combines `init` and function(x) for each element x, as reduce does.
template <class X, class T, class Op, class F>
  requires algorithm::operation_on<Op, T, std::invoke_result_t<F&, X const&>>
T transform_reduce(shared_array<X> const& array, T init, Op op, F function) {
  return algorithm::reduce_array("transform_reduce", array, std::move(init), std::move(op), std::move(function));
}
template <class X, class T, class Op, class F>
  requires algorithm::operation_on<Op, T, std::invoke_result_t<F&, X const&>>
T transform_reduce(fixed_order_t, shared_array<X> const& array, T init, Op op, F function) {
  return algorithm::reduce_array_fixed("transform_reduce", array, std::move(init), std::move(op), std::move(function));
}
/// Combines `init` and function(x, y) for the elements x and y of two arrays with the same index,
/// up to the end of the shorter one; by default their products. If the arrays have different
/// distributions, the elements of the second one travel to those of the first.
template <class X, class Y, class T, class Op = std::plus<>, class F = std::multiplies<>>
  requires algorithm::operation_on<Op, T, std::invoke_result_t<F&, X const&, Y const&>>
T transform_reduce(shared_array<X> const& array1, shared_array<Y> const& array2, T init, Op op = {}, F function = {}) {
  algorithm::require_task("transform_reduce");
  algorithm::require_partial_results<T, std::invoke_result_t<F&, X const&, Y const&>>();
  std::size_t const n = (std::min)(array1.size(), array2.size());
  if (n == 0) return init;
  T total = algorithm::run_parts<algorithm::reducing_pairs>(
      "transform_reduce", array1, algorithm::ranks_in_use(array1.shape(), n),
      algorithm::function_list<Op, F>{op, std::move(function)}, std::type_identity<T>(), std::uint64_t{n},
      algorithm::are_aligned(array1, array2), array2);
  return algorithm::combine_in_scope<T>([&] { return std::invoke(op, std::move(init), std::move(total)); });
}

}  // namespace skua
