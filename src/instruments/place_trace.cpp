// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instruments/place_trace.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <ctime>
#include <exception>
#include <iterator>

#include <skua/detail/core/self.hpp>

#include "instruments/signals.hpp"
#include "instruments/stats.hpp"
#include "system/cpus.hpp"
#include "system/files.hpp"
#include "system/proc.hpp"
#include "system/stack_trace.hpp"
#include "system/threads.hpp"

namespace skua::sched {
namespace {

using observe::trace_argument;
using observe::trace_event;
using observe::trace_name;
using observe::trace_record;

constexpr std::size_t ring_size = 8192;
constexpr std::size_t simulated_ring_size = 256;
constexpr std::chrono::milliseconds time_between_writes{50};
constexpr std::uint64_t time_between_memory_samples_ns = 200'000'000;

// Tracks; docs/reference/trace_format.md says how they are numbered.
constexpr std::uint64_t track_bits = 32;
constexpr std::uint64_t first_lane = 1u << 24;
constexpr std::uint64_t first_span_lane = first_lane + (1u << 20);
constexpr std::uint64_t first_counter = 1u << 25;
constexpr std::size_t max_lanes = 4096;
/// In the place of a worker's number: threads that are not workers.
constexpr int external_thread = 100'000;
constexpr std::size_t large_message = 4096;  // messages of fewer bytes are only counted

}  // namespace

void note_traced(place& place, trace_event event, std::uint64_t first, std::uint64_t second,
                 std::uint64_t third) noexcept {
  place_trace* const trace = trace_of(place);
  if (trace == nullptr) return;
  fibre const* const current = self();
  if (current == nullptr || current->place != &place) return trace->note_external(event, first, second, third);
  trace->of(*worker_of(current)).note(event, first, second, third);
}

place_trace::place_trace(place& place, std::string const& file)
    : task_events(instrument::trace),
      place_(place),
      counter_(!place.simulated && system::has_constant_counter()),
      clock_(counter_),
      packets_(place.number),
      file_(observe::trace_file::open(file)),
      suspended_{"suspended", 0},
      spans_{"spans", 0},
      by_worker_(static_cast<std::size_t>(place.worker_limit)),
      peers_(place.total > 1 ? new peer[static_cast<std::size_t>(place.total)] : nullptr),
      external_ring_(place.simulated ? simulated_ring_size : ring_size) {
  suspended_.first = track_of_place() + first_lane;
  spans_.first = track_of_place() + first_span_lane;
  write_head();
}

place_trace::~place_trace() { place_trace::threads_ended(); }

std::uint64_t place_trace::now() const noexcept { return counter_ ? system::read_counter() : place_.machine->now(); }

std::uint64_t place_trace::track_of_place() const noexcept {
  return (static_cast<std::uint64_t>(place_.number) + 1) << track_bits;
}
std::uint64_t place_trace::track_of_worker(int worker) const noexcept {
  return track_of_place() + 1 + static_cast<std::uint64_t>(worker);
}

/// Told again for a worker whose thread could not be started the first time.
void place_trace::worker_made(worker& worker) {
  auto& own = by_worker_[static_cast<std::size_t>(worker.id)];
  if (own != nullptr) return;
  std::lock_guard const hold(adding_);
  workers_.push_back(std::make_unique<worker_trace>(*this, worker, place_.simulated ? simulated_ring_size : ring_size));
  own = workers_.back().get();
}

void place_trace::scope_cancelled() noexcept { note_traced(place_, trace_event::cancel, 0); }

void place_trace::threads_start(place&) {
  has_started_ = true;
  file_->append(packets_.take());  // the head
  if (!place_.simulated) writer_ = system::start_helper([this] { loop(); });
}

void place_trace::loop() noexcept {
  std::unique_lock hold(waking_);
  while (!wake_.wait_for(hold, time_between_writes, [this] { return ends_; })) {
    hold.unlock();
    drain();
    hold.lock();
  }
}

void place_trace::threads_ended() noexcept {
  if (file_ == nullptr) return;
  if (!has_started_) {  // the run was refused
    file_.reset();
    return;
  }
  if (writer_.joinable()) {
    system::add_helper_threads(-1);
    {
      std::lock_guard const hold(waking_);
      ends_ = true;
    }
    wake_.notify_one();
    writer_.join();
  }
  for (auto const& trace : workers_) trace->flush();
  drain();
  std::lock_guard const hold(writing_);
  try {
    if (!failed_) {
      write_end();
      file_->append(packets_.take());
    }
  } catch (...) {
    failed_ = true;
  }
  file_.reset();
}

trace_name place_trace::number_of(std::string const& name) {
  std::lock_guard const hold(naming_);
  auto const [position, is_new] = numbers_.try_emplace(name, texts_.size() + 1);
  if (is_new) texts_.push_back(name);
  return position->second;
}

std::string place_trace::function_of(task_fn fn) {
  std::lock_guard const hold(writing_);
  return name_of(observe::name_is_function | reinterpret_cast<std::uintptr_t>(fn), "");
}

void place_trace::note_external(trace_event event, std::uint64_t first, std::uint64_t second,
                                std::uint64_t third) noexcept {
  trace_record record;
  record.event = event;
  record.begin = record.end = now();
  record.a = first;
  record.b = second;
  record.c = third;
  base::spin_guard const hold(external_lock_);
  // relaxed: a number to print
  if (!external_ring_.put(record)) external_lost_.fetch_add(1, std::memory_order_relaxed);
}

void place_trace::count_message(int to, std::size_t bytes) noexcept {
  if (peers_ == nullptr) return;
  peer& peer = peers_[static_cast<std::size_t>(to)];
  peer.messages.fetch_add(1, std::memory_order_relaxed);   // relaxed: a number to print
  peer.bytes.fetch_add(bytes, std::memory_order_relaxed);  // relaxed: a number to print
  if (bytes >= large_message) note_traced(place_, trace_event::send, static_cast<std::uint64_t>(to), bytes);
}

std::uint64_t place_trace::next_given(int to) noexcept {
  // relaxed: only the number counts
  return peers_ == nullptr ? 0 : peers_[static_cast<std::size_t>(to)].given.fetch_add(1, std::memory_order_relaxed);
}
std::uint64_t place_trace::next_loot(int from) noexcept {
  // relaxed: only the number counts
  return peers_ == nullptr ? 0 : peers_[static_cast<std::size_t>(from)].loots.fetch_add(1, std::memory_order_relaxed);
}

void place_trace::drain() noexcept {
  std::lock_guard const hold(writing_);
  if (failed_ || file_ == nullptr) return;
  try {
    drain_locked();
    file_->append(packets_.take());
  } catch (...) {
    failed_ = true;
  }
}

std::uint64_t place_trace::process_number() const noexcept {
  return place_.simulated ? track_of_place() >> track_bits : static_cast<std::uint64_t>(::getpid());
}

void place_trace::drain_locked() {
  std::vector<worker_trace*> traces;
  {
    std::lock_guard const hold(adding_);
    for (auto const& trace : workers_) traces.push_back(trace.get());
  }
  clock_.sample();
  for (; workers_described_ < static_cast<int>(traces.size()); ++workers_described_) {
    worker const& worker = traces[static_cast<std::size_t>(workers_described_)]->worker_;
    packets_.thread_track(track_of_worker(worker.id), track_of_place(), process_number(),
                          static_cast<std::uint64_t>(worker.id) + 1,
                          (worker.spare ? "spare worker " : "worker ") + std::to_string(worker.id));
  }
  for (worker_trace* const trace : traces) {
    trace->ring_.take_all([&](trace_record const& record) { write(trace->worker_.id, record); });
  }
  external_ring_.take_all([&](trace_record const& record) { write(external_thread, record); });
  if (!place_.simulated) sample_memory(system::monotonic_ns());
}

void place_trace::sample_memory(std::uint64_t now) {
  if (now - memory_sampled_at_ < time_between_memory_samples_ns) return;
  std::uint64_t const track = track_of_place() + first_counter;
  if (memory_sampled_at_ == 0) packets_.counter_track(track, track_of_place(), "memory");
  memory_sampled_at_ = now;
  packets_.counter(track, now, static_cast<double>(system::resident_bytes()));
}

void place_trace::write_head() {
  std::uint64_t const process = process_number();
  std::string const name = "place " + std::to_string(place_.number);
  packets_.process_track(track_of_place(), process, name);
  packets_.thread_track(track_of_worker(external_thread), track_of_place(), process, external_thread + 1,
                        "other threads");
  timespec real{};
  ::clock_gettime(CLOCK_REALTIME, &real);
  auto const number = [](auto n) { return static_cast<std::uint64_t>(n); };
  char host[256] = "";
  (void)::gethostname(host, sizeof host - 1);
  std::string const boot = system::first_line("/proc/sys/kernel/random/boot_id");
  std::string const policy = place_.settings.steal.empty() ? "lifeline" : place_.settings.steal;
  std::string const command = system::command_of_process();
  trace_argument const facts[] = {
      {"version", std::string_view(SKUA_VERSION)},
      {"program", std::string_view(::program_invocation_short_name)},
      {"command", std::string_view(command)},
      {"place", number(place_.number)},
      {"places", number(place_.total)},
      {"workers", number(place_.workers)},
      {"host", std::string_view(host)},
      {"boot", std::string_view(boot)},
      {"realtime", number(real.tv_sec) * 1'000'000'000u + number(real.tv_nsec)},
      {"simulated", number(place_.simulated)},
      {"threshold", worker_trace::threshold_ns},
      {"policy", std::string_view(policy)},
      {"processors", number(system::usable_cpus())},
      {"online", number(::sysconf(_SC_NPROCESSORS_ONLN))},
  };
  packets_.instant(track_of_place(), place_.machine->now(), "skua", "run", facts, std::size(facts));
}

void place_trace::write_end() {
  std::uint64_t const moment = place_.machine->now();
  for (int place = 0; place < place_.total && peers_ != nullptr; ++place) {
    peer const& peer = peers_[static_cast<std::size_t>(place)];
    std::uint64_t const messages = peer.messages.load(std::memory_order_relaxed);  // relaxed: no other thread is left
    std::uint64_t const bytes = peer.bytes.load(std::memory_order_relaxed);        // relaxed: no other thread is left
    if (messages == 0) continue;
    packets_.instant(track_of_place(), moment, "message", "traffic",
                     {{"to", static_cast<std::uint64_t>(place)}, {"messages", messages}, {"bytes", bytes}});
  }
  std::uint64_t lost = without_lane_ + external_lost_.load(std::memory_order_relaxed);      // relaxed: as above
  for (auto const& trace : workers_) lost += trace->lost_.load(std::memory_order_relaxed);  // relaxed: as above
  bool all_known = !workers_.empty();
  std::uint64_t processor_ns = 0;
  for (auto const& trace : workers_) {
    all_known = all_known && trace->processor_ns_ != 0;
    processor_ns += trace->processor_ns_;
  }
  worker_statistics const sum = statistics_of(place_).total();
  std::vector<std::string> names;  // of the times; they must not move
  names.reserve(16);
  std::vector<trace_argument> totals{{"lost", lost}};
  if (all_known) totals.push_back({"processor_seconds", static_cast<double>(processor_ns) / 1e9});
  if (int const n = signal_received(); n != 0) totals.push_back({"signal", static_cast<std::uint64_t>(n)});
  for_each_counter(sum, [&](char const* name, std::uint64_t n) { totals.push_back({name, n}); });
  for_each_time(sum, [&](char const* name, double seconds) {
    names.push_back(std::string("seconds_") + name);
    totals.push_back({names.back(), seconds});
  });
  packets_.instant(track_of_place(), moment, "skua", "end", totals.data(), totals.size());
}

std::string place_trace::name_of(trace_name name, char const* otherwise) {
  if (name == 0) return otherwise;
  if ((name & observe::name_is_function) != 0) {
    auto const [position, is_new] = function_names_.try_emplace(name);
    if (is_new) position->second = system::function_at_address(name & ~observe::name_is_function);
    return position->second.empty() ? otherwise : position->second;
  }
  std::lock_guard const hold(naming_);
  return texts_[name - 1];
}

void place_trace::write_on_lane(lanes& group, std::uint64_t begin, std::uint64_t end, char const* category,
                                std::string_view name, observe::packet_writer::arguments annotations) {
  std::size_t i = 0;
  while (i < group.ends.size() && group.ends[i] > begin) ++i;
  if (i == max_lanes) {
    ++without_lane_;
    return;
  }
  if (i == group.ends.size()) {
    group.ends.push_back(0);
    packets_.plain_track(group.first + i, track_of_place(), group.name);
  }
  group.ends[i] = end;
  packets_.slice(group.first + i, begin, end, category, name, annotations);
}

void place_trace::write(int worker, trace_record const& record) {
  std::uint64_t const track = track_of_worker(worker);
  std::uint64_t begin = clock_.to_ns(record.begin);
  std::uint64_t end = std::max(begin, clock_.to_ns(record.end));
  if (record.event <= trace_event::wait) {  // a slice; the conversion may change by a nanosecond between two samples
    begin = std::max(begin, last_ends_[worker]);
    last_ends_[worker] = end = std::max(begin, end);
  }
  auto const ns_at = [&](std::uint64_t ticks) { return clock_.to_ns(record.begin + ticks); };
  auto const ns = [&](std::uint64_t ticks) { return ns_at(ticks) - ns_at(0); };
  auto const number = [](auto n) { return static_cast<std::uint64_t>(n); };
  switch (record.event) {
    case trace_event::tasks:
      packets_.slice(track, begin, end, "task", name_of(record.name, "task"),
                     {{"count", number(record.count)},
                      {"busy", ns(record.a)},
                      {"longest", ns(record.b)},
                      {"continues", number(record.continues)}});
      break;
    case trace_event::search:
      packets_.slice(track, begin, end, "idle", "search");
      break;
    case trace_event::sleep:
      packets_.slice(track, begin, end, "idle", "sleep");
      break;
    case trace_event::wait: {
      std::string const reason = name_of(record.name, "others");
      packets_.slice(track, begin, end, "idle", "wait", {{"reason", std::string_view(reason)}});
      break;
    }
    case trace_event::suspended: {
      std::string const task = name_of(record.task, "task");
      write_on_lane(suspended_, begin, end, "suspended", name_of(record.name, "others"),
                    {{"task", std::string_view(task)}, {"from", record.a}, {"to", record.b}});
      break;
    }
    case trace_event::span:
      write_on_lane(spans_, begin, end, "user", name_of(record.name, "span"), {});
      break;
    case trace_event::steal:
      packets_.instant(track, begin, "steal", "steal", {{"victim", record.a}, {"tasks", record.b}});
      break;
    case trace_event::cancel:
      packets_.instant(track, begin, "cancel", "cancel");
      break;
    case trace_event::incumbent:
      packets_.instant(track, begin, "search", "incumbent", {{"value", std::bit_cast<double>(record.a)}});
      break;
    case trace_event::ask:
      packets_.instant(track, begin, "steal", "ask", {{"victim", record.a}, {"lifeline", record.b}});
      break;
    case trace_event::refused:
      packets_.instant(track, begin, "steal", "refused", {{"victim", record.a}});
      break;
    case trace_event::give: {
      // Both ends count the messages of their pair, which arrive in the order in which they left.
      std::uint64_t const flow = (number(place_.number) << 44 | record.a << 24 | record.c) + 1;
      packets_.instant(track, begin, "steal", "give", {{"thief", record.a}, {"tasks", record.b}}, flow, false);
      break;
    }
    case trace_event::loot: {
      std::uint64_t const flow = (record.a << 44 | number(place_.number) << 24 | record.c) + 1;
      packets_.instant(track, begin, "steal", "loot", {{"victim", record.a}, {"tasks", record.b}}, flow, true);
      break;
    }
    case trace_event::send:
      packets_.instant(track, begin, "message", "send", {{"to", record.a}, {"bytes", record.b}});
      break;
    case trace_event::mark:
      packets_.instant(track, begin, "user", name_of(record.name, "mark"));
      break;
    case trace_event::counter: {
      std::string const name = name_of(record.name, "counter");
      auto const [position, is_new] =
          counter_tracks_.try_emplace(name, track_of_place() + first_counter + 1 + counter_tracks_.size());
      if (is_new) packets_.counter_track(position->second, track_of_place(), name);
      packets_.counter(position->second, begin, std::bit_cast<double>(record.a));
      break;
    }
  }
}

}  // namespace skua::sched
