// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds a deadlock of all places: no task can run at any place, no message is under way, and tasks
// remain. Then place 0 prints the waits of the tasks, and ends the process.
//
// Place 0 asks all places in waves (Mattern 1987, the same method as for the end of posts in
// run_end.hpp). Each answers with a census: how many messages it has sent and handled since it
// started, whether it is passive (sched::nothing_can_run), and whether it has been passive without
// a break since the wave before. One wave is under way at a time.
//
// Invariants:
//   DEADLOCK-1  A message counts as sent before the transport can have it, and as handled after its
//     handler has returned. So, at any moment, the sum of all sent minus the sum of all handled is
//     at least the number of messages in mailboxes, in the transport and in handlers. Messages of
//     waves do not count (is_counted): their handlers only answer.
//   DEADLOCK-2  The polling thread takes the census, under the poll lock: no handler of this place
//   runs at that time, and the reports to phasers that handlers have taken have been passed on.
//     While a worker polls, its place is not passive. If the progress thread polls, it holds no
//     task.
//   DEADLOCK-3  A passive place stays passive until a handler runs there or a signal comes: its
//     workers sleep, it has no timer, and all threads of its process are known and blocked in the
//     library. (Several places of one process: until a handler runs at one of them.)
//   DEADLOCK-4  A wave begins after the last census of the wave before has come to place 0.
//
// Proof that a report is true. Let T be the moment between waves n and n+1. Every place was passive
// at its census n, before T, and at its census n+1, after T, with equal numbers of parks, sent and
// handled messages. Between the two no worker ran (it would have parked again) and no handler
// ended. So at T all places were passive and the counts were those of the census n+1, whose sums
// are equal: by DEADLOCK-1 no message was under way and no handler ran. By DEADLOCK-3 nothing can
// happen any more. The remaining tasks (tokens of some root scope) wait for ever. Delays, and a
// stopped process, only make a wave longer.
//
// A signal cancels the run. A signal before a census makes the place not passive, for the rest of
// the run. Before the report each place stops handling signals (signals_kill_from_now_on): a later
// signal kills the process, so no task continues while the report reads its stack. If a signal has
// come to place 0 by then, there is no report.
//
// The detector finds every deadlock: place 0 is part of it, so its last worker that went to sleep
// calls look every 2 s. Once no message is under way, two waves in a row have equal results.
//
// Edge CENSUS: the thread that begins a wave sees everything that the end of the last wave wrote.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <skua/detail/base/atomic.hpp>

#include "instruments/deadlock.hpp"
#include "remote/mailbox.hpp"
#include "remote/scope_tree.hpp"

namespace skua::remote {

class deadlock_detector {
 public:
  deadlock_detector(sched::place& place, sender& out, mailbox& mail) : place_(place), sender_(out), mail_(mail) {}

  /// A message that counts has been handled. Pollers only, like all on_….
  void handled() noexcept { ++handled_; }

  /// Place 0, any thread: begins a wave if nothing can run here.
  void look() noexcept;
  /// Place 0, any thread: begins a wave, unless one is under way.
  void begin() noexcept;

  void on_census(int from, std::span<std::byte const> message);
  void on_census_answer(std::span<std::byte const> message);
  void on_ask_waiting(int from);
  void on_waiting(int from, std::span<std::byte const> message);

  /// This place takes part in the report of a deadlock: the run ends with the report of place 0,
  /// and no other report is needed.
  // relaxed: read and written by pollers
  [[nodiscard]] bool has_reported() const noexcept { return reported_.load(std::memory_order_relaxed); }
  /// For tests: waves that have ended.
  // relaxed: a number
  [[nodiscard]] std::uint64_t waves() const noexcept { return ended_.load(std::memory_order_relaxed); }

 private:
  struct census {
    std::uint64_t wave = 0, sent_messages = 0, handled_messages = 0;
    std::uint64_t parks = 0;
    std::uint32_t passive = 0;
    std::uint32_t unbroken = 0;  // also passive at the previous wave, with the same numbers
    std::uint64_t tasks_left = 0;
  };
  census take(std::uint64_t wave) noexcept;
  void end_wave();
  void ask_for_waiting_tasks();

  sched::place& place_;
  sender& sender_;
  mailbox& mail_;
  std::uint64_t handled_ = 0;
  census last_;  // of this place
  base::atomic<bool> reported_{false};
  // Place 0.
  base::atomic<bool> under_way_{false};
  base::atomic<std::uint64_t> ended_{0};
  std::uint64_t wave_ = 0;
  int missing_ = 0;  // answers that have not come yet
  census sum_;       // passive and unbroken: numbers of places
  std::vector<sched::waiting_tasks> waiting_;
};

}  // namespace skua::remote
