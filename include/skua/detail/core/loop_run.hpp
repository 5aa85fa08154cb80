// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parallel loops: a task runs a box of iterations in order, and divides it when a worker asks.
//
// A loop object holds the body and counts the tasks that refer to it. A task is a piece of a box of
// iterations (the whole range, or one tile). It runs its iterations in blocks. Between two blocks
// it looks for a poll request, and if a worker has no tasks, half of the rest becomes another
// piece, or the whole rest of a long loop becomes blocks of the workers (worker_blocks.hpp). A body
// may run other loops; then the outermost of the running loops is divided, whose pieces are the
// largest. If a body suspends, the whole rest becomes a piece.
//
// Only the loop over one block, and the copy and the destruction of the body, know the type of the
// body (loop_body_type). All else is compiled once, in src/core/loop_run.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include <skua/detail/core/fibre.hpp>
#include <skua/detail/core/worker_blocks.hpp>

namespace skua::sched {

template <std::size_t Rank>
using index_array = std::array<std::int64_t, Rank>;

/// The largest number of iterations of a loop, and of tiles. Larger numbers become this one: no
/// loop lives to see the difference.
inline constexpr std::int64_t most_iterations = (std::numeric_limits<std::int64_t>::max)() - 1;

/// The distance from low to high >= low, which an std::int64_t may not hold.
constexpr std::uint64_t distance(std::int64_t low, std::int64_t high) noexcept {
  return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
}
/// low + n, which must be an std::int64_t although n may not be one.
constexpr std::int64_t advanced(std::int64_t low, std::uint64_t n) noexcept {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + n);
}
constexpr std::int64_t capped(std::uint64_t n) noexcept {
  return n < static_cast<std::uint64_t>(most_iterations) ? static_cast<std::int64_t>(n) : most_iterations;
}

template <std::size_t Rank>
struct index_box {
  index_array<Rank> low{};
  index_array<Rank> high{};

  /// The number of points, at most most_iterations.
  std::int64_t size() const noexcept {
    std::uint64_t n = 1;
    for (std::size_t dimension = 0; dimension < Rank; ++dimension) {
      if (high[dimension] <= low[dimension]) return 0;
      if (__builtin_mul_overflow(n, distance(low[dimension], high[dimension]), &n))
        n = (std::numeric_limits<std::uint64_t>::max)();
    }
    return capped(n);
  }
  /// The i-th point in row-major order.
  index_array<Rank> at(std::int64_t i) const noexcept {
    index_array<Rank> array{};
    for (std::size_t dimension = Rank; dimension-- > 1;) {
      std::uint64_t const n = distance(low[dimension], high[dimension]);
      array[dimension] = advanced(low[dimension], static_cast<std::uint64_t>(i) % n);
      i = static_cast<std::int64_t>(static_cast<std::uint64_t>(i) / n);
    }
    array[0] = low[0] + i;
    return array;
  }
  SKUA_INLINE void advance(index_array<Rank>& array) const noexcept {
    for (std::size_t dimension = Rank - 1; dimension > 0; --dimension) {
      if (SKUA_LIKELY(++array[dimension] < high[dimension])) return;
      array[dimension] = low[dimension];
    }
    ++array[0];
  }
};

/// The points of the tile at that position.
template <std::size_t Rank>
index_box<Rank> box_of_tile(index_box<Rank> const& whole, index_array<Rank> const& position,
                            index_array<Rank> const& tile) noexcept {
  index_box<Rank> box;
  for (std::size_t dimension = 0; dimension < Rank; ++dimension) {
    auto const size = static_cast<std::uint64_t>(tile[dimension]);
    box.low[dimension] = advanced(whole.low[dimension], static_cast<std::uint64_t>(position[dimension]) * size);
    box.high[dimension] = size < distance(box.low[dimension], whole.high[dimension])
                              ? advanced(box.low[dimension], size)
                              : whole.high[dimension];
  }
  return box;
}

/// A position in a box: the number of an iteration. A body has no variable of this type, so the
/// compiler knows that a body it can see through does not read or change the position of its loop.
/// It keeps the position in a register, and can vectorise the loop. Before any other call it stores
/// the position, because the call may suspend.
enum class loop_index : std::int64_t {};
constexpr std::int64_t number_of(loop_index index) noexcept { return static_cast<std::int64_t>(index); }

struct loop_run;

/// What a loop must know of the type of its body.
struct loop_body_type {
  void (*run_block)(loop_run&);                 // runs the iterations [next, stop) of a piece
  void (*run_each)(loop_run&);                  // the same, but returns when a poll is requested
  void (*construct)(void* body, void* source);  // null: copies the bytes
  void (*destroy)(void* body) noexcept;         // null: nothing to do
  std::uint32_t bytes;
  std::uint32_t alignment;
  bool takes_pieces;  // run_block and run_each are the same, one call
};

/// What all pieces of a loop share; the body lies behind it. A range of fewer than three dimensions
/// has the last ones; the extent of the others is 1.
struct loop_base {
  loop_body_type const* type;
  index_box<3> whole;
  index_array<3> tile{};
  base::atomic<std::int64_t> references{1};
  std::unique_ptr<worker_blocks> blocks{};  // of the rest, if it was divided so
};

/// A piece of a loop while it runs.
struct loop_run : loop_frame {
  fibre* current;
  loop_base* loop;
  void* body;
  index_box<3> box;
  std::int64_t tile;
  loop_index next;  // the iteration behind the running one, or the first of the next block
  loop_index stop;  // end of the block
  loop_index end;   // end of the piece, not below `stop`
  double cost = 0;  // ticks of an iteration; 0: not known
};

/// The functions of a body that is called with the indices of each iteration.
template <std::size_t Rank, class Body>
struct indexed_body {
  template <bool IsPolling>
  static void run(loop_run& run) {
    Body& body = *static_cast<Body*>(run.body);
    if constexpr (Rank == 1) {
      std::int64_t const low = run.box.low[2];
      for (std::int64_t i = number_of(run.next); i < number_of(run.stop); ++i) {  // run_row costs the compiler more
        run.next = loop_index{i + 1};
        body(low + i);
        if (IsPolling && SKUA_UNLIKELY(run.current->poll_requested())) return;
      }
    } else {
      loop_index const end_of_block = run.stop;
      index_array<3> point = run.box.at(number_of(run.next));
      while (run.next < end_of_block && run.next < run.end) {
        std::int64_t const first = number_of(run.next);
        std::int64_t const left_in_row = capped(distance(point[2], run.box.high[2]));
        std::int64_t const left_in_block = number_of((std::min)(end_of_block, run.end)) - first;
        run.stop = loop_index{first + (std::min)(left_in_row, left_in_block)};
        bool const is_over = run_row<IsPolling>(run, [&](std::int64_t i) SKUA_INLINE_LAMBDA {
          std::int64_t const inner = advanced(point[2], static_cast<std::uint64_t>(i - first));
          if constexpr (Rank == 2) {
            body(point[1], inner);
          } else {
            body(point[0], point[1], inner);
          }
        });
        if (is_over) return;
        point[2] = advanced(point[2], static_cast<std::uint64_t>(number_of(run.next) - first - 1));
        run.box.advance(point);
      }
    }
  }
  /// Returns true if a poll was requested.
  template <bool IsPolling, class Iteration>
  SKUA_INLINE static bool run_row(loop_run& run, Iteration&& iteration) {
    for (std::int64_t i = number_of(run.next); i < number_of(run.stop); ++i) {
      run.next = loop_index{i + 1};
      iteration(i);
      if (IsPolling && SKUA_UNLIKELY(run.current->poll_requested())) return true;
    }
    return false;
  }
};

template <class Body>
void destroy_body(void* body) noexcept {
  static_cast<Body*>(body)->~Body();
}
template <class Body, class Source>
void construct_body(void* body, void* source) {
  ::new (body) Body(static_cast<Source&&>(*static_cast<std::remove_reference_t<Source>*>(source)));
}
/// The type of a body whose blocks these functions run. It is copied from a Source, or moved if
/// Source is not a reference.
template <class Body, class Source, void (*RunBlock)(loop_run&), void (*RunEach)(loop_run&)>
inline constexpr loop_body_type type_of_body{
    RunBlock,
    RunEach,
    std::is_trivially_copyable_v<Body> ? nullptr : &construct_body<Body, Source>,
    std::is_trivially_destructible_v<Body> ? nullptr : &destroy_body<Body>,
    sizeof(Body),
    alignof(Body),
    RunBlock == RunEach};

/// Starts a loop of the calling task, which is divided on demand.
void start_loop(loop_body_type const& type, index_box<3> const& whole, void* source);
/// Like the other start_loop, over [low, high) in one dimension.
void start_loop(loop_body_type const& type, std::int64_t low, std::int64_t high, void* source);
/// Starts a loop of tiles. Each is a task; if `halves`, a task with several tiles makes another
/// task of half of them.
void start_tiles(loop_body_type const& type, index_box<3> const& whole, void* source, index_array<3> const& tile,
                 bool halves);

/// The number of tiles in each dimension.
template <std::size_t Rank>
index_box<Rank> tile_numbers(index_box<Rank> const& whole, index_array<Rank> const& tile) noexcept {
  index_box<Rank> tiles;
  for (std::size_t dimension = 0; dimension < Rank; ++dimension) {
    tiles.high[dimension] = capped(
        (distance(whole.low[dimension], whole.high[dimension]) - 1) / static_cast<std::uint64_t>(tile[dimension]) + 1);
  }
  return tiles;
}

}  // namespace skua::sched
