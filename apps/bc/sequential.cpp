// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// All scores as a program without a task library computes them.

#include "compute.hpp"

namespace apps::bc {

answer compute_sequential(parameters const& settings) {
  auto const input = graph::rmat(settings.scale, settings.seed);
  brandes work(input);
  for (vertex source = 0; source < input.order(); ++source) work.add(source);
  return {work.scores(), work.counts(), input.edges(), 0};
}

}  // namespace apps::bc
