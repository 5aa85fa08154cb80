// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the service thread looks at the workers (spare_watch). A worker that begins to work turns
// the switch on; the service thread turns it off while it need not look (spare_watch.hpp).
//
// Edge DEMAND: if a worker begins to work while the service thread turns the switch off, one of the
// two threads sees the other (a store and a load on either side; the frequent side fences lightly).
// Explored in tests/model/reserve_model.cpp.
#pragma once

#include <skua/detail/base/atomic.hpp>

namespace skua::sched {

class watch_switch {
 public:
  /// Called by a worker that has found work, after it has shown itself busy and has called
  /// producer_fence. Returns true if the caller must wake the service thread.
  bool turn_on() noexcept {
    if (on_.load(std::memory_order_relaxed)) return false;  // sync: DEMAND <-> turn_off
    return !on_.exchange(true, std::memory_order_relaxed);  // relaxed: the doorbell orders it
  }

  /// Service thread.
  bool is_on() const noexcept { return on_.load(std::memory_order_relaxed); }  // relaxed: the doorbell orders it

  /// Called by the service thread. Returns false if `must_look()` has found that it must look,
  /// because a worker has begun to work since then; the switch is still on.
  template <class MustLook>
  bool turn_off(MustLook const& must_look) noexcept {
    on_.store(false, std::memory_order_relaxed);  // sync: DEMAND <-> turn_on
    if (!base::mutated("watch_switch.fence")) base::heavy_fence();
    if (base::mutated("watch_switch.looks_once") || !must_look()) return true;
    on_.store(true, std::memory_order_relaxed);  // relaxed: this thread looks
    return false;
  }

 private:
  base::atomic<bool> on_{false};
};

}  // namespace skua::sched
