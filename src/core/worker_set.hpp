// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A set of workers: one bit each, 64 in a word. The set of those that do not sleep in the gate lets
// a search pass over the others, which have nothing to take: with a hundred workers of which two
// work, it touches two workers and not a hundred.
//
// Edge AWAKE: a worker adds itself when it has left the gate, and fences (producer_fence) between
// that and its first look at the gate, before it pushes. The last worker that enlists fences for
// all threads before it reads the set: it sees the woken worker there, or the woken worker sees
// it in the gate and publishes its pushes. A worker removes itself before it sleeps, when its own
// queues are empty; no other thread puts something there. Explored in
// tests/model/parking_model.cpp.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <skua/detail/base/atomic.hpp>

namespace skua::sched {

class worker_set {
 public:
  /// Makes room for workers with numbers below `limit`, before any other call.
  void resize(std::size_t limit) {
    count_ = (limit + bits - 1) / bits;
    words_ = std::make_unique<base::atomic<std::uint64_t>[]>(count_);
  }

  void add(int number) noexcept {
    word_of(number).fetch_or(bit_of(number), std::memory_order_release);  // sync: AWAKE -> find
  }
  void remove(int number) noexcept {
    word_of(number).fetch_and(~bit_of(number), std::memory_order_relaxed);  // relaxed: it has nothing to take
  }

  /// A member, each with about the same probability if their words are equally full; 0 if there is
  /// none.
  int choose(std::uint64_t random) const noexcept {
    for (std::size_t i = 0; i < count_; ++i) {
      std::size_t const word = (random + i) % count_;
      std::uint64_t members = words_[word].load(std::memory_order_relaxed);  // relaxed: a hint
      if (members == 0) continue;
      for (auto n = (random >> 32) % static_cast<unsigned>(std::popcount(members)); n > 0; --n) members &= members - 1;
      return static_cast<int>(word * bits) + std::countr_zero(members);
    }
    return 0;
  }

  /// Calls fn(number) for the workers of the set, from number `first` on and then from the lowest,
  /// until it returns true. Returns whether it has. With `among`: only for members of both.
  template <class F>
  bool find(int first, F&& fn, worker_set const* among = nullptr) const {
    auto const start = static_cast<std::size_t>(first) / bits;
    std::uint64_t const from_first = ~std::uint64_t{0} << (static_cast<unsigned>(first) % bits);
    for (std::size_t i = 0; i <= count_; ++i) {
      std::size_t const word = (start + i) % count_;
      std::uint64_t members = words_[word].load(std::memory_order_acquire);                  // sync: AWAKE <- add
      if (among != nullptr) members &= among->words_[word].load(std::memory_order_relaxed);  // relaxed: a hint
      if (i == 0) members &= from_first;
      if (i == count_) members &= ~from_first;
      for (; members != 0; members &= members - 1)
        if (fn(static_cast<int>(word * bits) + std::countr_zero(members))) return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t bits = 64;
  static std::uint64_t bit_of(int number) noexcept {
    return std::uint64_t{1} << (static_cast<unsigned>(number) % bits);
  }
  base::atomic<std::uint64_t>& word_of(int number) noexcept { return words_[static_cast<std::size_t>(number) / bits]; }

  std::size_t count_ = 0;
  std::unique_ptr<base::atomic<std::uint64_t>[]> words_;
};

}  // namespace skua::sched
