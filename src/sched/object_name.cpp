// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects of scopes away from their own place.
#include <skua/sched/object_name.hpp>

#include <skua/base/check.hpp>
#include <skua/sched/suspend.hpp>

#include "sched/place.hpp"

namespace skua::sched {
namespace {

[[noreturn]] void cannot_travel() {
  base::broken_contract(
      "an object of a scope was used at another place, but its type, or that of its values, cannot travel");
}

}  // namespace

void owned::describe(wire::writer&) const { cannot_travel(); }
void owned::take_merged(wire::writer&) { cannot_travel(); }
void owned::pack_part(wire::writer&) const { cannot_travel(); }
void owned::merge_in(wire::reader&) { cannot_travel(); }
void owned::keep_part(owned const&) { cannot_travel(); }
void owned::clear_merged() { cannot_travel(); }

void dispose(owned* object) noexcept {
  auto* const p = static_cast<place*>(object->made_at);
  // A task of another scope of this place may have used a reducer at another place, and what it
  // merged arrives with the end of that scope. While no scope of this place has tasks elsewhere,
  // nothing is on its way: `lent` was not 0 when the task used the reducer.
  bool const named_elsewhere =
      object->known_elsewhere.load(std::memory_order_relaxed) ||               // relaxed: the scope has ended
      (object->merges_parts && p->lent.load(std::memory_order_acquire) != 0);  // sync: LENT <- give_back
  if (p->far != nullptr && named_elsewhere) {
    object->leaving();
    p->far->retire(object);
  } else {
    delete object;
  }
}

owned* find_replica(std::uint64_t name, replica_kind const& kind) {
  fibre* s = self();
  auto& p = *static_cast<place*>(s != nullptr ? s->at : place_here());
  base::check(p.far != nullptr, "an object was used that belongs to a scope of a run that has ended");
  std::uint64_t const context = kind.per_scope && s != nullptr ? s->context : 0;
  std::uint64_t const epoch =
      p.names_epoch.load(std::memory_order_relaxed);  // relaxed: ordered by how the name got here
  owned* const found = p.far->replica(name, context, kind);
  if ((s = self()) != nullptr) {  // it may run on another worker now
    s->worker->names[place_of_name(name)] = {name, context, epoch, found};
  }
  return found;
}

}  // namespace skua::sched
