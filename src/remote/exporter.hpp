// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks out of slots into messages, and back.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/place.hpp"
#include "core/slot_list.hpp"
#include "remote/scope_tree.hpp"

namespace skua::remote {

class task_list;

/// The flags of a slot as a message carries them.
std::uint32_t flags_to_wire(std::uintptr_t scope_word) noexcept;

/// Counts a task that never starts, in its scope and in the counted scope around that one.
void count_unstarted(std::uintptr_t scope_word);
/// Whether packing the tasks runs no user code.
[[nodiscard]] bool all_trivially_serializable(sched::slot_list& tasks);
/// Sends tasks, which hold a token each, to another place: one message per scope. It discards a
/// task that must not start any more; a task that cannot be packed fails its scope. `remaining`: as
/// in scope_tree::batch. Returns true if the last message, the one that `answers` marks, was sent.
bool export_tasks(sched::place& place, scope_tree& scopes, int to, sched::slot_list& tasks, bool answers,
                  std::uint32_t remaining = 0);

/// Sends one task, which holds a token and can be packed, to a place that has not asked for it (so
/// it is not loot).
void send_task(sched::place& place, scope_tree& scopes, int to, sched::slot& task, bool urgent);

/// Queues the tasks of an arrival. Gives the tokens of calls that have run on arrival back.
void import_tasks(sched::place& place, scope_tree::arrival const& arrival);
/// Check mode: queues the packed tasks of the scope at this place, as if they had come from another
/// place.
void import_own(sched::place& place, sched::scope_frame* frame, task_list const& list, bool urgent);
/// Check mode: see sched::make_checks.
[[nodiscard]] bool repack_task(sched::place& place, sched::slot& task);
/// Queues posted tasks, which belong to the root scope, at this place; returns how many.
std::size_t import_posts(sched::place& place, std::span<std::byte const> body);

}  // namespace skua::remote
