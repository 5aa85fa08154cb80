// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks a closure that is about to leave its process as bytes: does it hold addresses of this
// process?
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace skua::wire {

/// Checks every aligned word of 8 bytes. If one of them is an address inside a module of this
/// process, returns a short text that names what it points into, "a function of libx.so" for
/// example. Costs about a nanosecond if no word looks like an address, a lookup otherwise. A number
/// looks like an address only by rare chance, and a small one never does.
[[nodiscard]] std::optional<std::string> find_process_address(std::span<std::byte const> closure);

}  // namespace skua::wire
