// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A simulated thread: a stack, and what belongs to a thread besides (the fibre that runs on it, the
// state of exceptions).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include <skua/base/atomic.hpp>
#include <skua/sched/self.hpp>

namespace skua::world {

class world;

class process {
 public:
  /// The calling thread itself.
  process(world& in, std::uint64_t number) noexcept;
  process(world& in, std::uint64_t number, std::function<void()> main);
  ~process();
  process(process const&) = delete;
  process& operator=(process const&) = delete;

  /// From the running one to this one; returns when somebody goes back.
  void go_on(process& from) noexcept;
  /// It goes on soon.
  void prefetch_stack() const noexcept {
    __builtin_prefetch(stack_pointer_);
    __builtin_prefetch(static_cast<char const*>(stack_pointer_) + 64);
    __builtin_prefetch(fibre_);
  }
  /// It is over: its stack is given back.
  void release_stack() noexcept;

  world& in;
  std::uint64_t const number;
  int place = 0;                        // to which it belongs
  std::uint64_t turn = 0;               // grows each time it goes on
  std::uint64_t ahead = 0;              // of the world's time
  void const* sleeps_at = nullptr;      // a word
  process* next_sleeper = nullptr;      // see sleepers.hpp
  base::atomic<std::uint32_t> over{0};  // the word that who joins it sleeps at

 private:
  static void enter(void* self) noexcept;

  std::function<void()> main_;
  void* stack_ = nullptr;
  void* stack_pointer_ = nullptr;
  sched::fibre* fibre_ = nullptr;
  std::uintptr_t exception_globals_[2] = {0, 0};
#if defined(SKUA_ASAN)
  void* fake_stack_ = nullptr;
  void const* low_ = nullptr;
  std::size_t bytes_ = 0;
#endif
#if defined(SKUA_TSAN)
  void* shadow_ = nullptr;
  bool own_shadow_ = false;
#endif
};

}  // namespace skua::world
