// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a body with a given number of OpenMP threads.
#pragma once

namespace bench {

/// Runs `body` as the only explicit work of a team of this many threads.
template <class Body>
auto on_omp(int threads, Body&& body) {
  decltype(body()) result{};
#pragma omp parallel num_threads(threads)
#pragma omp single
  result = body();
  return result;
}

}  // namespace bench
