// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// program CASE…: cases of tests/{remote,memory,collective,algorithm}, each in a separate run. A
// prefix with three dots stands for all cases with that prefix. Failures are printed, and the exit
// code is 1. Without a case it prints the names of all cases.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "remote/cases.hpp"

int main(int argc, char** argv) {
  if (argc < 2) {
    for (place_test::test_case const& c : place_test::all_cases()) std::printf("%s\n", c.name);
    return 0;
  }
  std::vector<place_test::test_case> chosen;
  for (int i = 1; i < argc; ++i) {
    std::string const pattern = argv[i];
    bool const prefix = pattern.ends_with("...");
    std::size_t const before = chosen.size();
    for (place_test::test_case const& c : place_test::all_cases()) {
      std::string_view const name = c.name;
      if (prefix ? name.starts_with(pattern.substr(0, pattern.size() - 3)) : name == pattern) chosen.push_back(c);
    }
    if (chosen.size() == before) {
      std::fprintf(stderr, "there is no case %s\n", argv[i]);
      return 2;
    }
  }
  std::sort(chosen.begin(), chosen.end(), [](auto const& a, auto const& b) { return std::strcmp(a.name, b.name) < 0; });
  int result = 0;
  for (place_test::test_case const& c : chosen) {
    int const code = skua::run(c.body);
    if (code == 0 && place_test::take_failures() == 0) continue;
    std::fprintf(stderr, "%s failed\n", c.name);
    result = 1;
  }
  return result;
}
