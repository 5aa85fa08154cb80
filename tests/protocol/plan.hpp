// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parameters of one simulated run: drawn from its seed, or set by a test.
#pragma once

#include <cstdint>
#include <string>

#include "protocol/mutation.hpp"

namespace protocol {

struct plan {
  std::uint64_t seed = 0;
  mutation planted = mutation::none;
  int places = 2;
  int tasks = 50;  // about
  // The number out of 1000 tasks that …
  unsigned nest = 0;         // open their own scope
  unsigned cancel = 0;       // cancel their scope
  unsigned handle = 0;       // cancel any scope by its handle
  unsigned fail = 0;         // throw
  unsigned shield = 0;       // are shielded
  unsigned pin = 0;          // must run where they were spawned
  unsigned stick = 0;        // cannot be packed
  unsigned far = 0;          // are spawned at another place
  unsigned outside = 0;      // also spawn a task of the root scope of their place
  unsigned deliver_all = 0;  // in 1000 steps: everything sent arrives before the next step
  bool export_at_random = true;
  bool steal = false;
  bool lazy_home = false;  // place 0 leaves its tasks to thieves
  std::string policy = "lifeline(2,2)";
  std::string amount = "half";
  int deepest = 100;  // depth limit of the scope tree
};

plan plan_of(std::uint64_t seed);

}  // namespace protocol
