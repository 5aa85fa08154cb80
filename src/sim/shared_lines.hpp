// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the workers of one wide place pay for the memory that they share: cache lines that move
// between processors, and membarriers, which interrupt every running thread of the process.
//
// A line is known by its address. It lies with the thread that wrote it last and with those that
// have read it since; any other thread waits until it has come, the longer the farther away its
// last writer is, and a write takes it from all others. Writes of several threads to one line wait
// for each other, so a counter that all of them change is slow in this model as on a machine.
// The threads of a place fill one complex (the processors with a common cache) after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace skua::sim {

/// Times in seconds. A simulated machine has none of these costs if `complex` is 0.
struct sharing_costs {
  int complex = 0;           // threads of a place with a common cache
  int package = 0;           // threads of a package; 0: all
  double line = 40e-9;       // until a line has come from another thread of the complex
  double other_line = 1e-7;  // from another complex
  double far_line = 2e-7;    // from another package
  double interrupt = 1e-6;   // of each running thread, by a membarrier
  double call = 1e-6;        // of the system call for a wake-up or a membarrier
  int processors = 0;        // of a place; its threads take turns; 0: one for each thread
};

class shared_lines {
 public:
  explicit shared_lines(sharing_costs const& costs) noexcept;

  /// The ns that the thread `reader` of a place waits for a line at the time `now`.
  std::uint64_t read(void const* address, std::size_t reader, std::uint64_t now);
  std::uint64_t write(void const* address, std::size_t writer, std::uint64_t now);
  /// Lines that have moved.
  [[nodiscard]] std::uint64_t moves() const noexcept { return moves_; }

 private:
  struct line {
    std::size_t writer = none;
    std::vector<std::uint64_t> readers;  // a bit for each thread that has the line
    std::uint64_t free_at = 0;           // when the last write is over
  };
  static constexpr std::size_t none = ~std::size_t{0};

  [[nodiscard]] std::uint64_t time_between(std::size_t thread, std::size_t other) const noexcept;
  line& line_of(void const* address);
  static bool has(line const& line, std::size_t thread) noexcept;
  static void give(line& line, std::size_t thread);
  [[nodiscard]] std::uint64_t time_to_take(line const& line, std::size_t writer) const noexcept;

  std::size_t complex_, package_;
  std::uint64_t near_ns_, other_ns_, far_ns_;
  std::uint64_t moves_ = 0;
  std::unordered_map<std::uintptr_t, line> lines_;
};

}  // namespace skua::sim
