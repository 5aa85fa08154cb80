// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two words that say what happens to a task when the machine is busy, and when its scope is
// cancelled.
#include <atomic>
#include <cstdio>

#include <skua/skua.hpp>

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    // urgent: at once, even while every worker is busy with tasks that never call the library.
    std::atomic<bool> stop{false};
    skua::finish([&] {
      for (int i = 0; i < skua::workers(); ++i) {
        skua::spawn([&] {
          while (!stop.load()) {
          }
        });
      }
      skua::spawn(skua::urgent, [&] { stop = true; });  // behind the others it would never start
    });
    std::printf("the urgent task ended the busy ones\n");

    // shielded: runs although its scope is cancelled, and may wait there; for tasks that put things
    // in order.
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
