// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The handler only notes the signal and rings the service thread (a futex call, which is async-signal-safe).
// Signals belong to the process, so their state does too: the one place that runs at the moment.
#include "sched/signals.hpp"

#include <signal.h>
#include <unistd.h>

#include "sched/place.hpp"
#include "system/machine.hpp"

namespace skua::sched {
namespace {

base::atomic<place*> watched_place{nullptr};
base::atomic<int> received{0};
base::atomic<int> handling{0};  // threads between reading `watched_place` and the end of the handler
base::atomic<bool> served{false};
base::atomic<std::uint64_t> received_at{0};  // ns

/// timeout(1), batch systems and others send a signal to a process and at once to its group: that is one wish.
constexpr std::uint64_t one_wish_ns = 100'000'000;
bool installed_int = false;
bool installed_term = false;

void on_signal(int number) {
  int expected = 0;
  if (!received.compare_exchange_strong(expected, number, std::memory_order_acq_rel)) {  // sync: SIGNAL -> serve_signals
    std::uint64_t const first = received_at.load(std::memory_order_relaxed);  // relaxed: 0 until it is known: just now
    if (expected == number && (first == 0 || system::monotonic_ns() - first < one_wish_ns)) return;
    ::signal(number, SIG_DFL);
    ::raise(number);
    return;
  }
  received_at.store(system::monotonic_ns(), std::memory_order_relaxed);  // relaxed: a time, nothing is published with it
  handling.fetch_add(1, std::memory_order_seq_cst);    // sync: HANDLING <-> unwatch_signals
  place* p = watched_place.load(std::memory_order_seq_cst);  // sync: HANDLING <-> unwatch_signals; WATCH <- watch_signals
  if (p != nullptr) p->services.poke();
  handling.fetch_sub(1, std::memory_order_release);    // sync: HANDLED -> unwatch_signals
}

bool install(int number) {
  struct sigaction old {};
  ::sigaction(number, nullptr, &old);
  if ((old.sa_flags & SA_SIGINFO) != 0 || old.sa_handler != SIG_DFL) return false;
  struct sigaction mine {};
  mine.sa_handler = &on_signal;
  ::sigemptyset(&mine.sa_mask);
  mine.sa_flags = SA_RESTART;
  return ::sigaction(number, &mine, nullptr) == 0;
}

/// Unless the program has put a handler of its own in the meantime.
void restore(int number) noexcept {
  struct sigaction now {};
  ::sigaction(number, nullptr, &now);
  if ((now.sa_flags & SA_SIGINFO) == 0 && now.sa_handler == &on_signal) ::signal(number, SIG_DFL);
}

}  // namespace

void watch_signals(place& p) {
  received.store(0, std::memory_order_relaxed);      // relaxed: no handler yet
  received_at.store(0, std::memory_order_relaxed);   // relaxed: no handler yet
  served.store(false, std::memory_order_relaxed);    // relaxed: no handler yet
  watched_place.store(&p, std::memory_order_release);      // sync: WATCH -> on_signal
  installed_int = install(SIGINT);
  installed_term = install(SIGTERM);
}

void unwatch_signals(place&) noexcept {
  if (installed_int) restore(SIGINT);
  if (installed_term) restore(SIGTERM);
  installed_int = installed_term = false;
  watched_place.store(nullptr, std::memory_order_seq_cst);          // sync: HANDLING <-> on_signal
  while (handling.load(std::memory_order_seq_cst) != 0) base::yield_thread();  // sync: HANDLING <-> on_signal; HANDLED <- on_signal
}

void serve_signals(place& p) noexcept {
  if (received.load(std::memory_order_acquire) == 0) return;  // sync: SIGNAL <- on_signal
  if (watched_place.load(std::memory_order_acquire) != &p) return;  // sync: WATCH <- watch_signals
  if (!served.exchange(true, std::memory_order_acq_rel)) cancel_scope(p, &p.root);  // sync: SIGNAL <- on_signal
}

int signal_received() noexcept { return received.load(std::memory_order_acquire); }  // sync: SIGNAL <- on_signal

}  // namespace skua::sched
