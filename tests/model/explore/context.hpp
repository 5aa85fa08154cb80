// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stack of a model thread, and the switch between two stacks. All of them run on one kernel
// thread.
#pragma once

#include <ucontext.h>
#include <csetjmp>

#include <cstddef>
#include <memory>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SKUA_MODEL_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define SKUA_MODEL_TSAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define SKUA_MODEL_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#define SKUA_MODEL_TSAN 1
#endif
#if defined(SKUA_MODEL_ASAN)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(SKUA_MODEL_TSAN)
#include <sanitizer/tsan_interface.h>
#endif
// Sanitizers and fortified longjmp do not understand jumps between stacks.
#if !defined(SKUA_MODEL_ASAN) && !defined(SKUA_MODEL_TSAN) && !defined(_FORTIFY_SOURCE)
#define SKUA_MODEL_JUMPS 1
#endif

namespace skua::model {

class context {
 public:
  using entry = void (*)();

  context() = default;
  context(context const&) = delete;
  context& operator=(context const&) = delete;

  /// Makes the next switch to this context enter `f` on a fresh stack; the code that ran there
  /// before is abandoned.
  void prepare(entry f) {
    if (!stack_) stack_ = std::make_unique<std::byte[]>(stack_bytes);
#if defined(SKUA_MODEL_ASAN)
    __asan_unpoison_memory_region(stack_.get(), stack_bytes);
    fake_ = nullptr;
#endif
#if defined(SKUA_MODEL_TSAN)
    if (fibre_ == nullptr) fibre_ = __tsan_create_fiber(0);
#endif
#if defined(SKUA_MODEL_JUMPS)
    has_left_ = false;
#endif
    getcontext(&registers_);
    registers_.uc_stack.ss_sp = stack_.get();
    registers_.uc_stack.ss_size = stack_bytes;
    registers_.uc_link = nullptr;
    makecontext(&registers_, f, 0);
  }

  /// Must be the first call on a fresh stack.
  static void arrived() {
#if defined(SKUA_MODEL_ASAN)
    __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
#endif
  }

  /// Leaves `from`, which is the running context, for `to`.
  static void change(context& from, context& to) {
#if defined(SKUA_MODEL_ASAN)
    if (!from.stack_ && from.kernel_bottom_ == nullptr) from.find_kernel_stack();
    void const* const bottom = to.stack_ ? static_cast<void const*>(to.stack_.get()) : to.kernel_bottom_;
    std::size_t const size = to.stack_ ? stack_bytes : to.kernel_size_;
    __sanitizer_start_switch_fiber(&from.fake_, bottom, size);
#endif
#if defined(SKUA_MODEL_TSAN)
    if (from.fibre_ == nullptr) from.fibre_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(to.fibre_, 0);
#endif
#if defined(SKUA_MODEL_JUMPS)
    // swapcontext makes two system calls to keep the signal mask, which does not change here.
    if (_setjmp(from.left_at_) == 0) {
      from.has_left_ = true;
      if (to.has_left_) _longjmp(to.left_at_, 1);
      setcontext(&to.registers_);
    }
#else
    swapcontext(&from.registers_, &to.registers_);
#endif
#if defined(SKUA_MODEL_ASAN)
    __sanitizer_finish_switch_fiber(from.fake_, nullptr, nullptr);
#endif
  }

 private:
  static constexpr std::size_t stack_bytes = std::size_t{256} * 1024;

#if defined(SKUA_MODEL_ASAN)
  void find_kernel_stack() {
    pthread_attr_t attributes;
    void* bottom = nullptr;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &bottom, &kernel_size_);
    pthread_attr_destroy(&attributes);
    kernel_bottom_ = bottom;
  }
  void* fake_ = nullptr;
  void const* kernel_bottom_ = nullptr;
  std::size_t kernel_size_ = 0;
#endif
#if defined(SKUA_MODEL_TSAN)
  void* fibre_ = nullptr;
#endif
#if defined(SKUA_MODEL_JUMPS)
  std::jmp_buf left_at_{};
  bool has_left_ = false;
#endif
  ucontext_t registers_{};
  std::unique_ptr<std::byte[]> stack_;
};

}  // namespace skua::model
