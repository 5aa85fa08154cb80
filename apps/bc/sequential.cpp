// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// All scores as one would compute them without a library of tasks.

#include "compute.hpp"

namespace apps::bc {

answer compute_sequential(parameters const& what) {
  auto const of = graph::rmat(what.scale, what.seed);
  brandes work(of);
  for (vertex source = 0; source < of.order(); ++source) work.add(source);
  return {work.scores(), work.counted(), of.edges(), 0};
}

}  // namespace apps::bc
