// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Judges a machine: one finding for each property, with advice where something will hurt.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/common/json.hpp"
#include "machine.hpp"

namespace apps::doctor {

struct finding {
  std::string name;
  std::string value;                 ///< for people
  std::string advice;                ///< what to do; empty: nothing will hurt
  json_object data;                  ///< for programs
  std::vector<std::string> lines{};  ///< more for people, below the value

  [[nodiscard]] bool good() const { return advice.empty(); }
};

[[nodiscard]] std::vector<finding> judge(machine const& m);

/// The part of `judge` about the groups of processors.
[[nodiscard]] finding judge_topology(machine const& m);
/// The part of `judge` about limits of this process and of memory.
[[nodiscard]] std::vector<finding> judge_limits(machine const& m);

/// "16 MiB"
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);

}  // namespace apps::doctor
