// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counters and the time breakdown of a worker: written by the worker, read by anyone.
#pragma once

#include <array>
#include <cstdint>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/observe/counter_lists.hpp>

namespace skua::observe {

/// A number with one writer.
class counter {
 public:
  void add(std::uint64_t n) noexcept {
    // relaxed: one writer, readers want a snapshot
    value_.store(value_.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
  }
  std::uint64_t get() const noexcept { return value_.load(std::memory_order_relaxed); }  // relaxed: a snapshot

 private:
  base::atomic<std::uint64_t> value_{0};
};

#define SKUA_PHASE(name) name,
/// The activities of a worker.
enum class phase : unsigned { SKUA_WORKER_PHASES(SKUA_PHASE) count };
#undef SKUA_PHASE

#define SKUA_COUNTER(name) counter name;
struct worker_counters {
  SKUA_WORKER_COUNTERS(SKUA_COUNTER)
  std::array<counter, static_cast<std::size_t>(phase::count)> nanoseconds;
  base::atomic<phase> now_in{phase::init};
  base::atomic<std::uint64_t> since{0};

  void enter(phase entered, std::uint64_t now) noexcept {
    phase const previous = now_in.load(std::memory_order_relaxed);  // relaxed: one writer
    // relaxed: one writer
    nanoseconds[static_cast<std::size_t>(previous)].add(now - since.load(std::memory_order_relaxed));
    // relaxed: readers want a snapshot
    now_in.store(entered, std::memory_order_relaxed);
    // relaxed: readers want a snapshot
    since.store(now, std::memory_order_relaxed);
  }
};
#undef SKUA_COUNTER

}  // namespace skua::observe
