// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.hpp"

namespace apps::semigroups {

tally count_sequential(int genus, method how, int unbuilt) {
  return with_semigroup(genus, how, [&](auto chosen) {
    problem<typename decltype(chosen)::type> const of(genus, unbuilt);
    tally sum;
    below(of, of.root(), of.deepest(), sum);
    return sum;
  });
}

}  // namespace apps::semigroups
