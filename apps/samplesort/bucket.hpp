// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sorting the keys of one bucket, which come in pieces and fit into a cache.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace apps::samplesort {

/// The keys of all pieces, in order, into `out`, which is as long as they are together and overlaps
/// none of them.
void sort_pieces(std::span<std::span<std::uint64_t const> const> pieces, std::span<std::uint64_t> out);

}  // namespace apps::samplesort
