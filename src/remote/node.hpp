// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One of several places: it joins the scheduler's place to a transport and runs the protocols
// between places.
//
// Progress: idle workers poll. If no worker is idle, or all sleep, the progress thread polls; it
// sleeps in the transport otherwise. One thread polls at a time (poll_lock_). Handlers do not
// block; of user code they run reducers' operations, which must not wait (message_section.hpp).
// Other user code becomes a task. Edge POLLED: handlers write members that only
// polling threads access (poll_lock_). Edge SERVING: a worker gets tasks while thieves wait for
// some. Either it sees that the progress thread serves thieves, or the progress thread, which
// stops serving them, sees that the worker is awake.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include <skua/options.hpp>

#include "core/exporting.hpp"
#include "core/place.hpp"
#include "core/remote_hooks.hpp"
#include "core/service_task.hpp"
#include "core/task_events.hpp"
#include "remote/deadlock_detector.hpp"
#include "remote/exported_futures.hpp"
#include "remote/forced_end.hpp"
#include "remote/mailbox.hpp"
#include "remote/object_names.hpp"
#include "remote/pending_calls.hpp"
#include "remote/phasers.hpp"
#include "remote/rendezvous.hpp"
#include "remote/run_end.hpp"
#include "remote/scope_tree.hpp"
#include "remote/thief.hpp"
#include "remote/upper_layers.hpp"
#include "transport/transport.hpp"

namespace skua::remote {

class node final : public sched::remote_hooks, private transport::sink, private sender {
 public:
  node(sched::place& place, transport::endpoint& endpoint, options const& options, upper_layers const& layers);
  ~node();
  node(node const&) = delete;
  node& operator=(node const&) = delete;

  /// Starts the progress thread. The place has its workers: messages may arrive from now on.
  void start();
  /// After the last run, when no message can arrive any more.
  void stop() noexcept;

  [[nodiscard]] sched::place& place() noexcept { return place_; }
  [[nodiscard]] mailbox const& mail() const noexcept { return mail_; }
  [[nodiscard]] pending_calls& calls() noexcept { return calls_; }
  [[nodiscard]] exported_futures& exported() noexcept { return exported_; }
  [[nodiscard]] scope_tree& scopes() noexcept { return scopes_; }
  [[nodiscard]] object_names& names() noexcept { return names_; }
  [[nodiscard]] rendezvous_table& rendezvous() noexcept { return rendezvous_; }
  [[nodiscard]] thief& stealing() noexcept { return thief_; }
  [[nodiscard]] run_end& ending() noexcept { return ending_; }
  [[nodiscard]] deadlock_detector& deadlocks() noexcept { return deadlocks_; }
  [[nodiscard]] upper_layers const& layers() const noexcept { return layers_; }
  [[nodiscard]] transport::endpoint const& end() const noexcept { return end_; }
  [[nodiscard]] transport::endpoint& end() noexcept { return end_; }
  /// Ends the run with the exception, even if the run's body is at another place.
  void fail_here(std::exception_ptr exception) noexcept;
  /// Sends a message; `to` may be this place.
  void send(int to, kind type, transport::bytes body) noexcept override;
  /// Sends one message made of two parts; the head is short.
  void send_parts(int to, kind type, transport::bytes head, transport::bytes body) noexcept override;
  void send_joinable(int to, kind type, transport::bytes head, transport::bytes body,
                     std::uint64_t key) noexcept override;
  [[nodiscard]] bool join(int to, std::uint64_t key, transport::bytes body) noexcept override;
  /// Waits until the other place's buffers have room, or the scope is cancelled. The caller runs no
  /// other task until then: that task might send as well, and every waiting task keeps its stack.
  /// The wait ends: a waiting thread polls, and polling needs no task to run.
  void wait_for_room(int to, std::uintptr_t scope_word) noexcept;

  /// Returns when the transport has taken all messages for that place, or after a timeout.
  void deliver_all(int to) noexcept;

  // remote_hooks
  void polling(bool on) noexcept override;
  bool poll() noexcept override;
  void short_of_work() noexcept override {
    thief_.request_work();
    resume_refresh();
  }
  void soon_short_of_work() noexcept override { thief_.request_work_early(); }
  void serve_waiting_thieves() noexcept override {
    if (!thief_.serve(sched::reach::in_sight)) busy_again();
  }
  bool sleep_as_worker(base::atomic<std::uint32_t> const& parked, std::uint64_t deadline_ns,
                       bool& must_poll) noexcept override;
  void wake_worker() noexcept override { end_.wake_worker(); }
  void busy_again() noexcept override;
  void long_asleep() noexcept override { deadlocks_.look(); }
  void send_task(sched::slot const& task, int to, bool urgent) override;
  [[nodiscard]] bool repack(sched::slot& task) override;
  bool run_failed(std::exception_ptr const& exception) noexcept override;
  void root_ended() noexcept override { ending_.root_ended(); }
  void signalled(int number) noexcept override;
  void ask_for_status() noexcept override;
  std::string remote_tasks_in_the_way() override { return forced_.ask(); }
  void end_remote_places(int code) noexcept override { forced_.end_others(code); }
  void retire(sched::scope_object* object) noexcept override { names_.retire(object); }
  sched::scope_object* replica(std::uint64_t name, std::uint64_t context, sched::replica_kind const& kind) override {
    if (kind.per_scope) names_.before_use(name, context);
    return names_.find(name, context, kind);
  }
  void scope_marked(sched::scope_frame* frame) noexcept override { scopes_.marked(frame); }
  void proxy_ended(sched::proxy_frame* proxy) noexcept override { scopes_.ended(proxy); }
  void cancel_remote(std::uint64_t id) noexcept override { scopes_.cancel_remote(id); }
  far_statistics counted() noexcept override;
  sched::phaser_mail* phasers() noexcept override { return &phasers_; }

 private:
  void receive(int from, std::uint32_t type, transport::bytes body) noexcept override;
  void lost(int place, char const* reason) noexcept override;
  void handle(int from, kind type, transport::bytes body);
  struct handlers;  // node_handlers.cpp
  void on_tasks(int from, transport::bytes body);
  void on_post(int from, transport::bytes body);
  void on_result(transport::bytes body);
  void on_memory(int from, transport::bytes body);
  void on_collective(int from, transport::bytes body);
  void on_show_status();
  void on_failed(transport::bytes body);
  void on_signalled(transport::bytes body);
  void on_census(int from, transport::bytes body);
  void on_census_answer(transport::bytes body);
  bool poll_locked() noexcept;
  void make_progress() noexcept;
  bool rely_on_workers() noexcept;
  void stop_relying() noexcept;
  void resume_refresh() noexcept;
  bool thieves_wait() noexcept;

  sched::place& place_;
  transport::endpoint& end_;
  upper_layers const layers_;
  mailbox mail_;
  pending_calls calls_;
  exported_futures exported_;
  phaser_exchange phasers_;
  object_names names_;
  scope_tree scopes_;
  thief thief_;
  run_end ending_;
  forced_end forced_;
  deadlock_detector deadlocks_;
  rendezvous_table rendezvous_;
  bool const may_rely_;
  std::mutex poll_lock_;
  std::uint64_t last_delivery_ns_ = 0;  // by a worker or a waiting thread; under the lock
  base::atomic<int> pollers_{0};
  base::atomic<bool> relies_{false};  // the progress thread is one of the pollers while it sleeps
  base::atomic<bool> stopping_{false};
  base::atomic<bool> serving_{false};  // the progress thread serves waiting thieves from time to time
  std::unique_ptr<system::thread> progress_;
};

/// The node of a place; the place must have one.
inline node& node_of(sched::place_front* at) noexcept {
  return *static_cast<node*>(static_cast<sched::place*>(at)->remote);
}
/// The node of the calling task or external thread.
node& caller_node() noexcept;

}  // namespace skua::remote
