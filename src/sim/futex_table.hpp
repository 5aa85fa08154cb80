// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The futex table: a hash table of the sleeping simulated threads, by word. Its chains are links in
// the threads themselves, so sleeping and waking do not allocate (but adding may grow the table).
// Threads that sleep on one word are woken in the order in which they fell asleep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "sim/sim_thread.hpp"

namespace skua::sim {

class futex_table {
 public:
  void add(sim_thread* thread, void const* word) {
    if (++count_ > chains_.size()) grow();
    thread->sleeps_at = word;
    append(thread);
  }
  void remove(sim_thread* thread) noexcept {
    for (sim_thread** link = &chains_[chain_of(thread->sleeps_at)]; *link != nullptr; link = &(*link)->next_sleeper) {
      if (*link != thread) continue;
      *link = thread->next_sleeper;
      --count_;
      break;
    }
    thread->sleeps_at = nullptr;
  }
  /// Removes all threads that sleep on the word, and calls woken(p) for each.
  template <class F>
  void remove_all(void const* word, F const& woken) {
    for (sim_thread** link = &chains_[chain_of(word)]; *link != nullptr;) {
      sim_thread* const thread = *link;
      if (thread->sleeps_at != word) {
        link = &thread->next_sleeper;
        continue;
      }
      *link = thread->next_sleeper;
      --count_;
      thread->sleeps_at = nullptr;
      woken(thread);
    }
  }

 private:
  [[nodiscard]] std::size_t chain_of(void const* word) const noexcept {
    return (reinterpret_cast<std::uintptr_t>(word) * base::golden_ratio >> 32) & (chains_.size() - 1);
  }
  void append(sim_thread* thread) noexcept {
    sim_thread** link = &chains_[chain_of(thread->sleeps_at)];
    while (*link != nullptr) link = &(*link)->next_sleeper;
    thread->next_sleeper = nullptr;
    *link = thread;
  }
  void grow() {
    std::vector<sim_thread*> const old = std::move(chains_);
    chains_.assign(old.size() * 2, nullptr);
    for (sim_thread* thread : old) {
      while (thread != nullptr) {
        sim_thread* const following = thread->next_sleeper;
        append(thread);
        thread = following;
      }
    }
  }

  std::vector<sim_thread*> chains_ = std::vector<sim_thread*>(64);
  std::size_t count_ = 0;
};

}  // namespace skua::sim
