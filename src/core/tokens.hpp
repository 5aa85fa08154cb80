// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The token of a slot that leaves its deque.
#pragma once

#include <skua/detail/core/push.hpp>
#include <skua/detail/core/scope_frame.hpp>

namespace skua::sched {

/// Gives a copied slot a token if it has none. Returns the frame whose count must be raised for it,
/// or nullptr.
inline scope_frame* mark_counted(slot& task) noexcept {
  if ((task.scope & slot_counted) != 0) return nullptr;
  task.scope |= slot_counted;
  return scope_of(task.scope);
}
/// Adds the token of one slot by itself.
inline void add_token(slot& task) noexcept {
  if (scope_frame* frame = mark_counted(task)) frame->state.add(1);
}
/// A slot leaves the deque for another fibre or place: its waiter must not look for it there.
inline void hide_from_waiter(slot& task) noexcept {
  if ((task.scope & slot_claimable) != 0) claimable_of(&task)->set_where(nullptr);
}

}  // namespace skua::sched
