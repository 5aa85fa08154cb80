// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions arrive where a task is awaited: in the future of an async, at the end of the scope of
// a spawn.
#include <cstdio>
#include <stdexcept>
#include <string>

#include <skua/skua.hpp>

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    int right = 0;

    // A future delivers its task's exception as itself.
    auto f = skua::async([]() -> int { throw std::out_of_range("no such row"); });
    try {
      (void)f.get();
    } catch (std::out_of_range const& e) {
      std::printf("get: %s\n", e.what());
      ++right;
    }

    // One exception of a scope comes out of finish as itself, after all tasks have ended. It
    // cancels the rest.
    try {
      skua::finish([] {
        for (int i = 0; i < 100; ++i) {
          skua::spawn([i] {
            if (i == 50) throw std::runtime_error("task 50 failed");
          });
        }
      });
    } catch (std::runtime_error const& e) {
      std::printf("finish: %s\n", e.what());
      ++right;
    }

    // With keep_going an exception does not cancel: all tasks run and all exceptions are collected.
    try {
      skua::finish(skua::keep_going, [] {
        for (int i = 0; i < 20; ++i) skua::spawn([i] { throw std::runtime_error("task " + std::to_string(i)); });
      });
    } catch (skua::task_errors const& e) {
      std::printf("keep_going: %s\n", e.what());
      if (e.total() == 20 && e.errors().size() == 16) ++right;  // the first 16 are kept
    }
    return right == 3 ? 0 : 1;
  });
}
