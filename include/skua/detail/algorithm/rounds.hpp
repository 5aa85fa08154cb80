// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Algorithms in which an element depends on all earlier ones: scans and copy_if.
//
// The caller works from left to right with the state behind the elements so far. When workers ask
// for work, it begins a round. It divides the next elements into segments and works on the first
// one, while helpers do the part of the work on the others that needs no state: they sum up, or
// test the predicate. Then the state in front of each prepared segment is known; helpers complete
// those, and the caller works on the segment behind them. So two workers need two thirds of the
// time of one, p workers 2 / (p + 1), and a segment that no helper has prepared costs nothing
// extra.
//
// A job says what to do with elements:
//   struct state                              what is known in front of an element
//   void advance(state&, first, last)         works on the elements [first, last)
//   struct note                               of a prepared segment; value-initialised
//   void prepare(note&, first, last)          without the state
//   void skip(state&, note const&)            the state behind a prepared segment
//   void complete(state const&, note&, first, last)   works on a prepared segment
//   static constexpr std::size_t bytes        of an element, so that segments fit into a cache
#pragma once

#include <algorithm>
#include <vector>

#include <skua/detail/algorithm/pieces.hpp>

namespace skua::algorithm {

/// A segment and its note stay in the cache of the helper between both of its passes.
inline constexpr std::size_t segment_bytes = 512 * 1024;
/// The least time of a segment: the workers wait for one another twice in each round.
inline constexpr double segment_microseconds = 20;

template <class Job>
class rounds {
 public:
  /// `fixed`: all segments have a size that depends on the number of elements only, and all are
  /// prepared, so that elements are always grouped in the same way.
  rounds(Job& job, typename Job::state& s, count_type elements, bool fixed)
      : job_(job),
        state_(s),
        elements_(elements),
        fixed_(fixed),
        helpers_((std::max)(sched::self()->place->workers - 1, 0)) {}

  void run() {
    if (fixed_) return run_fixed();
    speed_.chunk = std::clamp<count_type>(elements_ / 16, 1, 1024);
    sched::fibre* const s = sched::self();
    std::uint64_t before = base::ticks();
    while (position_ < elements_) {
      if (SKUA_UNLIKELY(s->poll_requested())) {
        if (progress_.must_stop(s)) throw cancelled_error();
        count_type const size = segment_size();
        if (size > 0 && helpers_ > 0 && speed_.is_worth_sharing(elements_ - position_, s)) {
          count_type const first = position_;
          std::uint64_t const begin = base::ticks();
          run_round(size);
          before = base::ticks();
          bool const has_paid =
              static_cast<double>(before - begin) < speed_.cost * static_cast<double>(position_ - first);
          if (!has_paid && ++lost_rounds_ == most_lost_rounds && !s->place->simulated) helpers_ = 0;
          continue;
        }
      }
      count_type const end = position_ + (std::min)(speed_.chunk, elements_ - position_);
      job_.advance(state_, position_, end);
      count_type const done = end - position_;
      position_ = end;
      if (position_ == elements_) break;
      std::uint64_t const after = base::ticks();
      speed_.measure(done, after - before, 1);
      before = after;
    }
  }

 private:
  struct segment {
    count_type first = 0;
    count_type last = 0;
    bool is_prepared = false;
    typename Job::note note{};
    typename Job::state begin{};
  };

  /// So many rounds may take longer than the caller alone, the first because its helper is woken.
  /// More would do so because the elements are in the caller's cache.
  static constexpr int most_lost_rounds = 2;
  static constexpr count_type largest_segment = std::max<count_type>(1024, segment_bytes / Job::bytes);

  /// The size of the segments of a round; 0: the remaining elements are too few for a round.
  count_type segment_size() const {
    auto const ticks_each = segment_microseconds * base::ticks_per_microsecond();
    auto const least =
        sched::self()->place->simulated ? 64.0 : (std::max)(1.0, ticks_each / (std::max)(speed_.cost, 1e-3));
    count_type const size = (std::min)((elements_ - position_) / (helpers_ + 2), largest_segment);
    return static_cast<double>(size) < least ? 0 : size;
  }

  /// One round: a segment for the caller, one for each helper, and one more for the caller.
  void run_round(count_type size) {
    segments_.clear();
    for (int i = 0; i < helpers_; ++i) segments_.push_back({position_ + (i + 1) * size, position_ + (i + 2) * size});
    base::atomic<bool> is_late{false};
    fork(
        0,
        [&](segment& s) {
          if (is_late.load(std::memory_order_relaxed)) return;  // relaxed: a hint
          job_.prepare(s.note, s.first, s.last);
          s.is_prepared = true;
        },
        [&] {
          job_.advance(state_, position_, position_ + size);
          is_late.store(true, std::memory_order_relaxed);  // relaxed: a hint
        });
    position_ += size;
    complete_segments(size);
  }

  /// Every element of the range in segments of a fixed size: first all notes, then all completions.
  void run_fixed() {
    count_type const size = std::clamp<count_type>(elements_ / 32, 1, largest_segment / 8);
    auto const prepare = [this](segment& s) {
      job_.prepare(s.note, s.first, s.last);
      s.is_prepared = true;
    };
    while (position_ < elements_) {
      if (progress_.must_stop(sched::self())) throw cancelled_error();
      segments_.clear();
      for (count_type first = position_; first < elements_ && segments_.size() < 32; first += size)
        segments_.push_back({first, (std::min)(first + size, elements_)});
      fork(0, prepare, [] {});
      complete_segments(0);
    }
  }

  /// Completes the segments in front of the first one that is not prepared, in parallel, while the
  /// caller works on that one; `extra` elements follow the last segment. Then come segments that
  /// were prepared although one before them was not, because its helper was too slow.
  void complete_segments(count_type extra) {
    std::size_t prepared = 0;
    for (; prepared < segments_.size() && segments_[prepared].is_prepared; ++prepared) {
      segments_[prepared].begin = state_;
      job_.skip(state_, segments_[prepared].note);
      position_ = segments_[prepared].last;
    }
    auto const middle = segments_.begin() + static_cast<std::ptrdiff_t>(prepared);
    std::vector<segment> others(std::make_move_iterator(middle), std::make_move_iterator(segments_.end()));
    segments_.resize(prepared);
    if (prepared > 0) {
      count_type const own_end = others.empty() ? (std::min)(position_ + extra, elements_) : others.front().last;
      fork(
          0, [this](segment& s) { job_.complete(s.begin, s.note, s.first, s.last); },
          [&] { job_.advance(state_, position_, own_end); });
      position_ = own_end;
    }
    while (!others.empty() && !others.back().is_prepared) others.pop_back();
    for (segment& s : others)
      if (s.first >= position_) finish_segment(s);
  }
  void finish_segment(segment& s) {
    if (s.is_prepared) {
      typename Job::state const begin = state_;
      job_.skip(state_, s.note);
      job_.complete(begin, s.note, s.first, s.last);
    } else {
      job_.advance(state_, s.first, s.last);
    }
    position_ = s.last;
  }

  /// `task(segment)` for each segment from i on, beside `own()`.
  template <class Task, class Own>
  void fork(std::size_t i, Task&& task, Own&& own) {
    if (i == segments_.size()) return own();
    skua::invoke([&] { task(segments_[i]); }, [&] { fork(i + 1, task, own); });
  }

  Job& job_;
  typename Job::state& state_;
  count_type elements_;
  bool fixed_;
  int helpers_;
  progress progress_;
  count_type position_ = 0;
  pace speed_;
  int lost_rounds_ = 0;
  std::vector<segment> segments_;
};

/// Runs a job over `elements` elements as the scope of a call; `s` becomes the state behind them.
template <class Job>
void run_rounds(Job& job, typename Job::state& s, count_type elements, bool fixed = false) {
  progress().run([&] { rounds<Job>(job, s, elements, fixed).run(); });
}

}  // namespace skua::algorithm
