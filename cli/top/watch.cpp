// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "watch.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <thread>

#include <skua/exit_codes.hpp>

#include "apps/common/error.hpp"
#include "observe/attach.hpp"
#include "observe/live_view.hpp"
#include "observe/metrics_client.hpp"
#include "observe/progress_text.hpp"
#include "observe/terminal_screen.hpp"

namespace apps::top {
namespace {

namespace observe = skua::observe;
using std::chrono::milliseconds;

constexpr milliseconds answer_time_limit{1000};
// With many more busy threads than processors, the thread that answers waits for its turn several
// times. Later answers may be missing: the view stays.
constexpr milliseconds first_time_limit{10'000};

/// How the view ended.
struct ending {
  bool run_has_ended = false;
  int signal = 0;
};

milliseconds period_of(settings const& options) { return milliseconds(static_cast<int>(1000 * options.interval)); }

bool is_over(observe::run_answer const& answer) {
  return answer.failure == observe::fetch_failure::ended || answer.failure == observe::fetch_failure::absent;
}

ending show_lines(std::string const& path, settings const& options, observe::view_maker& views,
                  observe::run_view view) {
  for (;;) {
    std::string const line = observe::plain_line(view) + "\n";
    if (std::fputs(line.c_str(), stdout) < 0 || std::fflush(stdout) != 0 || options.once) return {};
    std::this_thread::sleep_for(period_of(options));
    auto const answer = observe::fetch_run(path, answer_time_limit);
    if (is_over(answer)) return {true, 0};
    if (!answer.processes.empty()) view = views.next(answer);
  }
}

ending show_screen(std::string const& path, settings const& options, observe::view_maker& views,
                   observe::run_view view) {
  observe::terminal_screen screen(STDIN_FILENO, STDOUT_FILENO);
  observe::view_style style{80, 24, observe::terminal_shows_utf8(), observe::terminal_shows_colour()};
  using what = observe::terminal_screen::event::what;
  for (;;) {
    auto const [columns, rows] = screen.size();
    style.columns = columns;
    style.rows = rows > 1 ? rows - 1 : 1;
    auto lines = observe::screen_lines(view, style);
    if (rows > 1) {
      lines.resize(rows - 1);
      lines.emplace_back(observe::cut_to("q: quit", columns));
    }
    if (!screen.draw(lines)) return {false, SIGHUP};
    auto const e = screen.wait(static_cast<int>(period_of(options).count()));
    if (e.kind == what::ended) return {false, e.signal != 0 ? e.signal : SIGHUP};
    if (e.kind == what::key && (e.key == 'q' || e.key == 'Q')) return {};
    if (e.kind != what::time) continue;
    auto const answer = observe::fetch_run(path, answer_time_limit);
    if (is_over(answer)) return {true, 0};
    if (!answer.processes.empty()) view = views.next(answer);
  }
}

}  // namespace

int watch(std::string const& path, settings const& options) {
  auto const first = observe::fetch_run(path, answer_time_limit, first_time_limit);
  if (first.processes.empty()) throw input_error(observe::failure_text(path, first.failure));
  observe::view_maker views;
  observe::run_view view = views.next(first);
  if (observe::is_attached_socket(path)) {  // its workers measure their time only since then
    std::this_thread::sleep_for(std::min(period_of(options), milliseconds(500)));
    auto const second = observe::fetch_run(path, answer_time_limit);
    if (!second.processes.empty()) view = views.next(second);
  }
  bool const on_screen = !options.once && !options.lines && observe::terminal_has_control(STDOUT_FILENO);
  auto const start = std::chrono::steady_clock::now();
  ending const end = on_screen ? show_screen(path, options, views, view) : show_lines(path, options, views, view);
  if (end.run_has_ended) {
    double const seconds =
        view.seconds + std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("%s, pid %d: the run has ended after about %s\n", view.program.c_str(), view.pid,
                observe::duration_text(seconds).c_str());
    if (std::fflush(stdout) != 0) return skua::exit_code::failure;
  }
  return end.signal != 0 ? skua::exit_code::of_signal(end.signal) : skua::exit_code::success;
}

}  // namespace apps::top
