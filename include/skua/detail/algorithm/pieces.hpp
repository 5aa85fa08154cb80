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
#include <new>

#include <skua/detail/algorithm/scoped.hpp>
#include <skua/detail/algorithm/ticks.hpp>
#include <skua/detail/core/push.hpp>

namespace skua::algorithm {

/// The time of one chunk: a thief that asks waits for at most one chunk.
inline constexpr double chunk_microseconds = 2;
/// The rest of a piece is divided if it takes at least this time. A steal costs a microsecond; a
/// wake-up costs ten, most of them on the side of the woken worker.
inline constexpr double split_microseconds = 10;
/// Elements of unknown cost are taken for long ones if there are at most this many.
inline constexpr count_type few_elements = 16;
/// A cheap job does not look for help if it has at most this number of elements.
inline constexpr count_type cheap_elements = 4096;

/// The measured cost of an element, and the size of the next chunk.
struct pace {
  double cost = 0;  // ticks for each element; 0: not known
  count_type chunk = 1;

  /// Called after a chunk: its number of elements, and the ticks that it took.
  void measure(count_type elements, std::uint64_t elapsed, count_type least) noexcept {
    cost = static_cast<double>(elapsed + 1) / static_cast<double>(elements);
    double const fitting = chunk_microseconds * ticks_per_microsecond() / cost;
    double const largest = 16.0 * static_cast<double>(elements);  // the first elements may be no sample
    chunk = (std::max)(least, static_cast<count_type>((std::min)(fitting, largest)));
  }
  /// Whether the elements take long enough to be shared.
  [[nodiscard]] bool pays(count_type elements) const noexcept {
    return static_cast<double>(elements) * cost >= split_microseconds * ticks_per_microsecond();
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
  piece<Job> first;
};

template <class Job>
struct piece {
  piece_list<Job>* list;
  count_type position;  // of the next element
  count_type rest;      // elements from there on
  pace speed;
  piece* next = nullptr;  // the piece behind this one
  typename Job::result value{};

  count_type end() const noexcept { return position + rest; }
};

template <class Job>
piece_list<Job>::piece_list(Job& j, count_type elements) : job(j), first{this, 0, elements, {}} {
  if (sched::self()->place->simulated) {
    first.speed.chunk = elements / 64;
  } else if constexpr (Job::cheap) {
    first.speed = {1, cheap_elements};
  } else if (elements <= few_elements) {
    first.speed.cost = split_microseconds * ticks_per_microsecond();
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
      : loop_frame{current->range, &split_rest}, fibre_(current), scope_(current->scope), piece_(&work) {
    current->range = this;
  }
  ~piece_run() { fibre_->range = outer; }
  piece_run(piece_run const&) = delete;
  piece_run& operator=(piece_run const&) = delete;

  void operator()() {
    piece<Job>& piece = *piece_;
    piece_list<Job>& list = *piece.list;
    bool const is_timed = !fibre_->place->simulated;
    std::uint64_t before = is_timed ? ticks() : 0;
    while (piece.rest > 0) {
      if (SKUA_UNLIKELY(fibre_->poll_requested())) {
        if (list.must_stop(fibre_)) return;
        bool const pays = is_timed ? piece.speed.pays(piece.rest) : piece.rest >= 2 * piece.speed.chunk;
        if (pays && piece.rest >= 2 * Job::least) {
          // The push may suspend. Then the kept part must not become another piece: each piece has
          // elements, and the loop below takes some.
          fibre_->range = outer;
          split(kept_elements(piece));
          fibre_->range = this;
          if (is_timed) before = ticks();
        }
      }
      if (list.is_stopped()) return;
      if constexpr (requires { list.job.ends_before(piece.position); }) {
        if (list.job.ends_before(piece.position)) return;
      }
      count_type const first = piece.position;
      // a small remainder is not worth a chunk
      count_type const elements =
          piece.rest - piece.speed.chunk < Job::least + piece.speed.chunk / 4 ? piece.rest : piece.speed.chunk;
      piece.position += elements;
      piece.rest -= elements;
      list.job.run(piece.value, first, first + elements);
      if (is_timed && piece.rest > 0) {
        std::uint64_t const after = ticks();
        piece.speed.measure(elements, after - before, Job::least);
        // Elements so far may have been cheaper than the rest: while chunks grow, half is left to
        // share.
        if (piece.speed.chunk > 2 * elements)
          piece.speed.chunk = (std::min)(piece.speed.chunk, (std::max)(Job::least, piece.rest / 2));
        before = after;
      }
    }
  }

 private:
  /// The elements that a piece keeps when it is divided: half, or fewer if the job wants the helper
  /// to work close by.
  static count_type kept_elements(piece<Job> const& work) noexcept {
    count_type const half = work.rest - work.rest / 2;
    if constexpr (requires { Job::chunks_before_split; }) {
      return (std::min)(half, (std::max)(Job::least, Job::chunks_before_split * work.speed.chunk));
    } else {
      return half;
    }
  }
  /// Makes a piece of all but the next `kept` elements, and queues it.
  void split(count_type kept_count) {
    piece<Job>& work = *piece_;
    auto* const upper = new (std::nothrow)
        piece<Job>{work.list, work.position + kept_count, work.rest - kept_count, work.speed, work.next};
    if (upper == nullptr) return;
    work.next = upper;
    work.rest = kept_count;
    auto const task = [upper] { run_piece(*upper); };
    if (SKUA_LIKELY(fibre_->scope == scope_)) {
      sched::push_closure(fibre_, task);
    } else {  // an inner scope is open, so the piece must not enter this deque (HEIGHT-4)
      sched::slot queued;
      sched::emplace_closure(fibre_, &queued, task);
      sched::submit_piece(fibre_, queued, scope_);
    }
  }
  /// Called when the element function suspends: other workers may take the elements behind it.
  static void split_rest(sched::loop_frame* frame) {
    auto* const run = static_cast<piece_run*>(frame);
    if (run->piece_->rest >= Job::least) run->split(0);
  }

  sched::fibre* fibre_;
  std::uintptr_t scope_;  // of the call: an element function may be inside inner scopes
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
