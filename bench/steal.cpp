// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// steal, wake: from a spawn until the task starts on a second worker.
#include "support/latency.hpp"
#include "support/skua.hpp"

namespace bench {

void add_steal(suite& registry) {
  add_latencies<skua_runtime>(registry, {at_most("latency_us", 0.4)}, {at_most("latency_us", 10)});
}

}  // namespace bench
