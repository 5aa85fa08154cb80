// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the core calls of this room.
#include <skua/detail/sync/coroutine_scope.hpp>
#include <skua/detail/sync/task_exit.hpp>

#include "core/upper_rooms.hpp"

namespace skua::sched {
namespace {

bool body_of_coroutine_has_ended(scope_frame const* frame) noexcept {
  // relaxed: after the fence in adopt
  return static_cast<coroutine_scope const*>(frame)->body_has_ended.load(std::memory_order_relaxed);
}

}  // namespace

constinit sync_functions const sync_room{&end_records, &coroutine_scope_ended, &body_of_coroutine_has_ended};

}  // namespace skua::sched
