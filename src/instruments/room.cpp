// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the core calls of this room, and the instruments that a place gets.
#include <pthread.h>

#include <memory>
#include <string>
#include <utility>

#include <skua/error.hpp>
#include <skua/stats.hpp>

#include "core/place.hpp"
#include "core/switch.hpp"
#include "core/task_events.hpp"
#include "core/upper_rooms.hpp"
#include "instruments/check_mode.hpp"
#include "instruments/deadlock.hpp"
#include "instruments/fault.hpp"
#include "instruments/place_trace.hpp"
#include "instruments/signals.hpp"
#include "observe/attach.hpp"

namespace skua::sched {
namespace {

void add(place& place, std::unique_ptr<task_events> one) noexcept {
  one->next = std::move(place.events);
  place.events = std::move(one);
}

void add_instruments(place& place) {
  options const& options = place.settings;
  if (!options.trace.empty()) add(place, std::make_unique<place_trace>(place, options.trace));
  if (options.check) add(place, make_checks(place));
}

void run_worker(worker* worker) {
  fault_stack const overflow_reports;
  enter_thread(worker);
  tell(worker->home->events, &task_events::worker_ends, *worker);
}

void service_starts() noexcept {
  if (answers_status_requests()) ::pthread_setname_np(::pthread_self(), observe::attachable_thread);
}

}  // namespace

constinit instrument_functions const instrument_room{
    &add_instruments, &watch_faults,    &unwatch_faults, &statistics_end, &run_worker, &service_starts,
    &serve_signals,   &sleep_and_watch, &note_object,    &forget_object,  &keep_ended};

}  // namespace skua::sched
