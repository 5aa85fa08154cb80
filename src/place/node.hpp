// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A place among others: the scheduler's place joined to a transport, and the protocols between
// them.
//
// Progress: idle workers poll; when nobody is idle, or all sleep, the progress thread does, which
// otherwise sleeps in the transport. One thread polls at a time (poll_lock_). Handlers do not
// block, and user code in them becomes a task. Edges: POLLED, what handlers leave in members that
// only pollers touch (poll_lock_). SERVING, a worker that got tasks while others hunger finds the
// progress thread serving, or that one, which stops serving, finds the worker awake.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include <skua/options.hpp>

#include "place/call_table.hpp"
#include "place/deadlock_detector.hpp"
#include "place/forced_end.hpp"
#include "place/mailbox.hpp"
#include "place/meetings.hpp"
#include "place/object_names.hpp"
#include "place/phasers.hpp"
#include "place/run_end.hpp"
#include "place/scope_tree.hpp"
#include "place/service_task.hpp"
#include "place/shown_states.hpp"
#include "place/thief.hpp"
#include "sched/place.hpp"
#include "transport/transport.hpp"

namespace skua::remote {

class node final : public sched::far_hooks, private transport::sink, private sender {
 public:
  node(sched::place& p, transport::endpoint& e, options const& o);
  ~node();
  node(node const&) = delete;
  node& operator=(node const&) = delete;

  /// The place has its workers: messages may come.
  void start();
  /// After the last run: no message may come any more.
  void stop() noexcept;

  [[nodiscard]] sched::place& place() noexcept { return place_; }
  [[nodiscard]] mailbox const& mail() const noexcept { return mail_; }
  [[nodiscard]] call_table& calls() noexcept { return calls_; }
  [[nodiscard]] shown_states& shown() noexcept { return shown_; }
  [[nodiscard]] scope_tree& scopes() noexcept { return scopes_; }
  [[nodiscard]] object_names& names() noexcept { return names_; }
  [[nodiscard]] meetings& meeting_place() noexcept { return meetings_; }
  [[nodiscard]] thief& stealing() noexcept { return thief_; }
  [[nodiscard]] run_end& ending() noexcept { return ending_; }
  [[nodiscard]] deadlock_detector& deadlocks() noexcept { return deadlocks_; }
  [[nodiscard]] transport::endpoint const& end() const noexcept { return end_; }
  [[nodiscard]] transport::endpoint& end() noexcept { return end_; }
  /// The exception ends the run, wherever its body is.
  void fail_here(std::exception_ptr e) noexcept;
  /// Sends a message, also to this place itself.
  void answer(int to, kind what, transport::bytes body) noexcept;
  /// The same of two parts, the first of which is short.
  void answer_parts(int to, kind what, transport::bytes head, transport::bytes body) noexcept;
  /// Waits until the other place's buffers have room, or the scope is cancelled. No other task runs
  /// meanwhile: it might want to send as well, and each that waits keeps its stack. This ends,
  /// since who waits takes what comes, and nobody needs a task to run in order to do that.
  void wait_for_room(int to, std::uintptr_t scope_word) noexcept;

  /// Returns when the transport has everything for that place, or that has taken too long.
  void deliver_all(int to) noexcept;

  // far_hooks
  void polling(bool on) noexcept override;
  bool poll() noexcept override;
  void short_of_work() noexcept override {
    thief_.hungry();
    go_on_refreshing();
  }
  void soon_short_of_work() noexcept override { thief_.soon_hungry(); }
  void serve_hungry() noexcept override {
    if (!thief_.serve(sched::reach::in_sight)) busy_again();
  }
  void busy_again() noexcept override;
  void long_asleep() noexcept override { deadlocks_.look(); }
  bool run_failed(std::exception_ptr const& e) noexcept override;
  void root_ended() noexcept override { ending_.root_ended(); }
  void signalled(int number) noexcept override;
  std::string tasks_in_the_way_elsewhere() override { return forced_.ask(); }
  void end_elsewhere(int code) noexcept override { forced_.end_others(code); }
  void retire(sched::owned* object) noexcept override { names_.retire(object); }
  sched::owned* replica(std::uint64_t name, std::uint64_t context, sched::replica_kind const& kind) override {
    if (kind.per_scope) names_.before_use(name, context);
    return names_.find(name, context, kind);
  }
  void scope_marked(sched::scope_frame* f) noexcept override { scopes_.marked(f); }
  void proxy_ended(sched::proxy_frame* f) noexcept override { scopes_.ended(f); }
  void cancel_elsewhere(std::uint64_t id) noexcept override { scopes_.cancel_elsewhere(id); }
  far_statistics counted() noexcept override;
  sched::phaser_mail* phasers() noexcept override { return &phasers_; }

 private:
  void receive(int from, std::uint32_t what, transport::bytes body) noexcept override;
  void lost(int place, char const* how) noexcept override;
  void send(int to, kind what, std::span<std::byte const> body) noexcept override;
  void send_parts(int to, kind what, std::span<std::byte const> head,
                  std::span<std::byte const> body) noexcept override;
  void handle(int from, kind what, transport::bytes body);
  void on_tasks(int from, transport::bytes body);
  void on_signalled(transport::bytes body);
  bool poll_locked() noexcept;
  void make_progress() noexcept;
  void go_on_refreshing() noexcept;
  bool somebody_waits() noexcept;

  sched::place& place_;
  transport::endpoint& end_;
  mailbox mail_;
  call_table calls_;
  shown_states shown_;
  phaser_exchange phasers_;
  object_names names_;
  scope_tree scopes_;
  thief thief_;
  run_end ending_;
  forced_end forced_;
  deadlock_detector deadlocks_;
  meetings meetings_;
  std::mutex poll_lock_;
  base::atomic<int> pollers_{0};
  base::atomic<bool> stopping_{false};
  base::atomic<bool> serving_{false};  // the progress thread looks after hungry places from time to time
  std::unique_ptr<system::thread> progress_;
};

/// The node of a place that has one.
inline node& node_of(sched::place_front* at) noexcept {
  return *static_cast<node*>(static_cast<sched::place*>(at)->far);
}
/// That of the calling task or plain thread.
node& caller_node() noexcept;

}  // namespace skua::remote
