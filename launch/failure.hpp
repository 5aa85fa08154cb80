// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Failures of skua-run; docs/reference/cluster.md lists its exit codes.
#pragma once

#include <string>
#include <utility>

#include <skua/exit_codes.hpp>

namespace launch {

namespace exit_code = skua::exit_code;

/// Thrown to end skua-run with one line and this code.
struct failure {
  failure(int exit_code, std::string message) : code(exit_code), text(std::move(message)) {}
  int code;
  std::string text;
};

}  // namespace launch
