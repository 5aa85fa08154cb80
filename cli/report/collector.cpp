// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "collector.hpp"

#include <algorithm>
#include <cmath>

namespace apps::trace_report {
namespace {

constexpr std::string_view other_tasks = "(other tasks)";

bool shorter(long_slice const& a, long_slice const& b) { return a.length() > b.length(); }  // a heap of the longest

void note_time(place_sums& p, std::int64_t time) {
  p.first = std::min(p.first, time);
  p.last = std::max(p.last, time);
}

std::uint32_t place_argument(event const& e, std::string_view name) {
  return static_cast<std::uint32_t>(e.whole(name));
}

}  // namespace

std::size_t size_bucket(double nanoseconds) {
  std::size_t bucket = 0;
  while (bucket + 1 < size_buckets && nanoseconds >= bucket_begin(bucket + 1)) ++bucket;
  return bucket;
}

double bucket_begin(std::size_t bucket) {
  constexpr std::array steps{1.0, 2.0, 5.0};
  double power = 1;
  for (std::size_t i = 0; i < bucket / 3; ++i) power *= 10;
  return steps[bucket % 3] * power;
}

void task_sums::add_sizes(double size, double number) {
  double const logarithm = std::log(std::max(size, 1.0));
  log_sum += number * logarithm;
  log_squares += number * logarithm * logarithm;
}

void task_sums::add(task_sums const& other, double sign) {
  count += sign * other.count;
  pieces += sign * other.pieces;
  busy += sign * other.busy;
  longest = std::max(longest, other.longest);
  log_sum += sign * other.log_sum;
  log_squares += sign * other.log_squares;
}

wait_kind kind_of_wait(std::string_view reason) {
  if (reason.find("semaphore") != std::string_view::npos) return wait_kind::semaphore;
  bool const is_mutex = reason.find("mutex") != std::string_view::npos || reason.find("lock") != std::string_view::npos;
  return is_mutex ? wait_kind::mutex : wait_kind::other;
}

worker_sums& collector::worker_of(place_sums& p, std::uint32_t number) {
  auto const [entry, is_new] = p.threads.try_emplace(number);
  if (is_new) {
    ++workers_;
    entry->second.bins.limit(bins_of_worker_);
    if (workers_ * bins_of_worker_ > most_bins_of_all && bins_of_worker_ > 64) {
      bins_of_worker_ /= 2;
      for (auto& [id, place] : places) {
        for (auto& [thread, sums] : place.threads) sums.bins.limit(bins_of_worker_);
      }
    }
  }
  return entry->second;
}

void collector::on_track(std::uint64_t uuid, std::string_view name) {
  auto const track = parse_track(uuid);
  if (!track) return;
  auto& p = places[track->place];
  if (track->kind == track_kind::worker && track->number != other_threads)
    worker_of(p, track->number).spare = name.starts_with("spare");
  if (track->kind == track_kind::counter) counter_names_[uuid] = name;
}

void collector::note_arguments(event const& e, open_slice& slice) {
  // A writer may put arguments on either end of a slice.
  for (auto const& a : e.arguments) {
    if (a.name == "count") {
      slice.count = a.whole;
      slice.has_count = true;
    }
    if (a.name == "longest") slice.longest = a.whole;
    if (a.name == "continues") slice.continues = a.whole != 0;
    if (a.name == "reason") slice.reason = a.text;
    if (a.name == "task") slice.task = a.text;
    if (a.name == "busy") {
      slice.busy = a.whole;
      slice.has_busy = true;
    }
  }
  if (slice.name.empty()) slice.name = e.name;
  if (slice.category.empty()) slice.category = e.category;
}

void collector::on_event(event const& e) {
  ++events;
  auto const track = parse_track(e.track);
  if (!track) return;
  auto& p = places[track->place];
  note_time(p, e.time);
  switch (e.type) {
    case event_type::slice_begin: {
      auto& slice = open_[e.track].emplace_back();
      slice.begin = e.time;
      note_arguments(e, slice);
      break;
    }
    case event_type::slice_end: {
      auto& slices = open_[e.track];
      if (slices.empty()) {
        ++unmatched;
        break;
      }
      open_slice slice = std::move(slices.back());
      slices.pop_back();
      note_arguments(e, slice);
      end_slice(*track, slice, e.time);
      break;
    }
    case event_type::instant:
      if (track->kind == track_kind::place) place_event(p, track->place, e);
      if (track->kind == track_kind::worker) worker_instant(p, track->place, track->number, e);
      break;
    case event_type::counter: {
      auto const name = counter_names_.find(e.track);
      std::string const text(!e.name.empty() || name == counter_names_.end() ? e.name : name->second);
      if (e.category == "memory" || (e.category.empty() && text == "memory")) {
        p.peak_memory = std::max(p.peak_memory, e.value);
      } else {
        p.user_counters[text].add(e.value);
      }
      break;
    }
  }
}

void collector::run_event(place_sums& p, std::uint32_t place, event const& e) {
  if (p.has_run) repeated.push_back(place);
  p.has_run = true;
  p.run_time = e.time;
  p.places = e.whole("places");
  p.workers = e.whole("workers");
  p.processors = e.whole("processors");
  p.online = e.whole("online");
  p.threshold = e.whole("threshold");
  p.simulated = e.whole("simulated") != 0;
  p.version = e.text("version");
  p.program = e.text("program");
  p.command = e.text("command");
  p.host = e.text("host");
  p.boot = e.text("boot");
  p.policy = e.text("policy");
  if (auto const* const realtime = e.find("realtime"); realtime != nullptr) p.realtime = realtime->number;
}

void collector::place_event(place_sums& p, std::uint32_t place, event const& e) {
  if (e.category == "skua" && e.name == "run") run_event(p, place, e);
  if (e.category == "skua" && e.name == "end") {
    p.has_end = true;
    p.signal = static_cast<int>(e.whole("signal"));
    for (auto const& a : e.arguments) {
      if (a.name != "signal") p.counters[std::string(a.name)] = a.number;
    }
  }
  if (e.category == "message" && e.name == "traffic") {
    auto& t = p.traffic[place_argument(e, "to")];
    t = {static_cast<double>(e.whole("messages")), static_cast<double>(e.whole("bytes")), true};
  }
}

void collector::worker_instant(place_sums& p, std::uint32_t place, std::uint32_t worker, event const& e) {
  auto const tasks = static_cast<double>(e.whole("tasks"));
  if (e.category == "user") {
    p.marks[std::string(e.name)] += 1;
  } else if (e.category == "cancel") {
    p.cancels += 1;
  } else if (e.category == "search" && e.name == "incumbent") {
    p.incumbents += 1;
  } else if (e.category == "message" && e.name == "send") {
    auto& t = p.traffic[place_argument(e, "to")];
    if (!t.counted) {
      t.messages += 1;
      t.bytes += static_cast<double>(e.whole("bytes"));
    }
  } else if (e.name == "steal") {
    if (worker == other_threads || e.whole("victim") >= other_threads) return;
    auto& s = worker_of(p, worker).steals[place_argument(e, "victim")];
    s.steals += 1;
    s.tasks += tasks;
  } else if (e.name == "ask") {
    p.asks += 1;
  } else if (e.name == "refused") {
    p.refusals += 1;
  } else if (e.name == "give" || e.name == "loot") {
    auto& s = e.name == "give" ? p.gives[place_argument(e, "thief")] : p.loots[place_argument(e, "victim")];
    s.steals += 1;
    s.tasks += tasks;
    match_flows(place, e);
  }
}

void collector::match_flows(std::uint32_t place, event const& e) {
  auto const note = [&](flow_end const& give, flow_end const& loot) {
    auto const delay = give.time - loot.time;
    auto const [entry, is_new] = delays.try_emplace({give.place, loot.place}, delay);
    if (!is_new) entry->second = std::max(entry->second, delay);
  };
  flow_end const flow_here{place, e.time};
  for (auto const flow : e.flows) {
    if (auto const match = loots_.find(flow); match != loots_.end()) {
      note(flow_here, match->second);
      loots_.erase(match);
    } else if (gives_.size() < most_pending_flows) {
      gives_[flow] = flow_here;
    }
  }
  for (auto const flow : e.ending_flows) {
    if (auto const match = gives_.find(flow); match != gives_.end()) {
      note(match->second, flow_here);
      gives_.erase(match);
    } else if (loots_.size() < most_pending_flows) {
      loots_[flow] = flow_here;
    }
  }
}

void collector::keep_long_slice(track_name const& track, std::string const& name, std::int64_t begin,
                                std::int64_t end) {
  if (long_slices.size() >= most_long_slices) {
    if (end - begin <= long_slices.front().length()) return;
    std::pop_heap(long_slices.begin(), long_slices.end(), shorter);
    long_slices.pop_back();
  }
  long_slices.push_back({track.place, track.number, begin, end, name});
  std::push_heap(long_slices.begin(), long_slices.end(), shorter);
}

/// `longest` of a merged slice is measured, of one task or as the mean of a few: some task took
/// that long. Of tasks that were measured together, and took longer than the threshold, it is the
/// time of all of them.
void collector::note_joint_tasks(std::string const& name, open_slice const& slice, double count, double busy) {
  auto const longest = static_cast<double>(slice.longest);
  bool const is_one_part = longest >= busy;
  double const mean = std::max(busy / count, is_one_part ? 0 : longest);
  if (mean > longest_mean.nanoseconds) longest_mean = {name, count, mean};
  if (is_one_part && longest > longest_joint.nanoseconds) longest_joint = {name, count, longest};
}

void collector::task_slice(track_name const& track, open_slice const& slice, std::int64_t end) {
  auto& p = places[track.place];
  auto& w = worker_of(p, track.number);
  auto const length = static_cast<double>(end - slice.begin);
  double const busy = slice.has_busy ? std::min(static_cast<double>(slice.busy), length) : length;
  double const count = slice.has_count ? static_cast<double>(slice.count) : slice.continues ? 0 : 1;
  w.busy += busy;
  w.in_slice += length;
  w.bins.add(state_work, slice.begin, end, length > 0 ? busy / length : 0);
  w.bins.add(state_in_slice, slice.begin, end);

  std::string name = slice.name.empty() ? "task" : slice.name;
  if (p.tasks.size() >= most_names && !p.tasks.contains(name)) name = other_tasks;
  auto& t = p.tasks[name];
  t.count += count;
  t.pieces += slice.continues ? 1 : 0;
  t.busy += busy;
  t.longest = std::max({t.longest, static_cast<double>(slice.longest), count <= 1 ? busy : 0});
  if (count > 0) {
    t.add_sizes(busy / count, count);
    auto& bucket = sizes[size_bucket(busy / count)];
    (count > 1 ? bucket.merged : bucket.single) += count;
    bucket.nanoseconds += busy;
  }
  if (count <= 1) {
    keep_long_slice(track, name, slice.begin, end);
  } else {
    note_joint_tasks(name, slice, count, busy);
  }

  add_series(p, name, slice, end, busy, count);
}

void collector::add_series(place_sums& p, std::string const& name, open_slice const& slice, std::int64_t end,
                           double busy, double count) {
  auto series = p.name_series.find(name);
  if (series == p.name_series.end() && series_ < most_name_series) {
    ++series_;
    series = p.name_series.try_emplace(name, 1, most_bins).first;
  }
  if (series != p.name_series.end()) series->second.add(0, slice.begin, end);

  auto load = p.loads.find(name);
  if (load == p.loads.end() && load_series_ < most_load_series) {
    ++load_series_;
    load = p.loads.try_emplace(name, 2, load_bins).first;
  }
  auto const length = static_cast<double>(end - slice.begin);
  if (load == p.loads.end() || length <= 0) return;
  load->second.add(0, slice.begin, end, busy / length);
  load->second.add(1, slice.begin, end, count / length);
}

void collector::suspension(place_sums& p, open_slice const& slice, std::int64_t end) {
  auto const length = static_cast<double>(end - slice.begin);
  auto& s = p.suspensions[{slice.name, slice.task}];
  s.count += 1;
  s.nanoseconds += length;
  s.longest = std::max(s.longest, length);
  auto const kind = kind_of_wait(slice.name);
  if (kind != wait_kind::other) p.lock_waits.add(static_cast<std::size_t>(kind), slice.begin, end);
  auto waits = p.waits.find(slice.name);
  if (waits == p.waits.end() && p.waits.size() < most_wait_reasons)
    waits = p.waits.try_emplace(slice.name, 1, wait_bins).first;
  if (waits != p.waits.end()) waits->second.add(0, slice.begin, end);
}

void collector::end_slice(track_name const& track, open_slice const& slice, std::int64_t end) {
  if (end < slice.begin) {
    ++unmatched;
    return;
  }
  auto& p = places[track.place];
  auto const length = static_cast<double>(end - slice.begin);
  if (slice.category == "user") {
    auto& s = p.spans[slice.name];
    s.count += 1;
    s.nanoseconds += length;
    return;
  }
  if (track.kind == track_kind::suspensions) {
    suspension(p, slice, end);
    return;
  }
  if (track.kind != track_kind::worker) return;
  auto& w = worker_of(p, track.number);
  w.first = std::min(w.first, slice.begin);
  w.last = std::max(w.last, end);
  if (slice.category == "task") {
    task_slice(track, slice, end);
  } else if (slice.name == "search") {
    w.search += length;
    w.bins.add(state_search, slice.begin, end);
  } else if (slice.name == "sleep") {
    w.sleep += length;
    w.bins.add(state_sleep, slice.begin, end);
  } else if (slice.name == "wait") {
    w.wait += length;
    w.waits[slice.reason] += length;
    w.bins.add(state_wait, slice.begin, end);
    auto const kind = kind_of_wait(slice.reason);
    if (kind != wait_kind::other) p.lock_idle.add(static_cast<std::size_t>(kind), slice.begin, end);
  }
}

void collector::finish() {
  for (auto& [uuid, slices] : open_) {
    auto const track = parse_track(uuid);
    if (!track || !places.contains(track->place)) continue;
    for (; !slices.empty(); slices.pop_back()) end_slice(*track, slices.back(), places[track->place].last);
  }
}

}  // namespace apps::trace_report
