// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The baseline for floods of messages: one process fills a bare ring, another one empties it and
// adds up the values.
#pragma once

#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>

#include "support/clock.hpp"
#include "support/raw_ring.hpp"

namespace bench {

/// Nanoseconds per message. Both sides spin, and yield if there is nothing to do for long. Throws
/// if a message was lost.
inline double raw_stream_ns(std::uint64_t messages) {
  using long_ring = raw_ring_of<1024>;  // long enough that neither side often waits for the other to be scheduled
  struct shared {
    long_ring ring;
    alignas(64) std::atomic<std::uint64_t> received_count;
    alignas(64) std::atomic<std::uint64_t> sum;
  };
  constexpr std::uint64_t report_interval = long_ring::cells / 4;
  auto const wait_for = [](auto&& condition) {
    for (int i = 0; !condition(); ++i)
      if (i > 1000) sched_yield();
  };
  void* const memory = mmap(nullptr, sizeof(shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no shared memory for the raw stream");
  auto* const s = static_cast<shared*>(memory);
  pid_t const child = fork();
  if (child < 0) throw std::runtime_error("no process for the raw stream");
  if (child == 0) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < messages; ++i) {
      std::uint64_t value = 0;
      wait_for([&] { return s->ring.get(i, value); });
      sum += value;
      if ((i + 1) % report_interval == 0) s->received_count.store(i + 1, std::memory_order_release);
    }
    s->sum.store(sum, std::memory_order_relaxed);
    s->received_count.store(messages, std::memory_order_release);
    _exit(0);
  }
  double const ns = nanoseconds_of([&] {
    for (std::uint64_t i = 0; i < messages; ++i) {
      wait_for([&] { return i - s->received_count.load(std::memory_order_acquire) < long_ring::cells; });
      s->ring.put(i, i);
    }
    wait_for([&] { return s->received_count.load(std::memory_order_acquire) == messages; });
  });
  waitpid(child, nullptr, 0);
  bool const is_right = s->sum.load(std::memory_order_relaxed) == messages * (messages - 1) / 2;
  munmap(memory, sizeof(shared));
  if (!is_right) throw std::runtime_error("the raw stream lost a message");
  return ns / static_cast<double>(messages);
}

}  // namespace bench
