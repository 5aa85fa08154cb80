// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "search_tree.hpp"

namespace apps::semigroups {

tally count_sequential(int genus, method representation, int unbuilt) {
  return with_semigroup(genus, representation, [&](auto kind_of_semigroup) {
    problem<typename decltype(kind_of_semigroup)::type> const tree(genus, unbuilt);
    tally sum;
    count_subtree(tree, tree.root(), tree.deepest(), sum);
    return sum;
  });
}

}  // namespace apps::semigroups
