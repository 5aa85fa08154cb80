// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The processor's own clock: read in a third of the time that the system's clock takes. Its ticks
// are converted to nanoseconds later, from samples of both clocks.
//
// All cores of a processor that has an invariant counter count together. Where the processor does
// not say so, the ticks are nanoseconds of the system's clock.
#pragma once

#include <cstdint>
#include <vector>

#include <skua/detail/base/ticks.hpp>

#include "system/machine.hpp"

namespace skua::system {

/// Whether the counter of this processor counts with a constant rate, on all cores together.
bool has_constant_counter() noexcept;

/// The counter; only where has_constant_counter().
inline std::uint64_t read_counter() noexcept { return base::ticks(); }

/// Converts ticks to nanoseconds. One thread at a time, except for ticks_in.
class tick_converter {
 public:
  /// counter == false: the ticks are nanoseconds already.
  explicit tick_converter(bool counter);
  /// Notes how both clocks stand now. Ticks before the sample are converted exactly from then on.
  void sample() noexcept;
  /// CLOCK_MONOTONIC at that tick.
  [[nodiscard]] std::uint64_t to_ns(std::uint64_t tick) const noexcept;
  /// The number of ticks in about `ns` nanoseconds. Any thread: a new sample does not change it.
  [[nodiscard]] std::uint64_t ticks_in(std::uint64_t ns) const noexcept;

 private:
  struct pair {
    std::uint64_t tick;
    std::uint64_t ns;
  };
  static pair read_both() noexcept;

  bool counter_;
  double ticks_per_ns_ = 1;    // constant after construction
  std::vector<pair> samples_;  // in order of time; empty if the ticks are nanoseconds
};

}  // namespace skua::system
