// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/live_view.hpp"

#include <algorithm>
#include <cmath>

#include "base/number_text.hpp"
#include "observe/progress_text.hpp"

namespace skua::observe {
namespace {

double growth(std::uint64_t now, std::uint64_t before) noexcept {
  return now > before ? static_cast<double>(now - before) : 0;
}

/// From other workers and other places.
std::uint64_t steals_of(place_numbers const& p) noexcept {
  std::uint64_t n = p.steals;
  for (worker_numbers const& w : p.of_workers) n += w.steals;
  return n;
}

std::uint64_t stolen_of(place_numbers const& p) noexcept {
  std::uint64_t n = p.stolen;
  for (worker_numbers const& w : p.of_workers) n += w.stolen;
  return n;
}

std::optional<std::uint64_t> tasks_of(place_numbers const& p) noexcept {
  std::optional<std::uint64_t> n;
  for (worker_numbers const& w : p.of_workers) {
    if (w.tasks) n = n.value_or(0) + *w.tasks;
  }
  return n;
}

std::string percent(double share) { return base::fixed(100 * std::clamp(share, 0.0, 1.0), 0, 3) + " %"; }

std::string objective(double value) {
  bool const is_whole = std::floor(value) == value && std::abs(value) < 1e15;
  return is_whole ? base::fixed(value, 0) : base::general(value, 6);
}

std::string right(std::string const& text, std::size_t width) {
  std::size_t const columns = columns_of(text);
  return columns < width ? std::string(width - columns, ' ') + text : text;
}

std::string places_text(run_view const& v) {
  std::string text = std::to_string(v.places.size()) + (v.places.size() == 1 ? " place" : " places");
  if (v.lost > 0) text += " (" + std::to_string(v.lost) + " lost)";
  return text + ", " + std::to_string(v.workers) + (v.workers == 1 ? " worker" : " workers");
}

std::string rates_text(run_view const& v) {
  std::string text = v.tasks ? "tasks " + scaled(*v.tasks) + "/s, " : "";
  return text + "steals " + scaled(v.steals) + "/s, stolen " + scaled(v.stolen) + "/s, messages " + scaled(v.messages) +
         "/s, " + scaled(v.bytes) + "B/s";
}

std::string search_text(run_view::search const& s) {
  std::string text = grouped(s.nodes) + " nodes, " + scaled(s.rate) + "/s";
  if (s.number_of_searches == 1) text += ", about " + base::fixed(100 * std::clamp(s.share, 0.0, 0.999), 1) + " %";
  if (s.incumbent) text += ", best " + objective(*s.incumbent);
  if (s.bound) text += ", bound " + objective(*s.bound);
  return text;
}

std::string longest_text(run_view::stretch const& s) {
  return duration_text(s.seconds) + " at place " + std::to_string(s.place) + ", worker " + std::to_string(s.worker) +
         (s.task.empty() ? "" : ", now in " + s.task);
}

/// Collects lines of limited width and number.
class screen {
 public:
  explicit screen(view_style const& style) : style_(style) {}

  /// `mark`: the line begins in bold, up to that column.
  void add(std::string const& text, std::size_t mark = 0) {
    if (lines_.size() >= style_.rows) return;
    std::string line(cut_to(text, style_.columns));
    if (style_.colour && mark != 0) {
      std::size_t const end = cut_to(line, mark).size();
      line = "\x1b[1m" + line.substr(0, end) + "\x1b[22m" + line.substr(end);
    }
    lines_.push_back(std::move(line));
  }
  [[nodiscard]] std::size_t room() const noexcept { return style_.rows - lines_.size(); }
  [[nodiscard]] std::vector<std::string> finish() { return std::move(lines_); }

 private:
  view_style const style_;
  std::vector<std::string> lines_;
};

char const* name_of(place_view::condition c) noexcept {
  return c == place_view::condition::lost ? "lost" : "no answer yet";
}

std::string place_line(place_view const& p, view_style const& style, bool has_tasks) {
  std::string text = right(std::to_string(p.number), 5) + "  ";
  if (p.state != place_view::condition::runs) return text + name_of(p.state);
  text += right(std::to_string(p.workers), 7) + "  " + percent(p.busy) + " |" + bar_text(p.busy, 10, style.blocks) +
          "| " + right(scaled(p.steals), 8) + " " + right(scaled(p.stolen), 8) + " " + right(scaled(p.messages), 9) +
          " " + right(grouped(p.queued), 9);
  return has_tasks ? text + " " + right(p.tasks ? scaled(*p.tasks) : "", 8) : text;
}

std::string worker_line(worker_view const& w, std::size_t number, view_style const& style) {
  std::string text = right((w.is_spare ? "s" : "w") + std::to_string(number), 14) + "  ";
  text += (w.busy ? percent(*w.busy) : "     ") + " |" + bar_text(w.busy.value_or(0), 10, style.blocks) + "| ";
  text += w.is_busy ? "busy" : "idle";
  if (w.is_busy && w.stretch >= 1) text += " for " + duration_text(w.stretch);
  if (w.queued != 0) text += ", " + grouped(w.queued) + " queued";
  return w.task.empty() ? text : text + ", " + w.task;
}

void add_table(screen& s, run_view const& v, view_style const& style) {
  std::size_t workers = 0;
  for (place_view const& p : v.places) workers += p.of_workers.size();
  bool const has_tasks = v.tasks.has_value();
  bool const shows_workers = s.room() >= 1 + v.places.size() + workers;
  s.add("place  workers  busy              steals/s stolen/s messages/s   queued" +
            std::string(has_tasks ? "  tasks/s" : ""),
        style.columns);
  for (place_view const& p : v.places) {
    s.add(place_line(p, style, has_tasks));
    if (!shows_workers) continue;
    for (std::size_t i = 0; i < p.of_workers.size(); ++i) s.add(worker_line(p.of_workers[i], i, style));
  }
}

/// Cells of sixteen columns: number, bar, share.
void add_grid(screen& s, run_view const& v, view_style const& style) {
  constexpr std::size_t cell_columns = 16;
  std::size_t const per_line = std::max<std::size_t>(1, style.columns / cell_columns);
  std::size_t const all_lines = (v.places.size() + per_line - 1) / per_line;
  bool const fits = all_lines + 1 <= s.room();
  std::size_t const lines = fits ? all_lines : s.room() > 2 ? s.room() - 2 : 0;
  std::vector<place_view const*> rows;
  for (place_view const& p : v.places) rows.push_back(&p);
  if (!fits) {  // the places that work least say most about a run; the lost ones first
    auto const rank = [](place_view const& p) { return p.state == place_view::condition::runs ? p.busy : -1; };
    std::sort(rows.begin(), rows.end(), [&](place_view const* a, place_view const* b) {
      return rank(*a) != rank(*b) ? rank(*a) < rank(*b) : a->number < b->number;
    });
    rows.resize(std::min(rows.size(), lines * per_line));
  }
  s.add(fits ? "places, busy" : "the places that are least busy", style.columns);
  for (std::size_t i = 0; i < rows.size(); i += per_line) {
    std::string line;
    for (std::size_t j = i; j < std::min(i + per_line, rows.size()); ++j) {
      place_view const& p = *rows[j];
      std::string cell = right(std::to_string(p.number), 4) + " ";
      if (p.state == place_view::condition::runs) {
        cell += bar_text(p.busy, 4, style.blocks) + percent(p.busy);
      } else {
        cell += p.state == place_view::condition::lost ? "lost" : "...";
      }
      line += cell + std::string(cell_columns - std::min(cell_columns, columns_of(cell)), ' ');
    }
    s.add(line);
  }
  if (!fits) s.add("and " + std::to_string(v.places.size() - rows.size()) + " more");
}

}  // namespace

place_view view_maker::view_of(place_numbers const& now, place_numbers const* before) const {
  place_view p;
  p.number = now.number;
  p.state = place_view::condition::runs;
  p.workers = now.workers;
  p.queued = now.queued;
  double const seconds = before != nullptr ? now.uptime - before->uptime : now.uptime;
  double used = 0;
  for (std::size_t i = 0; i < now.of_workers.size(); ++i) {
    worker_numbers const& w = now.of_workers[i];
    bool const has_before = before != nullptr && i < before->of_workers.size();
    double const used_now = std::max(0.0, w.used_seconds - (has_before ? before->of_workers[i].used_seconds : 0));
    used += used_now;
    worker_view one{{}, w.is_busy, w.is_spare, w.queued, w.stretch, w.task};
    if (seconds > 0) one.busy = std::min(1.0, used_now / seconds);
    p.of_workers.push_back(std::move(one));
  }
  if (seconds <= 0) return p;
  if (now.workers != 0) p.busy = std::min(1.0, used / seconds / static_cast<double>(now.workers));
  p.steals = growth(steals_of(now), before != nullptr ? steals_of(*before) : 0) / seconds;
  p.stolen = growth(stolen_of(now), before != nullptr ? stolen_of(*before) : 0) / seconds;
  p.messages = growth(now.messages, before != nullptr ? before->messages : 0) / seconds;
  if (auto const tasks = tasks_of(now))
    p.tasks = growth(*tasks, before != nullptr ? tasks_of(*before).value_or(0) : 0) / seconds;
  return p;
}

run_view view_maker::next(run_answer const& answer) {
  run_view v;
  int places = static_cast<int>(before_.size());
  for (process_numbers const& process : answer.processes) places = std::max(places, process.places);
  auto const count = static_cast<std::size_t>(places);
  before_.resize(count);
  has_answered_.resize(count);
  v.places.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    v.places[i].number = static_cast<int>(i);
    if (has_answered_[i]) v.places[i].state = place_view::condition::lost;
  }
  run_view::search total;
  bool has_first = false;
  for (process_numbers const& process : answer.processes) {
    if (v.program.empty()) {
      v.program = process.program;
      v.transport = process.transport;
      v.pid = process.pid;
    }
    for (place_numbers const& p : process.local_places) {
      if (p.number < 0 || p.number >= places) continue;
      auto const i = static_cast<std::size_t>(p.number);
      place_numbers const* const before = has_answered_[i] && before_[i].uptime <= p.uptime ? &before_[i] : nullptr;
      v.places[i] = view_of(p, before);
      double const seconds = before != nullptr ? p.uptime - before->uptime : p.uptime;
      if (seconds > 0) v.bytes += growth(p.bytes, before != nullptr ? before->bytes : 0) / seconds;
      v.ready += p.ready;
      v.scopes += p.scopes;
      // Place 0 has the time of the run, unless only another place was asked.
      if (p.number == 0) {
        v.seconds = p.uptime;
        has_first = true;
      } else if (!has_first) {
        v.seconds = std::max(v.seconds, p.uptime);
      }
      for (std::size_t w = 0; w < p.of_workers.size(); ++w) {
        worker_numbers const& n = p.of_workers[w];
        if (n.is_busy && n.stretch > (v.longest ? v.longest->seconds : 0))
          v.longest = run_view::stretch{n.stretch, p.number, static_cast<int>(w), n.task};
      }
      before_[i] = p;
      has_answered_[i] = true;
    }
    for (search_numbers const& s : process.searches) {
      total.nodes += s.nodes;
      total.share += s.share;
      if (s.place == 0) ++total.number_of_searches;
      if (s.incumbent && (!total.incumbent || s.place == 0)) total.incumbent = s.incumbent;
      if (s.bound && (!total.bound || s.place == 0)) total.bound = s.bound;
      v.searches = total;
    }
  }
  double weighted = 0;
  for (place_view const& p : v.places) {
    v.lost += p.state == place_view::condition::lost ? 1 : 0;
    if (p.state != place_view::condition::runs) continue;
    v.workers += p.workers;
    weighted += p.busy * static_cast<double>(p.workers);
    v.steals += p.steals;
    v.stolen += p.stolen;
    v.messages += p.messages;
    v.queued += p.queued;
    if (p.tasks) v.tasks = v.tasks.value_or(0) + *p.tasks;
  }
  if (v.workers != 0) v.busy = weighted / static_cast<double>(v.workers);
  if (v.searches) {
    double const seconds = v.seconds - seconds_before_;
    if (seconds > 0) v.searches->rate = growth(v.searches->nodes, nodes_before_) / seconds;
    nodes_before_ = v.searches->nodes;
  } else {
    nodes_before_ = 0;
  }
  seconds_before_ = v.seconds;
  return v;
}

std::vector<std::string> screen_lines(run_view const& v, view_style const& style) {
  screen s(style);
  std::string const title = v.program + ", pid " + std::to_string(v.pid);
  s.add(title + ": " + places_text(v) + (v.transport.empty() ? "" : ", " + v.transport) + ", " +
            duration_text(v.seconds) + ", busy " + percent(v.busy),
        columns_of(title));
  s.add(rates_text(v));
  s.add("queued " + grouped(v.queued) + ", ready " + grouped(v.ready) + ", shared scopes " + grouped(v.scopes));
  if (v.searches) s.add("search: " + search_text(*v.searches));
  if (v.longest) s.add("longest without a search for work: " + longest_text(*v.longest));
  if (s.room() >= 1 + v.places.size()) {
    add_table(s, v, style);
  } else {
    add_grid(s, v, style);
  }
  return s.finish();
}

std::string plain_line(run_view const& v) {
  std::string text = v.program + ", " + duration_text(v.seconds) + ": " + places_text(v) + ", busy " + percent(v.busy) +
                     ", " + rates_text(v) + ", queued " + grouped(v.queued) + ", shared scopes " + grouped(v.scopes);
  if (v.searches) text += ", search: " + search_text(*v.searches);
  if (v.longest && v.longest->seconds >= 1) text += ", longest: " + longest_text(*v.longest);
  return text;
}

}  // namespace skua::observe
