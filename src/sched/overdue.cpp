// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sched/overdue.hpp"

#include "sched/place.hpp"

namespace skua::sched {

void overdue_watch::someone_waits(place& p) noexcept {
  fence_lightly(p);
  if (on_.load(std::memory_order_relaxed)) return;                        // sync: OVERDUE <-> look
  if (!on_.exchange(true, std::memory_order_relaxed)) p.services.poke();  // relaxed: the doorbell orders it
}

std::uint64_t overdue_watch::look(place& p) noexcept {
  if (!on_.load(std::memory_order_relaxed)) return 0;  // relaxed: the doorbell orders it
  std::uint64_t const now = p.machine->now();
  if (now < due_) return due_;
  due_ = now + period_ns;
  quiet_ = look_around(p) ? 0 : quiet_ + 1;
  if (quiet_ < quiet_looks) return due_;
  quiet_ = 0;
  on_.store(false, std::memory_order_relaxed);  // sync: OVERDUE <-> someone_waits
  base::heavy_fence();
  if (!look_around(p)) return 0;
  on_.store(true, std::memory_order_relaxed);  // relaxed: this thread looks
  return due_;
}

namespace {

/// `bit` if somebody waits there and nobody has been taken since `seen`, which is brought up to
/// date.
std::uint32_t overdue_in(waiting_fibres const& w, std::uint32_t& seen, std::uint32_t bit) noexcept {
  std::uint32_t const taken = w.taken.load(std::memory_order_relaxed);               // relaxed: only whether it changed
  bool const stuck = w.count.load(std::memory_order_relaxed) != 0 && taken == seen;  // relaxed: a hint
  seen = taken;
  return stuck ? bit : 0;
}

/// The worker does not come to it: it sleeps, blocks, or computes without a push. One of those who
/// wait for it goes to whoever has time.
void hand_over(worker& w, std::uint32_t bits) noexcept {
  fibre* left = nullptr;
  // sync: READY <- make_ready
  if ((bits & overdue_watch::slot) != 0) left = w.ready_slot.exchange(nullptr, std::memory_order_acq_rel);
  if (left == nullptr && (bits & overdue_watch::stood_back) != 0)
    left = take_listed(&w, w.stood_back, which_end::front);
  if (left == nullptr && (bits & overdue_watch::ready) != 0) left = take_listed(&w, w.ready, which_end::back);
  if (left == nullptr && (bits & overdue_watch::yielded) != 0) left = take_listed(&w, w.yielded, which_end::front);
  if (left != nullptr) make_ready(left);  // as an arrival: this is not a worker's thread
}

}  // namespace

/// Whether fibres wait anywhere.
bool overdue_watch::look_around(place& p) noexcept {
  int const n = p.crew_size.load(std::memory_order_acquire);                     // sync: CREW <- start_worker
  std::uint32_t const taken = p.arrivals_taken.load(std::memory_order_relaxed);  // relaxed: only whether it changed
  bool any = p.arrivals.load(std::memory_order_relaxed) != 0;                    // relaxed: a hint
  if (any && taken == arrivals_taken_) call_attention(p);
  arrivals_taken_ = taken;
  for (int i = 0; i < n; ++i) {
    worker& w = *p.crew[static_cast<std::size_t>(i)];
    last_look& seen = seen_[static_cast<std::size_t>(i)];
    fibre* const in_slot = w.ready_slot.load(std::memory_order_relaxed);  // relaxed: only compared
    std::uint32_t const bits =
        (in_slot != nullptr && in_slot == seen.slot ? slot : 0) | overdue_in(w.ready, seen.ready, ready) |
        overdue_in(w.stood_back, seen.stood_back, stood_back) | overdue_in(w.yielded, seen.yielded, yielded);
    seen.slot = in_slot;
    if (bits != 0) {
      if ((w.overdue.load(std::memory_order_relaxed) & bits) != 0) hand_over(w, bits);  // relaxed: a hint
      w.overdue.store(bits, std::memory_order_relaxed);            // relaxed: told again if it is missed
      fibre* const f = w.current.load(std::memory_order_acquire);  // sync: CURRENT <- publish_current
      if (f != nullptr) f->want_attention();
    }
    any = any || in_slot != nullptr || w.ready.count.load(std::memory_order_relaxed) != 0 ||  // relaxed: hints
          w.stood_back.count.load(std::memory_order_relaxed) != 0 ||                          // relaxed: hints
          w.yielded.count.load(std::memory_order_relaxed) != 0;                               // relaxed: hints
  }
  return any;
}

}  // namespace skua::sched
