// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instruments/recording_clock.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <chrono>

#include "core/deque_slow.hpp"
#include "core/place.hpp"
#include "system/threads.hpp"
#include "system/tick_clock.hpp"

namespace skua::sched {
namespace {

/// A plain stretch takes between half of this and one and a half times as much.
constexpr std::chrono::nanoseconds shortest_interval = std::chrono::microseconds(50);
/// The ticker slows down, so that a run does not have more than some times this number of ticks.
constexpr std::uint64_t ticks_of_a_run = 100'000;
/// Below that the two clocks of a reading, which are not read at one moment, may disagree.
constexpr std::uint64_t least_lost_ns = 5'000;

std::uint64_t processor_ns_of_thread() noexcept {
  timespec used{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<std::uint64_t>(used.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(used.tv_nsec);
}

std::uint64_t blocks_of_thread() noexcept {
  rusage used{};
  ::getrusage(RUSAGE_THREAD, &used);
  return static_cast<std::uint64_t>(used.ru_nvcsw);
}

}  // namespace

recording_clock::recording_clock(place& place)
    : place_(place),
      counter_(system::has_constant_counter()),
      first_tick_(now()),
      first_ns_(place.machine->now()),
      shortest_stretch_(ticks_in(static_cast<std::uint64_t>(shortest_interval.count()) / 2)),
      since_(static_cast<std::size_t>(place.worker_limit), 0),
      readings_(static_cast<std::size_t>(place.worker_limit)) {}

recording_clock::~recording_clock() { stop_ticker(); }

std::uint64_t recording_clock::now() const noexcept {
  return counter_ ? system::read_counter() : place_.machine->now();
}

std::int64_t recording_clock::ticks_in(std::uint64_t ns) const noexcept {
  return static_cast<std::int64_t>(system::tick_converter(counter_).ticks_in(ns));
}

double recording_clock::ns_per_tick() const noexcept {
  std::uint64_t const ticks = now() - first_tick_;
  return ticks > 0 ? static_cast<double>(place_.machine->now() - first_ns_) / static_cast<double>(ticks) : 1;
}

std::uint64_t& recording_clock::since_of(fibre const* current) noexcept {
  return since_[static_cast<std::size_t>(worker_of(current)->id)];
}

/// A reading of the thread's time costs a quarter of a microsecond. So there is one for each
/// stretch of some length, and a loss of that length is found at the end of its stretch.
///
/// A task that blocks in the kernel has no processor either: it has given it up itself, and the
/// time counts as its work.
void recording_clock::leave_out_lost(fibre const* fibre, std::uint64_t now) noexcept {
  reading& last = readings_[static_cast<std::size_t>(worker_of(fibre)->id)];
  auto const passed = static_cast<std::int64_t>(now - last.tick);
  if (passed < shortest_stretch_) return;
  reading current{now, processor_ns_of_thread(), last.blocks};
  double const ticks_per_ns =
      2 * static_cast<double>(shortest_stretch_) / static_cast<double>(shortest_interval.count());
  auto const used =
      static_cast<std::int64_t>(static_cast<double>(current.processor_ns - last.processor_ns) * ticks_per_ns);
  if (passed - used > static_cast<std::int64_t>(ticks_per_ns * least_lost_ns)) {
    current.blocks = blocks_of_thread();
    std::int64_t const lost = std::min(passed - used, static_cast<std::int64_t>(now - since_of(fibre)));
    if (current.blocks == last.blocks && last.tick != 0 && lost > 0) {
      since_of(fibre) += static_cast<std::uint64_t>(lost);
      lost_ += lost;
    }
  }
  last = current;
}

void recording_clock::begin(fibre const* current) noexcept {
  since_of(current) = now();
  leave_out_lost(current, since_of(current));
}

void recording_clock::skip(fibre const* current, std::uint64_t begin) noexcept {
  std::uint64_t const end = now();
  since_of(current) += end - begin;
  // a loss in that time is over
  if (static_cast<std::int64_t>(end - begin) < shortest_stretch_) return;
  readings_[static_cast<std::size_t>(worker_of(current)->id)] = {end, processor_ns_of_thread(), blocks_of_thread()};
}

void recording_clock::start_ticker() {
  ticker_ = system::start_helper([this] {
    ::prctl(PR_SET_TIMERSLACK, 1);  // else each wait takes 50 microseconds longer
    std::unique_lock hold(waking_);
    std::chrono::nanoseconds interval = shortest_interval;
    while (!wake_.wait_for(hold, interval, [this] { return ends_; })) {
      tick();
      interval =
          std::max(shortest_interval, std::chrono::nanoseconds((place_.machine->now() - first_ns_) / ticks_of_a_run));
    }
  });
}

void recording_clock::stop_ticker() noexcept {
  if (!ticker_.joinable()) return;
  system::add_helper_threads(-1);
  {
    std::lock_guard const hold(waking_);
    ends_ = true;
  }
  wake_.notify_one();
  ticker_.join();
}

/// The fibres answer at their next push, or the next end of a task. A request that comes too early,
/// or to a fibre that runs no more, does no harm.
void recording_clock::tick() noexcept {
  ticked_.store(true, std::memory_order_relaxed);                        // relaxed: a hint
  int const n = place_.started_workers.load(std::memory_order_acquire);  // sync: WORKERS <- start_worker
  for (int i = 0; i < n; ++i) {
    // sync: CURRENT <- publish_current
    fibre* const fibre = place_.worker_table[static_cast<std::size_t>(i)]->current.load(std::memory_order_acquire);
    if (fibre == nullptr) continue;
    fibre->request_poll();
    fibre->check_before_run.store(1, std::memory_order_relaxed);  // relaxed: the next check will do
  }
}

bool recording_clock::is_due(fibre* current) noexcept {
  if (!ticked_.load(std::memory_order_relaxed)) return false;  // relaxed: a hint
  if (static_cast<std::int64_t>(now() - since_of(current)) >= shortest_stretch_) return true;
  forget_tick(current);
  return false;
}

void recording_clock::forget_tick(fibre* current) noexcept {
  ticked_.store(false, std::memory_order_relaxed);  // relaxed: a hint
  current->forget_poll();
  static_cast<void>(recheck_before_run(current));
}

}  // namespace skua::sched
