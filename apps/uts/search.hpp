// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The three ways to count a tree.

#pragma once

#include "../common/app.hpp"
#include "../common/search_options.hpp"
#include "problem.hpp"

namespace apps::uts {

/// Counts with an explicit stack on the calling thread: the reference for the parallel count.
totals walk_sequential(tree const& input);

/// Counts with one task per node. Call inside `skua::run`.
totals walk_parallel(tree const& input, common_options const& options);

/// Calls `body` with the fastest hash of this machine.
template <typename Body>
auto with_fastest_hash(Body&& body) {
  return x86_sha1::available() ? body(x86_sha1{}) : body(portable_sha1{});
}

struct outcome : search_outcome {
  totals count;  ///< of the whole tree, or of the nodes visited before the search was stopped
};

/// Call inside a task.
[[nodiscard]] outcome walk_search(tree const& input, search_request const& request);

}  // namespace apps::uts
