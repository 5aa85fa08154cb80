// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stealing between places: when to ask whom, and what to answer.
//
// Thief: one request at a time. It asks whom the policy names until that gives up; then its
// lifelines remember it, and it is quiet until something arrives. Victim: gives a part of what lies
// at the shallow ends of its queues, or says that there is nothing; whom it is a lifeline for it
// remembers, and serves when it has something (far_hunger). A request is answered once, by tasks
// whose last message says so or by "nothing". Any thread; one lock, which is a leaf. A policy that
// wants to know how busy others are and has whom to probe learns it in rounds (load.hpp): a hungry
// place may ask before it chooses, and the automatic refresh goes on while a worker here is awake.
// One that gossips learns from requests and refusals, which carry a rumour each, and asks ahead of
// time: when fewer of the tasks that were sent are left than workers. With any other policy nothing
// of this is there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <skua/base/spinlock.hpp>

#include "place/load.hpp"
#include "place/message.hpp"
#include "place/scope_tree.hpp"
#include "sched/place.hpp"
#include "steal/policy.hpp"

namespace skua::remote {

class thief {
 public:
  thief(sched::place& p, sender& out, scope_tree& scopes, std::unique_ptr<steal::policy> whom, steal::amount how_much);

  // As a thief.
  void hungry();       // a worker has found nothing here; may be called all the time
  void soon_hungry();  // a worker has taken what others sent, and little of that is left
  void on_nothing(int from, std::span<std::byte const> message);
  void on_loot(int from, std::size_t n, bool answers, std::size_t left = 0);  // before it is queued

  // As a victim.
  void on_steal(int from, std::span<std::byte const> message);
  /// Serves those who wait, if there is something for them. True: nobody is left.
  bool serve(sched::reach how);
  /// Whether serving should be tried again soon: somebody waits, and this place is busy.
  [[nodiscard]] bool somebody_waits() const noexcept;

  // What places know of one another.
  void on_ask_load(int from, std::span<std::byte const> message);  // pollers only
  void on_load(int from, std::span<std::byte const> message);
  /// The automatic refresh: after how many nanoseconds to call again; 0: not before it is resumed.
  std::uint64_t refresh();
  /// A worker may be awake again. True: call refresh.
  [[nodiscard]] bool resume_refresh() noexcept;

  [[nodiscard]] steal::policy const& policy() const noexcept { return *policy_; }
  /// For tests: answers that others have given about their load, and automatic refreshes that came
  /// of them.
  struct knowledge {
    std::uint64_t heard = 0, refreshes = 0;
  };
  [[nodiscard]] knowledge known() noexcept;
  /// What it has asked for and got.
  struct counts {
    std::uint64_t asked = 0, refused = 0, lifelines = 0, loots = 0, tasks = 0;
  };
  [[nodiscard]] counts counted() noexcept;
  /// Whether a request, or a question about load that it depends on, has not been answered yet.
  [[nodiscard]] bool awaits_answer() noexcept;

 private:
  /// Why it asks. One that was begun ahead of time ends without lifelines, unless somebody has
  /// become hungry meanwhile.
  enum class quest : std::uint8_t { none, ahead, hungry };
  void begin(quest q);  // the lock is held
  void ask(int victim, bool lifeline);
  void ask_next();  // the lock is held
  void refuse(int to);
  // What travels with requests and refusals, and what others say; the lock is held.
  void add_rumour(wire::writer& to, int place);
  void hear(wire::reader& from);
  void hear_of(int place, std::size_t tasks);
  void perhaps_ask_again();
  /// Sends tasks there, or has a task do it. False: there are none.
  bool give(int to, bool answers, sched::reach how);
  void remember(int who);  // it wants tasks as soon as there are any

  sched::place& place_;
  sender& out_;
  scope_tree& scopes_;
  base::atomic<quest> quest_{quest::none};  // none: victim_ < 0 && !quiet_ && !choosing_. Written under the lock
  base::spinlock lock_;                     // all below
  std::unique_ptr<steal::policy> policy_;
  steal::amount amount_;
  int victim_ = -1;  // asked, -1: nobody
  int attempt_ = 0;
  bool choosing_ = false;  // goes on when all have said how busy they are
  std::uint64_t asked_at_ = 0;
  bool quiet_ = false;
  bool listens_ = false;      // the policy learns from what flows anyway
  std::vector<int> waiting_;  // thieves that we are a lifeline of
  std::optional<load_exchange> loads_;
  counts counts_;
  // To here.
  std::optional<load_meter> meter_;  // POLLED
  base::atomic<bool> refresh_stopped_{false};
};

}  // namespace skua::remote
