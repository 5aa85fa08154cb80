// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The random programs of tests/seeds at real places, for some milliseconds each.
#include <string>

#include "seeds/program.hpp"
#include "soak/work.hpp"

namespace soak {

std::string scopes_round(std::uint64_t seed) {
  using namespace seeds_test;
  number const root = mixed(seed);
  shape const tree;
  totals expected;
  expect(root, tree, expected);
  ledger const l;
  skua::finish([&] { node(root, tree, l); });
  if (root % 4 == 0) together(root, l);
  return faults(l, expected, false);
}

}  // namespace soak
