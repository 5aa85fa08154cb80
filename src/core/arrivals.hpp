// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks and fibres that have come to a place from outside its deques.
//
// Any thread adds to them, under the lock; the counts beside the queues are hints for threads that
// do not hold it. The thread that adds the first arrival asks every worker to look for arrivals at
// its next push (request_polls); the workers keep doing so until no arrival is left (push_slow). A
// worker that switches to another fibre, or has found work, looks without being asked
// (publish_current, find_work). Edge ARRIVE: contents of an arrival (spinlock).
#pragma once

#include <cstdint>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/core/fibre.hpp>

#include "core/linked_list.hpp"
#include "core/slot_list.hpp"

namespace skua::sched {

struct arrivals {
  base::spinlock lock;
  // from outside the place's workers, oldest first
  slot_queue tasks;
  linked_list<fibre> fibres;
  base::atomic<std::uint32_t> count{0};  // of both
  base::atomic<std::uint32_t> taken{0};  // total since the start
  bool polls_requested = false;          // a poll was requested since the last time there were none
  slot_queue loot;                       // stolen from other places, for workers without tasks
  base::atomic<std::uint32_t> loot_count{0};
  slot_queue urgent;
  base::atomic<std::uint32_t> urgent_count{0};

  /// Under the lock: one entry was taken from the queue with that count.
  void note_taken(base::atomic<std::uint32_t>& count_of_queue) noexcept {
    bool const last = count_of_queue.fetch_sub(1, std::memory_order_relaxed) == 1;  // relaxed: under the lock
    if (&count_of_queue != &count) return;
    if (last) polls_requested = false;
    add_locked(taken, 1);
  }
};

}  // namespace skua::sched
