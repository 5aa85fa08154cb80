// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/node.hpp"

#include <unistd.h>

#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <system_error>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/scope_object.hpp>
#include <skua/error.hpp>
#include <skua/exit_codes.hpp>
#include <skua/wire/exception.hpp>

#include "base/end_hook.hpp"
#include "core/cancel.hpp"
#include "core/message_section.hpp"
#include "core/scope_frame.hpp"
#include "instruments/place_trace.hpp"
#include "instruments/signals.hpp"
#include "remote/exporter.hpp"
#include "system/threads.hpp"

namespace skua::remote {
namespace {

constexpr int max_messages = 64;             // of one poll
constexpr std::uint64_t retry_ns = 50'000;   // to send messages that the transport refused
constexpr std::uint64_t serve_ns = 100'000;  // to serve waiting thieves while this place is busy
constexpr std::uint64_t serve_rarely_ns = 1'000'000;
constexpr std::uint64_t rely_ns = 200'000;  // the longest sleep of the progress thread that relies on workers

/// Whether each worker of this host may have a processor of the machine. All places have as many
/// workers; those of one place may be bound to a part of the processors.
bool has_processors_for_all(transport::endpoint const& end, int workers) noexcept {
  return long{end.count_on_host(end.places())} * workers <= ::sysconf(_SC_NPROCESSORS_ONLN);
}

}  // namespace

node::node(sched::place& place, transport::endpoint& endpoint, options const& options, upper_layers const& layers)
    : place_(place),
      end_(endpoint),
      layers_(layers),
      mail_(endpoint),
      exported_(place, *this),
      phasers_(place, *this, calls_),
      names_(place, *this, calls_, &phasers_),
      scopes_(place, *this, names_, scope_tree::default_depth(place.total)),
      thief_(place, *this, scopes_, policy_of(place, endpoint, options), amount_of(options)),
      ending_(place, *this),
      forced_(place, *this, endpoint),
      deadlocks_(place, *this, mail_),
      may_rely_(!place.simulated && endpoint.limits().wakes && has_processors_for_all(endpoint, place.workers)) {
  place.remote = this;
}

node::~node() { stop(); }

void node::start() {
  try {
    progress_ = place_.machine->start([this] { make_progress(); });
    if (!place_.simulated) system::add_helper_threads(1);
  } catch (std::system_error const& failure) {
    throw error(std::string("cannot start the thread that looks after messages: ") + failure.what());
  }
}

void node::stop() noexcept {
  stopping_.store(true, std::memory_order_release);  // sync: STOP_PROGRESS -> make_progress
  if (progress_ != nullptr && !place_.simulated) system::add_helper_threads(-1);
  end_.wake();
  if (progress_ != nullptr) progress_->join();
  progress_.reset();
}

void node::polling(bool on) noexcept {
  if (on) {
    // sync: POLLERS <-> polling
    if (pollers_.fetch_add(1, std::memory_order_relaxed) == 0) end_.suppress_wakeups(true);
    return;
  }
  // The last poller turns the suppression off after the first one has turned it on, which may be
  // another thread.
  if (pollers_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;  // sync: POLLERS <-> polling
  end_.suppress_wakeups(false);
  if (end_.has_incoming()) end_.wake();
}

bool node::poll() noexcept {
  if (!end_.has_incoming() && !mail_.anything_waits()) return false;
  std::unique_lock const hold(poll_lock_, std::try_to_lock);
  if (!hold.owns_lock() || !poll_locked()) return false;
  last_delivery_ns_ = place_.machine->now();
  return true;
}

void node::wait_for_room(int to, std::uintptr_t scope_word) noexcept {
  for (int tries = 0; mail_.crowded(to) && !sched::scope_forbids(scope_word);) {
    if (poll()) continue;
    if (++tries % 64 != 0 && !place_.simulated) {
      base::cpu_relax();
    } else {
      place_.machine->pause(retry_ns);
    }
  }
}

void node::send_task(sched::slot const& task, int to, bool urgent) {
  wait_for_room(to, task.scope);
  sched::slot copy = task;
  remote::send_task(place_, scopes_, to, copy, urgent);
}

bool node::repack(sched::slot& task) { return repack_task(place_, task); }

void node::deliver_all(int to) noexcept {
  constexpr int max_tries = 20'000;  // a second: the other place may be gone
  for (int tries = 0; !mail_.empty(to) && tries < max_tries; ++tries) {
    if (!poll()) place_.machine->pause(retry_ns);
  }
}

bool node::poll_locked() noexcept {
  sched::message_section const handling;
  mail_.flush();
  bool const any = end_.poll(*this, max_messages) > 0;
  phasers_.publish_reports();
  return any;
}

void node::make_progress() noexcept {
  std::uint64_t pause = serve_ns;
  while (!stopping_.load(std::memory_order_acquire)) {  // sync: STOP_PROGRESS <- stop
    if (end_.has_incoming() || mail_.anything_waits()) {
      // Waits for the thread that polls now: the wake-up may be for a message that it just missed.
      std::lock_guard const hold(poll_lock_);
      if (poll_locked()) continue;
    }
    std::uint64_t timeout = mail_.anything_waits() ? retry_ns : 0;
    if (thieves_wait()) {
      (void)thief_.serve(sched::reach::everything);
      if (timeout == 0) timeout = pause;
      pause = pause < serve_rarely_ns ? pause * 2 : serve_rarely_ns;
    } else {
      pause = serve_ns;
    }
    std::uint64_t const due = thief_.refresh();
    if (due != 0 && (timeout == 0 || due < timeout)) timeout = due;
    bool const relies = (timeout == 0 || timeout > rely_ns) && rely_on_workers();
    end_.sleep(relies ? rely_ns : timeout);
    if (relies) stop_relying();
  }
}

/// While the workers deliver messages often, a message need not wake the progress thread, which
/// would take the processor from a worker. So the progress thread counts as one that polls,
/// although it sleeps. A message that no worker finds waits for rely_ns at most. The progress
/// thread stops this when a worker sleeps in the transport. If both miss each other, only that
/// message is late. Where workers share processors, this costs more than it saves
/// (docs/decisions/progress_thread.md).
bool node::rely_on_workers() noexcept {
  if (!may_rely_) return false;
  {
    std::lock_guard const hold(poll_lock_);
    if (place_.machine->now() - last_delivery_ns_ > rely_ns) return false;
  }
  polling(true);
  relies_.store(true, std::memory_order_relaxed);  // relaxed: as in sleep_as_worker
  if (!place_.receiver.exists()) return true;
  stop_relying();
  return false;
}

void node::stop_relying() noexcept {
  // relaxed: selects one thread; polling orders the rest
  if (relies_.exchange(false, std::memory_order_relaxed)) polling(false);
}

bool node::sleep_as_worker(base::atomic<std::uint32_t> const& parked, std::uint64_t deadline_ns,
                           bool& must_poll) noexcept {
  // relaxed: if it is missed, a message waits for rely_ns
  if (relies_.load(std::memory_order_relaxed)) stop_relying();
  return end_.sleep_as_worker(parked, deadline_ns, must_poll);
}

/// Whether the progress thread must serve waiting thieves from time to time. If not, the next
/// worker with spare tasks wakes it.
bool node::thieves_wait() noexcept {
  if (thief_.thieves_wait()) {
    serving_.store(true, std::memory_order_relaxed);  // relaxed: no thread relies on it before this one sleeps
    return true;
  }
  if (!serving_.load(std::memory_order_relaxed)) return false;  // relaxed: this thread's
  serving_.store(false, std::memory_order_seq_cst);             // sync: SERVING <-> busy_again
  return thief_.thieves_wait();  // looks once more: a worker that saw serving_ has sent no wake-up
}

void node::busy_again() noexcept {
  base::full_fence();
  if (!serving_.load(std::memory_order_relaxed)) end_.wake();  // sync: SERVING <-> thieves_wait
}

void node::resume_refresh() noexcept {
  if (thief_.resume_refresh()) end_.wake();
}

void node::receive(int from, std::uint32_t type, transport::bytes body) noexcept {
  auto received = static_cast<kind>(type);
  if (received == kind::fragment) {
    body = mail_.assemble(from, body, received);
    if (received == kind::fragment) return;
  }
  try {
    handle(from, received, body);
    if (is_counted(received)) deadlocks_.handled();
  } catch (std::bad_alloc const&) {
    char text[96];  // a string would need memory
    std::snprintf(text, sizeof text, "out of memory at place %d, for a message from place %d", place_.number, from);
    base::out_of_resources(text);
  } catch (std::exception const& failure) {
    int code = exit_code::aborted;
    static_cast<void>(base::claim_end(code));
    std::fprintf(stderr, "skua: place %d could not use a message from place %d: %s\n", place_.number, from,
                 failure.what());
    base::run_end_hook();
    std::abort();
  }
}

void node::on_tasks(int from, transport::bytes body) {
  scope_tree::arrival const arrival = scopes_.arrive(from, body);
  // The thief first: queued tasks may end at once, and a worker may ask for tasks again.
  if (arrival.contents.loot)
    thief_.on_loot(from, arrival.contents.tasks, arrival.contents.answers, arrival.contents.remaining);
  import_tasks(place_, arrival);
  scopes_.queued(arrival);
  resume_refresh();
}

// A sender to the home of an object or a scope need not ask where that is: results of calls,
// reports and phases of phasers, uses of names, and cancellations may go to the place itself. They
// are handled at once, by the calling thread.
void node::send(int to, kind type, transport::bytes body) noexcept {
  if (to != place_.number) {
    if (sched::place_trace* const trace = sched::trace_of(place_)) trace->count_message(to, body.size());
    return mail_.send(to, type, body);
  }
  try {
    handle(to, type, body);
  } catch (...) {
    fail_here(std::current_exception());
  }
}

bool node::join(int to, std::uint64_t key, transport::bytes body) noexcept {
  if (to == place_.number || !mail_.join(to, key, body)) return false;
  if (sched::place_trace* const trace = sched::trace_of(place_)) trace->count_message(to, body.size());
  return true;
}

void node::send_parts(int to, kind type, transport::bytes head, transport::bytes body) noexcept {
  send_joinable(to, type, head, body, 0);
}

void node::send_joinable(int to, kind type, transport::bytes head, transport::bytes body, std::uint64_t key) noexcept {
  if (to != place_.number) {
    if (sched::place_trace* const trace = sched::trace_of(place_)) trace->count_message(to, head.size() + body.size());
    return mail_.send_joinable(to, type, head, body, key);
  }
  wire::writer whole;
  whole.raw(head.data(), head.size());
  whole.raw(body.data(), body.size());
  send(to, type, whole.view());
}

bool node::run_failed(std::exception_ptr const& exception) noexcept {
  if (place_.number == 0) return false;
  wire::writer message;
  wire::encode_exception(message, exception, place_.number);
  mail_.send(0, kind::failed, message.view());
  return true;
}

far_statistics node::counted() noexcept {
  transport::traffic const traffic = end_.sent();
  far_statistics statistics = thief_.request_counts();
  statistics.messages = traffic.messages;
  statistics.bytes = traffic.bytes;
  return statistics;
}

void node::signalled(int number) noexcept {
  if (place_.number != 0) return send(0, kind::signalled, wire::bytes_of(number));
  for (int place = 1; place < place_.total; ++place) send(place, kind::signalled, wire::bytes_of(number));
}

void node::ask_for_status() noexcept {
  for (int place = 0; place < place_.total; ++place) {
    if (place != place_.number) send(place, kind::show_status, {});
  }
}

void node::on_signalled(transport::bytes body) {
  wire::reader reader(body);
  int const number = reader.get<int>();
  if (place_.number == 0) return sched::signal_from_other_place(number);
  sched::cancel_scope(place_, &place_.root);  // on_over makes the root scope usable again
}

void node::fail_here(std::exception_ptr exception) noexcept {
  if (run_failed(exception)) return;
  sched::record_error(place_, &place_.root, exception);
  sched::cancel_scope(place_, &place_.root);
}

void node::lost(int place, char const* reason) noexcept {
  // The lowest remaining place reports the loss. If it may not learn of it, and the lost place ran
  // on this host, the lowest remaining place of this host does.
  bool const by_host = end_.same_host(place) && !end_.tells_lowest_place();
  int reporter = 0;
  while (reporter == place || (by_host && reporter != place_.number && !end_.same_host(reporter))) ++reporter;
  bool const reports = place_.number == reporter && !deadlocks_.has_reported() && !ending_.losses().has_reported();
  run_end::lost(place, end_, reason, reports);
}

node& caller_node() noexcept { return node_of(sched::place_here()); }

}  // namespace skua::remote

namespace skua {

char const* transport_name() noexcept {
  sched::fibre const* const current = sched::self();
  auto const* const place = static_cast<sched::place const*>(current != nullptr ? current->place : sched::place_here());
  return place->remote != nullptr ? static_cast<remote::node const*>(place->remote)->end().name() : "none";
}

}  // namespace skua
