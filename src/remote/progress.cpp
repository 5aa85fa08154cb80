// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The thread that shows a progress line. It reads the counter as any external thread does.
#include <skua/detail/core/self.hpp>
#include <skua/progress.hpp>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <skua/detail/base/check.hpp>

#include "base/escape.hpp"
#include "base/launch.hpp"
#include "base/live_line.hpp"
#include "core/place.hpp"
#include "core/place_registry.hpp"
#include "observe/progress_text.hpp"
#include "observe/terminal_screen.hpp"
#include "system/threads.hpp"

namespace skua::remote {
namespace {

using progress_clock = std::chrono::steady_clock;

/// The displays of this process, oldest first: the newest shows its line.
struct display_list {
  std::mutex lock;  // held while a line is written
  std::vector<progress_display const*> displays;
};
display_list& all_displays() {
  static display_list* const list = new display_list;  // never destroyed: a task may still run at exit
  return *list;
}

/// Draws a line below that of the cursor, which stays where it is: what the program prints does not
/// land in the line. Erases what is below, makes room for one line, and moves there.
constexpr char const* draw_below = "\x1b[J\033D\x1b[A\0337\x1b[B\r";
constexpr char const* go_back = "\0338";

/// Erases a line. skua-run sees all output: there, the line has that of the cursor.
char const* eraser() noexcept { return base::launch_of_this_process() != nullptr ? "\r\x1b[K" : "\x1b[J"; }

/// One write for each line, so that no other output lands in the middle. An error (the terminal is
/// gone) is ignored.
void write_text(std::string const& bytes) {
  [[maybe_unused]] auto const bytes_written = ::write(STDERR_FILENO, bytes.data(), bytes.size());
}

}  // namespace

class progress_display {
 public:
  progress_display(std::string name, progress_options options);
  ~progress_display();
  progress_display(progress_display const&) = delete;
  progress_display& operator=(progress_display const&) = delete;

  void set_note(std::string text) {
    std::lock_guard const guard(lock_);
    options_.note = std::move(text);
  }
  void set_total(std::uint64_t units) {
    std::lock_guard const guard(lock_);
    options_.total = units;
  }

 private:
  void loop();
  observe::progress_state state_now();
  void show();
  void show_result();
  [[nodiscard]] bool is_newest_locked() const { return all_displays().displays.back() == this; }

  std::string const name_;
  progress_options options_;  // note and total under lock_
  bool const on_terminal_ = observe::terminal_has_control(STDERR_FILENO);
  observe::progress_style style_{0, observe::terminal_shows_utf8(), observe::terminal_shows_colour()};
  progress_clock::time_point const start_ = progress_clock::now();
  observe::progress_meter meter_;
  bool has_shown_ = false;
  std::mutex lock_;
  std::condition_variable stop_condition_;
  bool stopping_ = false;
  std::thread thread_;
};

progress_display::progress_display(std::string name, progress_options options)
    : name_(base::escaped(name)), options_(std::move(options)) {
  {
    std::lock_guard const guard(all_displays().lock);
    all_displays().displays.push_back(this);
  }
  try {
    thread_ = system::start_helper([this] { loop(); });
  } catch (std::system_error const&) {  // no more threads: the work continues without the line
  }
}

progress_display::~progress_display() {
  if (thread_.joinable()) {
    system::add_helper_threads(-1);
    {
      std::lock_guard const guard(lock_);
      stopping_ = true;
    }
    stop_condition_.notify_one();
    thread_.join();
  }
  std::lock_guard const guard(all_displays().lock);
  std::erase(all_displays().displays, this);
}

observe::progress_state progress_display::state_now() {
  // This thread runs code of the program now, so it does not count as a helper
  // (system/threads.hpp).
  system::add_helper_threads(-1);
  progress_report report;
  try {
    report = options_.source();
  } catch (...) {  // the line shows what it knows
  }
  system::add_helper_threads(1);
  observe::progress_state state;
  state.name = name_;
  state.unit = options_.unit;
  state.done = report.done;
  state.share = report.share;
  std::lock_guard const guard(lock_);
  state.note = base::escaped(report.note.empty() ? options_.note : report.note);
  state.total = options_.total;
  state.seconds = std::chrono::duration<double>(progress_clock::now() - start_).count();
  return state;
}

void progress_display::show() {
  auto state = state_now();
  meter_.follow(state);
  std::lock_guard const guard(all_displays().lock);
  if (!is_newest_locked()) return;
  if (!on_terminal_) {
    write_text(observe::progress_line(state, {}) + "\n");
  } else {
    // A line that is longer than the terminal is wide would wrap; it could not be redrawn in place.
    style_.columns = observe::size_of_terminal(STDERR_FILENO).columns;
    std::string const line = observe::progress_line(state, style_);
    write_text(base::launch_of_this_process() != nullptr ? "\r" + line + "\x1b[K\r" : draw_below + line + go_back);
    base::live_line.store(eraser(), std::memory_order_relaxed);  // relaxed: a constant text
  }
  has_shown_ = true;
}

void progress_display::show_result() {
  auto state = state_now();
  meter_.finish(state);
  std::lock_guard const guard(all_displays().lock);
  std::string const result = observe::progress_result(state);
  base::live_line.store(nullptr, std::memory_order_relaxed);  // relaxed: a constant text
  write_text(on_terminal_ ? eraser() + result + "\n" : result + "\n");
}

void progress_display::loop() {
  using namespace std::chrono_literals;
  ::pthread_setname_np(::pthread_self(), "skua-progress");
  {
    auto state = state_now();
    meter_.follow(state);  // the rate counts from here on
  }
  std::unique_lock guard(lock_);
  std::chrono::milliseconds const period = on_terminal_ ? 200ms : 10s;
  while (!stop_condition_.wait_for(guard, period, [this] { return stopping_; })) {
    guard.unlock();
    show();
    guard.lock();
  }
  guard.unlock();
  if (has_shown_) show_result();
}

namespace {

/// Whether the caller's place shows progress to a user. A simulated one does not.
bool place_shows_progress() {
  sched::fibre const* const current = sched::self();
  sched::place const* const place = current != nullptr ? sched::place_of(current) : sched::current_place();
  return place == nullptr || (place->settings.progress && !place->simulated);
}

}  // namespace
}  // namespace skua::remote

namespace skua {

progress::progress(std::string name, progress_options options) {
  if (!options.source) {
    counter_.emplace();
    options.source = [done = *counter_] { return progress_report{done.peek(), {}, {}}; };
  }
  if (options.visible && remote::place_shows_progress())
    display_ = std::make_unique<remote::progress_display>(std::move(name), std::move(options));
}

progress::~progress() = default;

count progress::counter() const {
  base::check(counter_.has_value(), "the counter of a progress with a source was used, which counts itself");
  return *counter_;
}

void progress::set_note(std::string text) {
  if (display_ != nullptr) display_->set_note(std::move(text));
}

void progress::set_total(std::uint64_t units) {
  if (display_ != nullptr) display_->set_total(units);
}

}  // namespace skua
