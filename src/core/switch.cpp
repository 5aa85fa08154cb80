// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of a switch that are not inlined, and the first entry of a thread. See switch.hpp.
#include <cxxabi.h>

#include <cstring>

#include "core/place.hpp"
#include "core/switch.hpp"
#include "system/address_sanitizer.hpp"
#include "system/context.hpp"

#if defined(SKUA_TSAN)
#include <sanitizer/tsan_interface.h>
#endif

extern "C" {
thread_local skua::sched::fibre* skua_current_fibre = nullptr;
}

namespace skua::sched {

SKUA_NOINLINE void set_self(fibre* fibre) noexcept {
  skua_current_fibre = fibre;
  asm volatile("" ::: "memory");
}

void enter_fibre(fibre* current) noexcept {
  if (SKUA_LIKELY(!system::has_address_sanitizer())) return;
  void const* low = nullptr;
  std::size_t bytes = 0;
  system::end_switch(nullptr, &low, &bytes);
  worker* worker = worker_of(current);
  if (worker->boot_stack_low == nullptr) {  // the first switch of a thread comes from its own stack
    worker->boot_stack_low = low;
    worker->boot_stack_bytes = bytes;
  }
}

void run_post(worker* worker) noexcept {
  post_action const action = worker->post;
  worker->post.fn = nullptr;
  if (action.fn != nullptr) action.fn(action.first, action.second);
}

// The old stack pointer is stored in the fibre, not in a local: the sanitizer's copy of the locals
// is gone before the switch.
void leave_for(fibre* from, fibre* to) noexcept {
  worker* own = worker_of(from);
  own->post.fn = [](void* function, void* context) noexcept {
    static_cast<worker*>(context)->home->fibres.put(static_cast<fibre*>(function), static_cast<worker*>(context));
  };
  own->post.first = from;
  own->post.second = own;
  swap_exception_globals(from, to, own);
  publish_current(to, own);
  set_self(to);
  system::begin_switch(nullptr, to->stack_low, to->stack_bytes);
#if defined(SKUA_TSAN)
  __tsan_switch_to_fiber(to->tsan_fibre, 0);
#endif
  system::switch_context(&from->stack_pointer, to->stack_pointer);
  __builtin_unreachable();
}

void enter_thread(worker* worker) noexcept {
  static_assert(sizeof(std::uintptr_t) == 8);
  worker->exception_globals = abi::__cxa_get_globals();
  fibre* fibre = worker->home->fibres.get(worker);
  worker->current.store(fibre, std::memory_order_release);  // sync: CURRENT -> find_local_or_steal
  set_self(fibre);
  system::begin_switch(&worker->boot_fake_stack, fibre->stack_low, fibre->stack_bytes);
#if defined(SKUA_TSAN)
  worker->boot_tsan_fibre = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(fibre->tsan_fibre, 0);
#endif
  system::switch_context(&worker->boot_stack_pointer, fibre->stack_pointer);
  system::end_switch(worker->boot_fake_stack);
}

void leave_thread(fibre* from) noexcept {
  worker* worker = worker_of(from);
  worker->current.store(nullptr, std::memory_order_release);  // sync: CURRENT -> find_local_or_steal
  set_self(nullptr);
  system::begin_switch(nullptr, worker->boot_stack_low, worker->boot_stack_bytes);
#if defined(SKUA_TSAN)
  __tsan_switch_to_fiber(worker->boot_tsan_fibre, 0);
#endif
  system::switch_context(&from->stack_pointer, worker->boot_stack_pointer);
  __builtin_unreachable();
}

}  // namespace skua::sched
