// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of recorded tasks, as numbers.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include <skua/detail/core/fibre.hpp>

namespace skua::sched {

class recorded_names {
 public:
  /// The name of the task that has ended on the fibre: the one that it was given, else its
  /// function.
  std::uint64_t number_of(fibre const* current, task_fn fn);
  /// "task" for a function without a symbol.
  [[nodiscard]] std::string text_of(std::uint64_t number) const;

 private:
  std::unordered_map<std::string, std::uint64_t> numbers_;
  std::vector<std::string> texts_;
};

}  // namespace skua::sched
