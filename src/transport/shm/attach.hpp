// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Start-up barrier of the places of a segment: none of them continues before all are attached.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "transport/segment.hpp"

namespace skua::transport {

/// Announces this process as a place and waits for all others, at most `timeout_ns` (0: no limit).
/// Calls `look` every 20 ms while it waits. It says which place has ended, and how, or returns an
/// empty text; it may throw. An end is an error if a place is missing afterwards. Throws
/// skua::error.
void rendezvous(segment const& shared, int place, std::uint64_t identity, std::uint64_t timeout_ns,
                std::function<std::string()> const& look);

/// Notes that the process of that place has ended: the others no longer wait for it.
void note_end(segment const& shared, int place) noexcept;

/// The places that have not attached, for a message: "places 0, 2 and 3", or an empty text if there
/// are none. Only the lowest place that has attached gets them: one place tells the user.
[[nodiscard]] std::string awaited_places(segment const& shared, int own_place);

}  // namespace skua::transport
