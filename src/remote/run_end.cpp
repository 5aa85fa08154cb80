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

#include "base/environment.hpp"
#include "sched/external_waiter.hpp"
#include "sched/root_scope.hpp"

namespace skua::remote {
namespace {
constexpr std::uint64_t first_pause_ns = 50'000;
constexpr std::uint64_t max_pause_ns = 10'000'000;
}  // namespace

run_end::sums run_end::counts() const noexcept {
  // sync: POSTS <- post_sent, post_received
  return {posts_sent_.load(std::memory_order_acquire), posts_received_.load(std::memory_order_acquire)};
}

/// False: the root scope has a task (RUN-END-1).
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
      if (place_.number != 0) return sender_.send(0, kind::wave_answer, wire::bytes_of(now));
      own_ = now;
      return count_answer();
    }
    owes_.store(1, std::memory_order_release);  // sync: ASKED <-> root_ended
  }
}

/// One wave; the caller is an external thread.
run_end::sums run_end::ask_all() {
  wave_ = {};
  answers_.store(static_cast<std::uint32_t>(place_.total), std::memory_order_release);  // sync: WAVE -> count_answer
  for (int q = 1; q < place_.total; ++q) sender_.send(q, kind::wave, {});
  owe_answer();
  // sync: WAVE <- count_answer
  while (std::uint32_t const missing = answers_.load(std::memory_order_acquire)) sleep_while(answers_, missing);
  return {wave_.posts_sent + own_.posts_sent, wave_.posts_received + own_.posts_received};
}

void run_end::sleep_while(base::atomic<std::uint32_t>& word, std::uint32_t value) noexcept {
  sched::external_waiter::sleep(*place_.machine, word, value);
}

void run_end::wait_for_posts() {
  std::uint64_t pause = first_pause_ns;
  for (sums before = ask_all(), now;; before = now) {
    if (before.posts_sent == before.posts_received && (now = ask_all()) == before) return;
    place_.machine->pause(pause);
    pause = std::min(2 * pause, max_pause_ns);
    now = ask_all();
  }
}

void run_end::on_wave(int, std::span<std::byte const>) { owe_answer(); }

void run_end::on_wave_answer(int, std::span<std::byte const> message) {
  wire::reader reader(message);
  auto const s = reader.get<sums>();
  wave_.posts_sent += s.posts_sent;
  wave_.posts_received += s.posts_received;
  count_answer();
}

void run_end::count_answer() noexcept {
  answers_.fetch_sub(1, std::memory_order_acq_rel);  // sync: WAVE -> ask_all; WAVE <- ask_all
  place_.machine->wake(answers_);
}

void run_end::announce(int code) { tell_all({code, 0}); }
void run_end::close() { tell_all({0, 1}); }

void run_end::tell_all(over_body const& b) {
  ended_places_.store(0, std::memory_order_relaxed);  // relaxed: no place answers before the sends below
  for (int q = 1; q < place_.total; ++q) sender_.send(q, kind::over, wire::bytes_of(b));
  for (;;) {
    std::uint32_t const n = ended_places_.load(std::memory_order_acquire);  // sync: HEARD <- on_over_heard
    if (n == static_cast<std::uint32_t>(place_.total - 1)) return;
    sleep_while(ended_places_, n);
  }
}

void run_end::on_over_heard() {
  ended_places_.fetch_add(1, std::memory_order_release);  // sync: HEARD -> announce
  place_.machine->wake(ended_places_);
}

void run_end::on_over(std::span<std::byte const> message) {
  wire::reader reader(message);
  auto const b = reader.get<over_body>();
  sched::reopen_root(place_);                                 // a signal may have cancelled it; no post is under way
  code_.store(b.code, std::memory_order_relaxed);             // relaxed: published by runs_over_
  closing_.store(b.closing != 0, std::memory_order_relaxed);  // relaxed: published by runs_over_
  runs_over_.fetch_add(1, std::memory_order_release);         // sync: OVER -> wait_for_end
  place_.machine->wake(runs_over_);
  if (unattended_) sender_.send(0, kind::over_heard, {});
}

run_end::end run_end::wait_for_end() {
  for (;;) {
    std::uint32_t const n = runs_over_.load(std::memory_order_acquire);  // sync: OVER <- on_over
    if (n != runs_ended_) break;
    sleep_while(runs_over_, n);
  }
  ++runs_ended_;
  // relaxed: published by runs_over_
  end const e{code_.load(std::memory_order_relaxed), closing_.load(std::memory_order_relaxed)};
  sender_.send(0, kind::over_heard, {});
  return e;
}

void run_end::lost(int place, std::string const& location, char const* reason, bool report, int code) noexcept {
  base::begin_end();
  bool const supervised = base::variable("SKUA_RUN_FD") != nullptr;  // skua-run prints how the place ended
  if (code == 0) code = exit_code::lost_place;
  if (report && !supervised && base::claim_end(code)) {
    std::fprintf(stderr, "skua: place %d (%s) %s; the run ends\n", place, location.c_str(), reason);
    std::fflush(stderr);
  }
  ::_exit(code);
}

}  // namespace skua::remote
