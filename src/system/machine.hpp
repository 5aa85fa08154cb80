// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The seam between the scheduler and the machine: clock, sleeping and waking. A place holds one; the simulator will bring
// its own with virtual time.
#pragma once

#include <cstdint>

#include <skua/base/atomic.hpp>

namespace skua::system {

class machine {
 public:
  /// Monotonic nanoseconds.
  virtual std::uint64_t now() noexcept = 0;
  /// Blocks the calling thread while word == expected, at most until `deadline` (0: no limit); may return early.
  virtual void sleep(base::atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t deadline) noexcept = 0;
  virtual void wake(base::atomic<std::uint32_t>& word) noexcept = 0;

 protected:
  ~machine() = default;  // trivial: the default runtime uses the real one while statics are destroyed
};

/// The real thing.
machine& real_machine() noexcept;

/// Monotonic nanoseconds of the real clock.
std::uint64_t monotonic_ns() noexcept;

}  // namespace skua::system
