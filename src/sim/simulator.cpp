// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sim/simulator.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "base/end_hook.hpp"
#include "sim/debugger.hpp"
#include "sim/sim_thread.hpp"

namespace skua::sim {
namespace {

constexpr std::uint64_t quantum_ns = 1000;  // a simulated thread's largest local time

class handle final : public system::thread {
 public:
  handle(simulator& simulator, std::unique_ptr<sim_thread> thread) : world_(simulator), p_(std::move(thread)) {}
  ~handle() override { world_.retire(std::move(p_)); }
  void join() override {
    while (p_->over.load(std::memory_order_relaxed) == 0) world_.sleep(p_->over, 0, 0);  // relaxed: one thread
  }

 private:
  simulator& world_;
  std::unique_ptr<sim_thread> p_;
};

}  // namespace

simulator::simulator(std::uint64_t seed, int places, speed_settings const& settings)
    : random_state_(base::mixed(seed)),
      first_(std::make_unique<sim_thread>(*this, next_number_++)),
      running_(first_.get()),
      speed_model_(settings, places, [this](std::uint64_t n) { return random() % n; }),
      ns_{ns(settings.costs.queue), ns(settings.costs.start), ns(settings.costs.yield), ns(settings.costs.look),
          ns(settings.costs.wake)},
      measured_(settings.measured),
      scale_(settings.scale),
      mark_(system::monotonic_ns()) {}

simulator::~simulator() = default;

std::uint64_t simulator::random() noexcept { return random_state_ = base::mixed(random_state_); }

void simulator::happened(std::uint64_t event_id) noexcept {
  skua_simulated_events = ++events_;
  skua_simulated_time = time_ - begin_ns;
  if (SKUA_UNLIKELY(events_ == skua_stop_at_event)) stop_in_debugger();
  fingerprint_ = base::mixed(fingerprint_ ^ base::mixed(time_) ^ event_id);
}

void simulator::take_time(double ns) noexcept {
  sim_thread* const thread = running_;
  thread->local_time += static_cast<std::uint64_t>(
      ns * speed_model_.slowness(thread->place, thread->number, time_ + thread->local_time) + 0.5);
}

/// Charges the running thread with its computation since the last charge, if costs are measured.
void simulator::lap() noexcept {
  if (!measured_) return;
  std::uint64_t const now = system::monotonic_ns();
  take_time(static_cast<double>(now - mark_) * scale_);
  mark_ = now;
}

void simulator::charge(std::uint64_t ns) noexcept { take_time(static_cast<double>(ns)); }

std::uint64_t simulator::now() noexcept {
  lap();
  return time_ + running_->local_time;
}

void simulator::at(std::uint64_t when, sim_event& event) {
  enqueue({std::max(when, time_), random(), nullptr, 0, &event});
}

void simulator::at(std::uint64_t when, std::function<void()> fn) {
  calls_.push_back(std::make_unique<called>(std::move(fn)));
  at(when, *calls_.back());
}

void simulator::resume_at(sim_thread* thread, std::uint64_t when) {
  enqueue({std::max(when, time_), random(), thread, thread->turn, nullptr});
}

void simulator::enqueue(queue_entry const& entry) {
  queue_.push_back(entry);
  std::push_heap(queue_.begin(), queue_.end(), later{});
}

/// With a hundred thousand places, the state of the next thread is not in the cache. So this
/// prefetches it one or two events early.
simulator::queue_entry simulator::take_earliest() {
  queue_entry const first = queue_.front();
  std::pop_heap(queue_.begin(), queue_.end(), later{});
  queue_.pop_back();
  for (std::size_t i = 1; i < std::min<std::size_t>(queue_.size(), 3); ++i) {
    queue_entry const& entry = queue_[i];
    void const* const address = entry.thread != nullptr ? static_cast<void const*>(entry.thread) : entry.action;
    __builtin_prefetch(address);
    __builtin_prefetch(static_cast<char const*>(address) + 64);
  }
  if (!queue_.empty() && queue_.front().thread != nullptr) queue_.front().thread->prefetch_stack();
  return first;
}

/// Handles events until one resumes a thread, and switches to it. Returns when an event resumes
/// `current`.
void simulator::run_next(sim_thread* current) noexcept {
  current->local_time = 0;
  for (;;) {
    if (injector != nullptr) injector->stepped();
    if (SKUA_UNLIKELY(rung_.load(std::memory_order_relaxed) != nullptr))  // relaxed: of this thread's handler
      wake(*rung_.exchange(nullptr, std::memory_order_relaxed));          // relaxed: of this thread's handler
    if (queue_.empty()) {
      if (stuck_) stuck_();
      std::fprintf(stderr,
                   "skua: the simulation has come to a stop: all simulated threads sleep and no event is queued\n");
      base::run_end_hook();
      std::abort();
    }
    queue_entry const next = take_earliest();
    // skips an event of a thread that was resumed since then, or that belongs to the lost place
    if (next.thread != nullptr && (next.turn != next.thread->turn || next.thread->place == lost_place_)) continue;
    if (next.when > limit_) past_limit_();
    time_ = next.when;
    if (next.thread == nullptr) {
      happened(0);
      next.action->happen();
      continue;
    }
    sim_thread* const thread = next.thread;
    happened(thread->number + 1);
    ++thread->turn;
    running_ = thread;
    if (thread != current) thread->resume(*current);
    if (measured_) mark_ = system::monotonic_ns();
    return;
  }
}

void simulator::pause(std::uint64_t ns) noexcept {
  sim_thread* const current = running_;
  resume_at(current, now() + ns);
  run_next(current);
}

void simulator::work(std::uint64_t ns) noexcept {
  lap();
  take_time(static_cast<double>(ns));
  if (running_->local_time >= quantum_ns) pause(0);
}

void simulator::charge_cost(system::runtime_cost operation) noexcept {
  switch (operation) {
    case system::runtime_cost::queue_task:
      return work(measured_ ? 0 : ns_.queue);
    case system::runtime_cost::start_task:
      return work(measured_ ? 0 : ns_.start);
    case system::runtime_cost::yield:
      return work(ns_.yield);  // so that time passes in a polling loop
    case system::runtime_cost::look_for_work:
      return pause(ns_.look);
  }
}

void simulator::sleep(base::atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t deadline) noexcept {
  if (word.load(std::memory_order_relaxed) != expected) return;  // relaxed: one thread
  sim_thread* const current = running_;
  if (deadline != 0) resume_at(current, std::max(deadline, now()));
  futex_table_.add(current, &word);
  run_next(current);
  if (current->sleeps_at != nullptr) futex_table_.remove(current);  // the deadline has passed
}

void simulator::wake_after(base::atomic<std::uint32_t>& word, std::uint64_t delay_ns) noexcept {
  futex_table_.remove_all(&word, [&](sim_thread* thread) {
    ++thread->turn;  // invalidates the event of its deadline
    resume_at(thread, now() + delay_ns);
  });
}

std::unique_ptr<system::thread> simulator::start(std::function<void()> main, int place) {
  auto thread = std::make_unique<sim_thread>(*this, next_number_++, std::move(main));
  thread->place = place;
  resume_at(thread.get(), now() + ns_.wake);
  return std::make_unique<handle>(*this, std::move(thread));
}

void simulator::retire(std::unique_ptr<sim_thread> thread) {
  ++thread->turn;
  thread->release_stack();
  ended_.push_back(std::move(thread));
}

void simulator::end_thread() noexcept {
  run_next(running_);
  std::abort();  // a simulated thread that has ended is never resumed
}

}  // namespace skua::sim
