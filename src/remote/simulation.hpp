// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The simulator that simulated places run in, as this layer sees it.
#pragma once

#include "system/machine.hpp"

namespace skua::remote {

class simulation {
 public:
  virtual ~simulation() = default;
  virtual system::machine& machine(int place) noexcept = 0;
};

}  // namespace skua::remote
