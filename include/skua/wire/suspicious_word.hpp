// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A look at a closure that is about to leave its process as bytes: does it hold addresses of this
// process?
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace skua::wire {

/// Looks at every aligned word of 8 bytes. If one of them is an address inside a module of this
/// process, says in a short clause what it points into, "a function of libx.so" for example. Costs
/// about a nanosecond if no word looks like an address, a lookup otherwise. A number may look like
/// an address by chance, hardly ever and never a small one.
[[nodiscard]] std::optional<std::string> suspicious_word(std::span<std::byte const> closure);

}  // namespace skua::wire
