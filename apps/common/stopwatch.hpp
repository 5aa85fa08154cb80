// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The time that passes, for applications that time a part of themselves: virtual time at a
// simulated place, otherwise real time.

#pragma once

#include <skua/sim.hpp>

namespace apps {

class stopwatch {
 public:
  [[nodiscard]] double seconds() const { return skua::sim::now() - start_; }

 private:
  double start_ = skua::sim::now();
};

}  // namespace apps
