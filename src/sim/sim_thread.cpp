// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sim/sim_thread.hpp"

#include <cxxabi.h>
#include <pthread.h>

#include <utility>

#include "core/place.hpp"

#include <skua/detail/core/self.hpp>
#include "core/switch.hpp"
#include "sim/simulator.hpp"
#include "system/address_sanitizer.hpp"
#include "system/context.hpp"
#include "system/memory.hpp"

#if defined(SKUA_TSAN)
#include <sanitizer/tsan_interface.h>
#endif

namespace skua::sim {
namespace {

constexpr std::size_t stack_bytes = 256 * 1024;  // committed at first touch

std::uintptr_t* exception_globals() noexcept { return reinterpret_cast<std::uintptr_t*>(abi::__cxa_get_globals()); }

}  // namespace

sim_thread::sim_thread(simulator& simulator, std::uint64_t n) noexcept : owner(simulator), number(n) {
  if (!system::has_address_sanitizer()) return;
  pthread_attr_t attributes;
  void* low = nullptr;
  if (::pthread_getattr_np(::pthread_self(), &attributes) == 0) {
    (void)::pthread_attr_getstack(&attributes, &low, &bytes_);
    (void)::pthread_attr_destroy(&attributes);
  }
  low_ = low;
}

sim_thread::sim_thread(simulator& simulator, std::uint64_t n, std::function<void()> main)
    : owner(simulator), number(n), main_(std::move(main)) {
  stack_ = system::reserve(stack_bytes);
  stack_pointer_ = system::make_context(stack_, stack_bytes, [](void* self) { enter(self); }, this);
  low_ = stack_;
  bytes_ = stack_bytes;
#if defined(SKUA_TSAN)
  shadow_ = __tsan_create_fiber(0);
  own_shadow_ = true;
#endif
}

sim_thread::~sim_thread() {
#if defined(SKUA_TSAN)
  if (own_shadow_) __tsan_destroy_fiber(shadow_);
#endif
  release_stack();
}

void sim_thread::release_stack() noexcept {
  if (stack_ == nullptr) return;
  system::forget_frames(stack_, stack_bytes);
  system::release(std::exchange(stack_, nullptr), stack_bytes);
}

void sim_thread::enter(void* self) noexcept {
  auto& thread = *static_cast<sim_thread*>(self);
  system::end_switch(nullptr);
  thread.main_();
  thread.over.store(1, std::memory_order_relaxed);  // relaxed: one thread
  thread.owner.wake(thread.over);
  thread.owner.end_thread();
}

void sim_thread::resume(sim_thread& from) noexcept {
  std::uintptr_t* const globals = exception_globals();
  from.exception_globals_[0] = std::exchange(globals[0], exception_globals_[0]);
  from.exception_globals_[1] = std::exchange(globals[1], exception_globals_[1]);
  from.fibre_ = sched::self();
  sched::set_self(fibre_);
  // A worker's simulated thread may be on the stack of any of the worker's fibres.
  if (from.fibre_ != nullptr) {
    from.low_ = from.fibre_->stack_low;
    from.bytes_ = from.fibre_->stack_bytes;
  } else if (from.stack_ != nullptr) {
    from.low_ = from.stack_;
    from.bytes_ = stack_bytes;
  }
  system::begin_switch(&from.fake_stack_, low_, bytes_);
#if defined(SKUA_TSAN)
  from.shadow_ = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(shadow_, 0);
#endif
  system::switch_context(&from.stack_pointer_, stack_pointer_);
  system::end_switch(from.fake_stack_);
}

}  // namespace skua::sim
