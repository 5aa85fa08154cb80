// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where thieves look: the fibres that the workers of a place run.
#pragma once

#include "sched/place.hpp"

namespace skua::sched {

/// visit(fibre*) for those that workers run, all but `except`, and the spawners these work for.
template <class F>
void for_each_running(place& p, F const& visit, worker const* except = nullptr) {
  int const n = p.crew_size.load(std::memory_order_acquire);  // sync: CREW <- start_worker
  for (int i = 0; i < n; ++i) {
    worker const* const v = p.crew[static_cast<std::size_t>(i)].get();
    if (v == except) continue;
    fibre* f = v->current.load(std::memory_order_acquire);                         // sync: CURRENT <- publish_current
    for (; f != nullptr; f = f->lender.load(std::memory_order_relaxed)) visit(f);  // relaxed: fibres are type-stable
  }
}

}  // namespace skua::sched
