// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The three stages, as one loop over the items, and as tasks.

#include <cstddef>
#include <utility>

#include "../common/splitmix.hpp"
#include "problem.hpp"
#include "stages.hpp"

namespace apps::pipeline {

block make(std::uint64_t seed, std::int64_t item, std::int64_t size) {
  block result(static_cast<std::size_t>(size));
  auto const first = static_cast<std::uint64_t>(item) * static_cast<std::uint64_t>(size);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = splitmix::key(seed, first + i);
  return result;
}

block stir(block words, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    std::uint64_t previous = static_cast<std::uint64_t>(round);
    for (std::uint64_t& word : words) previous = word = splitmix::mix64(word ^ previous);
  }
  return words;
}

std::uint64_t fold(block const& input) noexcept {
  std::uint64_t folded = 0;
  for (std::size_t i = 0; i < input.size(); ++i) folded += (i + 1) * input[i];
  return folded;
}

std::uint64_t run_sequential(parameters const& settings) {
  std::uint64_t answer = 0;
  for (std::int64_t item = 0; item < settings.items; ++item)
    answer +=
        static_cast<std::uint64_t>(item + 1) * fold(stir(make(settings.seed, item, settings.size), settings.rounds));
  return answer;
}

namespace {

struct computed_stages {
  static block make(std::uint64_t seed, std::int64_t item, std::int64_t size) {
    return pipeline::make(seed, item, size);
  }
  static block stir(block words, int rounds) { return pipeline::stir(std::move(words), rounds); }
  static std::uint64_t fold(block const& input) noexcept { return pipeline::fold(input); }
};

}  // namespace

parallel_result run_parallel(parameters const& settings, placement where, skua::count items) {
  return run_stages<computed_stages>(settings, where, items);
}

}  // namespace apps::pipeline
