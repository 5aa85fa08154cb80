// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "steal/lifelines.hpp"

namespace skua::steal {
namespace {

/// The smallest base in which z digits can write `places` numbers.
int base_of(int places, int z) {
  for (int base = 1;; ++base) {
    long numbers = 1;
    for (int digit = 0; digit < z && numbers < places; ++digit) numbers *= base;
    if (numbers >= places) return base;
  }
}

}  // namespace

std::vector<int> hypercube_buddies(int own_place, int places, int z) {
  std::vector<int> buddies;
  if (places < 2) return buddies;
  int const base = base_of(places, z);
  long weight = 1;
  for (int i = 0; i < z && weight < places; ++i, weight *= base) {
    int const digit = static_cast<int>(own_place / weight % base);
    for (int step = 1; step < base; ++step) {
      long const buddy = own_place + ((digit - step + base) % base - digit) * weight;
      if (buddy >= places) continue;
      buddies.push_back(static_cast<int>(buddy));
      break;
    }
  }
  return buddies;
}

}  // namespace skua::steal
