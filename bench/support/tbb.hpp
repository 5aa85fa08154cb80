// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a body with a given number of oneTBB threads.
#pragma once

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <cstddef>

namespace bench {

/// Runs `body` in an arena of this many threads, including the calling thread.
template <class Body>
auto on_tbb(int threads, Body&& body) {
  tbb::global_control const limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  return arena.execute(body);
}

}  // namespace bench
