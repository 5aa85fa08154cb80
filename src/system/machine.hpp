// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface between the runtime and the machine: clock, threads, sleeping and waking. A place
// holds one. The simulator has its own, with virtual time and threads that run one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include <skua/detail/base/atomic.hpp>

namespace skua::system {

/// A thread that the runtime has started.
class thread {
 public:
  virtual ~thread() = default;  // after join
  virtual void join() = 0;
};

/// Costs of the runtime itself, charged where time is simulated.
enum class runtime_cost : unsigned char { queue_task, start_task, yield, look_for_work };

class machine {
 public:
  /// Monotonic nanoseconds.
  virtual std::uint64_t now() noexcept = 0;
  /// Blocks the calling thread while word == expected, at most until `deadline` (0: no limit); may
  /// return early.
  virtual void sleep(base::atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t deadline) noexcept = 0;
  virtual void wake(base::atomic<std::uint32_t>& word) noexcept = 0;
  /// Like wake, for handlers of signals: async-signal-safe.
  virtual void wake_from_handler(base::atomic<std::uint32_t>& word) noexcept { wake(word); }
  /// Throws std::system_error, or std::bad_alloc.
  [[nodiscard]] virtual std::unique_ptr<thread> start(std::function<void()> main) = 0;
  /// The calling thread sleeps for about that time.
  virtual void pause(std::uint64_t ns) noexcept = 0;
  /// The calling thread has computed for that time: a simulated program calls it. Never under a
  /// lock.
  virtual void work(std::uint64_t ns) noexcept { static_cast<void>(ns); }
  /// Charges a cost of the runtime to the calling thread. Never under a lock.
  virtual void charge_cost(runtime_cost cost) noexcept { static_cast<void>(cost); }
  /// The calling thread reads, or writes, a cache line that other threads use as well. A simulated
  /// machine charges for it. May be called under a lock.
  virtual void touch(void const* line, bool writes) noexcept { static_cast<void>(line), static_cast<void>(writes); }
  /// The calling thread makes a membarrier, which interrupts all running threads of its place. A
  /// simulated machine charges them for it.
  virtual void interrupt_threads() noexcept {}
  /// The complexes, groups of processors with a common cache, on which the threads of a place run,
  /// and the one on which the calling thread runs now, from 0.
  virtual int complexes() { return 1; }
  virtual int complex_here() noexcept { return 0; }
  /// The processors on which the threads of a place can run at a time.
  virtual int processors() noexcept;

 protected:
  ~machine() = default;  // trivial: the default runtime uses the real one while statics are destroyed
};

/// The machine that the process runs on.
machine& real_machine() noexcept;

/// Monotonic nanoseconds of the real clock.
std::uint64_t monotonic_ns() noexcept;

}  // namespace skua::system
