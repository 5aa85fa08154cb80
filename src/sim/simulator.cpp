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

constexpr int most_threads = 4096 + 128;  // of a place
constexpr std::uint64_t time_slice_ns = 3'000'000;
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

simulator::simulator(std::uint64_t seed, int places, speed_settings const& settings, sharing_costs const& sharing)
    : random_state_(base::mixed(seed)),
      first_(std::make_unique<sim_thread>(*this, next_number_++)),
      running_(first_.get()),
      speed_model_(settings, places, [this](std::uint64_t n) { return random() % n; }),
      ns_{ns(settings.costs.queue), ns(settings.costs.start), ns(settings.costs.yield), ns(settings.costs.look),
          ns(settings.costs.wake),  ns(sharing.call),         ns(sharing.interrupt)},
      processors_(sharing.processors),
      complex_(sharing.complex),
      measured_(settings.measured),
      scale_(settings.scale),
      mark_(system::monotonic_ns()) {
  if (sharing.complex == 0) return;
  for (int place = 0; place < places; ++place) {
    sharers_.emplace_back(sharing);
    sharers_.back().processors.resize(static_cast<std::size_t>(processors_));
  }
}

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

simulator::sharers& simulator::sharers_of(sim_thread* thread) {
  sharers& place = sharers_[static_cast<std::size_t>(thread->place)];
  if (thread->seat < 0) {
    thread->seat = static_cast<int>(place.threads.size());
    place.threads.push_back(thread);
  }
  return place;
}

/// Where the caches of the running thread are: each thread has a separate processor, or they
/// take turns.
std::size_t simulator::processor_here() const noexcept {
  return processors_ > 0 ? running_->processor : static_cast<std::size_t>(running_->seat);
}

void simulator::touch(void const* line, bool writes) noexcept {
  if (sharers_.empty()) return;
  shared_lines& lines = sharers_of(running_).lines;
  std::size_t const processor = processor_here();
  charge(writes ? lines.write(line, processor, now()) : lines.read(line, processor, now()));
}

void simulator::interrupt_threads() noexcept {
  if (sharers_.empty()) return;
  charge(ns_.call + ns_.interrupt);  // it waits for the others
  for (sim_thread* const thread : sharers_of(running_).threads) {
    if (thread == running_ || thread->sleeps_at != nullptr) continue;
    thread->interrupted += ns_.interrupt;
    ++interrupts_;
  }
}

int simulator::complexes() const noexcept { return complex_ > 0 ? most_threads / complex_ + 1 : 1; }

int simulator::complex_here() {
  if (sharers_.empty()) return 0;
  (void)sharers_of(running_);
  return static_cast<int>(std::min<std::size_t>(processor_here(), most_threads)) / complex_;
}

std::uint64_t simulator::line_moves() const noexcept {
  std::uint64_t sum = 0;
  for (sharers const& place : sharers_) sum += place.lines.moves();
  return sum;
}

/// The thread stops running at its local time. If it sleeps or has ended, another one gets its
/// processor.
void simulator::leave_processor(sim_thread* thread) noexcept {
  std::uint64_t const now = time_ + std::exchange(thread->local_time, 0);
  processor_time_ += now - time_;
  bool const is_over = thread->over.load(std::memory_order_relaxed) != 0;  // relaxed: one thread
  if (processors_ == 0 || sharers_.empty() || (thread->sleeps_at == nullptr && !is_over)) return;
  sharers& place = sharers_of(thread);
  if (processor& own = place.processors[thread->processor]; own.holder == thread) hand_over(place, own, now);
}

void simulator::hand_over(sharers& place, processor& freed, std::uint64_t when) {
  freed.holder = nullptr;
  if (place.waiting.empty()) return;
  sim_thread* const next = place.waiting.front();
  place.waiting.pop_front();
  hold(place, freed, next, when);
  resume_at(next, when);
}

void simulator::hold(sharers& place, processor& free_one, sim_thread* thread, std::uint64_t when) noexcept {
  free_one = {thread, when + time_slice_ns};
  thread->processor = static_cast<std::size_t>(&free_one - place.processors.data());
}

/// Whether the thread of an event has a processor. If not, it waits for one: the others have theirs
/// until they sleep, or for a time slice.
bool simulator::take_processor(queue_entry const& entry) {
  if (processors_ == 0 || sharers_.empty()) return true;
  sharers& place = sharers_of(entry.thread);
  processor& own = place.processors[entry.thread->processor];
  if (own.holder == entry.thread) {
    if (entry.when < own.slice_end || place.waiting.empty()) return true;
    place.waiting.push_back(entry.thread);
    hand_over(place, own, entry.when);
    return false;
  }
  for (processor& candidate : place.processors) {
    if (candidate.holder != nullptr) continue;
    hold(place, candidate, entry.thread, entry.when);
    return true;
  }
  place.waiting.push_back(entry.thread);
  return false;
}

/// Handles events until one resumes a thread, and switches to it. Returns when an event resumes
/// `current`.
void simulator::run_next(sim_thread* current) noexcept {
  leave_processor(current);
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
    if (next.thread != nullptr && !take_processor(next)) continue;
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
    thread->local_time = std::exchange(thread->interrupted, 0);
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
      if (sharers_.empty()) return pause(ns_.look);
      charge(ns_.look);  // it runs in that time
      return pause(0);
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

void simulator::wake(base::atomic<std::uint32_t>& word) noexcept {
  if (!sharers_.empty()) charge(ns_.call);
  wake_after(word, ns_.wake);
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
