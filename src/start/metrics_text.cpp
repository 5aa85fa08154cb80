// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "start/metrics_text.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "base/escape.hpp"
#include "base/number_text.hpp"

namespace skua::start {
namespace {

using sched::place_snapshot;
using search::detail::search_sample;
using labels = std::initializer_list<std::pair<char const*, std::string>>;

std::string number_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  return base::general(value, 17);
}

std::string label_value(std::string_view value) {
  std::string text;
  for (char const character : base::well_formed(value)) {
    if (character == '\\' || character == '"' || character == '\n') text += '\\';
    text += character == '\n' ? 'n' : character;
  }
  return text;
}

/// Writes families one after the other: all samples of a family stand together.
class writer {
 public:
  void family(std::string const& name, char const* type, std::string const& help, char const* unit = nullptr) {
    name_ = name;
    suffix_ = std::string_view(type) == "counter" ? "_total" : std::string_view(type) == "info" ? "_info" : "";
    text_ += "# TYPE " + name + " " + type + "\n";
    if (unit != nullptr) text_ += "# UNIT " + name + " " + unit + "\n";
    text_ += "# HELP " + name + " " + help + "\n";
  }
  void sample(labels const& list, double value) { add(list, number_text(value)); }
  void sample(labels const& list, std::uint64_t value) { add(list, std::to_string(value)); }
  std::string finish() { return std::move(text_) + "# EOF\n"; }

 private:
  void add(labels const& list, std::string const& value) {
    text_.append(name_).append(suffix_);
    char const* separator = "{";
    for (auto const& [name, label] : list) {
      text_ += separator + std::string(name) + "=\"" + label_value(label) + "\"";
      separator = ",";
    }
    if (list.size() != 0) text_ += "}";
    text_ += " " + value + "\n";
  }

  std::string text_;
  std::string name_;
  std::string_view suffix_;
};

void write_places(writer& writer, std::vector<place_snapshot> const& places) {
  auto const family = [&](char const* name, char const* type, char const* help, auto const& value,
                          char const* unit = nullptr) {
    writer.family(name, type, help, unit);
    for (place_snapshot const& snapshot : places)
      writer.sample({{"place", std::to_string(snapshot.number)}}, value(snapshot));
  };
  auto const whole = [](auto n) { return static_cast<std::uint64_t>(n); };
  family(
      "skua_uptime_seconds", "gauge", "time since the place was started",
      [](place_snapshot const& snapshot) { return snapshot.numbers.seconds; }, "seconds");
  family("skua_workers", "gauge", "workers, without spare ones",
         [&](place_snapshot const& snapshot) { return whole(snapshot.regular_workers); });
  family("skua_sleeping_workers", "gauge", "workers that sleep",
         [&](place_snapshot const& snapshot) { return whole(snapshot.sleepers); });
  family("skua_queued_tasks", "gauge", "tasks that have not started",
         [&](place_snapshot const& snapshot) { return whole(snapshot.queued); });
  family("skua_ready_tasks", "gauge", "tasks that have waited, can continue, and wait for a worker",
         [&](place_snapshot const& snapshot) { return whole(snapshot.ready); });
  family("skua_named_scopes", "gauge", "open scopes that a handle, a cancellation or another place knows",
         [&](place_snapshot const& snapshot) { return whole(snapshot.named_scopes); });
  family("skua_remote_scopes", "gauge", "scopes of other places that have tasks here",
         [&](place_snapshot const& snapshot) { return whole(snapshot.remote_scopes); });
  for_each_counter(far_statistics(), [&](char const* name, std::uint64_t) {
    std::string const key = name;
    std::string const help = key == "messages" ? "messages sent to other places"
                             : key == "bytes"  ? "bytes of these messages"
                                               : "steal requests to other places: " + key;
    writer.family("skua_place_" + key, "counter", help);
    for (place_snapshot const& snapshot : places) {
      for_each_counter(snapshot.numbers.far, [&](char const* n, std::uint64_t value) {
        if (key == n) writer.sample({{"place", std::to_string(snapshot.number)}}, value);
      });
    }
  });
}

template <class F>
void for_each_worker(std::vector<place_snapshot> const& places, F const& function) {
  for (place_snapshot const& snapshot : places) {
    for (std::size_t i = 0; i < snapshot.workers.size(); ++i)
      function(std::to_string(snapshot.number), std::to_string(i), snapshot.numbers.workers[i], snapshot.workers[i]);
  }
}

void write_workers(writer& writer, std::vector<place_snapshot> const& places) {
  for_each_counter(worker_statistics(), [&](char const* name, std::uint64_t) {
    std::string const key = name;
    if (key == "tasks") return;  // below
    writer.family("skua_worker_" + key, "counter", "see docs/reference/names.md, statistics: " + key);
    for_each_worker(places,
                    [&](auto const& place, auto const& worker, worker_statistics const& statistics, auto const&) {
                      for_each_counter(statistics, [&](char const* n, std::uint64_t value) {
                        if (key == n) writer.sample({{"place", place}, {"worker", worker}}, value);
                      });
                    });
  });
  bool const counts_tasks = std::any_of(places.begin(), places.end(), [](place_snapshot const& snapshot) {
    return std::any_of(snapshot.numbers.workers.begin(), snapshot.numbers.workers.end(),
                       [](auto const& row) { return row.tasks != 0; });
  });
  if (counts_tasks) {
    writer.family("skua_worker_tasks", "counter", "tasks queued (only with SKUA_STATS=detailed)");
    for_each_worker(places,
                    [&](auto const& place, auto const& worker, worker_statistics const& statistics, auto const&) {
                      writer.sample({{"place", place}, {"worker", worker}}, statistics.tasks);
                    });
  }
  writer.family("skua_worker_seconds", "counter", "time of a worker in each phase", "seconds");
  for_each_worker(places, [&](auto const& place, auto const& worker, worker_statistics const& statistics, auto const&) {
    for_each_time(statistics, [&](char const* phase, double seconds) {
      writer.sample({{"place", place}, {"worker", worker}, {"phase", phase}}, seconds);
    });
  });
  writer.family("skua_worker_busy", "gauge", "1: the worker runs tasks; 0: it looks for work or sleeps");
  for_each_worker(places,
                  [&](auto const& place, auto const& worker, auto const&, sched::worker_snapshot const& snapshot) {
                    writer.sample({{"place", place}, {"worker", worker}}, std::uint64_t{snapshot.is_busy});
                  });
  writer.family("skua_worker_queued_tasks", "gauge", "tasks in the deques of the worker's fibres");
  for_each_worker(places,
                  [&](auto const& place, auto const& worker, auto const&, sched::worker_snapshot const& snapshot) {
                    writer.sample({{"place", place}, {"worker", worker}}, static_cast<std::uint64_t>(snapshot.queued));
                  });
  writer.family("skua_worker_stretch_seconds", "gauge", "time since a busy worker last looked for work", "seconds");
  for_each_worker(places,
                  [&](auto const& place, auto const& worker, auto const&, sched::worker_snapshot const& snapshot) {
                    writer.sample({{"place", place}, {"worker", worker}}, snapshot.stretch);
                  });
  writer.family("skua_worker_task", "info", "the named task that the worker runs");
  for_each_worker(places,
                  [&](auto const& place, auto const& worker, auto const&, sched::worker_snapshot const& snapshot) {
                    if (!snapshot.task.empty())
                      writer.sample({{"place", place}, {"worker", worker}, {"task", snapshot.task}}, std::uint64_t{1});
                  });
}

void write_searches(writer& writer, std::vector<search_sample> const& searches) {
  if (searches.empty()) return;
  auto const family = [&](char const* name, char const* type, char const* help, auto const& value) {
    writer.family(name, type, help);
    for (search_sample const& sample : searches)
      writer.sample({{"place", std::to_string(sample.place)}, {"search", std::to_string(sample.number)}},
                    value(sample));
  };
  family("skua_search_nodes", "counter", "nodes visited at this place", [](auto const& row) { return row.done.nodes; });
  family("skua_search_prunes", "counter", "nodes cut off by their bound",
         [](auto const& row) { return row.done.prunes; });
  family("skua_search_backtracks", "counter", "levels left without more children",
         [](auto const& row) { return row.done.backtracks; });
  family("skua_search_tasks", "counter", "parts of the tree searched by separate tasks",
         [](auto const& row) { return row.done.tasks; });
  family("skua_search_improvements", "counter", "improvements of the incumbent found at this place",
         [](auto const& row) { return row.done.improvements; });
  family("skua_search_share", "gauge", "share of the whole tree that is done at this place, an estimate",
         [](auto const& row) { return row.share; });
  auto const optional_family = [&](char const* name, char const* help, auto const& value) {
    writer.family(name, "gauge", help);
    for (search_sample const& sample : searches) {
      if (value(sample))
        writer.sample({{"place", std::to_string(sample.place)}, {"search", std::to_string(sample.number)}},
                      *value(sample));
    }
  };
  optional_family("skua_search_incumbent", "best objective known at this place",
                  [](auto const& row) { return row.incumbent; });
  optional_family("skua_search_bound", "bound of the root: no objective is better",
                  [](auto const& row) { return row.bound; });
}

}  // namespace

std::string metrics_text(process_snapshot const& snapshot) {
  writer writer;
  writer.family("skua_process", "info", "the process that answers");
  writer.sample({{"program", snapshot.program},
                 {"pid", std::to_string(snapshot.pid)},
                 {"transport", snapshot.transport},
                 {"version", SKUA_VERSION}},
                std::uint64_t{1});
  writer.family("skua_places", "gauge", "places of the run, in this process or in others");
  writer.sample({}, static_cast<std::uint64_t>(snapshot.places));
  writer.family("skua_place_process", "info", "the processes of the places of this host");
  for (auto const& [place, pid] : snapshot.processes)
    writer.sample({{"place", std::to_string(place)}, {"pid", pid}}, std::uint64_t{1});
  write_places(writer, snapshot.local_places);
  write_workers(writer, snapshot.local_places);
  write_searches(writer, snapshot.searches);
  return writer.finish();
}

}  // namespace skua::start
