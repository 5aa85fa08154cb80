// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/run_end.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include <skua/detail/base/check.hpp>
#include <skua/exit_codes.hpp>
#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

#include "base/end_hook.hpp"
#include "base/launch.hpp"
#include "core/external_waiter.hpp"
#include "core/root_scope.hpp"
#include "instruments/deadlock.hpp"
#include "instruments/signals.hpp"

namespace skua::remote {
namespace {
constexpr std::uint64_t first_pause_ns = 50'000;
constexpr std::uint64_t max_pause_ns = 10'000'000;
// After this time with unequal and unchanged sums, place 0 looks for lost posts. It looks again
// after twice the time, and so on, because posts may also be slow.
constexpr std::uint64_t first_look_ns = 1'000'000'000;
}  // namespace

run_end::sums run_end::counts() const noexcept {
  // sync: POSTS <- post_sent, post_received
  return {posts_sent_.load(std::memory_order_acquire), posts_received_.load(std::memory_order_acquire)};
}

/// Returns false if the root scope has a task (RUN-END-1).
bool run_end::counts_at_rest(sums& result) const noexcept {
  for (sums before = counts(); !busy(); before = result) {
    result = counts();
    if (result == before) return true;
  }
  return false;
}

void run_end::owe_answer() noexcept {
  owes_.store(1, std::memory_order_release);  // sync: ASKED <-> root_ended, answer_at_rest
  answer_at_rest();
}

void run_end::root_ended() noexcept {
  base::full_fence();
  if (owes_.load(std::memory_order_relaxed) != 0) answer_at_rest();  // sync: ASKED <-> owe_answer, answer_at_rest
}

/// Gives the answer that is owed, unless the root scope has a task. Then the thread that ends the
/// task gives it.
void run_end::answer_at_rest() noexcept {
  for (;;) {
    base::full_fence();
    if (busy() || owes_.exchange(0, std::memory_order_acq_rel) == 0) return;  // sync: ASKED <-> owe_answer, root_ended
    if (sums now; counts_at_rest(now)) {
      own_ = now;
      return count_answer();
    }
    owes_.store(1, std::memory_order_release);  // sync: ASKED <-> root_ended
  }
}

/// Begins a wave in the subtree of this place.
void run_end::ask_subtree() {
  wave_ = {};
  // sync: WAVE -> count_answer
  answers_.store(static_cast<std::uint32_t>(tree_.children()) + 1, std::memory_order_release);
  for (int i = 0; i < tree_.children(); ++i) sender_.send(tree_.child(i), kind::wave, {});
  owe_answer();
}

/// One wave; the caller is an external thread.
run_end::sums run_end::ask_all() {
  ask_subtree();
  // sync: WAVE <- count_answer
  while (std::uint32_t const missing = answers_.load(std::memory_order_acquire)) sleep_while(answers_, missing);
  return {wave_.posts_sent + own_.posts_sent, wave_.posts_received + own_.posts_received};
}

void run_end::sleep_while(base::atomic<std::uint32_t>& word, std::uint32_t value) noexcept {
  sched::external_waiter::sleep(*place_.machine, word, value);
}

void run_end::wait_for_posts() {
  std::uint64_t pause = first_pause_ns;
  std::uint64_t look_after = first_look_ns;
  std::uint64_t unchanged_since = place_.machine->now();
  for (sums before = ask_all(), now;; before = now) {
    if (before.posts_sent == before.posts_received && (now = ask_all()) == before) return;
    place_.machine->pause(pause);
    pause = std::min(2 * pause, max_pause_ns);
    now = ask_all();
    if (now != before || now.posts_received >= now.posts_sent) {
      unchanged_since = place_.machine->now();
    } else if (place_.machine->now() - unchanged_since >= look_after) {
      report_lost_posts();
      unchanged_since = place_.machine->now();
      look_after *= 2;
    }
  }
}

/// Returns if no post is lost, or if there must not be a report.
void run_end::report_lost_posts() {
  if (!place_.settings.deadlock_report) return;
  std::vector<lost_posts::loss> const losses = losses_.find();
  if (losses.empty() || !sched::signals_kill_from_now_on()) return;
  losses_.announce();
  sched::end_in_deadlock(text_of(losses));
}

void run_end::on_wave(int, std::span<std::byte const>) { ask_subtree(); }

void run_end::on_wave_answer(int, std::span<std::byte const> message) {
  wire::reader reader(message);
  auto const subtree = reader.get<sums>();
  wave_.posts_sent += subtree.posts_sent;
  wave_.posts_received += subtree.posts_received;
  count_answer();
}

/// The last answer of the subtree goes to the parent; at place 0 it ends the wave.
void run_end::count_answer() noexcept {
  // sync: WAVE -> ask_all, count_answer; WAVE <- ask_subtree, count_answer
  bool const last = answers_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  if (tree_.is_root()) return place_.machine->wake(answers_);
  if (!last) return;
  sums const subtree{wave_.posts_sent + own_.posts_sent, wave_.posts_received + own_.posts_received};
  sender_.send(tree_.parent(), kind::wave_answer, wire::bytes_of(subtree));
}

void run_end::announce(int code) { tell_all({code, 0}); }
void run_end::close() { tell_all({0, 1}); }

void run_end::tell_children(over_body const& body) {
  ended_subtrees_.store(0, std::memory_order_relaxed);  // relaxed: no place answers before the sends below
  for (int i = 0; i < tree_.children(); ++i) sender_.send(tree_.child(i), kind::over, wire::bytes_of(body));
}

void run_end::wait_for_subtree() {
  for (;;) {
    std::uint32_t const n = ended_subtrees_.load(std::memory_order_acquire);  // sync: HEARD <- on_over_acknowledged
    if (n == static_cast<std::uint32_t>(tree_.children())) return;
    sleep_while(ended_subtrees_, n);
  }
}

void run_end::tell_all(over_body const& body) {
  tell_children(body);
  wait_for_subtree();
}

void run_end::confirm_end() { sender_.send(tree_.parent(), kind::over_acknowledged, {}); }

void run_end::on_over_acknowledged() {
  // sync: HEARD -> wait_for_subtree
  std::uint32_t const n = ended_subtrees_.fetch_add(1, std::memory_order_release) + 1;
  place_.machine->wake(ended_subtrees_);
  if (unattended_ && n == static_cast<std::uint32_t>(tree_.children())) confirm_end();
}

void run_end::on_over(std::span<std::byte const> message) {
  wire::reader reader(message);
  auto const body = reader.get<over_body>();
  tell_children(body);
  sched::reopen_root(place_);                                    // a signal may have cancelled it; no post is under way
  code_.store(body.code, std::memory_order_relaxed);             // relaxed: published by runs_over_
  closing_.store(body.closing != 0, std::memory_order_relaxed);  // relaxed: published by runs_over_
  runs_over_.fetch_add(1, std::memory_order_release);            // sync: OVER -> wait_for_end
  place_.machine->wake(runs_over_);
  if (unattended_ && tree_.children() == 0) confirm_end();
}

run_end::end run_end::wait_for_end() {
  for (;;) {
    std::uint32_t const n = runs_over_.load(std::memory_order_acquire);  // sync: OVER <- on_over
    if (n != runs_ended_) break;
    sleep_while(runs_over_, n);
  }
  ++runs_ended_;
  // relaxed: published by runs_over_
  end const end{code_.load(std::memory_order_relaxed), closing_.load(std::memory_order_relaxed)};
  wait_for_subtree();
  confirm_end();
  return end;
}

void run_end::begin_run() noexcept {
  std::uint32_t const begun = runs_begun_.fetch_add(1, std::memory_order_relaxed) + 1;  // sync: LEFT_RUNS <-> on_left
  base::full_fence();
  departure const left = left_.load(std::memory_order_relaxed);  // sync: LEFT_RUNS <-> on_left
  if (left.place >= 0 && left.runs < begun) end_for_lack_of(left, begun);
}

void run_end::leave() {
  std::uint32_t const runs = runs_begun_.load(std::memory_order_relaxed);  // relaxed: no run begins any more
  if (place_.number != 0) return sender_.send(0, kind::left, wire::bytes_of(runs));
  for (int place = 1; place < place_.total; ++place) sender_.send(place, kind::left, wire::bytes_of(runs));
}

void run_end::on_left(int from, std::span<std::byte const> message) {
  wire::reader reader(message);
  departure const left{from, reader.get<std::uint32_t>()};
  left_.store(left, std::memory_order_relaxed);  // sync: LEFT_RUNS <-> begin_run
  base::full_fence();
  std::uint32_t const begun = runs_begun_.load(std::memory_order_relaxed);  // sync: LEFT_RUNS <-> begin_run
  if (left.runs < begun) end_for_lack_of(left, begun);
}

void run_end::end_for_lack_of(departure left, std::uint32_t begun) noexcept {
  base::begin_end();
  int code = exit_code::failure;
  if (base::claim_end(code)) {
    std::fprintf(stderr,
                 "skua: place %d has begun run %u, but place %d has ended after %u: each must call run as often\n",
                 place_.number, begun, left.place, left.runs);
    std::fflush(stderr);
  }
  base::run_end_hook();
  ::_exit(code);
}

void run_end::lost(int place, transport::endpoint& end, char const* reason, bool report) noexcept {
  base::begin_end();
  int code = end.code_of_lost(place);
  bool const supervised = base::launch_of_this_process() != nullptr;  // skua-run prints how the place ended
  if (code == 0) code = exit_code::lost_place;
  if (reason == nullptr) {
    static_cast<void>(base::claim_end(code));  // so that the other places of this host stay silent as well
  } else if (report && !supervised && base::claim_end(code)) {
    std::fprintf(stderr, "skua: place %d (%s) %s; the run ends\n", place, end.location(place).c_str(), reason);
    std::fflush(stderr);
  }
  end.end_processes();
  base::run_end_hook();
  ::_exit(code);
}

}  // namespace skua::remote
