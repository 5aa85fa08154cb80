// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the recipes of a program of examples/howto, each of which says whether its result is right.
#pragma once

#include <cstdio>
#include <initializer_list>

struct recipe {
  char const* name;
  bool (*run)();  // whether the result is right
};

/// Runs all recipes. Returns the program's exit code: 0 if all results are right.
inline int run_recipes(std::initializer_list<recipe> recipes) {
  int code = 0;
  for (recipe const& r : recipes) {
    bool const is_right = r.run();
    std::printf("%s: %s\n", r.name, is_right ? "right" : "wrong");
    if (!is_right) code = 1;
  }
  return code;
}
