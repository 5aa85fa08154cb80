// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A simulated thread: a stack and the other state of a thread (the fibre that runs on it, the state
// of exceptions).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/core/self.hpp>

namespace skua::sim {

class simulator;

class sim_thread {
 public:
  /// For the calling thread.
  sim_thread(simulator& simulator, std::uint64_t number) noexcept;
  /// For a new simulated thread, which runs `main` on its own stack.
  sim_thread(simulator& simulator, std::uint64_t number, std::function<void()> main);
  ~sim_thread();
  sim_thread(sim_thread const&) = delete;
  sim_thread& operator=(sim_thread const&) = delete;

  /// Switches from the running simulated thread to this one; returns when another one switches
  /// back.
  void resume(sim_thread& from) noexcept;
  /// Call this shortly before resume.
  void prefetch_stack() const noexcept {
    __builtin_prefetch(stack_pointer_);
    __builtin_prefetch(static_cast<char const*>(stack_pointer_) + 64);
    __builtin_prefetch(fibre_);
  }
  /// Releases the stack, after the simulated thread has ended.
  void release_stack() noexcept;

  simulator& owner;
  std::uint64_t const number;
  int place = 0;                        // the place that it belongs to
  std::uint64_t turn = 0;               // goes up each time it is resumed
  std::uint64_t local_time = 0;         // its local time, relative to the simulator's time
  int seat = -1;                        // among the threads of its place that share memory (shared_lines.hpp)
  std::size_t processor = 0;            // on which it runs, if there are fewer than threads
  std::uint64_t interrupted = 0;        // ns of interrupts, for which it has not been charged
  void const* sleeps_at = nullptr;      // the futex word; null: it does not sleep
  sim_thread* next_sleeper = nullptr;   // see futex_table.hpp
  base::atomic<std::uint32_t> over{0};  // futex word for join

 private:
  static void enter(void* self) noexcept;

  std::function<void()> main_;
  void* stack_ = nullptr;
  void* stack_pointer_ = nullptr;
  sched::fibre* fibre_ = nullptr;
  std::uintptr_t exception_globals_[2] = {0, 0};
  void* fake_stack_ = nullptr;  // for address sanitizer, like the next two
  void const* low_ = nullptr;
  std::size_t bytes_ = 0;
#if defined(SKUA_TSAN)
  void* shadow_ = nullptr;
  bool own_shadow_ = false;
#endif
};

}  // namespace skua::sim
