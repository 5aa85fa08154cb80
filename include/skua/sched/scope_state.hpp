// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state word of a scope: how many of its tasks are elsewhere, and what happened to it.
//
//   bits 63..8  tokens: one for each task that left the owner's fibre (stolen, exported, waiting) and is not done
//   bit 0 cancelled        set by cancel, once
//   bit 1 waiting          set by the owner when it suspends on the scope, or closes it
//   bit 2 extension claim  set by whoever creates the extension
//   bit 3 extension ready  the extension pointer may be read
//   bit 4 body hook        objects of the scope want to know when the body has ended (once; then cleared)
//   bit 5 keep going       an exception does not cancel
//   bit 6 proxy            it stands for a scope whose home is another place (proxy_frame)
//   bit 7 cut short        a task of it has ended early, or its body has, because the scope or one
//                        around it was cancelled: set before that task's token goes back, so that
//                        an owner that sees no token looks around
//
// Invariants: S1 zero at the end of the body and its drain means: nothing ever happened, the owner
// leaves at once.
// S2 tokens are added under the lock of the deque the task leaves, so an owner that went through
// that lock sees them.
// S3 the completer that takes the last token after `waiting` was set resumes the owner, and touches
// the frame no more. Edges: TOKEN (a task's effects reach the owner by the release of complete),
// WAIT (fetch_or against fetch_sub decides who resumes), EXTEND (contents of the extension).
#pragma once

#include <cstdint>

#include <skua/base/atomic.hpp>

namespace skua::sched {

inline constexpr std::int64_t scope_cancelled = 1;
inline constexpr std::int64_t scope_waiting = 2;
inline constexpr std::int64_t scope_extending = 4;
inline constexpr std::int64_t scope_extended = 8;
inline constexpr std::int64_t scope_body_hook = 16;
inline constexpr std::int64_t scope_keep_going = 32;
inline constexpr std::int64_t scope_proxy = 64;
inline constexpr std::int64_t scope_cut_short = 128;
inline constexpr std::int64_t scope_token = 256;

class scope_state {
 public:
  /// Owner: what happened so far, with the effects of all completed tasks.
  std::int64_t load() const noexcept { return word_.load(std::memory_order_acquire); }  // sync: TOKEN <- complete
  bool has(std::int64_t flag) const noexcept {
    return (word_.load(std::memory_order_relaxed) & flag) != 0;  // relaxed: flags are hints until acquired
  }

  /// Adds tokens; under the lock of the deque that the tasks leave (S2), or by a task that holds
  /// one itself.
  // relaxed: S2
  void add(std::int64_t tokens) noexcept { word_.fetch_add(tokens * scope_token, std::memory_order_relaxed); }

  /// Gives tokens back; true: the owner waits and is the caller's to resume.
  [[nodiscard]] bool complete(std::int64_t tokens) noexcept {
    // sync: TOKEN -> load
    std::int64_t const old = word_.fetch_sub(
        tokens * scope_token, base::mutated("scope.complete") ? std::memory_order_relaxed : std::memory_order_acq_rel);
    return (old & scope_waiting) != 0 && old - tokens * scope_token < scope_token;
  }

  /// Owner, on the next stack: true if tasks are still out and the last of them will resume it.
  [[nodiscard]] bool begin_wait() noexcept {
    if (base::mutated("scope.wait")) {
      bool const out = word_.load(std::memory_order_acquire) >= scope_token;  // sync: TOKEN <- complete
      word_.fetch_or(scope_waiting, std::memory_order_acq_rel);               // sync: TOKEN <- complete
      return out;
    }
    return word_.fetch_or(scope_waiting, std::memory_order_acq_rel) >= scope_token;  // sync: TOKEN <- complete
  }

  /// Owner: the scope ends if no token is out; from then on try_add fails. True: it has ended.
  [[nodiscard]] bool try_close() noexcept {
    std::int64_t seen = word_.load(std::memory_order_acquire);  // sync: TOKEN <- complete
    while (base::mutated("scope.try_close") || seen < scope_token) {
      // sync: CLOSE -> try_add; TOKEN <- complete
      if (word_.compare_exchange_weak(seen, seen | scope_waiting, std::memory_order_acq_rel, std::memory_order_acquire))
        return true;
    }
    return false;
  }
  /// Somebody without a token: adds one unless the scope has ended (its owner is being resumed, or
  /// has closed it).
  [[nodiscard]] bool try_add() noexcept {
    std::int64_t seen = word_.load(std::memory_order_acquire);  // sync: CLOSE <- try_close
    while (base::mutated("scope.try_add") || seen >= scope_token || (seen & scope_waiting) == 0) {
      // sync: CLOSE <- try_close
      if (word_.compare_exchange_weak(seen, seen + scope_token, std::memory_order_acq_rel, std::memory_order_acquire))
        return true;
    }
    return false;
  }

  /// Sets a flag; true if it was not set before.
  bool raise(std::int64_t flag) noexcept {
    return (word_.fetch_or(flag, std::memory_order_acq_rel) & flag) == 0;  // sync: EXTEND -> extended
  }
  /// Takes a flag away again (the root scope, between runs).
  void clear(std::int64_t flag) noexcept { word_.fetch_and(~flag, std::memory_order_relaxed); }  // relaxed: nobody runs
  bool extended() const noexcept {
    return (word_.load(std::memory_order_acquire) & scope_extended) != 0;  // sync: EXTEND <- raise
  }

 private:
  base::atomic<std::int64_t> word_{0};
};

}  // namespace skua::sched
