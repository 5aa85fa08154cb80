// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scope objects used at other places than their home.
#include <skua/detail/core/scope_object.hpp>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/detail/core/suspend.hpp>
#include <skua/error.hpp>

#include "core/message_section.hpp"
#include "core/place.hpp"
#include "core/remote_hooks.hpp"
#include "core/scope_extension.hpp"
#include "core/scope_frame.hpp"
#include "core/service_task.hpp"
#include "core/settings.hpp"
#include "core/upper_rooms.hpp"
#include "system/stack_trace.hpp"

namespace skua::sched {
namespace {

/// Whether the frame, which is not on the caller's stack, is that of a coroutine's scope. Such a
/// frame waits for its tasks from the start, and no fibre owns it; the same is true of a proxy.
bool is_coroutine_scope(place const& place, scope_frame const& frame) noexcept {
  std::int64_t const flags = frame.state.load();
  return &frame != &place.root && (flags & scope_waiting) != 0 && (flags & scope_proxy) == 0 && frame.owner == nullptr;
}

[[noreturn]] void cannot_travel() {
  base::broken_contract(
      "a reducer, a place_local or the problem of a search was used at another place, but its values cannot travel: "
      "they hold a pointer or reference, or are of another type that is not serialisable (wire/serializable.hpp says "
      "which are)");
}

}  // namespace

void scope_object::describe(wire::writer&) const { cannot_travel(); }
void scope_object::take_merged(wire::writer&) { cannot_travel(); }
void scope_object::pack_part(wire::writer&) const { cannot_travel(); }
void scope_object::merge_in(wire::reader&) { cannot_travel(); }
void scope_object::keep_part(scope_object const&) { cannot_travel(); }
void scope_object::clear_merged() { cannot_travel(); }

void adopt(scope_object* object, bool hook) {
  fibre* current = self();
  if (current != nullptr && current->makes_replica) {
    // the line takes time, and starts a process
    bool const checks = check_mode_is_on() && place_of(current)->total == 1;
    throw error("skua: the constructor of a place_local made a place_local, reducer or phaser" +
                (checks ? system::call_site::here().description() : " at another place") +
                "; make it before and pass it as an argument");
  }
  if (object->made_at == nullptr) object->made_at = current != nullptr ? current->place : place_here();
  scope_frame* frame = current != nullptr ? scope_of(current->scope) : &static_cast<place*>(place_here())->root;
  scope_extension* extension = extend(frame);
  extension->lock.lock();
  object->next = extension->objects;
  extension->objects = object;
  extension->lock.unlock();
  if (SKUA_UNLIKELY(check_mode_is_on())) instrument_room.object_made(object);
  if (!hook || current == nullptr) return;
  // The drain calls the hook of a scope on this fibre; the body of a coroutine's scope calls the
  // hook of that scope at its end. The body of any other scope runs elsewhere, or has ended: an
  // object that a stolen task makes ends with that task.
  current->check_before_run.store(1, std::memory_order_relaxed);  // relaxed: own variable
  if (current->owns_address(frame)) {
    if (frame->state.raise(scope_body_hook)) ++current->hooks;
    return;
  }
  if (is_coroutine_scope(*place_of(current), *frame)) {
    (void)frame->state.raise(scope_body_hook);
    base::full_fence();  // against that of end_scope_body
    if (!sync_room.coroutine_body_has_ended(frame)) return;
  }
  object->hook_next = current->hooked;
  current->hooked = object;
}

home_value_section::home_value_section() noexcept {
  if (SKUA_LIKELY(!check_mode_is_on()) || self() == nullptr) return;
  fibre_ = self();
  before_ = std::exchange(fibre_->makes_replica, true);
}

home_value_section::~home_value_section() {
  if (fibre_ != nullptr) fibre_->makes_replica = before_;
}

void dispose(scope_object* object) noexcept {
  auto* const home = static_cast<place*>(object->made_at);
  if (SKUA_UNLIKELY(check_mode_is_on())) instrument_room.object_ended(object);
  // A task of another scope of this place may have used a reducer at another place. Its values
  // arrive with the end of that scope. `lent_tokens` was not 0 when the task used the reducer, so
  // none is on its way if `lent_tokens` is 0 now.
  bool const named_remotely = object->known_remotely.load(std::memory_order_relaxed) ||  // relaxed: the scope has ended
                              (object->merges_parts && home->lent_tokens.load(std::memory_order_acquire) !=
                                                           0);  // sync: LENT-TOKENS <- give_back
  if (home->remote != nullptr && named_remotely) {
    object->leaving();
    home->remote->retire(object);
  } else {
    destroy(object);
  }
}

void destroy(scope_object* object) noexcept {
  if (!object->ends_with_user_code || !in_message_section()) {
    if (SKUA_UNLIKELY(check_mode_is_on()) && object->merges_parts) return instrument_room.keep_ended(object);
    delete object;
    return;
  }
  run_service_task(object->made_at, [object] { delete object; });
}

}  // namespace skua::sched
