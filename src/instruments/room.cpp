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
#include "instruments/recorder.hpp"
#include "instruments/signals.hpp"
#include "observe/attach.hpp"

namespace skua::sched {
namespace {

void require_recordable(place const& place) {
  auto const refuse = [](std::string const& why) { throw error("record: " + why); };
  if (place.simulated) refuse("tasks are recorded in a real run; skua sim replay simulates it afterwards");
  if (place.total > 1) refuse("a run at one place is recorded; this one has " + std::to_string(place.total));
  if (place.workers > 1) refuse("a run with one worker is recorded; this one has " + std::to_string(place.workers));
  if (!place.settings.trace.empty()) refuse("not together with a trace: run twice");
  if (place.settings.check) refuse("not in check mode: run twice");
}

void add(place& place, std::unique_ptr<task_events> one) noexcept {
  one->next = std::move(place.events);
  place.events = std::move(one);
}

void add_instruments(place& place) {
  options const& options = place.settings;
  if (!options.record.empty()) require_recordable(place);  // first: nothing is lost so far
  if (!options.trace.empty()) add(place, std::make_unique<place_trace>(place, options.trace));
  if (!options.record.empty()) add(place, std::make_unique<recorder>(place, options.record));
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
