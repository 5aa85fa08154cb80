// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Follows a run until it ends or the user leaves.

#pragma once

#include <string>

namespace apps::top {

struct settings {
  double interval = 0.5;  ///< seconds between two updates
  bool once = false;      ///< one look, in plain lines
  bool lines = false;     ///< plain lines also on a terminal
};

/// Returns the exit code. Throws input_error if the run does not answer at first.
int watch(std::string const& path, settings const& options);

}  // namespace apps::top
