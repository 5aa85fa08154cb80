// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The smallest programs: run() for a main that does nothing else, runtime for a main with work of
// its own.
#include <atomic>
#include <cstdio>

#include <skua/skua.hpp>

int main(int argc, char** argv) {
  std::atomic<int> greetings{0};
  // Removes the --skua-… arguments from argv and runs the body as the first task.
  int const code = skua::run(argc, argv, [&] {
    skua::finish([&] {
      for (int i = 0; i < 4; ++i) {
        skua::spawn([&greetings, i] {
          std::printf("task %d says hello from worker %d of %d\n", i, skua::worker(), skua::workers());
          ++greetings;
        });
      }
    });  // all four tasks have ended here
    return greetings == 4 ? 0 : 1;
  });

  skua::runtime two_workers({.workers = 2});  // threads start here and are joined by the destructor
  int const answer = two_workers.run([] { return skua::async([] { return 6 * 7; }).get(); });
  std::printf("and the answer is %d\n", answer);
  return code == 0 && answer == 42 ? 0 : 1;
}
