// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The length of the shortest tour that a place knows; all its tasks read it at every node.
//
// Any task may call best() at any time. It may return an older length, and the task then only
// prunes less. The length never increases.

#pragma once

#include <atomic>
#include <limits>

#include "instance.hpp"

namespace apps::tsp {

class place_bound {
 public:
  length best() const {
    return best_.load(std::memory_order_relaxed);  // relaxed: a hint, no other memory is read because of it
  }

  /// Returns false if that length, or a smaller one, was known.
  bool lower(length candidate) {
    length current = best();
    while (candidate < current) {
      if (best_.compare_exchange_weak(current, candidate, std::memory_order_relaxed)) return true;  // relaxed: as above
    }
    return false;
  }

 private:
  alignas(64) std::atomic<length> best_{std::numeric_limits<length>::max()};
};

}  // namespace apps::tsp
