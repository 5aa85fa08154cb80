// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The check mode (options::check): finds at one place, on the first run, what a program would get
// wrong at several places.
//
// A task that may leave its place is packed when it is spawned, as if another place had stolen it
// at once, and made anew from the bytes (remote_hooks::repack). Every fibre runs in slow mode, so
// the fast path of a push has no test for it. The mode also keeps a table of the objects whose
// names tasks hold (reducers, phasers, place_locals).
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace skua::sched {

struct place;
class task_events;
struct scope_frame;
struct scope_object;

/// The check mode of a place as an instrument (settings.hpp says whether the mode is on).
std::unique_ptr<task_events> make_checks(place& place);

/// An object with a name was made or destroyed.
void note_object(scope_object const* object);
void forget_object(scope_object const* object) noexcept;
/// Whether the word is the name of an object that exists.
[[nodiscard]] bool names_an_object(std::uintptr_t word) noexcept;
/// Whether any object exists: at the start of a run it belongs to something else than this run.
[[nodiscard]] bool any_object_exists() noexcept;
/// A reducer has ended: keeps it in memory for some time, so that a later read can be reported.
void keep_ended(scope_object* reducer) noexcept;
/// A task reads a reducer: reports it at once if the reducer has ended. Otherwise reports it at the
/// end of the task's innermost scope if other tasks of that scope have not ended now, and the value
/// is another one then; with one place only.
void check_read(scope_object const& reducer) noexcept;

/// Prints the line "skua: check: TEXT", once for each text.
void report_doubt(std::string const& text) noexcept;
/// Like report_doubt, for a certain mistake: run() returns a failure.
void report_finding(std::string const& text) noexcept;
[[nodiscard]] int findings() noexcept;

}  // namespace skua::sched
