// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long who cannot be woken sleeps between two looks.
//
// From 20 µs to a millisecond while nothing comes; beyond that, to 5 ms at most, only as far as it
// needs to stay below a two-hundredth of a core. Where a timer is cheap (5 µs of processor time)
// that is a millisecond; virtual machines have been seen to take four times as much. One thread at
// a time.
#pragma once

#include <cstdint>

namespace skua::transport::mpi {

class patience {
 public:
  /// Something came: be quick again.
  void reset() noexcept { interval_ = shortest; }
  /// A thread begins to wait.
  void begin() noexcept { used_ = 0; }
  /// The next sleep, in nanoseconds.
  [[nodiscard]] std::uint64_t interval() const noexcept { return interval_; }
  /// A sleep and a look have passed, and nothing came.
  void missed() noexcept;

 private:
  static constexpr std::uint64_t shortest = 20'000;
  static constexpr std::uint64_t usual = 1'000'000;
  static constexpr std::uint64_t longest = 5'000'000;
  static constexpr std::uint64_t share = 200;

  std::uint64_t interval_ = shortest;
  std::uint64_t used_ = 0;  // processor time of this thread at the last miss; 0: not known
};

}  // namespace skua::transport::mpi
