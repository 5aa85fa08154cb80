// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moving a worker from one fibre to another.
//
// The exception state of the C++ runtime (caught exceptions, uncaught count) belongs to the stack,
// so it is swapped with it. The post action runs on the new stack: only then is the old fibre
// completely saved, and only then may another worker resume it. Edges: CURRENT (thieves read the
// running fibre), SLEEPERS and ARRIVE via the poll check after publishing `current`.
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

SKUA_NOINLINE void set_self(fibre* f) noexcept {
  skua_current_fibre = f;
  asm volatile("" ::: "memory");
}

void enter_fibre(fibre* s) noexcept {
  if (SKUA_LIKELY(!system::has_address_sanitizer())) return;
  void const* low = nullptr;
  std::size_t bytes = 0;
  system::end_switch(nullptr, &low, &bytes);
  worker* w = worker_of(s);
  if (w->boot_stack_low == nullptr) {  // the first switch of a thread comes from its own stack
    w->boot_stack_low = low;
    w->boot_stack_bytes = bytes;
  }
}

void run_post(worker* w) noexcept {
  post_action const p = w->post;
  w->post.fn = nullptr;
  if (p.fn != nullptr) p.fn(p.a, p.b);
}

// The old stack pointer is stored in the fibre, not in a local: the sanitizer's copy of the locals
// is gone before the switch.
void leave_for(fibre* from, fibre* to) noexcept {
  worker* w = worker_of(from);
  w->post.fn = [](void* f, void* k) noexcept {
    static_cast<worker*>(k)->home->fibres.put(static_cast<fibre*>(f), static_cast<worker*>(k));
  };
  w->post.a = from;
  w->post.b = w;
  swap_exception_globals(from, to, w);
  publish_current(to, w);
  set_self(to);
  system::begin_switch(nullptr, to->stack_low, to->stack_bytes);
#if defined(SKUA_TSAN)
  __tsan_switch_to_fiber(to->tsan_fibre, 0);
#endif
  system::switch_context(&from->stack_pointer, to->stack_pointer);
  __builtin_unreachable();
}

void enter_thread(worker* w) noexcept {
  static_assert(sizeof(std::uintptr_t) == 8);
  w->exception_globals = abi::__cxa_get_globals();
  fibre* f = w->home->fibres.get(w);
  w->current.store(f, std::memory_order_release);  // sync: CURRENT -> find_local_or_steal
  set_self(f);
  system::begin_switch(&w->boot_fake_stack, f->stack_low, f->stack_bytes);
#if defined(SKUA_TSAN)
  w->boot_tsan_fibre = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(f->tsan_fibre, 0);
#endif
  system::switch_context(&w->boot_stack_pointer, f->stack_pointer);
  system::end_switch(w->boot_fake_stack);
}

void leave_thread(fibre* from) noexcept {
  worker* w = worker_of(from);
  w->current.store(nullptr, std::memory_order_release);  // sync: CURRENT -> find_local_or_steal
  set_self(nullptr);
  system::begin_switch(nullptr, w->boot_stack_low, w->boot_stack_bytes);
#if defined(SKUA_TSAN)
  __tsan_switch_to_fiber(w->boot_tsan_fibre, 0);
#endif
  system::switch_context(&from->stack_pointer, w->boot_stack_pointer);
  __builtin_unreachable();
}

}  // namespace skua::sched
