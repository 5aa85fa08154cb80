// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One case of tests/place in a run of however many processes: program CASE. What fails is printed, and the exit code is 1.
// Without a case it prints their names.
#include <cstdio>
#include <cstring>

#include "place/cases.hpp"

int main(int argc, char** argv) {
  if (argc < 2) {
    for (place_test::test_case const& c : place_test::all_cases()) std::printf("%s\n", c.name);
    return 0;
  }
  for (place_test::test_case const& c : place_test::all_cases()) {
    if (std::strcmp(c.name, argv[1]) != 0) continue;
    int const code = skua::run(c.body);
    return code != 0 || place_test::take_failures() != 0;
  }
  std::fprintf(stderr, "there is no case %s\n", argv[1]);
  return 2;
}
