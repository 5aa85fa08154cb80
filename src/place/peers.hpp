// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Something for each other place that this one has to do with, made at the first use: a place of
// many thousands talks to a few of them, and must not pay for all.
//
// Invariant: entries are added in front of their chain and stay until the table goes, so whoever
// walks a chain meets only complete entries that nobody takes away. Any thread may call anything.
// Edge PEER: the contents of an entry, and of those behind it, reach who finds it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <memory>
#include <utility>

#include <skua/base/atomic.hpp>
#include <skua/base/spinlock.hpp>

namespace skua::remote {

template <class T>
class peers {
 public:
  explicit peers(int places)
      : chains_(std::bit_ceil(static_cast<std::size_t>(std::clamp(places, 1, most_chains)))),
        chain_(std::make_unique<base::atomic<entry*>[]>(chains_)) {}
  ~peers() {
    for (std::size_t c = 0; c < chains_; ++c) {
      for (entry* e = chain_[c].load(std::memory_order_relaxed); e != nullptr;) {  // relaxed: nobody else is left
        delete std::exchange(e, e->next);
      }
    }
  }
  peers(peers const&) = delete;
  peers& operator=(peers const&) = delete;

  /// That of a place, or nullptr if it was never used.
  [[nodiscard]] T* find(int place) const noexcept {
    for (entry* e = head_of(place).load(std::memory_order_acquire); e != nullptr; e = e->next) {  // sync: PEER <- of
      if (e->place == place) return &e->value;
    }
    return nullptr;
  }
  /// That of a place.
  [[nodiscard]] T& of(int place) {
    if (T* const known = find(place)) return *known;
    base::spin_guard const hold(adding_);
    if (T* const known = find(place)) return *known;
    base::atomic<entry*>& head = head_of(place);
    auto* const e = new entry{place, head.load(std::memory_order_relaxed), {}};  // relaxed: under the lock
    // sync: PEER -> find
    head.store(e, base::mutated("peers.of") ? std::memory_order_relaxed : std::memory_order_release);
    return e->value;
  }
  /// Calls visit(place, value) for each until it says false.
  template <class F>
  void for_each(F const& visit) {
    for (std::size_t c = 0; c < chains_; ++c) {
      for (entry* e = chain_[c].load(std::memory_order_acquire); e != nullptr; e = e->next) {  // sync: PEER <- of
        if (!visit(e->place, e->value)) return;
      }
    }
  }

 private:
  static constexpr int most_chains = 128;
  struct entry {
    int place;
    entry* next;
    T value;
  };

  base::atomic<entry*>& head_of(int place) const noexcept {
    return chain_[static_cast<std::size_t>(place) & (chains_ - 1)];
  }

  std::size_t chains_;
  std::unique_ptr<base::atomic<entry*>[]> chain_;
  base::spinlock adding_;
};

}  // namespace skua::remote
