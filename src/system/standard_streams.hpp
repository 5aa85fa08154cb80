// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The buffers of the standard streams.
#pragma once

namespace skua::system {

/// Writes out what all streams of C and the standard output streams of C++ hold: after
/// std::ios::sync_with_stdio(false) the two have buffers of their own. For a process that forks, so
/// that nothing is written twice, and for one that ends by _exit.
void flush_standard_streams() noexcept;

}  // namespace skua::system
