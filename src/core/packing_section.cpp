// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/core/packing_section.hpp>

#include <skua/detail/core/self.hpp>

#include "core/place.hpp"

namespace skua::sched {

packing_section::packing_section() noexcept {
  fibre* const current = self();
  if (current == nullptr || !place_of(current)->detailed) return;
  counters_ = &worker_of(current)->counters;
  outer_ = static_cast<unsigned>(counters_->now_in.load(std::memory_order_relaxed));  // relaxed: this thread's
  counters_->enter(observe::phase::pack, place_of(current)->machine->now());
}

packing_section::~packing_section() {
  if (counters_ == nullptr) return;
  counters_->enter(static_cast<observe::phase>(outer_), place_of(self())->machine->now());
}

}  // namespace skua::sched
