// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The largest clique known so far, shared by all tasks.
//
// I1 `size_` never decreases, and `clique_` is a clique of `size_` vertices whenever `mutex_` is free. size() may be
// called by any task at any time and may return an older size: it only prunes less. clique() is for afterwards.

#pragma once

#include <atomic>
#include <mutex>

#include "bits.hpp"

namespace apps::clique {

template <std::size_t Words>
class shared_incumbent {
 public:
  int size() const {
    return size_.load(std::memory_order_relaxed);  // relaxed: a hint, no other memory is read because of it
  }

  /// A standard mutex: it is held for a copy of a few words, across nothing that could suspend a task.
  void improve(bits<Words> const& clique, int size) {
    std::lock_guard const lock(mutex_);
    if (size <= this->size()) return;
    clique_ = clique;
    size_.store(size, std::memory_order_relaxed);  // relaxed: a hint; the clique itself is read under the mutex
  }

  bits<Words> clique() const {
    std::lock_guard const lock(mutex_);
    return clique_;
  }

 private:
  alignas(64) std::atomic<int> size_{0};
  alignas(64) mutable std::mutex mutex_;
  bits<Words> clique_ = bits<Words>::none();
};

}  // namespace apps::clique
