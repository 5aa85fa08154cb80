// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "supervisor.hpp"

#include <poll.h>

#include <algorithm>
#include <cstdio>

#include "base/number_text.hpp"
#include "expected_file.hpp"
#include "failure.hpp"
#include "observe/trace_file.hpp"
#include "reparented.hpp"
#include "system/process_handle.hpp"
#include "system/topology.hpp"
#include "transport/shm/shm.hpp"

namespace launch {
namespace {

std::string seconds(double value) { return skua::base::general(value, 4) + " s"; }

}  // namespace

supervisor::supervisor(plan const& run_plan, command_line const& options, watch* view)
    : plan_(run_plan), options_(options), output_(options.tag), view_(view) {}

supervisor::~supervisor() {
  kill_all();
  while (running() != 0) {
    for (place_process& process : places_) (void)process.has_ended();
    if (running() != 0) ::poll(nullptr, 0, 1);
  }
  kill_reparented();
}

int supervisor::run() {
  expected_file const trace(plan_.trace);
  start();
  while (running() != 0) step();
  if (view_ != nullptr) output_.show_below({});
  kill_reparented();
  bool const several = plan_.places > 1 && !plan_.trace.empty();
  bool const joined = !several || skua::observe::join_parts_of_trace(plan_.trace, plan_.places);
  int const code = code_.value_or(exit_policy_.exit_code());
  if (code == 0 && joined) {  // else the failure has been told
    if (auto const text = trace.complaint(plan_.arguments.front())) output_.say(*text);
  }
  finish_output();
  return code_.value_or(exit_policy_.exit_code());
}

void supervisor::start() {
  become_subreaper();
  memory_ = skua::transport::shm_create(plan_.places);
  starter places(plan_, memory_.get(), signals_.before());
  for (int place = 0; place < plan_.places; ++place) {
    output::ends const ends = output_.add_place(place, plan_.places);
    places_.push_back(places.start(place, ends.output.get(), ends.error.get()));
    if (!options_.verbose) continue;
    std::string text = "is pid " + std::to_string(places_.back().pid());
    if (!plan_.processors.empty())
      text += " on " + skua::system::processor_list(plan_.processors[static_cast<std::size_t>(place)]);
    say_about(place, text);
  }
  places.confirm();
  if (view_ != nullptr) look_at_ = clock::now() + (output_.view_terminal() >= 0 ? view_period : view_line_period);
  if (options_.timeout > 0)
    limit_ =
        clock::now() + std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(options_.timeout));
}

void supervisor::step() {
  std::vector<pollfd> fds{{signals_.fd(), POLLIN, 0}};
  for (place_process const& process : places_) {
    if (process.running()) fds.push_back({process.fd(), POLLIN, 0});
  }
  output_.want(fds);
  if (::poll(fds.data(), fds.size(), wait_ms()) < 0) return;
  if (std::any_of(fds.begin() + 1, fds.begin() + 1 + running(),
                  [](pollfd const& watched) { return watched.revents != 0; }))
    look_at_places();
  listen();
  output_.serve(fds);
  look_at_output();
  on_time();
}

/// Collects all ends that have happened. The cause of an end is always among them, since it
/// happened before. So it repeats the scan until it finds no new end.
void supervisor::look_at_places() {
  bool has_new_end = false;
  bool rescan = true;
  while (rescan) {
    rescan = false;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      place_process& process = places_[i];
      if (!process.has_ended()) continue;
      rescan = has_new_end = true;
      exit_policy_.add({static_cast<int>(i), process.pid(), process.end()});
      if (!process.end().failed()) skua::transport::shm_note_end(memory_.get(), static_cast<int>(i));
      if (options_.verbose)
        say_about(static_cast<int>(i),
                  process.end().text() + " after " + seconds(std::chrono::duration<double>(process.lasted()).count()));
    }
  }
  listen();  // a signal to the whole group has also reached skua-run, before a place could end by it
  if (!has_new_end || code_) return;
  if (output_.broken()) exit_policy_.expect(SIGPIPE);
  if (auto const text = exit_policy_.report(false)) output_.say(*text);
  if (exit_policy_.failed() && running() != 0)
    begin_ending(exit_policy_.exit_code() > exit_code::of_signal(0) ? grace_after_kill : grace_after_exit);
}

void supervisor::listen() {
  while (auto const arrival = signals_.next()) on_signal(*arrival);
}

void supervisor::on_signal(signals::arrival const& arrival) {
  switch (arrival.number) {
    case SIGCHLD: {
      std::vector<int> place_pids;
      for (place_process const& process : places_) place_pids.push_back(process.pid());
      return reap_reparented(place_pids);
    }
    case SIGTSTP:
      return stop_and_continue(arrival.from_terminal);
    case SIGCONT:
      return send_all(SIGCONT);
    case SIGWINCH:
      output_.resize();
      if (view_ != nullptr && output_.view_terminal() >= 0) output_.show_below(view_->lines(output_.view_terminal()));
      break;
    default:
      break;
  }
  if (asks_to_end(arrival.number)) return on_end_request(arrival);
  if (!arrival.from_terminal) send_all(arrival.number);
}

void supervisor::on_end_request(signals::arrival const& arrival) {
  auto const now = clock::now();
  if (end_signal_ == 0) {
    end_signal_ = arrival.number;
    end_signal_at_ = now;
    exit_policy_.expect(arrival.number);
    if (options_.verbose) output_.say("got " + skua::system::signal_name(arrival.number));
    if (arrival.from_terminal) return;
    for (place_process const& process : places_) process.pass(arrival.number);
    return;
  }
  // timeout(1) and others send the same signal to a process and to its group.
  if (arrival.number == end_signal_ && now - end_signal_at_ < one_signal) return;
  abandoned_ = true;
  if (code_ || running() == 0) return kill_all();
  code_ = exit_code::of_signal(arrival.number);
  output_.say("got " + skua::system::signal_name(arrival.number) + " after " + skua::system::signal_name(end_signal_) +
              ": all places are killed");
  kill_all();
}

void supervisor::stop_and_continue(bool from_terminal) {
  if (!from_terminal) send_all(SIGTSTP);
  auto const before = clock::now();
  signals_.stop_here();
  shift_times(clock::now() - before);  // the time limits do not count the time in which the places are stopped
}

void supervisor::on_time() {
  auto const now = clock::now();
  if (limit_ && now >= *limit_ && !code_) {
    limit_.reset();
    code_ = exit_code::timeout;
    output_.say("the time limit of " + seconds(options_.timeout) + " is over; the run ends");
    begin_ending(milliseconds(0), time_limit_grace);
  }
  if (terminate_at_ && now >= *terminate_at_) {
    terminate_at_.reset();
    if (!code_) {
      if (auto const text = exit_policy_.report(true)) output_.say(*text);
    }
    exit_policy_.close();
    send_all(SIGTERM);
    send_all(SIGCONT);  // so that stopped places handle the signal
  }
  if (look_at_ && now >= *look_at_) look_at_run();
  if (kill_at_ && now >= *kill_at_) {
    kill_at_.reset();
    kill_all();
  }
}

/// Shows what the places do: on a terminal below their output, else as a line now and then.
void supervisor::look_at_run() {
  bool const on_terminal = output_.view_terminal() >= 0;
  look_at_ = clock::now() + (on_terminal ? view_period : view_line_period);
  if (!view_->look()) return;  // the places start or end
  if (on_terminal) {
    output_.show_below(view_->lines(output_.view_terminal()));
  } else {
    output_.say(view_->line());
  }
}

void supervisor::begin_ending(clock::duration grace, clock::duration until_kill) {
  if (kill_at_) return;
  terminate_at_ = clock::now() + grace;
  kill_at_ = *terminate_at_ + until_kill;
}

/// Writes the remaining output of all places; a further signal ends this.
void supervisor::finish_output() {
  int const signal_before = end_signal_;
  for (output_.drain(); !output_.done() && !abandoned_; output_.drain()) {
    std::vector<pollfd> fds{{signals_.fd(), POLLIN, 0}};
    output_.want(fds);
    ::poll(fds.data(), fds.size(), -1);
    listen();
    if (end_signal_ != signal_before) abandoned_ = true;
    output_.serve(fds);
  }
  look_at_output();
  if (abandoned_ && !code_ && !exit_policy_.failed()) code_ = exit_code::of_signal(end_signal_);
}

/// If output cannot be written, ends the run: its exit code must differ from that of a run with
/// complete output.
void supervisor::look_at_output() {
  if (code_ || output_lost_) return;
  auto const loss = output_.loss();
  if (!loss) return;
  output_lost_ = true;
  bool const ended = running() == 0;
  if (!exit_policy_.failed()) code_ = exit_code::launcher_failed;
  output_.say("cannot write " + *loss + (ended ? "; the rest of the output is lost" : "; the run ends"));
  if (!ended) begin_ending(milliseconds(0));
}

void supervisor::send_all(int signal) {
  for (place_process const& process : places_) process.send(signal);
}

void supervisor::kill_all() {
  exit_policy_.close();
  send_all(SIGKILL);
}

void supervisor::say_about(int place, std::string const& text) {
  output_.say("place " + std::to_string(place) + " " + text);
}

int supervisor::running() const noexcept {
  return static_cast<int>(
      std::count_if(places_.begin(), places_.end(), [](place_process const& process) { return process.running(); }));
}

int supervisor::wait_ms() const noexcept {
  std::optional<clock::time_point> first;
  for (auto const& time : {limit_, terminate_at_, kill_at_, look_at_}) {
    if (time && (!first || *time < *first)) first = time;
  }
  if (!first) return -1;
  auto const remaining = std::chrono::ceil<milliseconds>(*first - clock::now()).count();
  return static_cast<int>(std::clamp<long long>(remaining, 0, 1'000'000));
}

void supervisor::shift_times(clock::duration pause) noexcept {
  for (auto* time : {&limit_, &terminate_at_, &kill_at_}) {
    if (*time) **time += pause;
  }
}

}  // namespace launch
