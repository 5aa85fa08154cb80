// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A range of elements, worked through in order and divided when a worker asks for work.
//
// A piece is a part of the range with a separate result. The task that runs a piece takes chunks
// from its front. It times each chunk, and so knows what an element costs. Between two chunks it
// looks for a poll request. If there is one, and the rest takes long enough to pay for a steal, the
// upper half of the rest becomes another piece, which is queued. If an element function suspends,
// the whole rest becomes a piece (loop_frame). So a range without a helper is a sequential loop
// with a test every two microseconds, and elements of a nanosecond and of a second are both divided
// sensibly.
//
// Pieces form a list in the order of the range. Only the task that runs a piece inserts pieces
// behind it, and the caller reads the list after the scope has ended; so the list needs no lock.
//
// A job says what to do with a chunk:
//   struct result                       of a piece; value-initialised
//   void run(result&, first, last)      works on the elements [first, last), behind earlier chunks
//   static constexpr count_type least   the least number of elements of a piece, and of a chunk
//   static constexpr bool cheap         an element costs about a nanosecond
//   bool ends_before(position)          optional: no element from `position` on matters any more
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <new>

#include <skua/detail/algorithm/scoped.hpp>
#include <skua/detail/base/ticks.hpp>
#include <skua/detail/core/push.hpp>
#include <skua/detail/core/worker_blocks.hpp>

namespace skua::algorithm {

/// The time of one chunk: a thief that asks waits for at most one chunk.
inline constexpr double chunk_microseconds = 2;
/// Elements of unknown cost are taken for long ones if there are at most this many.
inline constexpr count_type few_elements = 16;
/// So many elements of a chunk take a nanosecond or two each; those behind them do not differ.
inline constexpr count_type cheap_chunk = 1000;
/// A cheap job does not look for help if it has at most this number of elements.
inline constexpr count_type cheap_elements = 4096;

/// The measured cost of an element, and the size of the next chunk.
struct pace {
  double cost = 0;  // ticks for each element; 0: not known
  count_type chunk = 1;

  /// Called after a chunk: its number of elements, and the ticks that it took.
  void measure(count_type elements, std::uint64_t elapsed, count_type least) noexcept {
    double const measured = static_cast<double>(elapsed + 1) / static_cast<double>(elements);
    // a shorter time is that of the clock, and of memory that is read for the first time
    if (static_cast<double>(elapsed) >= base::ticks_per_microsecond()) cost = measured;
    double const fitting = chunk_microseconds * base::ticks_per_microsecond() / measured;
    double const largest = 16.0 * static_cast<double>(elements);  // the first elements may be no sample
    chunk = (std::max)(least, static_cast<count_type>((std::min)(fitting, largest)));
  }
  /// Whether the elements take long enough to be shared.
  [[nodiscard]] bool is_worth_sharing(count_type elements, sched::fibre const* current) const noexcept {
    return sched::is_worth_sharing(current, static_cast<double>(elements) * cost);
  }
};

template <class Job>
struct piece;

template <class Job>
void run_piece(piece<Job>& work);

/// A call of an algorithm: the job, and the first piece of its list.
template <class Job>
struct piece_list : progress {
  piece_list(Job& j, count_type elements);
  ~piece_list();
  piece_list(piece_list const&) = delete;
  piece_list& operator=(piece_list const&) = delete;

  /// Does the job. Afterwards the results are those of the pieces, from `first` on.
  SKUA_INLINE void run() {
    if (first.rest == 0) return;
    progress::run([this]() SKUA_INLINE_LAMBDA { run_piece(first); });
  }
  /// Afterwards: calls function(result) for each piece but the first, as a scope, since `function`
  /// calls functions of the user.
  template <class F>
  SKUA_INLINE void for_other_results(F&& function) {
    if (first.next == nullptr) return;
    progress().run([&] {
      for (piece<Job>* piece = first.next; piece != nullptr; piece = piece->next) function(piece->value);
    });
  }

  Job& job;
  std::unique_ptr<sched::worker_blocks> blocks;  // of the rest, if it was divided so; a piece for each
  piece<Job> first;
};

template <class Job>
struct piece {
  piece_list<Job>* list;
  count_type position;  // of the next element
  count_type rest;      // elements from there on
  pace speed;
  piece* next = nullptr;      // the piece behind this one
  bool is_of_worker = false;  // a part of a worker's block
  typename Job::result value{};

  count_type end() const noexcept { return position + rest; }

  /// Makes a piece of all but the next elements, or returns null if there is no memory.
  piece* split_off(count_type kept_count) noexcept {
    auto* const upper =
        new (std::nothrow) piece{list, position + kept_count, rest - kept_count, speed, next, is_of_worker};
    if (upper == nullptr) return nullptr;
    next = upper;
    rest = kept_count;
    return upper;
  }
};

/// Runs so many blocks of workers; the upper halves are tasks for thieves.
template <class Job>
void run_worker_blocks(piece_list<Job>& list, std::size_t count) {
  sched::fibre* const current = sched::self();
  for (; count > 1; count -= count / 2) {
    sched::slot queued;
    sched::emplace_closure(current, &queued, [&list, upper = count / 2] { run_worker_blocks(list, upper); });
    sched::queue_share(current, queued, current->scope, sched::loop_share::half);
  }
  void* const work = list.blocks->take(current).work;
  if (work != nullptr) run_piece(*static_cast<piece<Job>*>(work));
}

template <class Job>
piece_list<Job>::piece_list(Job& j, count_type elements) : job(j), blocks(), first{this, 0, elements, {}} {
  if (sched::self()->place->simulated) {
    first.speed.chunk = elements / 64;
  } else if constexpr (Job::cheap) {
    first.speed = {1, cheap_elements};
  } else if (elements <= few_elements) {
    first.speed.cost = std::numeric_limits<double>::infinity();
  } else {
    first.speed.chunk = std::min<count_type>(elements / 64, 64);
  }
  first.speed.chunk = (std::max)(first.speed.chunk, Job::least);
}
template <class Job>
piece_list<Job>::~piece_list() {
  while (piece<Job>* const piece = first.next) {
    first.next = piece->next;
    delete piece;
  }
}

/// A piece while it runs.
template <class Job>
class piece_run : sched::loop_frame {
 public:
  piece_run(sched::fibre* current, piece<Job>& work) noexcept
      : loop_frame{current->range, &divide_piece, current->scope}, fibre_(current), piece_(&work) {
    current->range = this;
  }
  ~piece_run() { fibre_->range = outer; }
  piece_run(piece_run const&) = delete;
  piece_run& operator=(piece_run const&) = delete;

  void operator()() {
    piece<Job>& piece = *piece_;
    piece_list<Job>& list = *piece.list;
    bool const is_timed = !fibre_->place->simulated;
    std::uint64_t before = is_timed ? base::ticks() : 0;
    while (piece.rest > 0) {
      bool const is_polled = fibre_->poll_requested();
      if (SKUA_UNLIKELY(is_polled) && list.must_stop(fibre_)) return;
      if (list.is_stopped()) return;
      if constexpr (requires { list.job.ends_before(piece.position); }) {
        if (list.job.ends_before(piece.position)) return;
      }
      count_type const first = piece.position;
      // a small remainder is not worth a chunk
      bool const is_all = piece.rest - piece.speed.chunk < Job::least + piece.speed.chunk / 4;
      count_type const elements = is_all ? piece.rest : sched::aligned_size(first, piece.speed.chunk);
      piece.position += elements;
      piece.rest -= elements;
      if (SKUA_UNLIKELY(is_polled)) {  // only now: each piece has elements, and others get none of this chunk
        (void)sched::answer_poll(fibre_);
        if (is_timed) before = base::ticks();
      }
      list.job.run(piece.value, first, first + elements);
      if (is_timed && piece.rest > 0) {
        std::uint64_t const after = base::ticks();
        piece.speed.measure(elements, after - before, Job::least);
        // Elements so far may have been cheaper than the rest: while chunks grow, half is left to
        // share, unless so little is left.
        bool const is_last = piece.speed.chunk / 2 >= piece.rest && piece.speed.chunk >= cheap_chunk;
        if (piece.speed.chunk > 2 * elements && !is_last)
          piece.speed.chunk = (std::min)(piece.speed.chunk, (std::max)(Job::least, piece.rest / 2));
        before = after;
      }
    }
  }

 private:
  static bool divide_piece(sched::loop_frame* frame, sched::loop_share share) noexcept {
    auto* const run = static_cast<piece_run*>(frame);
    piece<Job>& work = *run->piece_;
    if (work.rest < Job::least || work.rest == 0) return false;
    if (share == sched::loop_share::rest) return run->split(0, share);
    if (run->fibre_->place->simulated && work.rest < work.speed.chunk) return false;
    if (!work.speed.is_worth_sharing(work.rest, run->fibre_)) return false;
    if (work.is_of_worker && work.list->blocks->has_free()) return false;
    return run->make_worker_blocks() || run->split(kept_elements(work), share);
  }
  /// The elements of the rest that a piece keeps when it is divided: half, or fewer if the job
  /// wants the helper to work close by.
  static count_type kept_elements(piece<Job> const& work) noexcept {
    count_type count = work.rest / 2;
    if constexpr (requires { Job::chunks_before_split; })
      count = (std::min)(count, (Job::chunks_before_split - 1) * work.speed.chunk);
    return count < Job::least ? 0 : count;
  }
  /// Makes a piece of all but the next elements, and queues it.
  bool split(count_type kept_count, sched::loop_share share) noexcept {
    piece<Job>* const upper = piece_->split_off(kept_count);
    if (upper != nullptr) queue([upper] { run_piece(*upper); }, share);
    return upper != nullptr;
  }
  /// Makes a piece for each worker of all but the running chunk, and queues them. Does so once for
  /// each list: only one piece is the last one.
  bool make_worker_blocks() noexcept {
    if constexpr (requires { Job::chunks_before_split; }) return false;
    piece<Job>& work = *piece_;
    piece_list<Job>& list = *work.list;
    if (work.next != nullptr || work.is_of_worker) return false;
    auto blocks = sched::worker_blocks::make(fibre_, work.position, work.end(), work.speed.cost);
    if (blocks == nullptr) return false;
    std::size_t const count = blocks->count();
    for (std::size_t i = count; i-- > 0;) {
      piece<Job>* const upper = work.split_off((*blocks)[i].low - work.position);
      if (upper == nullptr) break;  // this piece keeps these elements and those of lower blocks
      upper->is_of_worker = true;
      (*blocks)[i].work = upper;
    }
    list.blocks = std::move(blocks);
    queue([&list, count] { run_worker_blocks(list, count); }, sched::loop_share::half);
    return true;
  }
  template <class Task>
  void queue(Task&& task, sched::loop_share share) noexcept {
    sched::slot queued;
    sched::emplace_closure(fibre_, &queued, static_cast<Task&&>(task));
    sched::queue_share(fibre_, queued, scope, share);
  }

  sched::fibre* fibre_;
  piece<Job>* piece_;
};

template <class Job>
void run_piece(piece<Job>& work) {
  try {
    piece_run<Job> run(sched::self(), work);
    run();
  } catch (...) {
    work.list->capture();
  }
}

/// Does a job without a result.
template <class Job>
SKUA_INLINE void run_pieces(Job& job, count_type elements) {
  piece_list<Job> list(job, elements);
  list.run();
}

}  // namespace skua::algorithm
