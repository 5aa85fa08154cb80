// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scope objects used at other places than their home.
#include <skua/detail/sched/scope_object.hpp>

#include <skua/detail/base/check.hpp>
#include <skua/detail/sched/suspend.hpp>
#include <skua/error.hpp>

#include "sched/check_mode.hpp"
#include "sched/message_section.hpp"
#include "sched/place.hpp"
#include "sched/service_task.hpp"

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

void adopt(scope_object* object, bool hook) {
  fibre* s = self();
  if (s != nullptr && s->makes_replica) {
    throw error(
        "skua: the constructor of a place_local made a place_local, reducer or phaser at another place; make it before "
        "and pass it as an argument");
  }
  if (object->made_at == nullptr) object->made_at = s != nullptr ? s->place : place_here();
  scope_frame* f = s != nullptr ? scope_of(s->scope) : &static_cast<place*>(place_here())->root;
  scope_extension* x = extend(f);
  x->lock.lock();
  object->next = x->objects;
  x->objects = object;
  x->lock.unlock();
  if (SKUA_UNLIKELY(check_mode_is_on())) note_object(object, f);
  if (!hook || s == nullptr) return;
  // The drain calls the hook of a scope on this fibre; a coroutine calls the hook of its own scope.
  // The body of any other scope runs elsewhere: an object that a stolen task makes ends with that
  // task.
  if (s->owns_address(f)) {
    if (f->state.raise(scope_body_hook)) ++s->hooks;
    s->check_before_run.store(1, std::memory_order_relaxed);  // relaxed: own variable
  } else if (f != &place_of(s)->root && (f->state.load() & scope_waiting) != 0 && f->owner == nullptr) {
    // a coroutine's scope
    (void)f->state.raise(scope_body_hook);
  } else {
    object->hook_next = s->hooked;
    s->hooked = object;
    s->check_before_run.store(1, std::memory_order_relaxed);  // relaxed: own variable
  }
}

void dispose(scope_object* object) noexcept {
  auto* const p = static_cast<place*>(object->made_at);
  if (SKUA_UNLIKELY(check_mode_is_on())) forget_object(object);
  // A task of another scope of this place may have used a reducer at another place. Its values
  // arrive with the end of that scope. `lent_tokens` was not 0 when the task used the reducer, so
  // none is on its way if `lent_tokens` is 0 now.
  bool const named_remotely =
      object->known_remotely.load(std::memory_order_relaxed) ||                       // relaxed: the scope has ended
      (object->merges_parts && p->lent_tokens.load(std::memory_order_acquire) != 0);  // sync: LENT-TOKENS <- give_back
  if (p->remote != nullptr && named_remotely) {
    object->leaving();
    p->remote->retire(object);
  } else {
    destroy(object);
  }
}

void destroy(scope_object* object) noexcept {
  if (!object->ends_with_user_code || !in_message_section()) {
    delete object;
    return;
  }
  run_service_task(object->made_at, [object] { delete object; });
}

}  // namespace skua::sched
