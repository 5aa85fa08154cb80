// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/remote/remote_parts.hpp>

#include "remote/node.hpp"
#include "sched/check_mode.hpp"

namespace skua::remote {

void ask_parts(sched::place_front* at, int child, std::uint64_t name, sched::future_state* p, accept_parts accept) {
  node_of(at).names().ask_parts(child, name, p, accept);
}

void write_part_here(sched::place_front* at, std::uint64_t name, wire::writer& to) {
  node_of(at).names().write_part(name, to);
}

bool everything_arrived(sched::scope_object const& object) noexcept {
  if (SKUA_UNLIKELY(sched::check_mode_is_on())) sched::check_read(object);
  if (object.made_at->total == 1) return true;
  // relaxed: see remote_parts.hpp
  // sync: LENT-TOKENS <- give_back
  return !object.used_untracked.load(std::memory_order_relaxed) &&
         static_cast<sched::place const*>(object.made_at)->lent_tokens.load(std::memory_order_acquire) == 0;
}

void reset_remote(sched::scope_object* object) {
  if (object->made_at->total == 1) return;
  // relaxed: set before `lent_tokens` is 0
  if (everything_arrived(*object) && !object->known_remotely.load(std::memory_order_relaxed)) return;
  node_of(object->made_at).names().reset(object);
}

}  // namespace skua::remote
