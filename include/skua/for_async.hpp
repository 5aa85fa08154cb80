// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// for_async: parallel loops over 1-, 2- or 3-dimensional ranges, joined by the enclosing scope.
//
// Source: Habanero's forasync (chunked, recursive). On demand is lazy splitting (Tzannes et al.
// 2014): between two blocks of iterations a loop polls the word with which thieves request a poll
// (task_deque.hpp), and makes no task until a worker has none.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/loop_run.hpp>
#include <skua/place.hpp>
#include <skua/spawn.hpp>
#include <skua/words.hpp>

namespace skua {

/// Indices low to high - 1 in each dimension; empty if high <= low.
template <std::size_t Rank>
struct index_range {
  std::array<std::int64_t, Rank> low{};   ///< the first index of each dimension
  std::array<std::int64_t, Rank> high{};  ///< the end of each dimension, excluded
};
/// The indices low to high - 1, or 0 to n - 1.
inline index_range<1> range(std::int64_t low, std::int64_t high) noexcept { return {{low}, {high}}; }
inline index_range<1> range(std::int64_t n) noexcept { return {{0}, {n}}; }
/// Pairs of indices: low to high - 1 in each dimension.
inline index_range<2> range2(std::array<std::int64_t, 2> low, std::array<std::int64_t, 2> high) noexcept {
  return {low, high};
}
/// Triples of indices: low to high - 1 in each dimension.
inline index_range<3> range3(std::array<std::int64_t, 3> low, std::array<std::int64_t, 3> high) noexcept {
  return {low, high};
}

namespace sched {
struct tiling {
  std::array<std::int64_t, 3> size{};  // 0: range size / workers
  bool recursive = false;
};
template <std::integral T>
std::int64_t as_index(T n) noexcept {
  if constexpr (std::numeric_limits<T>::digits > 63) {
    (base::check)(n <= static_cast<T>((std::numeric_limits<std::int64_t>::max)()),
                  "for_async: expected a size of at most 2^63 - 1; an unsigned difference may have wrapped around");
  }
  return static_cast<std::int64_t>(n);
}
}  // namespace sched

/// One task for each tile; a size of 0 means range size / workers().
template <std::integral... T>
  requires(sizeof...(T) <= 3)
sched::tiling chunked(T... size) noexcept {
  return {{sched::as_index(size)...}, false};
}
/// Makes the same tiles as chunked, but spawns them by halving, so that a steal takes half of the
/// loop.
template <std::integral... T>
  requires(sizeof...(T) <= 3)
sched::tiling recursive(T... size) noexcept {
  return {{sched::as_index(size)...}, true};
}

namespace sched {

/// The range in the last of three dimensions.
template <std::size_t Rank>
index_box<3> in_three_dimensions(index_range<Rank> const& range) noexcept {
  index_box<3> box{{}, {1, 1, 1}};
  for (std::size_t dimension = 0; dimension < Rank; ++dimension) {
    box.low[3 - Rank + dimension] = range.low[dimension];
    box.high[3 - Rank + dimension] = range.high[dimension];
  }
  return box;
}

/// The tile sizes for a range: a size of 0 becomes extent / parts in the first dimension, and the
/// extent in the others.
template <std::size_t Rank>
index_array<Rank> tile_sizes(tiling const& tiling, index_range<Rank> const& range, std::int64_t parts) noexcept {
  index_array<Rank> tile{};
  for (std::size_t dimension = 0; dimension < Rank; ++dimension) {
    std::int64_t const extent = capped(distance(range.low[dimension], range.high[dimension]));
    std::int64_t size = tiling.size[dimension];
    if (size <= 0) size = dimension == 0 ? (extent - 1) / parts + 1 : extent;
    tile[dimension] = size > extent ? extent : size;  // sums with the size must not overflow
  }
  return tile;
}

/// Whether Body takes a piece of a range, and not an index.
template <class Body>
inline constexpr bool takes_piece =
    !std::is_invocable_v<Body&, std::int64_t> && std::is_invocable_v<Body&, index_range<1>>;

/// Runs a block of a body that takes pieces.
template <class Body>
void run_piece_body(loop_run& run) {
  std::int64_t const low = run.box.low[2];
  std::int64_t const first = number_of(run.next);
  run.next = run.stop;
  (*static_cast<Body*>(run.body))(range(low + first, low + number_of(run.next)));
}

/// The type of a loop's body, of which the caller has a Source.
template <std::size_t Rank, class Source, class Body = std::decay_t<Source>>
constexpr loop_body_type const& body_type_of() {
  static_assert(std::is_constructible_v<Body, Source>, "skua: the body of for_async must be copied, or moved into it");
  // bytes are copied from any source alike: one table
  using source = std::conditional_t<std::is_trivially_copyable_v<Body>, Body, Source>;
  if constexpr (Rank == 1 && takes_piece<Body>) {
    return type_of_body<Body, source, &run_piece_body<Body>, &run_piece_body<Body>>;
  } else {
    using functions = indexed_body<Rank, Body>;
    return type_of_body<Body, source, &functions::template run<false>, &functions::template run<true>>;
  }
}
template <class Body>
void* address_of_body(Body&& body) noexcept {
  return const_cast<void*>(static_cast<void const*>(std::addressof(body)));
}

template <std::size_t Rank, class Body>
void start_on_demand(index_range<Rank> const& range, Body&& body) {
  if constexpr (std::is_function_v<std::remove_reference_t<Body>>) {
    start_on_demand(range, &body);
  } else if constexpr (Rank == 1) {
    start_loop(body_type_of<1, Body>(), range.low[0], range.high[0], address_of_body(body));
  } else {
    start_loop(body_type_of<Rank, Body>(), in_three_dimensions(range), address_of_body(body));
  }
}

template <std::size_t Rank, class Body>
void start_tiled(tiling const& tiling, index_range<Rank> const& range, Body&& body) {
  if constexpr (std::is_function_v<std::remove_reference_t<Body>>) {
    start_tiled(tiling, range, &body);
  } else {
    if (self() == nullptr) no_task_error("for_async");
    auto const sizes = tile_sizes(tiling, range, workers());
    index_array<3> tile{1, 1, 1};
    std::copy(sizes.begin(), sizes.end(), tile.end() - Rank);
    start_tiles(body_type_of<Rank, Body>(), in_three_dimensions(range), address_of_body(body), tile, tiling.recursive);
  }
}

/// The number of dimensions of a range; 0 if Range is not a range.
template <class Range>
inline constexpr std::size_t rank_of = std::integral<Range> ? 1 : 0;
template <std::size_t Rank>
inline constexpr std::size_t rank_of<index_range<Rank>> = Rank;

template <class Body, std::size_t... Dimension>
constexpr bool takes_indices(std::index_sequence<Dimension...>) {
  return std::is_invocable_v<Body&, decltype(static_cast<std::int64_t>(Dimension))...> ||
         (sizeof...(Dimension) == 1 && takes_piece<Body>);
}
/// Whether Range and Body describe a loop; if not, one readable compile error.
template <class Range, class Body>
constexpr bool is_loop() {
  constexpr std::size_t rank = rank_of<Range>;
  static_assert(rank != 0,
                "skua: for_async takes a number of iterations, or range(low, high), range2 or range3; for the elements "
                "of a container there is skua::for_each in <skua/algorithm.hpp>");
  constexpr bool body_fits = takes_indices<std::decay_t<Body>>(std::make_index_sequence<rank>());
  static_assert(rank == 0 || body_fits,
                "skua: the body of for_async takes the indices: [](std::int64_t i) { … }, or as many as the range has "
                "dimensions; over one dimension also a piece: [](skua::index_range<1> piece) { … }");
  return rank != 0 && body_fits;
}

template <class Range>
auto as_range(Range const& bounds) {
  if constexpr (std::integral<Range>) {
    return range(as_index(bounds));
  } else {
    return bounds;
  }
}

}  // namespace sched

/// Runs body(i), body(i, j) or body(i, j, k) for every index of the range, in parallel. Returns at
/// once; the innermost scope waits for the loop. The body is copied once and called concurrently
/// through that copy. The loop is split on demand: while no worker is idle, it costs what a plain
/// loop costs, and 0.2 µs at its start. An idle worker gets half of the rest within two
/// microseconds, or after one iteration if iterations take longer. If a body suspends, other
/// workers may run the rest of its piece. A range of 2^63 iterations or more runs until its
/// scope is cancelled.
///
/// Over one dimension the body may take pieces of the range, as an index_range<1>. Each takes about
/// 30 µs; with a tiling it is a tile. Such a body can keep variables for all iterations of a piece,
/// and the registers are free for its loop.
template <class Range, class Body>
void for_async(Range const& range, Body&& body) {
  if constexpr (sched::is_loop<Range, Body>()) sched::start_on_demand(sched::as_range(range), std::forward<Body>(body));
}
/// Does not compile, with a sentence that says what to write.
template <std::integral Low, std::integral High, class Body>
void for_async(Low, High, Body&&) {
  static_assert(sizeof(Body) == 0, "skua: the limits of a for_async are one argument: range(low, high)");
}
/// Like the other for_async, in tiles: for_async(chunked(64), n, body), for_async(recursive(8, 8),
/// range2(…), body).
template <class Range, class Body>
void for_async(sched::tiling const& tiling, Range const& range, Body&& body) {
  if constexpr (sched::is_loop<Range, Body>())
    sched::start_tiled(tiling, sched::as_range(range), std::forward<Body>(body));
}
namespace sched {

/// Halves a range of tiles into tasks for any place; the last tile becomes a loop at this place.
template <std::size_t Rank, class Body>
struct remote_piece {
  index_range<Rank> whole;
  index_array<Rank> tile;
  std::int64_t first, end;  // tiles
  Body body;

  void operator()() {
    while (end - first > 1) {
      remote_piece rest = *this;
      end = rest.first = first + (end - first) / 2;
      spawn(any, rest);
    }
    auto const [low, high] =
        box_of_tile<Rank>({whole.low, whole.high}, tile_numbers<Rank>({whole.low, whole.high}, tile).at(first), tile);
    start_on_demand(index_range<Rank>{low, high}, body);
  }
};

template <std::size_t Rank, class Body>
void start_anywhere(tiling const& tiling, index_range<Rank> const& range, Body&& body) {
  if (self() == nullptr) no_task_error("for_async");
  if (index_box<Rank>{range.low, range.high}.size() == 0) return;
  constexpr std::int64_t tiles_per_worker = 8;
  auto const tile = tile_sizes(tiling, range, tiles_per_worker * workers() * places());
  spawn(any, remote_piece<Rank, std::decay_t<Body>>{
                 range, tile, 0, tile_numbers<Rank>({range.low, range.high}, tile).size(), std::forward<Body>(body)});
}

}  // namespace sched

/// Tiles that may run at any place: the body travels like the function of a spawned task. Without a
/// tiling, about eight tiles for each worker of all places.
template <class Range, class Body>
void for_async(any_word, sched::tiling const& tiling, Range const& range, Body&& body) {
  if constexpr (sched::is_loop<Range, Body>())
    sched::start_anywhere(tiling, sched::as_range(range), std::forward<Body>(body));
}
template <class Range, class Body>
void for_async(any_word, Range const& range, Body&& body) {
  if constexpr (sched::is_loop<Range, Body>())
    sched::start_anywhere(sched::tiling{}, sched::as_range(range), std::forward<Body>(body));
}

}  // namespace skua
