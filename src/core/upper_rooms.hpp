// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of the rooms above that the core calls: two tables, which those rooms define
// (src/sync/room.cpp, src/instruments/room.cpp). They are the only names that the core needs from
// above (tools/check_links.py).
#pragma once

#include <cstdint>

namespace skua::sched {

struct fibre;
struct place;
struct scope_frame;
struct scope_object;
struct worker;

struct sync_functions {
  /// The running task of the fibre has ended: ends its registrations with phasers, and completes
  /// the results that wait for this moment.
  void (*end_task)(fibre*) noexcept;
  /// The last token of a coroutine's scope has come back: submits the awaiting coroutine.
  void (*end_coroutine_scope)(scope_frame*) noexcept;
  /// Whether the body of a coroutine's scope has ended.
  bool (*coroutine_body_has_ended)(scope_frame const*) noexcept;
};
extern sync_functions const sync_room;

struct instrument_functions {
  /// Adds the instruments that the options of the place ask for. Throws skua::error.
  void (*add_instruments)(place&);
  /// From now on a fault of the process is reported with the tasks of this place; no longer.
  void (*watch_faults)(place&) noexcept;
  void (*unwatch_faults)(place&) noexcept;
  /// Does what the level of statistics asks for at the end of a run; the workers still live.
  void (*end_statistics)(place&);
  /// Runs the thread of a worker of a real place (enter_thread) between what instruments do at its
  /// begin and its end.
  void (*run_worker)(worker*);
  /// On the service thread of a real place: names the thread, if the process answers requests for
  /// its status.
  void (*service_starts)() noexcept;
  /// Does what signals have asked for; returns when it must be called again (ns), 0: no such time.
  std::uint64_t (*serve_signals)(place&) noexcept;
  /// Sleeps in place of an idle worker, and watches for a deadlock of the place from time to time.
  /// Returns false, without having slept, if another worker watches.
  bool (*sleep_and_watch)(place&, worker*) noexcept;

  // In check mode, for the objects of scopes.
  void (*object_made)(scope_object const*);
  void (*object_ended)(scope_object const*) noexcept;
  /// Keeps a reducer that has ended in memory for some time, and then destroys it.
  void (*keep_ended)(scope_object*) noexcept;
};
extern instrument_functions const instrument_room;

}  // namespace skua::sched
