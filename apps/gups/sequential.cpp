// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The sequential program, and the hash of a table.

#include <numeric>
#include <vector>

#include "../common/splitmix.hpp"
#include "../common/stopwatch.hpp"
#include "problem.hpp"

namespace apps::gups {

std::uint64_t hash_of(std::span<std::uint64_t const> words, std::uint64_t first) noexcept {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < words.size(); ++i) sum += splitmix::mix64(words[i] + splitmix::mix64(first + i));
  return sum;
}

answer update_sequential(parameters const& settings) {
  std::vector<std::uint64_t> table(settings.words());
  std::iota(table.begin(), table.end(), std::uint64_t{0});
  std::uint64_t const mask = settings.words() - 1;
  auto const updates = settings.updates();
  answer result;
  stopwatch const watch;
  std::uint64_t x = 1;
  for (std::uint64_t i = 0; i < updates; ++i) {
    x = next(x);
    table[x & mask] ^= x;
  }
  result.seconds = watch.seconds();
  result.hash = hash_of(table, 0);
  return result;
}

}  // namespace apps::gups
