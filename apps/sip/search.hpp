// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a search for embeddings finds.

#pragma once

#include <cstdint>
#include <vector>

#include "problem.hpp"

namespace apps::sip {

struct answer {
  std::vector<int> images;  ///< of one embedding, by pattern vertex; empty: there is none
  std::uint64_t count = 0;  ///< of all embeddings; when one is enough: 1 or 0
  std::uint64_t nodes = 0;  ///< of the search tree, with its root
};

/// The first embedding, on the calling thread: the yardstick.
answer find_sequential(graph const& pattern, graph const& target, wish const& what);

/// All of them, counted.
answer count_sequential(graph const& pattern, graph const& target, wish const& what);

}  // namespace apps::sip
