// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table with one value for each place that this place communicates with, made at the first use.
// One of many thousands of places communicates with a few others, and must not pay for all.
//
// Invariant: entries are added in front of their chain and stay until the table is destroyed, so a
// thread that walks a chain meets only complete entries, and no thread removes them. Any thread may
// call anything.
// Edge PEER: a thread that finds an entry sees its contents, and those of the entries behind it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <memory>
#include <utility>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/spinlock.hpp>

namespace skua::remote {

template <class T>
class peers {
 public:
  explicit peers(int places)
      : chain_count_(std::bit_ceil(static_cast<std::size_t>(std::clamp(places, 1, max_chains)))),
        heads_(std::make_unique<base::atomic<entry*>[]>(chain_count_)) {}
  ~peers() {
    for (std::size_t chain = 0; chain < chain_count_; ++chain) {
      // relaxed: the only thread left
      for (entry* entry = heads_[chain].load(std::memory_order_relaxed); entry != nullptr;) {
        delete std::exchange(entry, entry->next);
      }
    }
  }
  peers(peers const&) = delete;
  peers& operator=(peers const&) = delete;

  /// The value of a place, or nullptr if of() was never called for it.
  [[nodiscard]] T* find(int place) const noexcept {
    // sync: PEER <- of
    for (entry* entry = head_of(place).load(std::memory_order_acquire); entry != nullptr; entry = entry->next) {
      if (entry->place == place) return &entry->value;
    }
    return nullptr;
  }
  /// The value of a place, made if there is none.
  [[nodiscard]] T& of(int place) {
    if (T* const value = find(place)) return *value;
    base::spin_guard const hold(add_lock_);
    if (T* const value = find(place)) return *value;
    base::atomic<entry*>& head = head_of(place);
    auto* const fresh = new entry{place, head.load(std::memory_order_relaxed), {}};  // relaxed: under the lock
    // sync: PEER -> find
    head.store(fresh, base::mutated("peers.of") ? std::memory_order_relaxed : std::memory_order_release);
    return fresh->value;
  }
  /// Calls visit(place, value) for each until it returns false.
  template <class F>
  void for_each(F const& visit) {
    for (std::size_t chain = 0; chain < chain_count_; ++chain) {
      // sync: PEER <- of
      for (entry* entry = heads_[chain].load(std::memory_order_acquire); entry != nullptr; entry = entry->next) {
        if (!visit(entry->place, entry->value)) return;
      }
    }
  }

 private:
  static constexpr int max_chains = 128;
  struct entry {
    int place;
    entry* next;
    T value;
  };

  base::atomic<entry*>& head_of(int place) const noexcept {
    return heads_[static_cast<std::size_t>(place) & (chain_count_ - 1)];
  }

  std::size_t chain_count_;
  std::unique_ptr<base::atomic<entry*>[]> heads_;
  base::spinlock add_lock_;
};

}  // namespace skua::remote
