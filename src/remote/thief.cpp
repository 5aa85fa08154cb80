// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/thief.hpp"

#include <algorithm>

#include <skua/detail/core/suspend.hpp>
#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

#include "core/exporting.hpp"
#include "core/remote_hooks.hpp"
#include "core/service_task.hpp"
#include "instruments/place_trace.hpp"
#include "remote/exporter.hpp"

namespace skua::remote {
namespace {

constexpr std::size_t max_tasks = 512;  // of one steal

/// Pauses after unsuccessful requests, each twice as long as the one before. A place pauses after a
/// request ahead of time, and without lifelines after any request.
constexpr std::uint64_t shortest_pause_ns = 50'000;
constexpr std::uint64_t longest_pause_ns = 20'000'000;

std::uint64_t longer_pause(std::uint64_t pause_ns) noexcept {
  return std::clamp(2 * pause_ns, shortest_pause_ns, longest_pause_ns);
}

}  // namespace

std::unique_ptr<steal::policy> policy_of(sched::place const& home, transport::endpoint const& endpoint,
                                         options const& options) {
  steal::settings settings;
  settings.own_place = endpoint.here();
  settings.places = endpoint.places();
  settings.seed = options.seed;
  settings.workers = home.workers;
  settings.probing = true;
  settings.distance = [&endpoint](int place) {
    return place == endpoint.here() ? 0 : endpoint.same_host(place) ? 1 : 2;
  };
  return steal::make_policy(options.steal.empty() ? "lifeline" : options.steal, settings);
}

steal::amount amount_of(options const& options) {
  return steal::parse_amount(options.steal_amount.empty() ? "half" : options.steal_amount);
}

thief::thief(sched::place& place, sender& out, scope_tree& scopes, std::unique_ptr<steal::policy> policy,
             steal::amount amount)
    : place_(place), sender_(out), scopes_(scopes), policy_(std::move(policy)), amount_(amount) {
  gossips_ = policy_->gossips();
  asks_ahead_ = policy_->asks_ahead();
  if (!policy_->wants_load()) return;
  loads_.emplace(*policy_, out, place.machine->now());
  if (!gossips_) meter_.emplace(place, policy_->measurement());
}

void thief::ask(int victim, bool lifeline) {
  sched::note_traced(place_, observe::trace_event::ask, static_cast<std::uint64_t>(victim), lifeline ? 1 : 0);
  wire::writer message;
  message.put(static_cast<std::uint8_t>(lifeline));
  add_hint(message, victim);
  sender_.send(victim, kind::steal, message.view());
}

void thief::refuse(int to) {
  wire::writer message;
  {
    base::spin_guard const hold(lock_);
    add_hint(message, to);
  }
  sender_.send(to, kind::nothing, message.view());
}

void thief::add_hint(wire::writer& message, int to) {
  if (!gossips_) return;
  policy_->set_now(place_.machine->now());
  auto const hint = policy_->gossip(to);
  message.put(static_cast<std::int32_t>(hint.place));
  message.put(hint.tasks);
}

void thief::read_hint(wire::reader& message) {
  auto const place = message.get<std::int32_t>();
  auto const tasks = message.get<std::uint32_t>();
  if (place >= 0) tell_policy(place, tasks);
}

void thief::tell_policy(int place, std::size_t tasks) {
  policy_->set_now(place_.machine->now());
  policy_->heard(place, {0, static_cast<std::uint32_t>(tasks)});
}

/// A worker here is out of tasks, and another place may have some now.
void thief::perhaps_ask_again() {
  if (!given_up_ || !policy_->has_target() || !place_.wants_more_awake()) return;
  given_up_ = false;
  attempt_ = 0;
  ask_next();
}

void thief::ask_next() {
  if (gossips_) policy_->set_now(place_.machine->now());
  int const next = policy_->next(attempt_);
  if (next == steal::probe_first) {
    choosing_ = true;
    return loads_->ask(place_.machine->now());
  }
  ++attempt_;
  if (next >= 0) {
    victim_ = next;
    asked_at_ = place_.machine->now();
    ++counts_.asked;
    ask(next, false);
    return;
  }
  victim_ = -1;
  if (reason_.load(std::memory_order_relaxed) == request_reason::ahead) {  // relaxed: under the lock
    pause_ = longer_pause(pause_);
    not_ahead_before_ = place_.machine->now() + pause_;
    return reason_.store(request_reason::none, std::memory_order_relaxed);  // relaxed: see request_work
  }
  given_up_ = true;
  if (policy_->lifelines().empty()) {
    pause_ = longer_pause(pause_);
    retry_at_ = place_.machine->now() + pause_;
    if (place_.remote != nullptr) place_.remote->busy_again();  // the progress thread calls refresh
  }
  for (int const lifeline : policy_->lifelines()) {
    ++counts_.lifelines;
    ask(lifeline, true);
  }
}

void thief::begin(request_reason reason) {
  request_reason const current = reason_.load(std::memory_order_relaxed);  // relaxed: under the lock
  reason_.store(std::max(reason, current), std::memory_order_relaxed);     // relaxed: see request_work
  if (current != request_reason::none) return;
  attempt_ = 0;
  ask_next();
}

void thief::request_work_early() {
  if (!asks_ahead_ || reason_.load(std::memory_order_relaxed) != request_reason::none) return;  // relaxed: a hint
  if (sched::count_any_tasks(place_) >= static_cast<std::size_t>(place_.workers)) return;
  base::spin_guard const hold(lock_);
  if (not_ahead_before_ != 0 && place_.machine->now() < not_ahead_before_) return;
  begin(request_reason::ahead);
}

void thief::request_work() {
  // relaxed: an idle worker looks again, and once more before it sleeps
  if (reason_.load(std::memory_order_relaxed) == request_reason::idle) return;
  base::spin_guard const hold(lock_);
  begin(request_reason::idle);
}

void thief::on_nothing(int from, std::span<std::byte const> message) {
  base::spin_guard const hold(lock_);
  if (from != victim_) return;
  if (gossips_) policy_->set_now(place_.machine->now());
  ++counts_.refused;
  sched::note_traced(place_, observe::trace_event::refused, static_cast<std::uint64_t>(from));
  policy_->answered(from, 0, place_.machine->now() - asked_at_);
  wire::reader reader(message);
  if (gossips_) read_hint(reader);
  ask_next();
}

void thief::on_loot(int from, std::size_t n, bool answers, std::size_t remaining) {
  if (sched::place_trace* const trace = sched::trace_of(place_)) {
    sched::note_traced(place_, observe::trace_event::loot, static_cast<std::uint64_t>(from), n, trace->next_loot(from));
  }
  base::spin_guard const hold(lock_);
  given_up_ = false;
  pause_ = retry_at_ = not_ahead_before_ = 0;
  if (gossips_) policy_->set_now(place_.machine->now());
  ++counts_.loots;
  counts_.tasks += n;
  if (answers && from == victim_) {
    policy_->answered(from, n, place_.machine->now() - asked_at_);
    victim_ = -1;
  }
  if (gossips_) tell_policy(from, remaining);
  if (victim_ < 0 && !choosing_)
    reason_.store(request_reason::none, std::memory_order_relaxed);  // relaxed: see request_work
}

bool thief::give(int to, bool answers, sched::reach reach) {
  sched::slot_list loot;
  auto const share = [](std::size_t available, void* argument) {
    return static_cast<steal::amount const*>(argument)->of(available);
  };
  sched::take_any_tasks(place_, loot, max_tasks, share, &amount_, reach);
  if (loot.empty()) return false;
  std::uint32_t remaining = 0;
  if (gossips_) {
    remaining = std::min(tasks_at(place_), scope_tree::max_remaining);
    base::spin_guard const hold(lock_);
    tell_policy(to, loot.size() - 1);  // it runs one at once
  }
  if (all_trivially_serializable(loot)) return export_tasks(place_, scopes_, to, loot, answers, remaining);
  run_service_task(&place_, [this, to, answers, remaining, tasks = std::move(loot)]() mutable {
    if (export_tasks(place_, scopes_, to, tasks, answers, remaining)) return;
    if (answers) {
      refuse(to);
    } else {
      remember(to);
      if (place_.remote != nullptr) place_.remote->busy_again();
    }
  });
  return true;
}

void thief::remember(int place) {
  base::spin_guard const hold(lock_);
  if (std::find(waiting_.begin(), waiting_.end(), place) != waiting_.end()) return;
  waiting_.push_back(place);
  place_.waiting_thieves.fetch_add(1, std::memory_order_relaxed);  // relaxed: a hint
}

void thief::on_steal(int from, std::span<std::byte const> message) {
  wire::reader reader(message);
  bool const lifeline = reader.get<std::uint8_t>() != 0;
  if (gossips_) {
    base::spin_guard const hold(lock_);
    tell_policy(from, 0);
    read_hint(reader);
    perhaps_ask_again();
  }
  if (give(from, !lifeline, sched::reach::everything)) return;
  if (!lifeline) {
    refuse(from);
    return;
  }
  remember(from);
  if (place_.remote != nullptr) place_.remote->busy_again();  // the progress thread serves it from now on
}

bool thief::serve(sched::reach reach) {
  for (;;) {
    int to;
    {
      base::spin_guard const hold(lock_);
      if (waiting_.empty()) return true;
      to = waiting_.front();
      waiting_.erase(waiting_.begin());
      place_.waiting_thieves.fetch_sub(1, std::memory_order_relaxed);  // relaxed: a hint
    }
    if (give(to, false, reach)) continue;
    remember(to);
    return false;
  }
}

void thief::on_ask_load(int from, std::span<std::byte const> message) {
  answer_load(sender_, from, message, meter_ ? meter_->read() : steal::load{0, tasks_at(place_)});
}

void thief::on_load(int from, std::span<std::byte const> message) {
  base::spin_guard const hold(lock_);
  if (gossips_) policy_->set_now(place_.machine->now());
  auto const outcome = loads_->on_load(from, message, place_.machine->now());
  if (outcome == load_exchange::outcome::more_to_come) return;
  if (outcome != load_exchange::outcome::late && std::exchange(choosing_, false)) return ask_next();
  perhaps_ask_again();
}

std::uint64_t thief::refresh() {
  std::uint64_t const to_retry = retry();
  std::uint64_t const to_refresh = refresh_loads();
  if (to_retry == 0 || to_refresh == 0) return to_retry + to_refresh;
  return std::min(to_retry, to_refresh);
}

/// A place without lifelines that has given up asks again after its pause. Returns after how many
/// nanoseconds to call again; 0: no need.
std::uint64_t thief::retry() {
  base::spin_guard const hold(lock_);
  if (retry_at_ == 0 || !given_up_) return 0;
  std::uint64_t const now = place_.machine->now();
  if (now < retry_at_) return retry_at_ - now;
  retry_at_ = 0;
  given_up_ = false;
  attempt_ = 0;
  ask_next();
  return retry_at_ != 0 ? retry_at_ - now : 0;
}

std::uint64_t thief::refresh_loads() {
  if (!loads_ || gossips_) return 0;
  if (place_.gate.sleepers() >= place_.workers) {
    // relaxed: a hint; a worker that reads it too early resumes the refresh the next time
    refresh_stopped_.store(true, std::memory_order_relaxed);
    return 0;
  }
  base::spin_guard const hold(lock_);
  return loads_->tick(place_.machine->now());
}

bool thief::resume_refresh() noexcept {
  // relaxed: a hint
  return refresh_stopped_.load(std::memory_order_relaxed) &&
         refresh_stopped_.exchange(false, std::memory_order_relaxed);
}

thief::knowledge thief::load_knowledge() noexcept {
  base::spin_guard const hold(lock_);
  return loads_ ? knowledge{loads_->heard(), loads_->refreshes()} : knowledge{};
}

far_statistics thief::request_counts() noexcept {
  base::spin_guard const hold(lock_);
  return counts_;
}

bool thief::awaits_answer() noexcept {
  base::spin_guard const hold(lock_);
  return victim_ >= 0 || choosing_;
}

bool thief::thieves_wait() const noexcept {
  // relaxed: a hint
  return place_.waiting_thieves.load(std::memory_order_relaxed) != 0 && place_.gate.sleepers() < place_.workers;
}

}  // namespace skua::remote
