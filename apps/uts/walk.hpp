// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The two ways to count a tree.

#pragma once

#include "../skua/app.hpp"
#include "tree.hpp"

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

}  // namespace apps::uts
