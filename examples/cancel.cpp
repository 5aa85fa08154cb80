// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cancelling a search: the first task that finds an answer cancels the scope; the other tasks stop
// early.
#include <atomic>
#include <cstdio>

#include <skua/skua.hpp>

// True if the square of n ends in 87,654,321 (eight numbers below 10^8 do).
bool has_suffix(std::uint64_t n) { return n * n % 100'000'000 == 87'654'321; }

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    std::atomic<std::uint64_t> answer{0};
    skua::finish_result const end = skua::finish([&](skua::scope search) {  // a handle: 8 bytes, goes into every task
      constexpr std::uint64_t piece = 100'000;
      for (std::uint64_t first = 0; first < 100'000'000; first += piece) {
        skua::spawn([&answer, search, first] {
          for (std::uint64_t n = first; n < first + piece; ++n) {
            if (n % 1024 == 0 && skua::cancelled()) return;  // a running task must poll for cancellation
            if (!has_suffix(n)) continue;
            answer = n;
            search.cancel();  // queued tasks of the scope never start; waits in it end with cancelled_error
            return;
          }
        });
      }
    });
    std::uint64_t const n = answer;
    std::printf("%llu squared ends in 87654321; %llu of 1000 tasks never started\n", static_cast<unsigned long long>(n),
                static_cast<unsigned long long>(end.never_started));

    // A wait inside a cancelled scope ends: the future below would never be ready.
    bool ended = false;
    skua::promise<int> never;
    skua::finish([&] {
      skua::spawn([&] {
        try {
          (void)never.get_future().get();
        } catch (skua::cancelled_error const&) {
          ended = true;
        }
      });
      skua::yield();  // let the task wait
      skua::cancel();
    });
    // If the scope was cancelled before the task started, the task never started.
    std::printf("the waiting task was %s\n", ended ? "woken" : "never started");
    return has_suffix(n) && end.cancelled() ? 0 : 1;
  });
}
