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
std::uint64_t steals_of(place_numbers const& numbers) noexcept {
  std::uint64_t n = numbers.steals;
  for (worker_numbers const& worker : numbers.of_workers) n += worker.steals;
  return n;
}

std::uint64_t stolen_of(place_numbers const& numbers) noexcept {
  std::uint64_t n = numbers.stolen;
  for (worker_numbers const& worker : numbers.of_workers) n += worker.stolen;
  return n;
}

std::optional<std::uint64_t> tasks_of(place_numbers const& numbers) noexcept {
  std::optional<std::uint64_t> n;
  for (worker_numbers const& worker : numbers.of_workers) {
    if (worker.tasks) n = n.value_or(0) + *worker.tasks;
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

std::string places_text(run_view const& view) {
  std::string text = std::to_string(view.places.size()) + (view.places.size() == 1 ? " place" : " places");
  if (view.lost > 0) text += " (" + std::to_string(view.lost) + " lost)";
  return text + ", " + std::to_string(view.workers) + (view.workers == 1 ? " worker" : " workers");
}

std::string rates_text(run_view const& view) {
  std::string text = view.tasks ? "tasks " + scaled(*view.tasks) + "/s, " : "";
  return text + "steals " + scaled(view.steals) + "/s, stolen " + scaled(view.stolen) + "/s, messages " +
         scaled(view.messages) + "/s, " + scaled(view.bytes) + "B/s";
}

std::string search_text(run_view::search const& search) {
  std::string text = grouped(search.nodes) + " nodes, " + scaled(search.rate) + "/s";
  if (search.number_of_searches == 1)
    text += ", about " + base::fixed(100 * std::clamp(search.share, 0.0, 0.999), 1) + " %";
  if (search.incumbent) text += ", best " + objective(*search.incumbent);
  if (search.bound) text += ", bound " + objective(*search.bound);
  return text;
}

std::string longest_text(run_view::stretch const& stretch) {
  return duration_text(stretch.seconds) + " at place " + std::to_string(stretch.place) + ", worker " +
         std::to_string(stretch.worker) + (stretch.task.empty() ? "" : ", now in " + stretch.task);
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

char const* name_of(place_view::condition condition) noexcept {
  return condition == place_view::condition::lost ? "lost" : "no answer yet";
}

std::string place_line(place_view const& view, view_style const& style, bool has_tasks) {
  std::string text = right(std::to_string(view.number), 5) + "  ";
  if (view.state != place_view::condition::runs) return text + name_of(view.state);
  text += right(std::to_string(view.workers), 7) + "  " + percent(view.busy) + " |" +
          bar_text(view.busy, 10, style.blocks) + "| " + right(scaled(view.steals), 8) + " " +
          right(scaled(view.stolen), 8) + " " + right(scaled(view.messages), 9) + " " + right(grouped(view.queued), 9);
  return has_tasks ? text + " " + right(view.tasks ? scaled(*view.tasks) : "", 8) : text;
}

std::string worker_line(worker_view const& worker, std::size_t number, view_style const& style) {
  std::string text = right((worker.is_spare ? "s" : "w") + std::to_string(number), 14) + "  ";
  text += (worker.busy ? percent(*worker.busy) : "     ") + " |" + bar_text(worker.busy.value_or(0), 10, style.blocks) +
          "| ";
  text += worker.is_busy ? "busy" : "idle";
  if (worker.is_busy && worker.stretch >= 1) text += " for " + duration_text(worker.stretch);
  if (worker.queued != 0) text += ", " + grouped(worker.queued) + " queued";
  return worker.task.empty() ? text : text + ", " + worker.task;
}

void add_table(screen& screen, run_view const& run_view, view_style const& style) {
  std::size_t workers = 0;
  for (place_view const& view : run_view.places) workers += view.of_workers.size();
  bool const has_tasks = run_view.tasks.has_value();
  bool const shows_workers = screen.room() >= 1 + run_view.places.size() + workers;
  screen.add("place  workers  busy              steals/s stolen/s messages/s   queued" +
                 std::string(has_tasks ? "  tasks/s" : ""),
             style.columns);
  for (place_view const& view : run_view.places) {
    screen.add(place_line(view, style, has_tasks));
    if (!shows_workers) continue;
    for (std::size_t i = 0; i < view.of_workers.size(); ++i) screen.add(worker_line(view.of_workers[i], i, style));
  }
}

/// Cells of sixteen columns: number, bar, share.
void add_grid(screen& screen, run_view const& run_view, view_style const& style) {
  constexpr std::size_t cell_columns = 16;
  std::size_t const per_line = std::max<std::size_t>(1, style.columns / cell_columns);
  std::size_t const all_lines = (run_view.places.size() + per_line - 1) / per_line;
  bool const fits = all_lines + 1 <= screen.room();
  std::size_t const lines = fits ? all_lines : screen.room() > 2 ? screen.room() - 2 : 0;
  std::vector<place_view const*> rows;
  for (place_view const& view : run_view.places) rows.push_back(&view);
  if (!fits) {  // the places that work least say most about a run; the lost ones first
    auto const rank = [](place_view const& view) { return view.state == place_view::condition::runs ? view.busy : -1; };
    std::sort(rows.begin(), rows.end(), [&](place_view const* left, place_view const* right) {
      return rank(*left) != rank(*right) ? rank(*left) < rank(*right) : left->number < right->number;
    });
    rows.resize(std::min(rows.size(), lines * per_line));
  }
  screen.add(fits ? "places, busy" : "the places that are least busy", style.columns);
  for (std::size_t i = 0; i < rows.size(); i += per_line) {
    std::string line;
    for (std::size_t j = i; j < std::min(i + per_line, rows.size()); ++j) {
      place_view const& view = *rows[j];
      std::string cell = right(std::to_string(view.number), 4) + " ";
      if (view.state == place_view::condition::runs) {
        cell += bar_text(view.busy, 4, style.blocks) + percent(view.busy);
      } else {
        cell += view.state == place_view::condition::lost ? "lost" : "...";
      }
      line += cell + std::string(cell_columns - std::min(cell_columns, columns_of(cell)), ' ');
    }
    screen.add(line);
  }
  if (!fits) screen.add("and " + std::to_string(run_view.places.size() - rows.size()) + " more");
}

}  // namespace

place_view view_maker::view_of(place_numbers const& now, place_numbers const* before) const {
  place_view view;
  view.number = now.number;
  view.state = place_view::condition::runs;
  view.workers = now.workers;
  view.queued = now.queued;
  double const seconds = before != nullptr ? now.uptime - before->uptime : now.uptime;
  double used = 0;
  for (std::size_t i = 0; i < now.of_workers.size(); ++i) {
    worker_numbers const& worker = now.of_workers[i];
    bool const has_before = before != nullptr && i < before->of_workers.size();
    double const used_now = std::max(0.0, worker.used_seconds - (has_before ? before->of_workers[i].used_seconds : 0));
    used += used_now;
    worker_view one{{}, worker.is_busy, worker.is_spare, worker.queued, worker.stretch, worker.task};
    if (seconds > 0) one.busy = std::min(1.0, used_now / seconds);
    view.of_workers.push_back(std::move(one));
  }
  if (seconds <= 0) return view;
  if (now.workers != 0) view.busy = std::min(1.0, used / seconds / static_cast<double>(now.workers));
  view.steals = growth(steals_of(now), before != nullptr ? steals_of(*before) : 0) / seconds;
  view.stolen = growth(stolen_of(now), before != nullptr ? stolen_of(*before) : 0) / seconds;
  view.messages = growth(now.messages, before != nullptr ? before->messages : 0) / seconds;
  if (auto const tasks = tasks_of(now))
    view.tasks = growth(*tasks, before != nullptr ? tasks_of(*before).value_or(0) : 0) / seconds;
  return view;
}

run_view view_maker::next(run_answer const& answer) {
  run_view result;
  int places = static_cast<int>(before_.size());
  for (process_numbers const& process : answer.processes) places = std::max(places, process.places);
  auto const count = static_cast<std::size_t>(places);
  before_.resize(count);
  has_answered_.resize(count);
  result.places.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    result.places[i].number = static_cast<int>(i);
    if (has_answered_[i]) result.places[i].state = place_view::condition::lost;
  }
  run_view::search total;
  bool has_first = false;
  for (process_numbers const& process : answer.processes) {
    if (result.program.empty()) {
      result.program = process.program;
      result.transport = process.transport;
      result.pid = process.pid;
    }
    for (place_numbers const& now : process.local_places) {
      if (now.number < 0 || now.number >= places) continue;
      auto const i = static_cast<std::size_t>(now.number);
      place_numbers const* const before = has_answered_[i] && before_[i].uptime <= now.uptime ? &before_[i] : nullptr;
      result.places[i] = view_of(now, before);
      double const seconds = before != nullptr ? now.uptime - before->uptime : now.uptime;
      if (seconds > 0) result.bytes += growth(now.bytes, before != nullptr ? before->bytes : 0) / seconds;
      result.ready += now.ready;
      result.scopes += now.scopes;
      // Place 0 has the time of the run, unless only another place was asked.
      if (now.number == 0) {
        result.seconds = now.uptime;
        has_first = true;
      } else if (!has_first) {
        result.seconds = std::max(result.seconds, now.uptime);
      }
      for (std::size_t worker = 0; worker < now.of_workers.size(); ++worker) {
        worker_numbers const& numbers = now.of_workers[worker];
        if (numbers.is_busy && numbers.stretch > (result.longest ? result.longest->seconds : 0))
          result.longest = run_view::stretch{numbers.stretch, now.number, static_cast<int>(worker), numbers.task};
      }
      before_[i] = now;
      has_answered_[i] = true;
    }
    for (search_numbers const& numbers : process.searches) {
      total.nodes += numbers.nodes;
      total.share += numbers.share;
      if (numbers.place == 0) ++total.number_of_searches;
      if (numbers.incumbent && (!total.incumbent || numbers.place == 0)) total.incumbent = numbers.incumbent;
      if (numbers.bound && (!total.bound || numbers.place == 0)) total.bound = numbers.bound;
      result.searches = total;
    }
  }
  double weighted = 0;
  for (place_view const& view : result.places) {
    result.lost += view.state == place_view::condition::lost ? 1 : 0;
    if (view.state != place_view::condition::runs) continue;
    result.workers += view.workers;
    weighted += view.busy * static_cast<double>(view.workers);
    result.steals += view.steals;
    result.stolen += view.stolen;
    result.messages += view.messages;
    result.queued += view.queued;
    if (view.tasks) result.tasks = result.tasks.value_or(0) + *view.tasks;
  }
  if (result.workers != 0) result.busy = weighted / static_cast<double>(result.workers);
  if (result.searches) {
    double const seconds = result.seconds - seconds_before_;
    if (seconds > 0) result.searches->rate = growth(result.searches->nodes, nodes_before_) / seconds;
    nodes_before_ = result.searches->nodes;
  } else {
    nodes_before_ = 0;
  }
  seconds_before_ = result.seconds;
  return result;
}

std::vector<std::string> screen_lines(run_view const& view, view_style const& style) {
  screen screen(style);
  std::string const title = view.program + ", pid " + std::to_string(view.pid);
  screen.add(title + ": " + places_text(view) + (view.transport.empty() ? "" : ", " + view.transport) + ", " +
                 duration_text(view.seconds) + ", busy " + percent(view.busy),
             columns_of(title));
  screen.add(rates_text(view));
  screen.add("queued " + grouped(view.queued) + ", ready " + grouped(view.ready) + ", shared scopes " +
             grouped(view.scopes));
  if (view.searches) screen.add("search: " + search_text(*view.searches));
  if (view.longest) screen.add("longest without a search for work: " + longest_text(*view.longest));
  if (screen.room() >= 1 + view.places.size()) {
    add_table(screen, view, style);
  } else {
    add_grid(screen, view, style);
  }
  return screen.finish();
}

std::string plain_line(run_view const& view) {
  std::string text = view.program + ", " + duration_text(view.seconds) + ": " + places_text(view) + ", busy " +
                     percent(view.busy) + ", " + rates_text(view) + ", queued " + grouped(view.queued) +
                     ", shared scopes " + grouped(view.scopes);
  if (view.searches) text += ", search: " + search_text(*view.searches);
  if (view.longest && view.longest->seconds >= 1) text += ", longest: " + longest_text(*view.longest);
  return text;
}

}  // namespace skua::observe
