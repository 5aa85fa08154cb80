// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The baseline for floods of messages: one process fills a bare ring, another one empties it and
// adds up what it finds.
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

/// Nanoseconds per message. Both sides spin, and yield when there is nothing to do for long. Throws
/// if something was lost.
inline double raw_stream_ns(std::uint64_t messages) {
  using long_ring = raw_ring_of<1024>;  // neither side waits for the other to be scheduled too often
  struct shared {
    long_ring ring;
    alignas(64) std::atomic<std::uint64_t> taken;
    alignas(64) std::atomic<std::uint64_t> sum;
  };
  constexpr std::uint64_t told_every = long_ring::cells / 4;
  auto const patient = [](auto&& until) {
    for (int i = 0; !until(); ++i)
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
      patient([&] { return s->ring.get(i, value); });
      sum += value;
      if ((i + 1) % told_every == 0) s->taken.store(i + 1, std::memory_order_release);
    }
    s->sum.store(sum, std::memory_order_relaxed);
    s->taken.store(messages, std::memory_order_release);
    _exit(0);
  }
  auto const begin = wall_ns();
  for (std::uint64_t i = 0; i < messages; ++i) {
    patient([&] { return i - s->taken.load(std::memory_order_acquire) < long_ring::cells; });
    s->ring.put(i, i);
  }
  patient([&] { return s->taken.load(std::memory_order_acquire) == messages; });
  auto const end = wall_ns();
  waitpid(child, nullptr, 0);
  bool const right = s->sum.load(std::memory_order_relaxed) == messages * (messages - 1) / 2;
  munmap(memory, sizeof(shared));
  if (!right) throw std::runtime_error("the raw stream lost a message");
  return static_cast<double>(end - begin) / static_cast<double>(messages);
}

}  // namespace bench
