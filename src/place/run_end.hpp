// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a run ends at every place: posts are done, then everybody hears that it is over. And how it ends when a place is lost.
//
// Place 0 asks all places in waves how many posts they have sent and got, and whether tasks of their root scopes are left.
// Two waves in a row with equal sums, as many got as sent, and nobody busy: nothing is under way (Mattern 1987, four counters).
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "place/scope_tree.hpp"
#include "sched/place.hpp"

namespace skua::remote {

/// Exit code of a run that lost a place.
inline constexpr int lost_exit_code = 70;

class run_end {
 public:
  run_end(sched::place& p, sender& out) : place_(p), out_(out) {}

  void post_sent() noexcept { sent_.fetch_add(1, std::memory_order_relaxed); }          // relaxed: before the token that covers it goes
  void post_received() noexcept { received_.fetch_add(1, std::memory_order_relaxed); }  // relaxed: read by pollers

  /// Place 0, when its root scope has no task left: returns when no place has one.
  void wait_for_posts();
  /// Place 0: tells all others, waits until they have ended the run too.
  void announce(int code);
  /// Place 0, after its last run: as announce, and nobody need wait for another run.
  void close();
  /// Others: waits for the end of the run, or of the job.
  struct end {
    int code;
    bool closing;
  };
  end wait_for_end();

  /// No thread of this process waits here for the end of runs: it is acknowledged at once. Before any message comes.
  void unattended() noexcept { unattended_ = true; }

  void on_wave(int from, std::span<std::byte const> message);
  void on_wave_answer(int from, std::span<std::byte const> message);
  void on_over(std::span<std::byte const> message);
  void on_over_heard();
  /// Ends the process, after one line if it is this place that speaks.
  [[noreturn]] void lost(int place, std::string const& whereabouts, char const* how, bool speak) noexcept;

 private:
  struct sums {
    std::uint64_t sent = 0, received = 0, busy = 0;
    bool operator==(sums const&) const = default;
  };
  sums mine() const noexcept;
  struct over_body {
    int code;
    int closing;
  };
  void tell_all(over_body const& b);
  void sleep_while(base::atomic<std::uint32_t>& word, std::uint32_t seen) noexcept;

  sched::place& place_;
  sender& out_;
  base::atomic<std::uint64_t> sent_{0};
  base::atomic<std::uint64_t> received_{0};
  sums wave_;                                 // pollers only, while answers come
  base::atomic<std::uint32_t> answers_{0};    // futex: to come
  base::atomic<std::uint32_t> heard_{0};      // futex: places that have ended the run
  base::atomic<std::uint32_t> runs_over_{0};  // futex
  std::uint32_t runs_ended_ = 0;
  base::atomic<int> code_{0};
  base::atomic<bool> closing_{false};
  bool unattended_ = false;
};

}  // namespace skua::remote
