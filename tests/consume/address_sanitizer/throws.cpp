// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A correct program with address sanitizer and a library without it: tasks wait, throw and catch
// while the sanitizer watches their local arrays.

#include <skua/skua.hpp>

namespace {

[[gnu::noinline]] int last_of(int* numbers, int n) {
  if (n < 0) throw n;
  return numbers[n - 1];
}

int wait_and_throw(int depth) {
  int numbers[32] = {};
  if (depth == 0) return last_of(numbers, -1);
  auto below = skua::async(wait_and_throw, depth - 1);
  skua::yield();
  try {
    numbers[depth] = below.get();
  } catch (int number) {
    numbers[31] = number;
  }
  if (depth % 3 == 0) return last_of(numbers, -depth);
  return last_of(numbers, 32);
}

}  // namespace

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    int caught = 0;
    for (int i = 0; i < 200; ++i) {
      try {
        caught += skua::async(wait_and_throw, i % 16).get();
      } catch (int) {
        ++caught;
      }
    }
    return caught == 0 ? 1 : 0;
  });
}
