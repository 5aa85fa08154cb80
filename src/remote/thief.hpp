// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stealing between places: when to ask which place, and how to answer.
//
// Thief: one request at a time. It asks the victims that the policy names, one after the other,
// until the policy gives up. Then its lifelines remember it, and it asks no place until tasks
// arrive. Victim: it gives a part of the tasks at the shallow ends of its queues, or answers
// "nothing". It remembers refused lifeline requests, and serves them when it has tasks
// (waiting_thieves). A request gets one answer: tasks, and the last message says so, or "nothing".
// Any thread; one lock, which is a leaf.
//
// A policy that wants to know the load of other places and names places to probe gets it in rounds
// (load.hpp): a place without work may probe before it chooses a victim, and the automatic refresh
// continues while a worker here is awake. A policy that gossips learns from requests and refusals,
// each of which carries a load hint. With any other policy, none of this exists.
//
// With policy::asks_ahead, a place asks ahead of time: when a worker has found a task and fewer
// remain than there are workers (Posner and Fohry 2018, section 4.1). After an unsuccessful request
// ahead of time the place pauses. A place whose policy has no lifelines asks again after a pause.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <skua/detail/base/spinlock.hpp>
#include <skua/stats.hpp>

#include "core/exporting.hpp"
#include "core/place.hpp"
#include "core/task_events.hpp"
#include "remote/load.hpp"
#include "remote/message.hpp"
#include "remote/scope_tree.hpp"
#include "steal/policy.hpp"
#include "transport/transport.hpp"

namespace skua::remote {

/// The policy that the options name, or lifelines. The endpoint must outlive it.
std::unique_ptr<steal::policy> policy_of(sched::place const& place, transport::endpoint const& endpoint,
                                         options const& options);
/// The share of its tasks that a victim gives away: what the options name, or half.
steal::amount amount_of(options const& options);

class thief {
 public:
  thief(sched::place& place, sender& out, scope_tree& scopes, std::unique_ptr<steal::policy> policy,
        steal::amount amount);

  // The part of the thief.
  void request_work();        // a worker has found no task here; may be called all the time
  void request_work_early();  // a worker has found a task; may be called all the time
  void on_nothing(int from, std::span<std::byte const> message);
  void on_loot(int from, std::size_t n, bool answers, std::size_t remaining = 0);  // before it is queued

  // The part of the victim.
  void on_steal(int from, std::span<std::byte const> message);
  /// Gives tasks to waiting thieves until there are no more. Returns true if no thief waits any
  /// more.
  bool serve(sched::reach reach);
  /// Whether to call serve again soon: a thief waits, and this place is busy.
  [[nodiscard]] bool thieves_wait() const noexcept;

  // The load of other places.
  void on_ask_load(int from, std::span<std::byte const> message);  // pollers only
  void on_load(int from, std::span<std::byte const> message);
  /// Does the work that is due by time: the automatic refresh, and requests of a place without
  /// lifelines. Returns after how many nanoseconds to call again; 0: not before it is resumed.
  std::uint64_t refresh();
  /// Called when a worker may be awake again. Returns true if the caller must call refresh.
  [[nodiscard]] bool resume_refresh() noexcept;

  [[nodiscard]] steal::policy const& policy() const noexcept { return *policy_; }
  /// For tests: how many load answers other places have sent, and how many automatic refreshes
  /// those answers completed.
  struct knowledge {
    std::uint64_t reports = 0, refreshes = 0;
  };
  [[nodiscard]] knowledge load_knowledge() noexcept;
  /// Requests of this place and their results; messages and bytes are 0.
  [[nodiscard]] far_statistics request_counts() noexcept;
  /// Whether a request, or a load probe that a request depends on, has no answer yet.
  [[nodiscard]] bool awaits_answer() noexcept;

 private:
  /// Why this place asks. A request ahead of time ends without lifelines, unless a worker has run
  /// out of tasks since then.
  enum class request_reason : std::uint8_t { none, ahead, idle };
  void begin(request_reason reason);  // the lock is held
  void ask(int victim, bool lifeline);
  void ask_next();  // the lock is held
  void refuse(int to);
  // Load hints, which requests and refusals carry; the lock is held.
  void add_hint(wire::writer& message, int to);
  void read_hint(wire::reader& message);
  void tell_policy(int place, std::size_t tasks);
  void perhaps_ask_again();
  std::uint64_t retry();
  std::uint64_t refresh_loads();
  /// Sends tasks there, or starts a task that does. Returns false if there are none.
  bool give(int to, bool answers, sched::reach reach);
  void remember(int place);  // sends it tasks as soon as there are any

  sched::place& place_;
  sender& sender_;
  scope_tree& scopes_;
  // none: victim_ < 0 && !given_up_ && !choosing_. Written under the lock
  base::atomic<request_reason> reason_{request_reason::none};
  base::spinlock lock_;  // of all members down to counts_
  std::unique_ptr<steal::policy> policy_;
  steal::amount amount_;
  int victim_ = -1;  // of the request under way; -1: none
  int attempt_ = 0;
  bool choosing_ = false;  // continues when the probed places have sent their load
  std::uint64_t asked_at_ = 0;
  bool given_up_ = false;  // the lifelines know of this place; it asks no other
  bool gossips_ = false;   // the policy learns from other messages
  bool asks_ahead_ = false;
  std::uint64_t pause_ = 0;             // ns, after the last unsuccessful requests
  std::uint64_t not_ahead_before_ = 0;  // this place's time; 0: at once
  std::uint64_t retry_at_ = 0;          // this place's time; 0: lifelines remember this place, or it has not given up
  std::vector<int> waiting_;            // thieves that have this place as their lifeline
  std::optional<load_exchange> loads_;
  far_statistics counts_;

  std::optional<load_meter> meter_;  // POLLED
  base::atomic<bool> refresh_stopped_{false};
};

}  // namespace skua::remote
