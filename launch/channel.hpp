// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The channel for a place's output to skua-run: a pipe, or a pseudo-terminal if the place should
// see a terminal.
#pragma once

#include "system/unique_fd.hpp"

namespace launch {

using skua::system::unique_fd;

/// Another descriptor of the same file. Throws failure.
[[nodiscard]] unique_fd duplicate(unique_fd const& fd);

struct channel {
  unique_fd reader;  ///< for skua-run, non-blocking
  unique_fd writer;  ///< for the place
  bool terminal = false;
};

/// A pipe; both ends are closed on exec. Throws failure.
channel open_pipe();

/// A pseudo-terminal in raw mode, of the same size as the terminal `model`; a pipe if none can be
/// created.
channel open_terminal(int model);

/// Sets the size of a terminal of open_terminal to that of another one.
void copy_size(int from, int to) noexcept;

/// Fills the descriptors of closed standard streams, so that no other file gets them. Standard
/// input and standard error become /dev/null; a write to standard output still fails. Throws
/// failure.
void fill_standard_streams();

}  // namespace launch
