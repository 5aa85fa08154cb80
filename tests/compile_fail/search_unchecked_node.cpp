// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect: skua: a search continues from a file only if its problem has `bool valid(node const&) const`
#include <vector>

#include <skua/search/checkpoint.hpp>

struct numbers {
  struct node {
    int number = 0;
  };
  node root() const { return {}; }
  std::vector<node> children(node const&) const { return {}; }
};

auto go_on() {
  return skua::search::load<skua::search::enumeration<numbers, unsigned long>>("saved", "numbers", numbers{});
}
