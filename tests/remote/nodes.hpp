// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include <skua/skua.hpp>

#include "remote/node.hpp"

namespace place_test {

/// The nodes of all places of a run in this process. A test can read them without waking a place.
inline std::vector<skua::remote::node*> all_nodes() {
  std::vector<skua::remote::node*> nodes;
  for (int p = 0; p < skua::places(); ++p) {
    nodes.push_back(reinterpret_cast<skua::remote::node*>(
        skua::at(p, [] { return reinterpret_cast<std::uintptr_t>(&skua::remote::caller_node()); })));
  }
  return nodes;
}

}  // namespace place_test
