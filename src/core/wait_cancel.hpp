// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a cancellation reaches each wait in its scope, also one that begins at the same time.
//
// A canceller raises the flag of the scope, fences on behalf of all threads, then inspects every
// parker of the place. A waiter opens its claim word and then reads the flag. So at least one of
// the two sees each wait inside the scope (edge CANCEL).
//
// A canceller skips a waiter that another thread inspects at that moment. That thread has just
// opened the wait and inspects it because some scope was cancelled. It may have read the flags
// before the canceller raised its own. So it reads the number of cancellations before and after,
// and inspects again if it has changed.
// Explored in tests/model/wait_model.cpp.
//
// `Place` offers:
//   cancelled_scopes()  the word with the number of cancelled scopes that have not ended
//   cancellations()     the word with the number of scopes that have been cancelled so far
//   fence()             the frequent side of a fence pair
//   forbids(waiter)     whether a scope of this waiter, which is inspected, is cancelled
#pragma once

#include <cstdint>

#include <skua/detail/base/config.hpp>
#include <skua/detail/core/parker.hpp>

namespace skua::sched {

/// Canceller, after it has raised the flag of a scope; inspect_parker for all parkers follows.
template <class Place>
void announce_cancel(Place const& place) noexcept {
  place.cancellations().fetch_add(1, std::memory_order_seq_cst);  // sync: CANCEL <-> open_wait
  // sync: CANCEL <-> open_wait; CHECK <-> drain, clear_check
  place.cancelled_scopes().fetch_add(1, std::memory_order_seq_cst);
  base::heavy_fence();
}

/// The owner of a fibre clears its `check_before_run`, unless `has_reason` returns true after the
/// fence. Returns whether it is still set. A canceller sets it after announce_cancel.
template <class Fence, class HasReason>
bool clear_check(base::atomic<std::uint32_t>& check_before_run, Fence const& fence, HasReason const& has_reason) {
  check_before_run.store(0, std::memory_order_relaxed);  // sync: CHECK <-> mark
  fence();
  if (base::mutated("check.forgotten") || !has_reason()) return false;
  check_before_run.store(1, std::memory_order_relaxed);  // relaxed: own variable
  return true;
}

/// Canceller: ends the wait, if there is one and a scope of it is cancelled.
template <class Place>
void inspect_parker(Place const& place, parker& waiter) noexcept {
  // relaxed: the fence of announce_cancel orders it; most parkers do not wait
  if (waiter.claim_word.load(std::memory_order_relaxed) != parker::waiting || !waiter.inspect()) return;
  if (waiter.settle(place.forbids(waiter))) waiter.resume(&waiter);
}

/// A registered waiter may be claimed from now on. Ends the wait at once if its scope was cancelled
/// before. After this call the waiter may already run and be gone: only the parker, which is
/// type-stable, may be touched.
template <class Place>
void open_wait(Place const& place, parker& waiter) noexcept {
  waiter.open();
  // The other side of the fence of announce_cancel.
  place.fence();
  // sync: CANCEL <-> announce_cancel
  while (SKUA_UNLIKELY(place.cancelled_scopes().load(std::memory_order_relaxed) != 0)) {
    // sync: CANCEL <-> announce_cancel
    std::uint64_t const count_before = place.cancellations().load(std::memory_order_acquire);
    if (!waiter.inspect()) return;  // another thread has claimed or inspects it, and continues with it
    if (waiter.settle(place.forbids(waiter))) return waiter.resume(&waiter);
    place.fence();  // a canceller that missed settle has raised the count, which is seen here
    if (base::mutated("cancel.inspects_once")) return;
    // sync: CANCEL <-> announce_cancel
    if (place.cancellations().load(std::memory_order_relaxed) == count_before) return;
  }
}

}  // namespace skua::sched
