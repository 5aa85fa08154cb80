// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state word of a scope: the number of its tasks outside the owner's fibre, and flags.
//
//   bits 63..8  tokens: one for each task that has left the owner's fibre (because it was stolen,
//               sent to another place, or waits) and has not ended
//   bit 0 cancelled        set once, by cancel
//   bit 1 waiting          set by the owner when it suspends on the scope, or closes it
//   bit 2 extension claim  set by the thread that creates the extension
//   bit 3 extension ready  the extension pointer may be read
//   bit 4 body hook        objects of the scope must be told once that the body has ended; then
//                          cleared
//   bit 5 keep going       an exception does not cancel
//   bit 6 proxy            the frame represents a scope with its home elsewhere (proxy_frame)
//   bit 7 cut short        a task, or the body, ended early because this scope or one around it was
//                          cancelled. Set before that task's token is returned, so that an owner
//                          that sees no token checks the scopes around it
//
// Invariants
//   SCOPE-1  If the word is zero after the owner has run the body and the tasks in its deque, no
//     task has left and no flag was set; the owner returns at once.
//   SCOPE-2  Tokens are added under the lock of the deque that the task leaves, so an owner that
//     has held that lock since sees them.
//   SCOPE-3  The completer that returns the last token after `waiting` was set resumes the owner,
//     and does not access the frame afterwards.
// Edges: TOKEN (the release in complete makes a task's effects visible to the owner), WAIT
// (fetch_or against fetch_sub decides which side resumes the owner), EXTEND (contents of the
// extension).
#pragma once

#include <cstdint>

#include <skua/detail/base/atomic.hpp>

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
  /// Owner: the word, with the effects of all completed tasks.
  std::int64_t load() const noexcept { return word_.load(std::memory_order_acquire); }  // sync: TOKEN <- complete
  bool has(std::int64_t flag) const noexcept {
    return (word_.load(std::memory_order_relaxed) & flag) != 0;  // relaxed: flags are hints until acquired
  }

  /// Adds tokens. Requires the lock of the deque that the tasks leave (SCOPE-2), or a token of the
  /// caller's own.
  // relaxed: SCOPE-2
  void add(std::int64_t tokens) noexcept { word_.fetch_add(tokens * scope_token, std::memory_order_relaxed); }

  /// Gives tokens back. Returns true if they were the last and the owner waits: the caller must
  /// resume it.
  [[nodiscard]] bool complete(std::int64_t tokens) noexcept {
    // sync: TOKEN -> load
    std::int64_t const old = word_.fetch_sub(
        tokens * scope_token, base::mutated("scope.complete") ? std::memory_order_relaxed : std::memory_order_acq_rel);
    return (old & scope_waiting) != 0 && old - tokens * scope_token < scope_token;
  }

  /// Owner, on the next stack: true if tokens are out; the last of them will resume the owner.
  [[nodiscard]] bool begin_wait() noexcept {
    if (base::mutated("scope.wait")) {
      bool const has_tokens = word_.load(std::memory_order_acquire) >= scope_token;  // sync: TOKEN <- complete
      word_.fetch_or(scope_waiting, std::memory_order_acq_rel);                      // sync: TOKEN <- complete
      return has_tokens;
    }
    return word_.fetch_or(scope_waiting, std::memory_order_acq_rel) >= scope_token;  // sync: TOKEN <- complete
  }

  /// Called by the owner: closes the scope if no token is out; afterwards try_add fails. Returns
  /// true if it is closed.
  [[nodiscard]] bool try_close() noexcept {
    std::int64_t word = word_.load(std::memory_order_acquire);  // sync: TOKEN <- complete
    while (base::mutated("scope.try_close") || word < scope_token) {
      // sync: CLOSE -> try_add; TOKEN <- complete
      if (word_.compare_exchange_weak(word, word | scope_waiting, std::memory_order_acq_rel, std::memory_order_acquire))
        return true;
    }
    return false;
  }
  /// For a thread without a token: adds one, unless the scope has ended (its owner is being
  /// resumed, or has closed it).
  [[nodiscard]] bool try_add() noexcept {
    std::int64_t word = word_.load(std::memory_order_acquire);  // sync: CLOSE <- try_close
    while (base::mutated("scope.try_add") || word >= scope_token || (word & scope_waiting) == 0) {
      // sync: CLOSE <- try_close
      if (word_.compare_exchange_weak(word, word + scope_token, std::memory_order_acq_rel, std::memory_order_acquire))
        return true;
    }
    return false;
  }

  /// Sets a flag; true if it was not set before.
  bool raise(std::int64_t flag) noexcept {
    return (word_.fetch_or(flag, std::memory_order_acq_rel) & flag) == 0;  // sync: EXTEND -> extended
  }
  /// Clears a flag (of the root scope, between runs).
  // relaxed: no task runs
  void clear(std::int64_t flag) noexcept { word_.fetch_and(~flag, std::memory_order_relaxed); }
  bool extended() const noexcept {
    return (word_.load(std::memory_order_acquire) & scope_extended) != 0;  // sync: EXTEND <- raise
  }

 private:
  base::atomic<std::int64_t> word_{0};
};

}  // namespace skua::sched
