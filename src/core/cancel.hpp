// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Marking scopes as cancelled, and the handles that name scopes.
#pragma once

#include <cstdint>

#include <skua/detail/core/scope_frame.hpp>

namespace skua::sched {

struct place;

/// Cancels the scope: sets its flag, wakes its waiters, requests its stop sources.
void cancel_scope(place& place, scope_frame* frame);
/// Marks a scope because another place asked for it. Returns true if it was not marked before.
bool cancel_by_remote(place& place, std::uint64_t id);

/// Whether a wait under this scope word must end: a scope around it is cancelled, without a shield
/// in between.
bool scope_forbids(std::uintptr_t scope_word) noexcept;
/// Whether a task with this scope word must not start, because a scope around it is cancelled.
SKUA_COLD bool start_forbidden(place_front const& at, std::uintptr_t scope_word) noexcept;
/// Like start_forbidden, for a running task that is about to wait.
SKUA_COLD bool wait_forbidden(fibre* current) noexcept;
/// Opens a registered wait at this place (wait_cancel.hpp).
void open_wait(place& place, parker& waiter) noexcept;

/// Scope ids: place, generation, index in the place's scope table. Never 0.
inline constexpr int scope_id_place_shift = 47;
inline constexpr int scope_id_index_bits = 20;
inline int place_of_scope(std::uint64_t id) noexcept { return static_cast<int>(id >> scope_id_place_shift); }

/// The id of a scope, given now if it has none; under scopes.lock.
std::uint64_t scope_id_locked(place& place, scope_frame* frame);
/// The frame at this place (home or proxy), or nullptr; under scopes.lock.
scope_frame* find_scope_locked(place& place, std::uint64_t id) noexcept;
/// Invalidates the scope's handle.
void remove_handle(place& place, scope_frame* frame) noexcept;
/// Destroys the extension's objects, removes its handle; the frame is about to go.
void retire_extension(place& place, scope_frame* frame) noexcept;

}  // namespace skua::sched
