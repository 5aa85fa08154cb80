// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pairs of graphs with a number of embeddings from another source.

#pragma once

#include <cstdint>
#include <optional>

#include "lad.hpp"

namespace apps::sip {

/// The number of embeddings, if names, orders and edges are those of a known pair.
std::optional<std::uint64_t> known_count(graph const& pattern, graph const& target, bool induced);

}  // namespace apps::sip
