// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parallel loops: a task runs a box of iterations in order, and divides it when a worker asks.
//
// A loop object holds the body and counts the tasks that refer to it. A task is a piece of a box of
// iterations (the whole range, or one tile). It runs its iterations in blocks. Between two blocks
// it looks for a poll request, and if a worker has no tasks, half of the rest becomes another
// piece. A body may run other loops; then the outermost of the running loops is divided, whose
// pieces are the largest. If a body suspends, the whole rest becomes a piece.
//
// Only the loop over one block, and the destruction of the body, know the type of the body
// (loop_with). All else is compiled once, in src/core/loop_run.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

#include <skua/detail/core/fibre.hpp>

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

/// What all pieces of a loop share. A range of fewer than three dimensions has the last ones; the
/// extent of the others is 1.
struct loop_base {
  void (*run_block)(loop_run&);               // runs the iterations [next, stop) of a piece
  void (*run_each)(loop_run&);                // the same, but returns when a poll is requested
  void (*destroy_body)(loop_base*) noexcept;  // null: nothing to do
  index_box<3> whole;
  std::uint32_t bytes;  // of the object with its body
  std::uint32_t alignment;
  bool takes_pieces;  // the body: run_block and run_each are the same, one call
  index_array<3> tile{};
  base::atomic<std::int64_t> references{1};
};

/// A piece of a loop while it runs.
struct loop_run : loop_frame {
  fibre* current;
  loop_base* loop;
  index_box<3> box;
  std::int64_t tile;
  loop_index next;  // the iteration behind the running one, or the first of the next block
  loop_index stop;  // end of the block
  loop_index end;   // end of the piece, not below `stop`
  double cost = 0;  // ticks of an iteration; 0: not known
};

/// A body that is called once for several iterations in a row: body(low, high).
template <class Body>
struct piece_body {
  Body body;
};
template <class Body>
inline constexpr bool is_piece_body = false;
template <class Body>
inline constexpr bool is_piece_body<piece_body<Body>> = true;

template <class Body>
struct loop_with : loop_base {
  Body body;

  static void destroy(loop_base* loop) noexcept { static_cast<loop_with*>(loop)->body.~Body(); }
  template <std::size_t Rank, bool IsPolling>
  static void run_iterations(loop_run& run) {
    Body& body = static_cast<loop_with*>(run.loop)->body;
    if constexpr (is_piece_body<Body>) {
      std::int64_t const low = run.box.low[2];
      std::int64_t const first = number_of(run.next);
      run.next = run.stop;
      body.body(low + first, low + number_of(run.next));
    } else if constexpr (Rank == 1) {
      std::int64_t const low = run.box.low[2];
      (void)run_row<IsPolling>(run, [&](std::int64_t i) SKUA_INLINE_LAMBDA { body(low + i); });
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

/// Memory for a loop of the calling task; null if the range is empty.
void* allocate_loop(index_box<3> const& whole, std::size_t bytes, std::size_t alignment);
void free_loop(void* memory, std::size_t bytes, std::size_t alignment) noexcept;
/// Starts a loop that is divided on demand.
void start_loop(loop_base* loop);
/// Starts a loop of tiles of the size loop->tile. Each is a task; if `halves`, a task with several
/// tiles makes another task of half of them.
void start_tiles(loop_base* loop, bool halves);

/// A loop of the calling task, with a copy of the body, or with the body itself if it is an rvalue;
/// null if the range is empty.
template <std::size_t Rank, class Body>
loop_base* make_loop(index_box<3> const& whole, Body&& body) {
  using body_type = std::decay_t<Body>;
  using loop = loop_with<body_type>;
  void* const memory = allocate_loop(whole, sizeof(loop), alignof(loop));
  if (memory == nullptr) return nullptr;
  auto const make = [&] {
    return ::new (memory) loop{{&loop::template run_iterations<Rank, false>, &loop::template run_iterations<Rank, true>,
                                std::is_trivially_destructible_v<body_type> ? nullptr : &loop::destroy, whole,
                                sizeof(loop), alignof(loop), is_piece_body<body_type>},
                               std::forward<Body>(body)};
  };
  if constexpr (std::is_nothrow_constructible_v<body_type, Body&&>) {
    return make();
  } else {
    try {
      return make();
    } catch (...) {
      free_loop(memory, sizeof(loop), alignof(loop));
      throw;
    }
  }
}

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
