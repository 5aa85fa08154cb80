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
  auto& home = *static_cast<place*>(at);
  place_pin const pin(&home);
  slot const* queued = &task;
  slot copy;
  if (SKUA_UNLIKELY(home.events != nullptr)) {
    copy = task;
    if (!ask(home.events, &task_events::submitted, copy)) return;
    queued = &copy;
  }
  queue_arrival(home, *queued);
  if ((task.scope & slot_any) == 0 || home.remote == nullptr) return;
  // The workers may all compute, so nothing but this tells the waiting places of the task.
  base::full_fence();
  if (home.waiting_thieves.load(std::memory_order_relaxed) != 0) home.remote->busy_again();  // relaxed: after the fence
}

void submit_urgent(place_front* at, slot const& task) noexcept {
  auto& home = *static_cast<place*>(at);
  place_pin const pin(&home);
  slot copy = task;
  if (!ask(home.events, &task_events::submitted, copy)) return;
  home.arrived.lock.lock();
  home.arrived.urgent.push_back(copy);
  home.arrived.urgent_count.fetch_add(1, std::memory_order_relaxed);  // relaxed: under the lock
  home.arrived.lock.unlock();
  if (!wake_one(home)) wake_spare(home);
}

void require_place(int place) {
  int const place_count = place_here()->total;
  if (SKUA_LIKELY(place >= 0 && place < place_count)) return;
  char text[120];
  std::snprintf(text, sizeof text, "a task was sent to place %d, which does not exist; places are 0 to %d", place,
                place_count - 1);
  base::broken_contract(text);
}

bool is_packed_for(int place) {
  require_place(place);
  return place != place_here()->number || check_mode_is_on();
}

}  // namespace skua::sched
