// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/service.hpp"

#include <pthread.h>

#include <algorithm>

#include <skua/detail/core/scope_object.hpp>

#include "core/place.hpp"
#include "core/upper_rooms.hpp"

namespace skua::sched {

void service::start(place& place) {
  place_ = &place;
  thread_ = place.machine->start([this, &place] { loop(place); });
}

void service::stop() noexcept {
  stopping_.store(true, std::memory_order_release);  // sync: STOP_SERVICE -> loop
  poke();
  if (thread_ != nullptr) thread_->join();
  thread_.reset();
}

void service::poke() noexcept {
  doorbell_.fetch_add(1, std::memory_order_release);  // sync: DOORBELL -> loop
  if (place_ != nullptr) place_->machine->wake(doorbell_);
}

void service::poke_from_handler() noexcept {
  doorbell_.fetch_add(1, std::memory_order_release);  // sync: DOORBELL -> loop
  if (place_ != nullptr) place_->machine->wake_from_handler(doorbell_);
}

service::timer_key service::add_timer(std::uint64_t when, parker* waiter) {
  bool first;
  timer_key key;
  {
    std::lock_guard hold(lock_);
    key = {when, next_id_++};
    auto const position = timers_.emplace(key, waiter).first;
    first = position == timers_.begin();
  }
  if (first) poke();
  return key;
}

void service::erase_timer(timer_key key) noexcept {
  std::lock_guard hold(lock_);
  timers_.erase(key);
}

bool service::expects_something() noexcept {
  std::unique_lock const hold(lock_, std::try_to_lock);
  if (!hold.owns_lock() || !timers_.empty() || !ticks_.empty() || running_tick_ != 0) return true;
  return awake_.load(std::memory_order_acquire);  // sync: SERVED <- loop
}

std::uint64_t service::start_ticking(std::uint64_t period_ns, std::uint64_t longest_ns, void (*fn)(void*) noexcept,
                                     void* argument) {
  std::uint64_t const now = place_->machine->now();
  std::uint64_t id;
  {
    std::lock_guard hold(lock_);
    id = next_id_++;
    ticks_.push_back({id, period_ns, longest_ns, now, now + period_ns, fn, argument});
  }
  poke();
  return id;
}

void service::stop_ticking(std::uint64_t id) noexcept {
  std::unique_lock hold(lock_);
  std::erase_if(ticks_, [&](tick const& tick) { return tick.id == id; });
  if (std::this_thread::get_id() != running_on_) tick_done_.wait(hold, [&] { return running_tick_ != id; });
}

/// Fires due timers and ticks; returns the time of the next event, 0: none.
std::uint64_t service::fire_due(std::unique_lock<std::mutex>& guard) {
  std::uint64_t const now = place_->machine->now();
  while (!timers_.empty() && timers_.begin()->first.when <= now) {
    parker* waiter = timers_.begin()->second;
    timers_.erase(timers_.begin());
    // It may spin until the waiter has enrolled, under the lock of this service. That ends: a
    // waiter adds its timer before it enrols, and takes this lock at no moment in between.
    if (waiter->try_win(wake_reason::timeout)) waiter->deliver(wake_reason::timeout);
  }
  for (std::size_t i = 0; i < ticks_.size(); ++i) {
    if (ticks_[i].due > now) continue;
    tick const tick = ticks_[i];
    ticks_[i].due = now + std::clamp((now - tick.since) / 16, tick.period, tick.longest);
    running_tick_ = tick.id;
    guard.unlock();
    tick.fn(tick.argument);
    guard.lock();
    running_tick_ = 0;
    tick_done_.notify_all();
  }
  std::uint64_t next = timers_.empty() ? 0 : timers_.begin()->first.when;
  for (tick const& tick : ticks_) next = next == 0 ? tick.due : std::min(next, tick.due);
  return next;
}

void service::loop(place& place) noexcept {
  {
    std::lock_guard const hold(lock_);
    running_on_ = std::this_thread::get_id();
  }
  if (!place.simulated) instrument_room.service_starts();
  for (;;) {
    std::uint32_t const bell = doorbell_.load(std::memory_order_acquire);  // sync: DOORBELL <- poke
    if (stopping_.load(std::memory_order_acquire)) return;                 // sync: STOP_SERVICE <- stop
    std::uint64_t const force_time = instrument_room.serve_signals(place);
    std::uint64_t next;
    {
      std::unique_lock hold(lock_);
      next = fire_due(hold);
    }
    std::uint64_t const next_look = place.starvation.look(place);
    if (next_look != 0 && (next == 0 || next_look < next)) next = next_look;
    if (force_time != 0 && (next == 0 || force_time < next)) next = force_time;
    std::uint64_t const next_watch = place.spares.demand.look(place);
    if (next_watch != 0 && (next == 0 || next_watch < next)) next = next_watch;
    awake_.store(false, std::memory_order_release);  // sync: SERVED -> expects_something
    place.machine->sleep(doorbell_, bell, next);
    awake_.store(true, std::memory_order_seq_cst);  // sync: SERVED -> expects_something
  }
}

std::uint64_t start_ticking(place_front* at, tick_period period, void (*fn)(void*) noexcept, void* argument) {
  auto const shortest = static_cast<std::uint64_t>(std::max<std::int64_t>(1000, period.first.count()));
  auto const longest = static_cast<std::uint64_t>(std::max<std::int64_t>(1000, period.longest.count()));
  return static_cast<place*>(at)->services.start_ticking(shortest, std::max(shortest, longest), fn, argument);
}

void stop_ticking(place_front* at, std::uint64_t id) noexcept { static_cast<place*>(at)->services.stop_ticking(id); }

}  // namespace skua::sched
