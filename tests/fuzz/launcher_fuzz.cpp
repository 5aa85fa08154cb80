// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any bytes as arguments of skua-run, one per line: a plan, or one error of one printable line.
// Environment variables are given with --env.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "launch/command_line.hpp"
#include "launch/failure.hpp"
#include "launch/plan.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::cout.rdbuf(nullptr);  // silences --help
  std::istringstream lines(std::string(reinterpret_cast<char const*>(data), size));
  std::vector<std::string> words{"skua-run"};
  // A null character ends an argument.
  for (std::string line; std::getline(lines, line);) words.emplace_back(line.c_str());
  std::vector<char*> pointers;
  for (std::string& w : words) pointers.push_back(w.data());
  pointers.push_back(nullptr);
  try {
    launch::command_line options;
    if (!launch::read_command_line(static_cast<int>(words.size()), pointers.data(), options)) {
      launch::plan const p = launch::make_plan(options);
      if (p.places < 1 || p.workers < 1 || p.arguments.empty() || launch::describe(p).empty()) std::abort();
    }
  } catch (launch::failure const& f) {
    for (char const c : f.text) {
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) std::abort();
    }
  }
  return 0;
}
