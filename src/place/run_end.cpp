// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "place/run_end.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include <skua/base/check.hpp>
#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

#include "base/environment.hpp"
#include "sched/runtime.hpp"

namespace skua::remote {
namespace {
constexpr std::uint64_t first_pause_ns = 50'000;
constexpr std::uint64_t longest_pause_ns = 10'000'000;
}  // namespace

run_end::sums run_end::counts() const noexcept {
  // sync: POSTS <- post_sent, post_received
  return {sent_.load(std::memory_order_acquire), received_.load(std::memory_order_acquire)};
}

/// False: a task is left (F1).
bool run_end::counts_at_rest(sums& to) const noexcept {
  for (sums before = counts(); !busy(); before = to) {
    to = counts();
    if (to == before) return true;
  }
  return false;
}

void run_end::asked() noexcept {
  owes_.store(1, std::memory_order_release);  // sync: ASKED <-> root_ended, answer_at_rest
  answer_at_rest();
}

void run_end::root_ended() noexcept {
  base::full_fence();
  if (owes_.load(std::memory_order_relaxed) != 0) answer_at_rest();  // sync: ASKED <-> asked, answer_at_rest
}

/// Gives the answer that is owed, unless a task is left: then the thread that ends that one does.
void run_end::answer_at_rest() noexcept {
  for (;;) {
    base::full_fence();
    if (busy() || owes_.exchange(0, std::memory_order_acq_rel) == 0) return;  // sync: ASKED <-> asked, root_ended
    if (sums now; counts_at_rest(now)) {
      if (place_.number != 0) return out_.send(0, kind::wave_answer, wire::bytes_of(now));
      own_ = now;
      return answered();
    }
    owes_.store(1, std::memory_order_release);  // sync: ASKED <-> root_ended
  }
}

/// One wave; the calling thread is none of the place's own.
run_end::sums run_end::ask_all() {
  wave_ = {};
  answers_.store(static_cast<std::uint32_t>(place_.total), std::memory_order_release);  // sync: WAVE -> answered
  for (int q = 1; q < place_.total; ++q) out_.send(q, kind::wave, {});
  asked();
  // sync: WAVE <- answered
  while (std::uint32_t const left = answers_.load(std::memory_order_acquire)) sleep_while(answers_, left);
  return {wave_.sent + own_.sent, wave_.received + own_.received};
}

void run_end::sleep_while(base::atomic<std::uint32_t>& word, std::uint32_t seen) noexcept {
  sched::outside_waiter::sleep(*place_.machine, word, seen);
}

void run_end::wait_for_posts() {
  std::uint64_t pause = first_pause_ns;
  for (sums before = ask_all(), now;; before = now) {
    if (before.sent == before.received && (now = ask_all()) == before) return;
    place_.machine->pause(pause);
    pause = std::min(2 * pause, longest_pause_ns);
    now = ask_all();
  }
}

void run_end::on_wave(int, std::span<std::byte const>) { asked(); }

void run_end::on_wave_answer(int, std::span<std::byte const> message) {
  wire::reader in(message);
  auto const s = in.get<sums>();
  wave_.sent += s.sent;
  wave_.received += s.received;
  answered();
}

void run_end::answered() noexcept {
  answers_.fetch_sub(1, std::memory_order_acq_rel);  // sync: WAVE -> ask_all; WAVE <- ask_all
  place_.machine->wake(answers_);
}

void run_end::announce(int code) { tell_all({code, 0}); }
void run_end::close() { tell_all({0, 1}); }

void run_end::tell_all(over_body const& b) {
  heard_.store(0, std::memory_order_relaxed);  // relaxed: nobody answers yet
  for (int q = 1; q < place_.total; ++q) out_.send(q, kind::over, wire::bytes_of(b));
  for (;;) {
    std::uint32_t const n = heard_.load(std::memory_order_acquire);  // sync: HEARD <- on_over_heard
    if (n == static_cast<std::uint32_t>(place_.total - 1)) return;
    sleep_while(heard_, n);
  }
}

void run_end::on_over_heard() {
  heard_.fetch_add(1, std::memory_order_release);  // sync: HEARD -> announce
  place_.machine->wake(heard_);
}

void run_end::on_over(std::span<std::byte const> message) {
  wire::reader in(message);
  auto const b = in.get<over_body>();
  sched::reopen_root(place_);                                 // a signal may have cancelled it; no post is left
  code_.store(b.code, std::memory_order_relaxed);             // relaxed: published by runs_over_
  closing_.store(b.closing != 0, std::memory_order_relaxed);  // relaxed: published by runs_over_
  runs_over_.fetch_add(1, std::memory_order_release);         // sync: OVER -> wait_for_end
  place_.machine->wake(runs_over_);
  if (unattended_) out_.send(0, kind::over_heard, {});
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
  out_.send(0, kind::over_heard, {});
  return e;
}

void run_end::lost(int place, std::string const& whereabouts, char const* how, bool speak, int code) noexcept {
  base::begin_end();
  bool const watched = base::variable("SKUA_RUN_FD") != nullptr;  // skua-run knows how it ended, and says so
  if (code == 0) code = lost_exit_code;
  if (speak && !watched && base::claim_end(code)) {
    std::fprintf(stderr, "skua: place %d (%s) %s; the run ends\n", place, whereabouts.c_str(), how);
    std::fflush(stderr);
  }
  ::_exit(code);
}

}  // namespace skua::remote
