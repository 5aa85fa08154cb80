// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that come from outside the fibre that runs them: from external threads, finished futures
// and coroutines, and urgent ones.
#include <skua/detail/core/submit.hpp>

#include <cstdio>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/check.hpp>
#include <skua/place.hpp>

#include "core/place.hpp"
#include "core/place_registry.hpp"
#include "core/ready.hpp"
#include "core/remote_hooks.hpp"
#include "core/settings.hpp"
#include "core/spare.hpp"
#include "core/task_events.hpp"

namespace skua::sched {

void submit(place_front* at, slot const& task) noexcept {
  auto& p = *static_cast<place*>(at);
  place_pin const pin(&p);
  slot const* queued = &task;
  slot copy;
  if (SKUA_UNLIKELY(p.events != nullptr)) {
    copy = task;
    if (!ask(p.events, true, &task_events::submitted, copy)) return;
    queued = &copy;
  }
  queue_arrival(p, *queued);
  if ((task.scope & slot_any) == 0 || p.remote == nullptr) return;
  // The workers may all compute, so nothing but this tells the waiting places of the task.
  base::full_fence();
  if (p.waiting_thieves.load(std::memory_order_relaxed) != 0) p.remote->busy_again();  // relaxed: after the fence
}

void submit_urgent(place_front* at, slot const& task) noexcept {
  auto& p = *static_cast<place*>(at);
  place_pin const pin(&p);
  slot copy = task;
  if (!ask(p.events, true, &task_events::submitted, copy)) return;
  p.arrived.lock.lock();
  p.arrived.urgent.push_back(copy);
  p.arrived.urgent_count.fetch_add(1, std::memory_order_relaxed);  // relaxed: under the lock
  p.arrived.lock.unlock();
  if (!wake_one(p)) wake_spare(p);
}

void require_place(int p) {
  if (SKUA_LIKELY(p >= 0 && p < skua::places())) return;
  char text[120];
  std::snprintf(text, sizeof text, "a task was sent to place %d, which does not exist; places are 0 to %d", p,
                skua::places() - 1);
  base::broken_contract(text);
}

bool is_packed_for(int p) {
  require_place(p);
  return p != here() || check_mode_is_on();
}

}  // namespace skua::sched
