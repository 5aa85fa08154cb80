// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How `skua top` asks a running process of the library to serve its numbers: by SIGUSR1 with a
// value. The process then serves them at an abstract socket with its number in the name.
#pragma once

#include <string>

namespace skua::observe {

/// The value of the signal; without it SIGUSR1 asks for the status.
inline constexpr int attach_request = 0x746f70;
/// The name of a thread of each process that answers the request. Others are not sent the signal,
/// which could end them.
inline constexpr char const* attachable_thread = "skua-service";

/// The abstract socket of a process; begins with a NUL.
[[nodiscard]] inline std::string attached_socket(int pid) { return std::string("\0skua-", 6) + std::to_string(pid); }
[[nodiscard]] inline bool is_attached_socket(std::string const& path) noexcept {
  return !path.empty() && path.front() == '\0';
}

}  // namespace skua::observe
