// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who sleeps at which word: a hash table whose chains run through the processes themselves, so that
// neither sleeping nor waking allocates. Those of one word are woken in the order in which they
// fell asleep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "world/process.hpp"

namespace skua::world {

class sleepers {
 public:
  void add(process* p, void const* word) {
    if (++count_ > chains_.size()) grow();
    p->sleeps_at = word;
    append(p);
  }
  void remove(process* p) noexcept {
    for (process** at = &chains_[chain_of(p->sleeps_at)]; *at != nullptr; at = &(*at)->next_sleeper) {
      if (*at != p) continue;
      *at = p->next_sleeper;
      --count_;
      break;
    }
    p->sleeps_at = nullptr;
  }
  /// Takes out all that sleep at the word and calls woken(p) for each.
  template <class F>
  void remove_all(void const* word, F const& woken) {
    for (process** at = &chains_[chain_of(word)]; *at != nullptr;) {
      process* const p = *at;
      if (p->sleeps_at != word) {
        at = &p->next_sleeper;
        continue;
      }
      *at = p->next_sleeper;
      --count_;
      p->sleeps_at = nullptr;
      woken(p);
    }
  }

 private:
  [[nodiscard]] std::size_t chain_of(void const* word) const noexcept {
    return (reinterpret_cast<std::uintptr_t>(word) * 0x9E3779B97F4A7C15u >> 32) & (chains_.size() - 1);
  }
  void append(process* p) noexcept {
    process** at = &chains_[chain_of(p->sleeps_at)];
    while (*at != nullptr) at = &(*at)->next_sleeper;
    p->next_sleeper = nullptr;
    *at = p;
  }
  void grow() {
    std::vector<process*> const old = std::move(chains_);
    chains_.assign(old.size() * 2, nullptr);
    for (process* p : old) {
      while (p != nullptr) {
        process* const following = p->next_sleeper;
        append(p);
        p = following;
      }
    }
  }

  std::vector<process*> chains_ = std::vector<process*>(64);
  std::size_t count_ = 0;
};

}  // namespace skua::world
