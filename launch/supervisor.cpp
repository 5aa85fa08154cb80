// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "supervisor.hpp"

#include <poll.h>

#include <algorithm>
#include <cstdio>

#include "failure.hpp"
#include "processors.hpp"
#include "strangers.hpp"
#include "transport/shm/shm.hpp"

namespace launch {
namespace {

std::string seconds(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g s", value);
  return text;
}

}  // namespace

supervisor::supervisor(plan const& what, command_line const& options)
    : plan_(what), options_(options), output_(options.tag) {}

supervisor::~supervisor() {
  kill_all();
  while (running() != 0) {
    for (place_process& p : places_) (void)p.has_ended();
    if (running() != 0) ::poll(nullptr, 0, 1);
  }
  end_strangers();
}

int supervisor::run() {
  start();
  while (running() != 0) step();
  end_strangers();
  finish_output();
  return code_.value_or(verdict_.exit_code());
}

void supervisor::start() {
  adopt_orphans();
  owned_fd const memory(skua::transport::shm_create(plan_.places));
  starter places(plan_, memory.get(), signals_.before());
  for (int place = 0; place < plan_.places; ++place) {
    output::ends const ends = output_.add_place(place, plan_.places);
    places_.push_back(places.start(place, ends.out.get(), ends.err.get()));
    if (!options_.verbose) continue;
    std::string text = "is pid " + std::to_string(places_.back().pid());
    if (!plan_.processors.empty()) text += " on " + processor_list(plan_.processors[static_cast<std::size_t>(place)]);
    say_about(place, text);
  }
  places.confirm();
  if (options_.timeout > 0)
    limit_ =
        clock::now() + std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(options_.timeout));
}

void supervisor::step() {
  std::vector<pollfd> fds{{signals_.fd(), POLLIN, 0}};
  for (place_process const& p : places_) {
    if (p.running()) fds.push_back({p.pidfd(), POLLIN, 0});
  }
  output_.want(fds);
  if (::poll(fds.data(), fds.size(), wait_ms()) < 0) return;
  if (std::any_of(fds.begin() + 1, fds.begin() + 1 + running(), [](pollfd const& f) { return f.revents != 0; }))
    look_at_places();
  listen();
  output_.serve(fds);
  look_at_output();
  on_time();
}

/// All ends that are there are seen together, the cause of one among them: it lies before it.
void supervisor::look_at_places() {
  bool found = false;
  bool more = true;
  while (more) {
    more = false;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      place_process& p = places_[i];
      if (!p.has_ended()) continue;
      more = found = true;
      verdict_.add({static_cast<int>(i), p.pid(), p.end()});
      if (options_.verbose)
        say_about(static_cast<int>(i),
                  p.end().text() + " after " + seconds(std::chrono::duration<double>(p.lasted()).count()));
    }
  }
  listen();  // a signal to the whole group has come to us, too, before a place could end by it
  if (!found || code_) return;
  if (output_.broken()) verdict_.expect(SIGPIPE);
  if (auto const text = verdict_.report(false)) output_.say(*text);
  if (verdict_.failed() && running() != 0)
    begin_ending(verdict_.exit_code() > 128 ? patience_after_kill : patience_after_exit);
}

void supervisor::listen() {
  while (auto const s = signals_.next()) on_signal(*s);
}

void supervisor::on_signal(signals::arrival const& s) {
  switch (s.number) {
    case SIGCHLD: {
      std::vector<int> known;
      for (place_process const& p : places_) known.push_back(p.pid());
      return reap_strangers(known);
    }
    case SIGTSTP:
      return stop_and_continue(s.from_terminal);
    case SIGCONT:
      return send_all(SIGCONT);
    case SIGWINCH:
      output_.resize();
      break;
    default:
      break;
  }
  if (asks_to_end(s.number)) return on_end_request(s);
  if (!s.from_terminal) send_all(s.number);
}

void supervisor::on_end_request(signals::arrival const& s) {
  auto const now = clock::now();
  if (asked_by_ == 0) {
    asked_by_ = s.number;
    asked_at_ = now;
    verdict_.expect(s.number);
    if (options_.verbose) output_.say("got " + signal_name(s.number));
    if (!s.from_terminal) send_all(s.number);
    return;
  }
  // timeout(1) and others send the same signal to a process and to its group.
  if (s.number == asked_by_ && now - asked_at_ < one_signal) return;
  abandoned_ = true;
  if (code_ || running() == 0) return kill_all();
  code_ = 128 + s.number;
  output_.say("got " + signal_name(s.number) + " after " + signal_name(asked_by_) + ": all places are killed");
  kill_all();
}

void supervisor::stop_and_continue(bool from_terminal) {
  if (!from_terminal) send_all(SIGTSTP);
  auto const before = clock::now();
  signals_.stop_here();
  shift_times(clock::now() - before);  // limits are for the time in which the places run
}

void supervisor::on_time() {
  auto const now = clock::now();
  if (limit_ && now >= *limit_ && !code_) {
    limit_.reset();
    code_ = exit_timeout;
    output_.say("the time limit of " + seconds(options_.timeout) + " is over; the run ends");
    begin_ending(milliseconds(0));
  }
  if (ask_at_ && now >= *ask_at_) {
    ask_at_.reset();
    if (!code_) {
      if (auto const text = verdict_.report(true)) output_.say(*text);
    }
    verdict_.close();
    send_all(SIGTERM);
    send_all(SIGCONT);  // the stopped shall hear it, too
  }
  if (kill_at_ && now >= *kill_at_) {
    kill_at_.reset();
    kill_all();
  }
}

void supervisor::begin_ending(clock::duration until_asked) {
  if (kill_at_) return;
  ask_at_ = clock::now() + until_asked;
  kill_at_ = *ask_at_ + last_patience;
}

/// Until nobody has anything more to say, or a second signal finds it too long.
void supervisor::finish_output() {
  int const asked_before = asked_by_;
  for (output_.drain(); !output_.done() && !abandoned_; output_.drain()) {
    std::vector<pollfd> fds{{signals_.fd(), POLLIN, 0}};
    output_.want(fds);
    ::poll(fds.data(), fds.size(), -1);
    listen();
    if (asked_by_ != asked_before) abandoned_ = true;
    output_.serve(fds);
  }
  look_at_output();
  if (abandoned_ && !code_ && !verdict_.failed()) code_ = 128 + asked_by_;
}

/// Output that cannot be written ends the run: its code must not pass for that of a run whose
/// output is complete.
void supervisor::look_at_output() {
  if (code_ || output_lost_) return;
  auto const loss = output_.loss();
  if (!loss) return;
  output_lost_ = true;
  bool const ended = running() == 0;
  if (!verdict_.failed()) code_ = exit_cannot;
  output_.say("cannot write " + *loss + (ended ? "; the rest of the output is lost" : "; the run ends"));
  if (!ended) begin_ending(milliseconds(0));
}

void supervisor::send_all(int signal) {
  for (place_process const& p : places_) p.send(signal);
}

void supervisor::kill_all() {
  verdict_.close();
  send_all(SIGKILL);
}

void supervisor::say_about(int place, std::string const& text) {
  output_.say("place " + std::to_string(place) + " " + text);
}

int supervisor::running() const noexcept {
  return static_cast<int>(
      std::count_if(places_.begin(), places_.end(), [](place_process const& p) { return p.running(); }));
}

int supervisor::wait_ms() const noexcept {
  std::optional<clock::time_point> first;
  for (auto const& t : {limit_, ask_at_, kill_at_}) {
    if (t && (!first || *t < *first)) first = t;
  }
  if (!first) return -1;
  auto const left = std::chrono::ceil<milliseconds>(*first - clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left, 0, 1'000'000));
}

void supervisor::shift_times(clock::duration by) noexcept {
  for (auto* t : {&limit_, &ask_at_, &kill_at_}) {
    if (*t) **t += by;
  }
}

}  // namespace launch
