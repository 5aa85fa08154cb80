// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scope objects used at other places than their home.
#include <skua/detail/sched/object_name.hpp>

#include <skua/detail/base/check.hpp>
#include <skua/detail/sched/suspend.hpp>

#include "sched/place.hpp"

namespace skua::sched {
namespace {

[[noreturn]] void cannot_travel() {
  base::broken_contract(
      "an object of a scope was used at another place, but its type, or that of its values, cannot travel");
}

}  // namespace

void scope_object::describe(wire::writer&) const { cannot_travel(); }
void scope_object::take_merged(wire::writer&) { cannot_travel(); }
void scope_object::pack_part(wire::writer&) const { cannot_travel(); }
void scope_object::merge_in(wire::reader&) { cannot_travel(); }
void scope_object::keep_part(scope_object const&) { cannot_travel(); }
void scope_object::clear_merged() { cannot_travel(); }

void dispose(scope_object* object) noexcept {
  auto* const p = static_cast<place*>(object->made_at);
  // A task of another scope of this place may have used a reducer at another place. Its values
  // arrive with the end of that scope. `lent_tokens` was not 0 when the task used the reducer, so
  // none is on its way if `lent_tokens` is 0 now.
  bool const named_elsewhere =
      object->known_remotely.load(std::memory_order_relaxed) ||                       // relaxed: the scope has ended
      (object->merges_parts && p->lent_tokens.load(std::memory_order_acquire) != 0);  // sync: LENT <- give_back
  if (p->remote != nullptr && named_elsewhere) {
    object->leaving();
    p->remote->retire(object);
  } else {
    delete object;
  }
}

scope_object* find_replica(std::uint64_t name, replica_kind const& kind) {
  fibre* s = self();
  auto& p = *static_cast<place*>(s != nullptr ? s->place : place_here());
  base::check(p.remote != nullptr, "an object was used that belongs to a scope of a run that has ended");
  std::uint64_t const context = kind.per_scope && s != nullptr ? s->context : 0;
  std::uint64_t const epoch =
      p.names_epoch.load(std::memory_order_relaxed);  // relaxed: ordered by how the name got here
  scope_object* const replica = p.remote->replica(name, context, kind);
  if ((s = self()) != nullptr) {  // the task may run on another worker now
    s->worker->names[index_of_name(name)] = {name, context, epoch, replica};
  }
  return replica;
}

}  // namespace skua::sched
