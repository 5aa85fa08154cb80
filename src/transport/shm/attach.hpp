// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The meeting of all places in their segment, before any of them goes on.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "transport/segment.hpp"

namespace skua::transport {

/// Announces this process as a place and waits for all others. `look` is called now and then
/// meanwhile and may throw. Throws skua::error.
void meet(segment const& shared, int place, std::uint64_t identity, std::uint64_t patience_ns,
          std::function<void()> const& look);

}  // namespace skua::transport
