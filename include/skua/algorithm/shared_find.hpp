// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// find, find_if, any_of, all_of, none_of, count_if over a shared array.
//
// Each place searches its part, and stops where a match in front is known. A place that has found a
// match writes its index to the other places, unless the first place knows of an earlier one.
#pragma once

#include <skua/algorithm/find.hpp>
#include <skua/detail/algorithm/parts.hpp>
#include <skua/memory/global_atomic.hpp>

namespace skua {
namespace algorithm {

/// At each place: how far in front of the end of the array the first match lies that the place
/// knows of; 0: it knows of none. Other places write it without the help of a worker here.
using shared_limit = shared_array<std::uint64_t>;
inline global_atomic<std::uint64_t> limit_at(shared_limit const& limits, int place) {
  return global_atomic(limits.pointer(static_cast<std::size_t>(place)));
}

/// The search of one place. In `any` mode each match is as good as the first element.
template <class T, class Pred>
struct finding_part {
  struct result {};
  static constexpr count_type least = 1;
  static constexpr bool cheap = false;
  static constexpr count_type chunks_before_split = 16;
  std::span<T const> part;
  distribution shape;
  int rank;
  Pred& pred;
  bool any;
  global_atomic<std::uint64_t> limit;
  base::atomic<std::uint64_t> match;  // as `limit`, of this place alone

  bool ends_before(count_type index) const {
    return shape.element_at(rank, static_cast<std::size_t>(index)) >= shape.size() - limit.load();
  }
  void run(result&, count_type first, count_type last) {
    for (count_type index = first; index < last; ++index) {
      if (!std::invoke(pred, part[static_cast<std::size_t>(index)])) continue;
      std::uint64_t const distance = shape.size() - (any ? 0 : shape.element_at(rank, static_cast<std::size_t>(index)));
      (limit.max)(distance);
      std::uint64_t farthest = match.load(std::memory_order_relaxed);  // relaxed: the scope's end publishes it
      // relaxed: the scope's end publishes it
      while (farthest < distance && !match.compare_exchange_weak(farthest, distance, std::memory_order_relaxed)) {
      }
      return;
    }
  }
};

/// Returns the index of the first match (in `any` mode 0), or the number of elements.
struct finding_parts {
  template <class T, class Pred>
  static std::uint64_t run(shared_array<T> const& array, int rank, Pred& pred, bool any, shared_limit const& limits) {
    std::span<T const> const part = array.local();
    finding_part<T, Pred> job{part, array.shape(), rank, pred, any, limit_at(limits, here()), 0};
    run_pieces(job, static_cast<count_type>(part.size()));
    std::uint64_t const distance = job.match.load(std::memory_order_relaxed);  // relaxed: the scope has ended
    if (distance != 0 && distance >= job.limit.load()) tell(array, rank, distance, limits);
    return array.size() - distance;
  }
  template <class Pred>
  static std::uint64_t combine(std::uint64_t left, std::uint64_t right, Pred&) {
    return (std::min)(left, right);
  }

 private:
  /// Tells all places of a match, unless rank 0 knows of a better one.
  template <class T>
  static void tell(shared_array<T> const& array, int rank, std::uint64_t distance, shared_limit const& limits) {
    if (rank != 0 && limit_at(limits, array.place_at(0)).fetch_max(distance) >= distance) return;
    int const ranks = ranks_in_use(array.shape(), array.size());
    for (int other_rank = 1; other_rank < ranks; ++other_rank)
      if (other_rank != rank) (limit_at(limits, array.place_at(other_rank)).max)(distance);
  }
};

template <class T, class Pred>
std::size_t find_in_array(char const* verb, shared_array<T> const& array, Pred pred, bool any) {
  require_task(verb);
  require_travelling<Pred>();
  if (array.size() == 0) return 0;
  std::size_t match = 0;
  finish([&] {  // owns the limits
    shared_limit const limits(static_cast<std::size_t>(skua::places()), 1);
    match = run_parts<finding_parts>(verb, array, ranks_in_use(array.shape(), array.size()),
                                     function_list<Pred>{std::move(pred)}, any, limits);
  });
  return match;
}

/// Counts matches.
struct counting_parts {
  template <class T, class Pred>
  static std::uint64_t run(shared_array<T> const& array, int, Pred& pred) {
    std::span<T const> const part = array.local();
    return static_cast<std::uint64_t>(skua::count_if(part.begin(), part.end(), std::ref(pred)));
  }
  template <class Pred>
  static std::uint64_t combine(std::uint64_t left, std::uint64_t right, Pred&) {
    return left + right;
  }
};

/// The opposite of a predicate, which travels like it.
template <class Pred>
struct opposite_of {
  Pred pred;
  template <class T>
  bool operator()(T const& value) {
    return !std::invoke(pred, value);
  }
};
/// Whether an element equals a value. As with std::find, comparing numbers of two types is the
/// caller's choice and draws no warning here.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-compare"
template <class T>
struct equals_value {
  element_bytes<T> sought;
  template <class X>
  bool operator()(X const& value) const {
    return static_cast<bool>(value == sought.value);
  }
};
#pragma GCC diagnostic pop

}  // namespace algorithm

namespace remote {

template <class Pred>
struct call_codec<algorithm::opposite_of<Pred>> {
  static constexpr bool serializable = call_codec<Pred>::serializable;
  static constexpr bool trivially_serializable = call_codec<Pred>::trivially_serializable;
  static void pack(packing& packing, algorithm::opposite_of<Pred> const& predicate) {
    call_codec<Pred>::pack(packing, predicate.pred);
  }
  static algorithm::opposite_of<Pred> unpack(wire::reader& in) { return {call_codec<Pred>::unpack(in)}; }
};
template <class T>
struct call_codec<algorithm::equals_value<T>> {
  static constexpr bool serializable = true;
  static constexpr bool trivially_serializable = true;
  static void pack(packing& packing, algorithm::equals_value<T> const& predicate) {
    packing.message.put(predicate.sought);
  }
  static algorithm::equals_value<T> unpack(wire::reader& in) { return {in.get<algorithm::element_bytes<T>>()}; }
};

}  // namespace remote

/// The index of the first element for which pred(x) is true; the number of elements if there is
/// none. Elements behind it may also be tested; none is tested twice.
template <class T, std::predicate<T const&> Pred>
std::size_t find_if(shared_array<T> const& array, Pred pred) {
  return algorithm::find_in_array("find_if", array, std::move(pred), false);
}
/// The index of the first element for which pred(x) is false.
template <class T, std::predicate<T const&> Pred>
std::size_t find_if_not(shared_array<T> const& array, Pred pred) {
  return algorithm::find_in_array("find_if_not", array, algorithm::opposite_of<Pred>{std::move(pred)}, false);
}
/// The index of the first element that equals the value.
template <class T>
  requires std::equality_comparable<T>
std::size_t find(shared_array<T> const& array, std::type_identity_t<T> const& value) {
  return algorithm::find_in_array("find", array, algorithm::equals_value<T>{{value}}, false);
}
/// Like the other find, for a number of another type: it is compared as it is, and not converted to
/// the type of the elements.
template <class T, class Number>
  requires(std::is_arithmetic_v<Number> && !std::same_as<Number, T> && algorithm::equatable_with<T const&, Number>)
std::size_t find(shared_array<T> const& array, Number value) {
  return algorithm::find_in_array("find", array, algorithm::equals_value<Number>{{value}}, false);
}
/// Whether pred(x) is true for at least one element. All places stop at the first match in time.
template <class T, std::predicate<T const&> Pred>
bool any_of(shared_array<T> const& array, Pred pred) {
  return algorithm::find_in_array("any_of", array, std::move(pred), true) != array.size();
}
/// Whether pred(x) is false for all elements.
template <class T, std::predicate<T const&> Pred>
bool none_of(shared_array<T> const& array, Pred pred) {
  return algorithm::find_in_array("none_of", array, std::move(pred), true) == array.size();
}
/// Whether pred(x) is true for all elements.
template <class T, std::predicate<T const&> Pred>
bool all_of(shared_array<T> const& array, Pred pred) {
  return algorithm::find_in_array("all_of", array, algorithm::opposite_of<Pred>{std::move(pred)}, true) == array.size();
}
/// The number of elements for which pred(x) is true.
template <class T, std::predicate<T const&> Pred>
std::size_t count_if(shared_array<T> const& array, Pred pred) {
  algorithm::require_task("count_if");
  if (array.size() == 0) return 0;
  return algorithm::run_parts<algorithm::counting_parts>("count_if", array,
                                                         algorithm::ranks_in_use(array.shape(), array.size()),
                                                         algorithm::function_list<Pred>{std::move(pred)});
}

}  // namespace skua
