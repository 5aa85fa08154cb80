// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The standard streams: their buffers, and their descriptors.
#pragma once

namespace skua::system {

/// Writes out what all streams of C and the standard output streams of C++ hold: after
/// std::ios::sync_with_stdio(false) the two have separate buffers. For a process that forks, so
/// that nothing is written twice, and for one that ends by _exit.
void flush_standard_streams() noexcept;

/// Gives the number of a standard stream that is closed (`2>&-`) to a descriptor that can be
/// neither read nor written. Else the next file that is opened gets it, and the text of the stream
/// with it; a read or a write fails as before. For a process that is about to open files.
void reserve_standard_descriptors() noexcept;
/// Reserves one number. Returns false if it could not be reserved.
bool reserve_descriptor(int number) noexcept;

}  // namespace skua::system
