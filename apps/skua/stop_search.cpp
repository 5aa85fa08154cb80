// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stop_search.hpp"

#include <csignal>

#include "system/end_request.hpp"

namespace apps {

std::atomic<bool> search_is_stopped{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

namespace {

std::atomic<int> first_signal{0};
skua::system::end_request request;

void on_signal(int number, siginfo_t* info, void*) {
  int none = 0;
  if (first_signal.compare_exchange_strong(none, number)) {
    stop_search();
    request.begin(skua::system::is_passed_signal(*info));
  } else if (first_signal.load() != number || !request.includes(*info)) {
    ::signal(number, SIG_DFL);
    ::raise(number);
  }
}

}  // namespace

void stop_search() noexcept {
  search_is_stopped.store(true, std::memory_order_relaxed);  // relaxed: no other memory is read because of it
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

bool stopped_by_signal() noexcept { return first_signal.load() != 0; }

}  // namespace apps
