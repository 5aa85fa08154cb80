// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The three stages, and the sequential twin: one loop over the items.

#include <cstddef>

#include "../quicksort/keys.hpp"
#include "problem.hpp"

namespace apps::pipeline {

block make(std::uint64_t seed, std::int64_t item, std::int64_t size) {
  block made(static_cast<std::size_t>(size));
  auto const first = static_cast<std::uint64_t>(item) * static_cast<std::uint64_t>(size);
  for (std::size_t i = 0; i < made.size(); ++i) made[i] = splitmix::key(seed, first + i);
  return made;
}

block stir(block const& from, int rounds) {
  block stirred = from;
  for (int round = 0; round < rounds; ++round) {
    std::uint64_t before = static_cast<std::uint64_t>(round);
    for (std::uint64_t& word : stirred) before = word = splitmix::mix64(word ^ before);
  }
  return stirred;
}

std::uint64_t fold(block const& from) noexcept {
  std::uint64_t folded = 0;
  for (std::size_t i = 0; i < from.size(); ++i) folded += (i + 1) * from[i];
  return folded;
}

std::uint64_t run_sequential(parameters const& of) {
  std::uint64_t answer = 0;
  for (std::int64_t item = 0; item < of.items; ++item)
    answer += static_cast<std::uint64_t>(item + 1) * fold(stir(make(of.seed, item, of.size), of.rounds));
  return answer;
}

}  // namespace apps::pipeline
