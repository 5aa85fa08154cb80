// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a run ends at every place: posts are done, then everybody hears that it is over. And how it
// ends when a place is lost.
//
// Place 0 asks all places in waves how many posts they have sent and got. A place answers when its
// root scope has no task left: the wave waits there, so a long task costs no messages. Two waves in
// a row with equal sums, and as many got as sent: nothing is under way (Mattern 1987, four
// counters). A wave that shows a post under way is repeated after a pause, each time a longer one.
//
// Invariants: F1 a place reads its counts after it has been asked, and its root scope is seen
// without a task between two equal readings. So between the readings of two waves with equal counts
// the place was at rest, at all places at the same time. F2 a post is counted as got after its task
// has its token. F3 an answer that is owed is given by the thread that asks, or by the one that
// takes the root scope's last token (edge ASKED: each stores, fences and then looks at what the
// other has stored).
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "place/scope_tree.hpp"
#include "sched/place.hpp"
#include "transport/end_claim.hpp"

namespace skua::remote {

/// Exit code of a run that lost a place which did not fail itself, and of the places that are left.
inline constexpr int lost_exit_code = 70;
using transport::start_exit_code;

class run_end {
 public:
  run_end(sched::place& p, sender& out) : place_(p), out_(out) {}

  void post_sent() noexcept { sent_.fetch_add(1, std::memory_order_release); }  // sync: POSTS -> counts
  /// After its task has its token.
  void post_received() noexcept { received_.fetch_add(1, std::memory_order_release); }  // sync: POSTS -> counts
  /// The root scope had no task left a moment ago.
  void root_ended() noexcept;

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

  /// No thread of this process waits here for the end of runs: it is acknowledged at once. Before
  /// any message comes.
  void unattended() noexcept { unattended_ = true; }

  void on_wave(int from, std::span<std::byte const> message);
  void on_wave_answer(int from, std::span<std::byte const> message);
  void on_over(std::span<std::byte const> message);
  void on_over_heard();
  /// Ends the process with the lost place's code, if that is known; prints a line if this is the
  /// place that does, and none has said why the run ends.
  [[noreturn]] void lost(int place, std::string const& whereabouts, char const* how, bool speak, int code = 0) noexcept;

 private:
  struct sums {
    std::uint64_t sent = 0, received = 0;
    bool operator==(sums const&) const = default;
  };
  sums counts() const noexcept;
  bool busy() const noexcept { return place_.root.state.load() >= sched::scope_token; }
  bool counts_at_rest(sums& to) const noexcept;
  void asked() noexcept;
  void answer_at_rest() noexcept;
  void answered() noexcept;
  sums ask_all();
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
  base::atomic<std::uint32_t> owes_{0};       // 1: place 0 waits for this place's counts
  sums wave_;                                 // pollers only, while answers come
  sums own_;                                  // of place 0, as its answer
  base::atomic<std::uint32_t> answers_{0};    // futex: to come
  base::atomic<std::uint32_t> heard_{0};      // futex: places that have ended the run
  base::atomic<std::uint32_t> runs_over_{0};  // futex
  std::uint32_t runs_ended_ = 0;
  base::atomic<int> code_{0};
  base::atomic<bool> closing_{false};
  bool unattended_ = false;
};

}  // namespace skua::remote
