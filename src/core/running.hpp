// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fibres that the workers of a place run: where thieves look.
#pragma once

#include "core/place.hpp"

namespace skua::sched {

/// Calls fn(fibre*) for the fibre that a worker runs, and for the spawners whose full deques that
/// fibre works off.
template <class F>
void for_each_fibre_of(worker const& worker, F const& fn) {
  fibre* fibre = worker.current.load(std::memory_order_acquire);  // sync: CURRENT <- publish_current
  for (; fibre != nullptr; fibre = fibre->overflow_spawner.load(std::memory_order_relaxed))
    fn(fibre);  // relaxed: fibres are type-stable
}

/// Calls fn(fibre*) for each fibre that a worker other than `skipped_worker` runs, and for the
/// spawners whose full deques these fibres work off. Passes over workers that sleep, which have no
/// tasks.
template <class F>
void for_each_running(place& place, F const& fn, worker const* skipped_worker = nullptr) {
  (void)place.awake.find(0, [&](int i) {
    worker const* const worker = place.worker_table[static_cast<std::size_t>(i)].get();
    if (worker != skipped_worker) for_each_fibre_of(*worker, fn);
    return false;
  });
}

}  // namespace skua::sched
