// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "place/thief.hpp"

#include <algorithm>

#include <skua/sched/suspend.hpp>
#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

#include "place/exporter.hpp"
#include "place/service_task.hpp"

namespace skua::remote {
namespace {

constexpr std::size_t most_tasks = 512;  // of one steal

}  // namespace

thief::thief(sched::place& p, sender& out, scope_tree& scopes, std::unique_ptr<steal::policy> whom,
             steal::amount how_much)
    : place_(p), out_(out), scopes_(scopes), policy_(std::move(whom)), amount_(how_much) {
  listens_ = policy_->gossips();
  if (!policy_->wants_load()) return;
  loads_.emplace(*policy_, out, p.machine->now());
  if (listens_) return;
  p.timing = true;  // its workers have not started
  meter_.emplace(p);
}

void thief::ask(int victim, bool lifeline) {
  wire::writer message;
  message.put(static_cast<std::uint8_t>(lifeline));
  add_rumour(message, victim);
  out_.send(victim, kind::steal, message.view());
}

void thief::refuse(int to) {
  wire::writer message;
  {
    base::spin_guard const g(lock_);
    add_rumour(message, to);
  }
  out_.send(to, kind::nothing, message.view());
}

void thief::add_rumour(wire::writer& to, int place) {
  if (!listens_) return;
  policy_->time_is(place_.machine->now());
  auto const r = policy_->gossip(place);
  to.put(static_cast<std::int32_t>(r.place));
  to.put(r.tasks);
}

void thief::hear(wire::reader& from) {
  auto const about = from.get<std::int32_t>();
  auto const tasks = from.get<std::uint32_t>();
  if (about >= 0) hear_of(about, tasks);
}

void thief::hear_of(int place, std::size_t tasks) {
  policy_->time_is(place_.machine->now());
  policy_->heard(place, {0, static_cast<std::uint32_t>(tasks)});
}

/// Somebody here starves, and there may be something now.
void thief::perhaps_ask_again() {
  if (!quiet_ || !policy_->has_target() || !place_.wants_more_awake()) return;
  quiet_ = false;
  attempt_ = 0;
  ask_next();
}

void thief::ask_next() {
  if (listens_) policy_->time_is(place_.machine->now());
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
  if (quest_.load(std::memory_order_relaxed) == quest::ahead) {   // relaxed: under the lock
    return quest_.store(quest::none, std::memory_order_relaxed);  // relaxed: see hungry
  }
  quiet_ = true;
  for (int const l : policy_->lifelines()) {
    ++counts_.lifelines;
    ask(l, true);
  }
}

void thief::begin(quest q) {
  quest const so_far = quest_.load(std::memory_order_relaxed);   // relaxed: under the lock
  quest_.store(std::max(q, so_far), std::memory_order_relaxed);  // relaxed: see hungry
  if (so_far != quest::none) return;
  attempt_ = 0;
  ask_next();
}

void thief::soon_hungry() {
  if (!listens_ || quest_.load(std::memory_order_relaxed) != quest::none) return;  // relaxed: a hint
  if (sched::count_any_tasks(place_) >= static_cast<std::size_t>(place_.workers)) return;
  base::spin_guard const g(lock_);
  begin(quest::ahead);
}

void thief::hungry() {
  // relaxed: an idle worker looks again, and once more before it sleeps
  if (quest_.load(std::memory_order_relaxed) == quest::hungry) return;
  base::spin_guard const g(lock_);
  begin(quest::hungry);
}

void thief::on_nothing(int from, std::span<std::byte const> message) {
  base::spin_guard const g(lock_);
  if (from != victim_) return;
  if (listens_) policy_->time_is(place_.machine->now());
  ++counts_.refused;
  policy_->answered(from, 0, place_.machine->now() - asked_at_);
  wire::reader in(message);
  if (listens_) hear(in);
  ask_next();
}

void thief::on_loot(int from, std::size_t n, bool answers, std::size_t left) {
  base::spin_guard const g(lock_);
  quiet_ = false;
  if (listens_) policy_->time_is(place_.machine->now());
  ++counts_.loots;
  counts_.tasks += n;
  if (answers && from == victim_) {
    policy_->answered(from, n, place_.machine->now() - asked_at_);
    victim_ = -1;
  }
  if (listens_) hear_of(from, left);
  if (victim_ < 0 && !choosing_) quest_.store(quest::none, std::memory_order_relaxed);  // relaxed: see hungry
}

bool thief::give(int to, bool answers, sched::reach how) {
  sched::slot_list loot;
  auto const share = [](std::size_t available, void* a) { return static_cast<steal::amount const*>(a)->of(available); };
  sched::take_any_tasks(place_, loot, most_tasks, share, &amount_, how);
  if (loot.empty()) return false;
  std::uint32_t left = 0;
  if (listens_) {
    left = std::min(tasks_at(place_), scope_tree::most_left);
    base::spin_guard const g(lock_);
    hear_of(to, loot.size() - 1);  // it runs one at once
  }
  if (pack_plainly(loot)) return export_tasks(place_, scopes_, to, loot, answers, left);
  run_service_task(&place_, [this, to, answers, left, tasks = std::move(loot)]() mutable {
    if (export_tasks(place_, scopes_, to, tasks, answers, left)) return;
    if (answers) {
      refuse(to);
    } else {
      remember(to);
      if (place_.far != nullptr) place_.far->busy_again();
    }
  });
  return true;
}

void thief::remember(int who) {
  base::spin_guard const g(lock_);
  if (std::find(waiting_.begin(), waiting_.end(), who) != waiting_.end()) return;
  waiting_.push_back(who);
  place_.far_hunger.fetch_add(1, std::memory_order_relaxed);  // relaxed: a hint
}

void thief::on_steal(int from, std::span<std::byte const> message) {
  wire::reader in(message);
  bool const lifeline = in.get<std::uint8_t>() != 0;
  if (listens_) {
    base::spin_guard const g(lock_);
    hear_of(from, 0);
    hear(in);
    perhaps_ask_again();
  }
  if (give(from, !lifeline, sched::reach::everything)) return;
  if (!lifeline) {
    refuse(from);
    return;
  }
  remember(from);
  if (place_.far != nullptr) place_.far->busy_again();  // whoever makes progress serves it from now on
}

bool thief::serve(sched::reach how) {
  for (;;) {
    int to;
    {
      base::spin_guard const g(lock_);
      if (waiting_.empty()) return true;
      to = waiting_.front();
      waiting_.erase(waiting_.begin());
      place_.far_hunger.fetch_sub(1, std::memory_order_relaxed);  // relaxed: a hint
    }
    if (give(to, false, how)) continue;
    remember(to);
    return false;
  }
}

void thief::on_ask_load(int from, std::span<std::byte const> message) {
  answer_load(out_, from, message, meter_ ? meter_->read() : steal::load{0, tasks_at(place_)});
}

void thief::on_load(int from, std::span<std::byte const> message) {
  base::spin_guard const g(lock_);
  if (listens_) policy_->time_is(place_.machine->now());
  auto const what = loads_->on_load(from, message, place_.machine->now());
  if (what == load_exchange::outcome::more_to_come) return;
  if (what != load_exchange::outcome::late && std::exchange(choosing_, false)) return ask_next();
  perhaps_ask_again();
}

std::uint64_t thief::refresh() {
  if (!loads_ || listens_) return 0;
  if (place_.gate.sleepers() >= place_.workers) {
    // relaxed: a hint; who comes too late resumes it the next time
    refresh_stopped_.store(true, std::memory_order_relaxed);
    return 0;
  }
  base::spin_guard const g(lock_);
  return loads_->tick(place_.machine->now());
}

bool thief::resume_refresh() noexcept {
  // relaxed: a hint
  return refresh_stopped_.load(std::memory_order_relaxed) &&
         refresh_stopped_.exchange(false, std::memory_order_relaxed);
}

thief::knowledge thief::known() noexcept {
  base::spin_guard const g(lock_);
  return loads_ ? knowledge{loads_->heard(), loads_->refreshes()} : knowledge{};
}

thief::counts thief::counted() noexcept {
  base::spin_guard const g(lock_);
  return counts_;
}

bool thief::awaits_answer() noexcept {
  base::spin_guard const g(lock_);
  return victim_ >= 0 || choosing_;
}

bool thief::somebody_waits() const noexcept {
  // relaxed: a hint
  return place_.far_hunger.load(std::memory_order_relaxed) != 0 && place_.gate.sleepers() < place_.workers;
}

}  // namespace skua::remote
