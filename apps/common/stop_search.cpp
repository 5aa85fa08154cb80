// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stop_search.hpp"

#include <csignal>

#include "system/end_request.hpp"

namespace apps {

namespace {

/// On the heap: check mode takes a static object that changes while a task runs for a mistake of
/// the task, and a signal comes at any time.
struct signal_state {
  std::atomic<bool> search_is_stopped{false};
  std::atomic<int> first_signal{0};
  skua::system::end_request request;
};
signal_state& state = *new signal_state;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

void on_signal(int number, siginfo_t* info, void*) {
  int none = 0;
  if (state.first_signal.compare_exchange_strong(none, number)) {
    stop_search();
    state.request.begin(skua::system::is_passed_signal(*info));
  } else if (state.first_signal.load() != number || !state.request.includes(*info)) {
    ::signal(number, SIG_DFL);
    ::raise(number);
  }
}

}  // namespace

std::atomic<bool> const& search_is_stopped() noexcept { return state.search_is_stopped; }

void stop_search() noexcept {
  state.search_is_stopped.store(true, std::memory_order_relaxed);  // relaxed: no other memory is read because of it
}

void stop_at_signals() {
  struct sigaction action{};
  action.sa_sigaction = &on_signal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

void end_at_signals() noexcept {
  for (int const number : {SIGINT, SIGTERM}) {
    struct sigaction action{};
    ::sigaction(number, nullptr, &action);
    if ((action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == &on_signal) ::signal(number, SIG_DFL);
  }
}

bool stopped_by_signal() noexcept { return state.first_signal.load() != 0; }

}  // namespace apps
