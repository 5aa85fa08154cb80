// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A random program, decided by a seed, whose results are known beforehand: a tree of tasks of every
// kind at all places, with futures that are passed on, scopes that fail, scopes that are cancelled,
// phasers, global memory.
#pragma once

#include <cstdint>

#include <skua/skua.hpp>

namespace seeds_test {

using number = std::uint64_t;

inline number mixed(number x) noexcept {  // splitmix64
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

struct shape {
  int height = 4;
  number width = 4;  // most children of a task
  int grown = 4;     // height of the trees in scopes that are cancelled
};

/// A complaint is a count of its kind: programs run at many places, and what travels is a value.
struct ledger {
  skua::sum<long> nodes;
  skua::sum<number> check;
  skua::sum<long> wrong_values, wrong_errors, wrong_counts, wrong_phases, wrong_memory;
};

/// What the tree comes to.
struct totals {
  long nodes = 0;
  number check = 0;
};
void expect(number seed, shape const& s, totals& t);

/// Tasks that no scope waits for. They count themselves, where all places can see it: they run in
/// one process.
struct posts {
  long sent = 0, ran = 0;
};
posts& posts_so_far() noexcept;

void node(number seed, shape s, ledger l);
/// The same at every place at once, then a sum over all that each must get; complaints.
void together(number seed, ledger l);

}  // namespace seeds_test
