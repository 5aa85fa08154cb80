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
  // relaxed: the scope has ended
  far_hooks* const far =
      object->known_elsewhere.load(std::memory_order_relaxed) ? static_cast<place*>(object->made_at)->far : nullptr;
  if (far != nullptr) {
    object->leaving();
    far->retire(object);
  } else {
    delete object;
  }
}

owned* find_replica(std::uint64_t name, replica_kind const& kind) {
  fibre* s = self();
  auto& p = *static_cast<place*>(s != nullptr ? s->at : place_here());
  base::check(p.far != nullptr, "an object was used that belongs to a scope of a run that has ended");
  std::uint64_t const context = kind.per_scope && s != nullptr ? s->context : 0;
  owned* const found = p.far->replica(name, context, kind);
  if ((s = self()) != nullptr) {  // it may run on another worker now
    s->worker->names[place_of_name(name)] = {name, name_context(s, kind.per_scope), found};
  }
  return found;
}

}  // namespace skua::sched
