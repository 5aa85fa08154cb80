// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many workers of a place search for work. While one does, publishing work wakes no other, and
// a worker that gives up its search sleeps without the final check of parking.hpp, which interrupts
// every running thread: the searching one does what remains. So a hundred workers that run out of
// work pay for one check, and a stream of single tasks keeps one worker awake and not all.
//
// Invariants
//   SEARCH-1  The count is that of the workers that search, and of those that were woken and have
//     not begun to: the waker counts them.
//   SEARCH-2  The last worker that ends its search makes the final check before it sleeps, or has
//     found work; then it looks whether other work is published, and wakes a worker for that.
// Edge SEARCHERS: store-buffering pair. A producer publishes work, fences fully, and reads the
// count (notify); the last searcher lowers the count, fences fully, and looks for published work.
// Explored in tests/model/search_model.cpp.
#pragma once

#include <skua/detail/base/atomic.hpp>

namespace skua::sched {

class searchers {
 public:
  void begin() noexcept { count_.fetch_add(1, std::memory_order_relaxed); }  // relaxed: nothing is passed on
  /// Returns true if no other worker searches: the caller must do what SEARCH-2 says.
  bool end() noexcept {
    bool const is_last = count_.fetch_sub(1, std::memory_order_relaxed) == 1;  // sync: SEARCHERS <-> count
    if (!base::mutated("searchers.end")) base::full_fence();
    return is_last;
  }
  /// Producer, when it has published work beside sleepers: whether a worker searches that will see
  /// it. If not, the producer wakes one.
  bool will_see() const noexcept {
    if (!base::mutated("searchers.producer")) base::full_fence();
    return count() > 0;
  }
  int count() const noexcept { return count_.load(std::memory_order_relaxed); }  // sync: SEARCHERS <-> end

 private:
  alignas(64) base::atomic<int> count_{0};
};

/// A worker has found work and has ended its search; `is_last`: no other searches. The worker
/// offers wants_more_awake(), has_published_work() and notify().
template <class Worker>
void pass_on_search(bool is_last, Worker&& worker) {
  if (is_last && !base::mutated("searchers.leaves_work") && worker.wants_more_awake() && worker.has_published_work())
    worker.notify();
}

}  // namespace skua::sched
