// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "place/run_end.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <optional>

#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

#include "sched/runtime.hpp"

namespace skua::remote {
run_end::sums run_end::mine() const noexcept {
  return {sent_.load(std::memory_order_relaxed), received_.load(std::memory_order_relaxed),  // relaxed: two waves must agree
          place_.root.state.load() >= sched::scope_token};
}

void run_end::sleep_while(base::atomic<std::uint32_t>& word, std::uint32_t seen) noexcept { place_.machine->sleep(word, seen, 0); }

void run_end::wait_for_posts() {
  std::optional<sums> before;
  for (;;) {
    sched::wait_for_root(&place_);
    wave_ = {};
    answers_.store(static_cast<std::uint32_t>(place_.total - 1), std::memory_order_release);  // sync: WAVE -> on_wave_answer
    for (int q = 1; q < place_.total; ++q) out_.send(q, kind::wave, {});
    while (std::uint32_t const left = answers_.load(std::memory_order_acquire)) sleep_while(answers_, left);  // sync: WAVE <- on_wave_answer
    sums now = mine();
    now.sent += wave_.sent;
    now.received += wave_.received;
    now.busy += wave_.busy;
    if (now.busy == 0 && now.sent == now.received && before == now) return;
    before = now;
  }
}

void run_end::on_wave(int from, std::span<std::byte const>) { out_.send(from, kind::wave_answer, wire::bytes_of(mine())); }

void run_end::on_wave_answer(int, std::span<std::byte const> message) {
  wire::reader in(message);
  auto const s = in.get<sums>();
  wave_.sent += s.sent;
  wave_.received += s.received;
  wave_.busy += s.busy;
  answers_.fetch_sub(1, std::memory_order_acq_rel);  // sync: WAVE -> wait_for_posts; WAVE <- wait_for_posts
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
  code_.store(b.code, std::memory_order_relaxed);  // relaxed: published by runs_over_
  closing_.store(b.closing != 0, std::memory_order_relaxed);  // relaxed: published by runs_over_
  runs_over_.fetch_add(1, std::memory_order_release);     // sync: OVER -> wait_for_end
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
  end const e{code_.load(std::memory_order_relaxed), closing_.load(std::memory_order_relaxed)};  // relaxed: published by runs_over_
  out_.send(0, kind::over_heard, {});
  return e;
}

void run_end::lost(int place, std::string const& whereabouts, char const* how, bool speak) noexcept {
  bool const watched = std::getenv("SKUA_RUN_FD") != nullptr;  // skua-run knows how it ended, and says so
  if (speak && !watched) {
    std::fprintf(stderr, "skua: place %d (%s) %s; the run ends\n", place, whereabouts.c_str(), how);
    std::fflush(stderr);
  }
  ::_exit(lost_exit_code);
}

}  // namespace skua::remote
