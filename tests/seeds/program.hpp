// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A random program with known results; a seed decides everything. It is a tree of tasks of every
// kind at all places, with futures that are passed on, scopes that fail, scopes that are cancelled,
// phasers, and global memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include <skua/skua.hpp>

#include "base/random.hpp"

namespace seeds_test {

using number = std::uint64_t;

using skua::base::mixed;

struct shape {
  int height = 4;
  number width = 4;  // largest number of children of a task
  int grown = 4;     // height of the trees in scopes that are cancelled
};

/// Counts of each kind of fault. They are reducers, because the program runs at many places.
struct ledger {
  skua::sum<long> nodes;
  skua::sum<number> check;
  skua::sum<long> wrong_values, wrong_errors, wrong_counts, wrong_phases, wrong_memory;
};

/// The expected totals of the tree.
struct totals {
  long nodes = 0;
  number check = 0;
};
void expect(number seed, shape const& s, totals& t);

/// Tasks that no scope waits for. They count themselves in a variable of the process, which all
/// simulated places share.
struct posts {
  std::atomic<long> send_count = 0, run_count = 0;
};
posts& posts_so_far() noexcept;

void node(number seed, shape s, ledger l);
/// Collective calls at every place at once. Each place must get the sum over all places; faults are
/// counted.
void together(number seed, ledger l);

/// The faults in words; `cut`: the tree was cancelled.
std::string faults(ledger const& l, totals const& expected, bool cut);

}  // namespace seeds_test
