// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls of the scheduler of one place into the layer that connects places. The scheduler knows
// nothing else of other places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/core/object_name.hpp>
#include <skua/detail/core/scope_frame.hpp>
#include <skua/detail/core/slot.hpp>
#include <skua/stats.hpp>

namespace skua::sched {

struct place;

class phaser_mail;

class remote_hooks {
 public:
  /// An idle worker starts or stops to poll the transport all the time.
  virtual void polling(bool on) noexcept = 0;
  /// Delivers arrived messages, unless another thread does it now. Returns true if there were some.
  virtual bool poll() noexcept = 0;
  /// Sleeps as endpoint::sleep_as_worker of the transport does.
  [[nodiscard]] virtual bool sleep_as_worker(base::atomic<std::uint32_t> const& parked, std::uint64_t deadline_ns,
                                             bool& must_poll) noexcept {
    return static_cast<void>(parked), static_cast<void>(deadline_ns), static_cast<void>(must_poll), false;
  }
  virtual void wake_worker() noexcept {}
  /// A worker has found no work at this place. Called all the time while it looks, and a last time
  /// before it sleeps.
  virtual void short_of_work() noexcept = 0;
  /// A worker has found a task, and few may be left. Called at the end of each search.
  virtual void soon_short_of_work() noexcept = 0;
  /// A running worker may have published tasks, and `waiting_thieves` says that other places wait
  /// for some.
  virtual void serve_waiting_thieves() noexcept = 0;
  /// Other places wait for tasks, and a worker has just got more tasks than it can run at once.
  virtual void busy_again() noexcept = 0;
  /// At place 0: all workers have slept for a while. Called again from time to time while they
  /// sleep.
  virtual void long_asleep() noexcept = 0;
  /// Sends a task, with a token of its scope, to another place. Not called by message handlers.
  virtual void send_task(slot const& task, int to, bool urgent) = 0;
  /// Check mode: packs a task that may leave, and makes it anew from the bytes (check_leaving).
  [[nodiscard]] virtual bool repack(slot& task) = 0;
  /// An exception outside any scope of a run: it ends the run. Returns false if the run belongs to
  /// this place.
  virtual bool run_failed(std::exception_ptr const& exception) noexcept = 0;
  /// The root scope has no task left at this place; it may have one again by now. Called before
  /// external threads are told.
  virtual void root_ended() noexcept = 0;
  /// Deletes an object of this place as soon as no other place knows its name any more.
  virtual void retire(scope_object* object) noexcept = 0;
  /// The replica at this place (see find_replica).
  virtual scope_object* replica(std::uint64_t name, std::uint64_t context, replica_kind const& kind) = 0;
  /// Under scopes.lock: the scope has been cancelled here; the places that have tasks of it must be
  /// told.
  virtual void scope_marked(scope_frame* frame) noexcept = 0;
  /// The last token of a proxy has come back.
  virtual void proxy_ended(proxy_frame* proxy) noexcept = 0;
  /// Cancels the scope with that id, which is not known here.
  virtual void cancel_remote(std::uint64_t id) noexcept = 0;
  /// A signal to this process asks the run to end: all places must cancel their part of the run.
  virtual void signalled(int number) noexcept { static_cast<void>(number); }
  /// "; place 1: …" for each other place that answers soon: its tasks that delay the end of the
  /// run.
  virtual std::string remote_tasks_in_the_way() { return {}; }
  /// Ends the processes of the other places with this exit code and without a message; this process
  /// ends the same way.
  virtual void end_remote_places(int code) noexcept { static_cast<void>(code); }
  /// The places of other processes print what they do (status.hpp).
  virtual void ask_for_status() noexcept {}
  /// Phasers across places (phaser_links.hpp).
  virtual phaser_mail* phasers() noexcept { return nullptr; }
  /// Traffic with other places so far.
  [[nodiscard]] virtual far_statistics counted() noexcept { return {}; }

 protected:
  ~remote_hooks() = default;
};

}  // namespace skua::sched
