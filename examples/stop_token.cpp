// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::stop_token: code that does not know Skua learns that its scope was cancelled.
#include <cstdio>
#include <functional>
#include <optional>
#include <stop_token>

#include <skua/skua.hpp>

// Written for std::jthread: counts until a stop is requested.
long count_until_stopped(std::stop_token stop) {
  long rounds = 0;
  do {
    ++rounds;
  } while (!stop.stop_requested());
  return rounds;
}

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    long rounds = 0;
    bool called = false;
    std::optional<std::stop_callback<std::function<void()>>> on_stop;
    skua::finish_result const end = skua::finish([&](skua::scope work) {
      on_stop.emplace(work.stop_token(), [&called] { called = true; });  // runs in the task that cancels
      skua::spawn([&, work] {
        skua::spawn(skua::urgent, [work] { work.cancel(); });  // starts although this task keeps its worker busy
        rounds = count_until_stopped(skua::stop_token());
      });
    });
    std::printf("stopped after %ld rounds, the callback was %s\n", rounds, called ? "called" : "not called");
    return end.cancelled() && called && rounds > 0 ? 0 : 1;
  });
}
