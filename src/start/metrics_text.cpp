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
  for (char const c : base::well_formed(value)) {
    if (c == '\\' || c == '"' || c == '\n') text += '\\';
    text += c == '\n' ? 'n' : c;
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
  void sample(labels const& l, double value) { add(l, number_text(value)); }
  void sample(labels const& l, std::uint64_t value) { add(l, std::to_string(value)); }
  std::string finish() { return std::move(text_) + "# EOF\n"; }

 private:
  void add(labels const& l, std::string const& value) {
    text_.append(name_).append(suffix_);
    char const* separator = "{";
    for (auto const& [name, label] : l) {
      text_ += separator + std::string(name) + "=\"" + label_value(label) + "\"";
      separator = ",";
    }
    if (l.size() != 0) text_ += "}";
    text_ += " " + value + "\n";
  }

  std::string text_;
  std::string name_;
  std::string_view suffix_;
};

void write_places(writer& w, std::vector<place_snapshot> const& places) {
  auto const family = [&](char const* name, char const* type, char const* help, auto const& value,
                          char const* unit = nullptr) {
    w.family(name, type, help, unit);
    for (place_snapshot const& p : places) w.sample({{"place", std::to_string(p.number)}}, value(p));
  };
  auto const whole = [](auto n) { return static_cast<std::uint64_t>(n); };
  family(
      "skua_uptime_seconds", "gauge", "time since the place was started",
      [](place_snapshot const& p) { return p.numbers.seconds; }, "seconds");
  family("skua_workers", "gauge", "workers, without spare ones",
         [&](place_snapshot const& p) { return whole(p.regular_workers); });
  family("skua_sleeping_workers", "gauge", "workers that sleep",
         [&](place_snapshot const& p) { return whole(p.sleepers); });
  family("skua_queued_tasks", "gauge", "tasks that have not started",
         [&](place_snapshot const& p) { return whole(p.queued); });
  family("skua_ready_tasks", "gauge", "tasks that have waited, can continue, and wait for a worker",
         [&](place_snapshot const& p) { return whole(p.ready); });
  family("skua_named_scopes", "gauge", "open scopes that a handle, a cancellation or another place knows",
         [&](place_snapshot const& p) { return whole(p.named_scopes); });
  family("skua_remote_scopes", "gauge", "scopes of other places that have tasks here",
         [&](place_snapshot const& p) { return whole(p.remote_scopes); });
  for_each_counter(far_statistics(), [&](char const* name, std::uint64_t) {
    std::string const key = name;
    std::string const help = key == "messages" ? "messages sent to other places"
                             : key == "bytes"  ? "bytes of these messages"
                                               : "steal requests to other places: " + key;
    w.family("skua_place_" + key, "counter", help);
    for (place_snapshot const& p : places) {
      for_each_counter(p.numbers.far, [&](char const* n, std::uint64_t value) {
        if (key == n) w.sample({{"place", std::to_string(p.number)}}, value);
      });
    }
  });
}

template <class F>
void for_each_worker(std::vector<place_snapshot> const& places, F const& f) {
  for (place_snapshot const& p : places) {
    for (std::size_t i = 0; i < p.workers.size(); ++i)
      f(std::to_string(p.number), std::to_string(i), p.numbers.workers[i], p.workers[i]);
  }
}

void write_workers(writer& w, std::vector<place_snapshot> const& places) {
  for_each_counter(worker_statistics(), [&](char const* name, std::uint64_t) {
    std::string const key = name;
    if (key == "tasks") return;  // below
    w.family("skua_worker_" + key, "counter", "see docs/reference/names.md, statistics: " + key);
    for_each_worker(places, [&](auto const& place, auto const& worker, worker_statistics const& s, auto const&) {
      for_each_counter(s, [&](char const* n, std::uint64_t value) {
        if (key == n) w.sample({{"place", place}, {"worker", worker}}, value);
      });
    });
  });
  bool const counts_tasks = std::any_of(places.begin(), places.end(), [](place_snapshot const& p) {
    return std::any_of(p.numbers.workers.begin(), p.numbers.workers.end(), [](auto const& s) { return s.tasks != 0; });
  });
  if (counts_tasks) {
    w.family("skua_worker_tasks", "counter", "tasks queued (only with SKUA_STATS=detailed)");
    for_each_worker(places, [&](auto const& place, auto const& worker, worker_statistics const& s, auto const&) {
      w.sample({{"place", place}, {"worker", worker}}, s.tasks);
    });
  }
  w.family("skua_worker_seconds", "counter", "time of a worker in each phase", "seconds");
  for_each_worker(places, [&](auto const& place, auto const& worker, worker_statistics const& s, auto const&) {
    for_each_time(s, [&](char const* phase, double seconds) {
      w.sample({{"place", place}, {"worker", worker}, {"phase", phase}}, seconds);
    });
  });
  w.family("skua_worker_busy", "gauge", "1: the worker runs tasks; 0: it looks for work or sleeps");
  for_each_worker(places, [&](auto const& place, auto const& worker, auto const&, sched::worker_snapshot const& s) {
    w.sample({{"place", place}, {"worker", worker}}, std::uint64_t{s.is_busy});
  });
  w.family("skua_worker_queued_tasks", "gauge", "tasks in the deques of the worker's fibres");
  for_each_worker(places, [&](auto const& place, auto const& worker, auto const&, sched::worker_snapshot const& s) {
    w.sample({{"place", place}, {"worker", worker}}, static_cast<std::uint64_t>(s.queued));
  });
  w.family("skua_worker_stretch_seconds", "gauge", "time since a busy worker last looked for work", "seconds");
  for_each_worker(places, [&](auto const& place, auto const& worker, auto const&, sched::worker_snapshot const& s) {
    w.sample({{"place", place}, {"worker", worker}}, s.stretch);
  });
  w.family("skua_worker_task", "info", "the named task that the worker runs");
  for_each_worker(places, [&](auto const& place, auto const& worker, auto const&, sched::worker_snapshot const& s) {
    if (!s.task.empty()) w.sample({{"place", place}, {"worker", worker}, {"task", s.task}}, std::uint64_t{1});
  });
}

void write_searches(writer& w, std::vector<search_sample> const& searches) {
  if (searches.empty()) return;
  auto const family = [&](char const* name, char const* type, char const* help, auto const& value) {
    w.family(name, type, help);
    for (search_sample const& s : searches)
      w.sample({{"place", std::to_string(s.place)}, {"search", std::to_string(s.number)}}, value(s));
  };
  family("skua_search_nodes", "counter", "nodes visited at this place", [](auto const& s) { return s.done.nodes; });
  family("skua_search_prunes", "counter", "nodes cut off by their bound", [](auto const& s) { return s.done.prunes; });
  family("skua_search_backtracks", "counter", "levels left without more children",
         [](auto const& s) { return s.done.backtracks; });
  family("skua_search_tasks", "counter", "parts of the tree searched by separate tasks",
         [](auto const& s) { return s.done.tasks; });
  family("skua_search_improvements", "counter", "improvements of the incumbent found at this place",
         [](auto const& s) { return s.done.improvements; });
  family("skua_search_share", "gauge", "share of the whole tree that is done at this place, an estimate",
         [](auto const& s) { return s.share; });
  auto const optional_family = [&](char const* name, char const* help, auto const& value) {
    w.family(name, "gauge", help);
    for (search_sample const& s : searches) {
      if (value(s)) w.sample({{"place", std::to_string(s.place)}, {"search", std::to_string(s.number)}}, *value(s));
    }
  };
  optional_family("skua_search_incumbent", "best objective known at this place",
                  [](auto const& s) { return s.incumbent; });
  optional_family("skua_search_bound", "bound of the root: no objective is better",
                  [](auto const& s) { return s.bound; });
}

}  // namespace

std::string metrics_text(process_snapshot const& p) {
  writer w;
  w.family("skua_process", "info", "the process that answers");
  w.sample(
      {{"program", p.program}, {"pid", std::to_string(p.pid)}, {"transport", p.transport}, {"version", SKUA_VERSION}},
      std::uint64_t{1});
  w.family("skua_places", "gauge", "places of the run, in this process or in others");
  w.sample({}, static_cast<std::uint64_t>(p.places));
  w.family("skua_place_process", "info", "the processes of the places of this host");
  for (auto const& [place, pid] : p.processes)
    w.sample({{"place", std::to_string(place)}, {"pid", pid}}, std::uint64_t{1});
  write_places(w, p.local_places);
  write_workers(w, p.local_places);
  write_searches(w, p.searches);
  return w.finish();
}

}  // namespace skua::start
