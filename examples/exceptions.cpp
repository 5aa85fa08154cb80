// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where exceptions arrive: the exception of an async comes out of its future, the exception of a
// spawned task out of its scope.
#include <cstdio>
#include <stdexcept>
#include <string>

#include <skua/skua.hpp>

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    int checks_passed = 0;

    // get() rethrows the task's exception unchanged.
    auto f = skua::async([]() -> int { throw std::out_of_range("no such row"); });
    try {
      (void)f.get();
    } catch (std::out_of_range const& e) {
      std::printf("get: %s\n", e.what());
      ++checks_passed;
    }

    // finish rethrows a single exception unchanged, after all tasks of the scope have ended. The
    // exception cancels the remaining tasks.
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
      ++checks_passed;
    }

    // With keep_going an exception does not cancel: all tasks run and all exceptions are collected.
    try {
      skua::finish(skua::keep_going, [] {
        for (int i = 0; i < 20; ++i) skua::spawn([i] { throw std::runtime_error("task " + std::to_string(i)); });
      });
    } catch (skua::task_errors const& e) {
      std::printf("keep_going: %s\n", e.what());
      if (e.total() == 20 && e.errors().size() == 16) ++checks_passed;  // the first 16 are kept
    }
    return checks_passed == 3 ? 0 : 1;
  });
}
