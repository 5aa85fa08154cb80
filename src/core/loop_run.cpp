// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/core/loop_run.hpp>

#include <skua/detail/base/ticks.hpp>
#include <skua/detail/core/push.hpp>
#include <skua/detail/core/size_class_freelist.hpp>

#include "core/deque_slow.hpp"

namespace skua::sched {
namespace {

/// Where the body of a loop lies, from the loop's start.
std::size_t offset_of_body(loop_body_type const& type) noexcept {
  return (sizeof(loop_base) + type.alignment - 1) / type.alignment * type.alignment;
}
void* body_of(loop_base* loop) noexcept { return reinterpret_cast<std::byte*>(loop) + offset_of_body(*loop->type); }
std::size_t alignment_of_loop(loop_body_type const& type) noexcept {
  return (std::max)(alignof(loop_base), std::size_t{type.alignment});
}
int class_of_loop(loop_body_type const& type) noexcept {
  return class_of_block(offset_of_body(type) + type.bytes, alignment_of_loop(type));
}

void free_loop(loop_base* loop) noexcept {
  loop->blocks.reset();
  if (int const size_class = class_of_loop(*loop->type); size_class >= 0) {
    block_put_class(self(), loop, size_class);
  } else {
    ::operator delete(loop, std::align_val_t{alignment_of_loop(*loop->type)});
  }
}

/// A loop of the calling task; null if the range is empty.
loop_base* make_loop(loop_body_type const& type, index_box<3> const& whole, void* source) {
  fibre* const current = self();
  if (current == nullptr) no_task_error("for_async");
  if (whole.size() == 0) return nullptr;
  int const size_class = class_of_loop(type);
  void* const memory =
      size_class >= 0 ? block_get_class(current, size_class)
                      : ::operator new(offset_of_body(type) + type.bytes, std::align_val_t{alignment_of_loop(type)});
  auto* const loop = ::new (memory) loop_base{&type, whole};
  if (type.construct == nullptr) {
    __builtin_memcpy(body_of(loop), source, type.bytes);
    return loop;
  }
  try {
    type.construct(body_of(loop), source);
  } catch (...) {
    free_loop(loop);
    throw;
  }
  return loop;
}

/// Not a tile: a piece of the whole range, a piece of a worker's block.
constexpr std::int64_t whole_range = -1, worker_block = -2;

/// The contents of a loop task's slot: the iterations [from, to) of a box.
struct loop_piece {
  loop_base* loop;
  std::int64_t tile;  // or one of the two below
  std::int64_t from;
  std::int64_t to;
};

void build_task(slot* task, task_fn fn, loop_piece const& piece) noexcept {
  ::new (static_cast<void*>(task->buffer)) loop_piece(piece);
  task->fn = fn;
}

void push_piece(fibre* current, task_fn fn, loop_piece const& piece) {
  slot* const task = current->top();
  build_task(task, fn, piece);
  task->scope = current->scope;
  if (SKUA_UNLIKELY(current->push(task))) spawn_slow(current);
}

/// Chooses the blocks of a piece, by the time that iterations take.
///
/// A body that takes pieces gets a whole tile, or about piece_ns: enough to keep its variables in
/// registers, and to let the loads of several iterations overlap.
///
/// Any other body is called once for each iteration. If iterations take long, or are few, a poll
/// request is answered after each one. Else there is no test within a block; it takes about
/// block_ns, but has at most a quarter of the rest, since iterations so far may have been cheaper
/// than the rest.
class block_sizes {
 public:
  static constexpr std::int64_t few = 16;  // iterations that are not measured

  explicit block_sizes(bool is_timed) noexcept : is_timed_(is_timed) {}

  void run_next_block(loop_run& run) {
    std::int64_t const rest = number_of(run.end) - number_of(run.next);
    if (run.loop->type->takes_pieces) return run_next_piece(run, rest);
    if (!is_timed_ || rest <= few) return run_to(run, rest, true);
    if (rest <= short_piece) return run_and_measure(run, rest, true);
    if (fitting_ < least_block) {
      std::int64_t const size = (std::min)(sample_, rest);
      sample_ = (std::min)(4 * sample_, largest_sample);
      return run_and_measure(run, size, true);
    }
    bool const is_last = fitting_ / 2 >= rest && fitting_ >= straight_block;
    std::int64_t const size = is_last ? rest : (std::min)(fitting_, rest / 4);
    if (is_growing_ || size == fitting_) return run_and_measure(run, size, false);
    run_to(run, size, false);
  }
  void run_next_piece(loop_run& run, std::int64_t rest) {
    if (run.tile >= 0) return run_to(run, rest, false);
    if (!is_timed_) return run_to(run, (rest + 7) / 8, false);
    bool const is_last = fitting_ / 2 >= rest;
    std::int64_t const size = is_last ? rest : (std::max)((std::min)(fitting_, rest / 4), std::int64_t{1});
    run_and_measure(run, size, false, piece_ns);
  }
  /// Forgets what iterations cost.
  void restart() noexcept {
    fitting_ = 0;
    sample_ = first_sample;
  }

 private:
  static constexpr double block_ns = 2000;
  static constexpr double piece_ns = 30'000;
  static constexpr double most_growth = 32;             // the first iterations may be no sample
  static constexpr double largest_block = 1e18;         // of a body that the compiler has made empty
  static constexpr std::int64_t short_piece = 64;       // is one block
  static constexpr std::int64_t least_block = 20;       // else the iterations take long
  static constexpr std::int64_t straight_block = 2000;  // so many iterations of a nanosecond do not differ
  static constexpr std::int64_t first_sample = 32;
  static constexpr std::int64_t largest_sample = 2048;

  static void run_to(loop_run& run, std::int64_t size, bool polls) {
    std::int64_t const first = number_of(run.next);
    bool const is_last = first + size >= number_of(run.end);
    run.stop = loop_index{first + (is_last ? size : aligned_size(first, size))};
    (polls ? run.loop->type->run_each : run.loop->type->run_block)(run);
  }
  void run_and_measure(loop_run& run, std::int64_t size, bool polls, double wanted_ns = block_ns) {
    std::int64_t const first = number_of(run.next);
    std::uint64_t const begin = base::ticks();
    run_to(run, size, polls);
    auto const iterations = static_cast<double>(number_of(run.next) - first);
    auto const elapsed = static_cast<double>(base::ticks() - begin + 1);
    double const fitting = wanted_ns * 1e-3 * base::ticks_per_microsecond() * iterations / elapsed;
    // a shorter time is that of the clock, and of memory that is read for the first time
    if (elapsed >= base::ticks_per_microsecond()) run.cost = elapsed / iterations;
    is_growing_ = fitting > 2 * static_cast<double>(fitting_);
    fitting_ = static_cast<std::int64_t>((std::min)({fitting, most_growth * iterations, largest_block}));
  }

  bool const is_timed_;  // in a simulation, whose runs must repeat, nothing is
  bool is_growing_ = false;
  std::int64_t fitting_ = 0;  // the iterations that take block_ns or piece_ns, as far as known
  std::int64_t sample_ = first_sample;
};

void loop_task(slot* task, task_op op);

/// Whether the rest of a piece takes long enough to be shared.
bool is_worth_sharing(loop_run const& run, std::int64_t rest) noexcept {
  if (run.cost == 0 && rest <= block_sizes::few) return true;  // they may be long ones
  return is_worth_sharing(run.current, run.cost * static_cast<double>(rest));
}

void run_worker_block(slot* task, task_op op);

/// Makes blocks of the workers, one time for each loop: of the rest up to its end, which only one
/// piece has.
bool make_worker_blocks(loop_run& run) noexcept {
  loop_base& loop = *run.loop;
  if (number_of(run.end) != loop.whole.size() || run.tile != whole_range) return false;
  loop.blocks = worker_blocks::make(run.current, number_of(run.next), number_of(run.end), run.cost);
  return loop.blocks != nullptr;
}

bool divide(loop_frame* frame, loop_share share) noexcept {
  auto& run = *static_cast<loop_run*>(frame);
  std::int64_t const rest = number_of(run.end) - number_of(run.next);
  if (rest <= 0) return false;
  if (share == loop_share::half && (run.tile >= 0 || !is_worth_sharing(run, rest))) return false;
  if (share == loop_share::half && run.tile == worker_block && run.loop->blocks->has_free()) return false;
  bool const is_half = share == loop_share::half && !make_worker_blocks(run);
  std::int64_t const remainder = is_half ? rest / 2 : 0;
  std::int64_t const old_end = number_of(run.end);
  std::int64_t const first = number_of(run.next);
  run.end = loop_index{first + (remainder >= 1024 ? aligned_size(first, remainder) : remainder)};
  run.stop = (std::min)(run.stop, run.end);
  run.loop->references.fetch_add(1, std::memory_order_relaxed);  // relaxed: the caller holds a reference
  slot task;
  if (is_half || share == loop_share::rest) {
    build_task(&task, &loop_task, {run.loop, run.tile, number_of(run.end), old_end});
  } else {
    build_task(&task, &run_worker_block,
               {run.loop, worker_block, 0, static_cast<std::int64_t>(run.loop->blocks->count())});
  }
  queue_share(run.current, task, run.scope, share);
  return true;
}

/// The points of a piece's tile.
index_box<3> box_of(loop_base const& loop, std::int64_t tile) noexcept {
  return tile < 0 ? loop.whole : box_of_tile<3>(loop.whole, tile_numbers<3>(loop.whole, loop.tile).at(tile), loop.tile);
}

/// Runs a piece. The caller holds a reference to the loop.
void run_piece(loop_piece const& piece) {
  fibre* const current = self();
  loop_index const first{piece.from};
  loop_run run{{current->range, &divide, current->scope},
               current,
               piece.loop,
               body_of(piece.loop),
               box_of(*piece.loop, piece.tile),
               piece.tile,
               first,
               first,
               loop_index{piece.to}};
  current->range = &run;
  struct leaver {
    fibre* current;
    loop_frame* outer;
    ~leaver() { current->range = outer; }
  } const leave{current, run.outer};
  block_sizes sizes(!current->place->simulated);
  try {
    while (run.next < run.end) {
      if (SKUA_UNLIKELY(current->poll_requested())) {
        if (loop_must_stop(current)) return;
        loop_index const next = run.next;
        run.next = loop_index{number_of(next) + 1};  // others get none of the iterations up to here
        bool const has_shared = answer_poll(current);
        run.next = next;
        if (has_shared) sizes.restart();  // the rest of the iterations may take longer
      }
      sizes.run_next_block(run);
    }
  } catch (...) {
    divide(&run, loop_share::rest);  // with keep_going the rest still runs; else its task never starts
    throw;
  }
}

void release(loop_base* loop, std::int64_t n = 1) noexcept {
  if (loop->references.fetch_sub(n, std::memory_order_acq_rel) != n) return;  // sync: LOOP <- release; LOOP -> release
  if (loop->type->destroy != nullptr) loop->type->destroy(body_of(loop));
  free_loop(loop);
}
/// Gives a task's reference to its loop back.
struct reference_holder {
  loop_base* loop;
  ~reference_holder() { release(loop); }
};

void loop_task(slot* task, task_op op) {
  loop_piece const piece = *std::launder(reinterpret_cast<loop_piece*>(task->buffer));
  reference_holder const hold{piece.loop};
  if (op != task_op::destroy) run_piece(piece);
}

std::int64_t tile_size(loop_base const& loop, std::int64_t tile) noexcept { return box_of(loop, tile).size(); }

/// A task for [from, to): pushes the upper half for thieves, again and again, until one is left.
loop_piece leave_upper_halves(task_fn fn, loop_piece piece) {
  while (piece.to - piece.from > 1) {
    std::int64_t const middle = piece.from + (piece.to - piece.from) / 2;
    piece.loop->references.fetch_add(1, std::memory_order_relaxed);  // relaxed: the caller holds a reference
    push_piece(self(), fn, {piece.loop, piece.tile, middle, piece.to});
    piece.to = middle;
  }
  return piece;
}

/// Tiles [from, to).
void halving_task(slot* task, task_op op) {
  loop_piece piece = *std::launder(reinterpret_cast<loop_piece*>(task->buffer));
  reference_holder const hold{piece.loop};
  if (op == task_op::destroy) return;
  piece = leave_upper_halves(&halving_task, piece);
  run_piece({piece.loop, piece.from, 0, tile_size(*piece.loop, piece.from)});
}

/// As many blocks of workers as there are numbers in [from, to).
void run_worker_block(slot* task, task_op op) {
  loop_piece const piece = *std::launder(reinterpret_cast<loop_piece*>(task->buffer));
  reference_holder const hold{piece.loop};
  if (op == task_op::destroy) return;
  (void)leave_upper_halves(&run_worker_block, piece);
  worker_blocks::block const& block = piece.loop->blocks->take(self());
  run_piece({piece.loop, worker_block, block.low, block.high});
}

}  // namespace

void start_loop(loop_body_type const& type, index_box<3> const& whole, void* source) {
  if (loop_base* const loop = make_loop(type, whole, source))
    push_piece(self(), &loop_task, {loop, whole_range, 0, loop->whole.size()});
}
void start_loop(loop_body_type const& type, std::int64_t low, std::int64_t high, void* source) {
  start_loop(type, {{0, 0, low}, {1, 1, high}}, source);
}

void start_tiles(loop_body_type const& type, index_box<3> const& whole, void* source, index_array<3> const& tile,
                 bool halves) {
  loop_base* const loop = make_loop(type, whole, source);
  if (loop == nullptr) return;
  loop->tile = tile;
  fibre* const current = self();
  std::int64_t const tiles = tile_numbers<3>(loop->whole, loop->tile).size();
  if (halves) {
    push_piece(current, &halving_task, {loop, 0, 0, tiles});
    return;
  }
  loop->references.store(tiles + 1, std::memory_order_relaxed);  // relaxed: not shared yet
  std::int64_t i = 0;
  for (; i < tiles && !spawns_nothing(current, static_cast<std::uint64_t>(tiles - i)); ++i)
    push_piece(current, &loop_task, {loop, i, 0, tile_size(*loop, i)});
  release(loop, tiles - i + 1);
}

}  // namespace skua::sched
