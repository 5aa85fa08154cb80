// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The largest clique that a place knows of, shared by all its tasks.
//
// I1 `size_` never decreases. I2 when `mutex_` is free, `clique_` is the largest clique found at this place, and size_ is not
// below its size. size() may be called by any task at any time and may return an older size: it only prunes less.

#pragma once

#include <atomic>
#include <mutex>
#include <optional>

#include "bits.hpp"

namespace apps::clique {

template <std::size_t Words>
class place_incumbent {
 public:
  struct news {
    int size;
    bits<Words> clique;
  };

  int size() const {
    return size_.load(std::memory_order_relaxed);  // relaxed: a hint, no other memory is read because of it
  }

  /// A standard mutex: it is held for a copy of a few words, across nothing that could suspend a task.
  void improve(bits<Words> const& clique, int size) {
    std::lock_guard const lock(mutex_);
    if (size <= this->size()) return;
    clique_ = clique;
    untold_ = size;
    size_.store(size, std::memory_order_relaxed);  // relaxed: a hint; the clique itself is read under the mutex
  }

  /// The largest clique found here since the last call, if it is still the largest known. For one caller only.
  std::optional<news> untold() {
    if (known_.load(std::memory_order_relaxed) == size()) return std::nullopt;  // relaxed: looked at again under the mutex
    std::lock_guard const lock(mutex_);
    known_.store(size(), std::memory_order_relaxed);  // relaxed: as above
    if (untold_ != size()) return std::nullopt;
    untold_ = 0;
    return news{size(), clique_};
  }

  /// Another place has found a clique of that size.
  void heard(int size) {
    std::lock_guard const lock(mutex_);
    if (size <= this->size()) return;
    size_.store(size, std::memory_order_relaxed);   // relaxed: a hint
    known_.store(size, std::memory_order_relaxed);  // relaxed: looked at again under the mutex
  }

 private:
  alignas(64) std::atomic<int> size_{0};
  alignas(64) std::atomic<int> known_{0};  ///< up to this size, untold() has nothing to say
  std::mutex mutex_;
  int untold_ = 0;  ///< size of clique_ if the others have not been told of it, else 0
  bits<Words> clique_ = bits<Words>::none();
};

}  // namespace apps::clique
