// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The token of a slot that leaves its deque.
#pragma once

#include <skua/detail/core/push.hpp>
#include <skua/detail/core/scope_frame.hpp>

namespace skua::sched {

/// Gives a copied slot a token if it has none. Returns the frame whose count must be raised for it,
/// or nullptr.
inline scope_frame* mark_counted(slot& s) noexcept {
  if ((s.scope & slot_counted) != 0) return nullptr;
  s.scope |= slot_counted;
  return scope_of(s.scope);
}
/// Adds the token of one slot by itself.
inline void add_token(slot& s) noexcept {
  if (scope_frame* f = mark_counted(s)) f->state.add(1);
}
/// A slot leaves the deque for another fibre or place: its waiter must not look for it there.
inline void hide_from_waiter(slot& s) noexcept {
  if ((s.scope & slot_claimable) != 0) claimable_of(&s)->set_where(nullptr);
}

}  // namespace skua::sched
