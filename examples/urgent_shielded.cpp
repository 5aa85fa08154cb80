// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two properties of a task: urgent starts it although the machine is busy, shielded runs it
// although its scope is cancelled.
#include <atomic>
#include <cstdio>

#include <skua/skua.hpp>

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    // urgent: starts at once, even while every worker runs a task that never calls the library.
    std::atomic<bool> stop{false};
    skua::finish([&] {
      for (int i = 0; i < skua::workers(); ++i) {
        skua::spawn([&] {
          while (!stop.load()) {
          }
        });
      }
      skua::spawn(skua::urgent, [&] { stop = true; });  // in the normal queue it would never start
    });
    std::printf("the urgent task ended the busy ones\n");

    // shielded: the task runs although its scope is cancelled, and it may wait. Meant for clean-up.
    int cleaned = 0;
    skua::finish_result const end = skua::finish([&] {
      skua::cancel();
      skua::spawn([] { std::printf("never printed\n"); });
      skua::spawn(skua::shielded, [&] {
        skua::sleep_for(std::chrono::milliseconds(1));  // without the shield: cancelled_error
        ++cleaned;
      });
    });
    std::printf("%d shielded task ran, %d other never started\n", cleaned, static_cast<int>(end.never_started));
    return cleaned == 1 && end.cancelled() && end.never_started == 1 ? 0 : 1;
  });
}
