// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sorts the keys of one bucket, which come in pieces and fit into a cache.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace apps::samplesort {

/// Writes the keys of all pieces, in order, to `out`. Its length is their total number; it must not
/// overlap them.
void sort_pieces(std::span<std::span<std::uint64_t const> const> pieces, std::span<std::uint64_t> out);

}  // namespace apps::samplesort
