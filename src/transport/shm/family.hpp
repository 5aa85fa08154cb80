// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The children of place 0.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "transport/segment.hpp"

namespace skua::transport {

/// Processes that must not outlive their owner. Known by pidfd: a process id may have been given to
/// somebody else since.
class family {
 public:
  /// Of place 0 of the segment.
  explicit family(std::shared_ptr<segment const> of) noexcept : shared_(std::move(of)) {}
  family(family const&) = delete;
  family& operator=(family const&) = delete;
  /// Kills those that are left; one that is about to print why the run ends gets a second for that.
  ~family();

  /// Forks, first making sure that nothing buffered is written twice. True in the child, which has
  /// an empty family, and must see for itself that it does not outlive its parent: what Linux
  /// offers for that goes by the life of the forking thread. Throws skua::error.
  bool fork();
  /// Lets them end by themselves until then.
  void wait_until(std::uint64_t deadline_ns) noexcept;
  /// How one of them ended, with its index in the order of fork; the text is empty if all are
  /// there.
  std::string first_ended(int& index);

 private:
  void forget() noexcept;

  std::shared_ptr<segment const> shared_;
  std::vector<int> pidfds_;
};

}  // namespace skua::transport
