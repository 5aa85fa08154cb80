// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of global memory that a scope owns.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <skua/detail/core/scope_object.hpp>

namespace skua::memory {

/// Deallocates blocks when the scope that allocated them ends.
class block_owner final : public sched::scope_object {
 public:
  /// Adds a block at a place; `offset` must not be 0.
  void add(int place, std::uint64_t offset);
  ~block_owner() override;
  /// Transfers ownership to the caller's innermost scope.
  static void hand_over(std::unique_ptr<block_owner> blocks);

 private:
  std::vector<std::pair<int, std::uint64_t>> blocks_;
};

}  // namespace skua::memory
