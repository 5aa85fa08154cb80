// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/load.hpp"

#include <algorithm>
#include <limits>

#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

#include "core/exporting.hpp"
#include "core/remote_hooks.hpp"
#include "steal/policies/performance_driven.hpp"

namespace skua::remote {
namespace {

using observe::phase;

constexpr std::uint64_t min_period_ns = 1'000'000;

/// Nanoseconds in which a worker has run tasks; a snapshot.
std::uint64_t worked_by(observe::worker_counters const& counters, std::uint64_t now) noexcept {
  std::uint64_t ns = 0;
  for (phase const work : {phase::user, phase::issue, phase::execute})
    ns += counters.nanoseconds[static_cast<std::size_t>(work)].get();
  phase const current = counters.now_in.load(std::memory_order_relaxed);       // relaxed: a snapshot
  std::uint64_t const since = counters.since.load(std::memory_order_relaxed);  // relaxed: a snapshot
  bool const at_work = current == phase::user || current == phase::issue || current == phase::execute;
  return at_work && now > since ? ns + (now - since) : ns;
}

double microseconds(std::uint64_t ns) noexcept { return static_cast<double>(ns) / 1000; }

}  // namespace

double work_rates::look(std::span<std::uint64_t const> worked, std::uint64_t now) noexcept {
  if (now < sampled_at_ + min_period_ns) return mean_;
  std::uint64_t const period = now - sampled_at_;
  sampled_at_ = now;
  double sum = 0;
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    worker& worker = workers_[i];
    // A snapshot of two words may count some nanoseconds twice; the next sample corrects that.
    std::uint64_t const added = std::min(worked[i] > worker.worked ? worked[i] - worker.worked : 0, period);
    worker.worked = worked[i];
    double const worked_us = microseconds(added);
    double const idle_us = microseconds(period - added);
    double const weight =
        tuned_ ? worker.weight.of(steal::work_rate(worked_us, idle_us, 0, 1) - worker.rate) : weight_of_new_;
    worker.rate = steal::work_rate(worked_us, idle_us, worker.rate, weight);
    sum += worker.rate;
  }
  return mean_ = workers_.empty() ? 0 : sum / static_cast<double>(workers_.size());
}

std::uint32_t tasks_at(sched::place& place) noexcept {
  constexpr std::size_t limit = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::min(sched::count_any_tasks(place), limit));
}

load_meter::load_meter(sched::place& place, steal::load_measurement const& measurement)
    : place_(place),
      by_task_(measurement.by_task),
      rates_(static_cast<std::size_t>(place.workers), place.machine->now(), measurement),
      worked_(static_cast<std::size_t>(place.workers)) {
  place.timing.store(true, std::memory_order_relaxed);  // relaxed: no worker has started
  if (!by_task_) return;
  place.rate_of_periods = {&steal::work_rate, measurement.weight_of_new, measurement.tuned};
  place.slow = sched::slow_mode::all;  // each push and pop enters its slow path, where periods end
}

double load_meter::rate_by_task() const noexcept {
  // sync: WORKERS <- start_worker
  int const started = place_.started_workers.load(std::memory_order_acquire);
  double sum = 0;
  for (int i = 0; i < std::min(started, place_.workers); ++i) {
    sum += place_.worker_table[static_cast<std::size_t>(i)]->periods.rate();
  }
  return sum / place_.workers;
}

double load_meter::rate_by_sample() {
  std::uint64_t const now = place_.machine->now();
  // sync: WORKERS <- start_worker
  auto const started = static_cast<std::size_t>(place_.started_workers.load(std::memory_order_acquire));
  for (std::size_t i = 0; i < worked_.size() && i < started; ++i)
    worked_[i] = worked_by(place_.worker_table[i]->counters, now);
  return rates_.look(worked_, now);
}

steal::load load_meter::read() { return {by_task_ ? rate_by_task() : rate_by_sample(), tasks_at(place_)}; }

load_exchange::load_exchange(steal::policy& policy, sender& out, std::uint64_t now)
    : policy_(policy), sender_(out), due_(now + policy.measurement().first_refresh_ns) {}

void load_exchange::ask(std::uint64_t now) {
  if (missing_ != 0) return;
  round_ = now;
  missing_ = policy_.enough_probes();
  for (int const place : policy_.probes()) sender_.send(place, kind::ask_load, wire::bytes_of(now));
}

std::uint64_t load_exchange::tick(std::uint64_t now) {
  if (now < due_) return due_ - now;
  refreshing_ = true;
  ask(now);
  return policy_.measurement().shortest_refresh_ns;  // the answers come before that
}

load_exchange::outcome load_exchange::on_load(int from, std::span<std::byte const> message, std::uint64_t now) {
  wire::reader reader(message);
  auto const asked_at = reader.get<std::uint64_t>();
  steal::load load;
  load.rate = reader.get<double>();
  load.tasks = reader.get<std::uint32_t>();
  policy_.probed(from, load, now - asked_at);
  ++answers_;
  if (asked_at != round_ || missing_ == 0) return outcome::late;
  if (--missing_ != 0) return outcome::more_to_come;
  if (!std::exchange(refreshing_, false)) return outcome::enough;
  std::uint64_t const interval = policy_.refresh();
  due_ = interval != 0 ? now + interval : std::numeric_limits<std::uint64_t>::max();
  ++refreshes_;
  return outcome::refreshed;
}

void answer_load(sender& out, int to, std::span<std::byte const> probe, steal::load const& load) {
  wire::writer answer;
  answer.raw(probe.data(), probe.size());
  answer.put(load.rate);
  answer.put(load.tasks);
  out.send(to, kind::load, answer.view());
}

}  // namespace skua::remote
