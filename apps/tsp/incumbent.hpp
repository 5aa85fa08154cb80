// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The length of the shortest tour that a place knows of, read by all its tasks at every node.
//
// best() may be called by any task at any time and may return an older length: it only prunes less.
// It never increases.

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

  /// False if that length, or a smaller one, was known.
  bool lower(length to) {
    length known = best();
    while (to < known) {
      if (best_.compare_exchange_weak(known, to, std::memory_order_relaxed)) return true;  // relaxed: as above
    }
    return false;
  }

 private:
  alignas(64) std::atomic<length> best_{std::numeric_limits<length>::max()};
};

}  // namespace apps::tsp
