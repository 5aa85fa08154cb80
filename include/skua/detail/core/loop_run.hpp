// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parallel loops: a task runs a box of iterations in order, and splits it when a thief asks.
//
// A loop object holds the body and counts the tasks that refer to it. A task is a piece of a box of
// iterations (the whole range, or one tile). While it runs, its position is in a loop_frame on
// the stack. So suspend can first turn the rest into another task, and a steal request splits off
// half.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <utility>

#include <skua/detail/core/push.hpp>

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

template <class Body, std::size_t Rank>
struct loop {
  base::atomic<std::int64_t> references;
  index_box<Rank> whole;
  index_box<Rank> tiles;  // tile coordinates; unused by on-demand loops
  index_array<Rank> tile{};
  Body body;

  void release(std::int64_t n = 1) noexcept {
    if (references.fetch_sub(n, std::memory_order_acq_rel) == n) delete this;  // sync: LOOP <- release; LOOP -> release
  }
  index_box<Rank> tile_box(std::int64_t number) const noexcept { return box_of_tile(whole, tiles.at(number), tile); }
};

/// The contents of a loop task's slot: a piece [from, to) of a box.
template <class Loop>
struct loop_piece {
  Loop* loop;
  std::int64_t tile;  // -1: the whole range
  std::int64_t from;
  std::int64_t to;
};

template <class Loop>
SKUA_INLINE void push_piece(fibre* current, task_fn fn, loop_piece<Loop> const& piece) {
  slot* task = current->top();
  ::new (static_cast<void*>(task->buffer)) loop_piece<Loop>(piece);
  task->fn = fn;
  task->scope = current->scope;
  if (SKUA_UNLIKELY(current->push(task))) spawn_slow(current);
}

template <class Loop>
void loop_task(slot* task, task_op op);

template <class Loop>
struct loop_run : loop_frame {
  fibre* current;
  std::uintptr_t scope;  // of the loop: a body may be inside inner scopes when the rest is split off
  Loop* loop;
  std::int64_t tile;
  std::int64_t next;
  std::int64_t end;

  loop_run(fibre* fibre, loop_piece<Loop> const& piece) noexcept
      : loop_frame{fibre->range, &split_off},
        current(fibre),
        scope(fibre->scope),
        loop(piece.loop),
        tile(piece.tile),
        next(piece.from),
        end(piece.to) {
    fibre->range = this;
  }
  ~loop_run() { current->range = outer; }
  loop_run(loop_run const&) = delete;
  loop_run& operator=(loop_run const&) = delete;

  /// Turns the iterations from `at` on into another task.
  void cut(std::int64_t at) {
    loop->references.fetch_add(1, std::memory_order_relaxed);  // relaxed: the caller holds a reference
    std::int64_t const old_end = std::exchange(end, at);
    if (SKUA_LIKELY(current->scope == scope)) {
      push_piece<Loop>(current, &loop_task<Loop>, {loop, tile, at, old_end});
    } else {  // an inner scope is open, so the piece must not enter this deque (HEIGHT-4)
      slot piece;
      ::new (static_cast<void*>(piece.buffer)) loop_piece<Loop>{loop, tile, at, old_end};
      piece.fn = &loop_task<Loop>;
      submit_piece(current, piece, scope);
    }
  }
  static void split_off(loop_frame* frame) {
    auto* run = static_cast<loop_run*>(frame);
    if (run->next < run->end) run->cut(run->next);
  }
};

/// Runs a piece. The caller holds a reference to the loop and releases it afterwards.
template <class Body, std::size_t Rank>
void run_piece(loop_piece<loop<Body, Rank>> const& piece) {
  using Loop = loop<Body, Rank>;
  fibre* const current = self();
  index_box<Rank> const box = piece.tile < 0 ? piece.loop->whole : piece.loop->tile_box(piece.tile);
  bool const on_demand = piece.tile < 0;
  loop_run<Loop> run(current, piece);
  index_array<Rank> array = box.at(piece.from);
  Body& body = piece.loop->body;
  try {
    for (std::int64_t i = run.next; i < run.end; ++i) {
      run.next = i + 1;
      if (SKUA_UNLIKELY(current->poll_requested())) {
        if (loop_must_stop(current)) return;
        if (on_demand && run.end - run.next > 0) run.cut(run.next + (run.end - run.next) / 2);
      }
      std::apply([&](auto const&... indices) SKUA_INLINE_LAMBDA { body(indices...); }, array);
      box.advance(array);
    }
  } catch (...) {
    loop_run<Loop>::split_off(&run);  // with keep_going the rest still runs; else its task never starts
    throw;
  }
}

template <class Loop>
void loop_task(slot* task, task_op op) {
  loop_piece<Loop> const piece = *std::launder(reinterpret_cast<loop_piece<Loop>*>(task->buffer));
  struct holder {
    Loop* loop;
    ~holder() { loop->release(); }
  } const hold{piece.loop};
  if (op != task_op::destroy) run_piece(piece);
}

/// Tiles [from, to): pushes the upper half for thieves, again and again, then runs the first tile.
template <class Loop>
void recursive_task(slot* task, task_op op) {
  loop_piece<Loop> piece = *std::launder(reinterpret_cast<loop_piece<Loop>*>(task->buffer));
  struct holder {
    Loop* loop;
    ~holder() { loop->release(); }
  } const hold{piece.loop};
  if (op == task_op::destroy) return;
  while (piece.to - piece.from > 1) {
    std::int64_t const middle = piece.from + (piece.to - piece.from) / 2;
    piece.loop->references.fetch_add(1, std::memory_order_relaxed);  // relaxed: the caller holds a reference
    push_piece<Loop>(self(), &recursive_task<Loop>, {piece.loop, 0, middle, piece.to});
    piece.to = middle;
  }
  run_piece(loop_piece<Loop>{piece.loop, piece.from, 0, piece.loop->tile_box(piece.from).size()});
}

}  // namespace skua::sched
