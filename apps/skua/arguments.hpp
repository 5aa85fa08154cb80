// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs the library with given arguments (--skua-…), which override the environment.

#pragma once

#include <skua/run.hpp>
#include <string>
#include <utility>
#include <vector>

namespace apps {

/// Returns what skua::run returns.
template <typename Body>
int run_with(std::vector<std::string> library_arguments, skua::options const& o, Body&& body) {
  library_arguments.insert(library_arguments.begin(), "skua");
  std::vector<char*> pointers;
  for (auto& argument : library_arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  int count = static_cast<int>(library_arguments.size());
  return skua::run(count, pointers.data(), o, std::forward<Body>(body));
}

}  // namespace apps
