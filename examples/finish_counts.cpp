// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The report of a scope at its end: whether it was completed or cancelled, how many tasks never
// started and, on request, how many tasks ran.
#include <cstdio>

#include <skua/skua.hpp>

void spawn_tree(int depth) {
  if (depth == 0) return;
  skua::spawn(spawn_tree, depth - 1);
  skua::spawn(spawn_tree, depth - 1);
}

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    // Counting the tasks that ran costs each task a slow path, so it must be requested.
    skua::finish_result const full = skua::finish(skua::counted, [] { spawn_tree(10); });
    std::printf("completed: %d, ran %llu\n", full.completed(), static_cast<unsigned long long>(full.ran));

    // The number of tasks that never started is always exact.
    skua::finish_result const cut = skua::finish(skua::counted, [] {
      for (int i = 0; i < 1000; ++i) skua::spawn([] {});
      skua::cancel();
      for (int i = 0; i < 1000; ++i) skua::spawn([] {});  // in a cancelled scope: counted, never started
    });
    std::printf("cancelled: %d, ran %llu, never started %llu\n", cut.cancelled(),
                static_cast<unsigned long long>(cut.ran), static_cast<unsigned long long>(cut.never_started));

    bool const is_right = full.completed() && full.ran == 2046 && full.never_started == 0 && cut.cancelled() &&
                          cut.ran + cut.never_started == 2000 && cut.never_started >= 1000;
    return is_right ? 0 : 1;
  });
}
