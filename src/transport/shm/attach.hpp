// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Start-up barrier of the places of a segment: none of them continues before all are attached.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "transport/segment.hpp"

namespace skua::transport {

/// Announces this process as a place and waits for all others. Calls `look` every 20 ms while it
/// waits; `look` may throw. Throws skua::error.
void rendezvous(segment const& shared, int place, std::uint64_t identity, std::uint64_t timeout_ns,
                std::function<void()> const& look);

}  // namespace skua::transport
