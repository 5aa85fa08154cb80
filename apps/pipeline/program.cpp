// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The three stages, as one loop over the items, and as tasks.

#include <cstddef>
#include <skua/skua.hpp>
#include <utility>

#include "../skua/splitmix.hpp"
#include "problem.hpp"

namespace apps::pipeline {

block make(std::uint64_t seed, std::int64_t item, std::int64_t size) {
  block result(static_cast<std::size_t>(size));
  auto const first = static_cast<std::uint64_t>(item) * static_cast<std::uint64_t>(size);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = splitmix::key(seed, first + i);
  return result;
}

block stir(block const& input, int rounds) {
  block result = input;
  for (int round = 0; round < rounds; ++round) {
    std::uint64_t previous = static_cast<std::uint64_t>(round);
    for (std::uint64_t& word : result) previous = word = splitmix::mix64(word ^ previous);
  }
  return result;
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

// The pipeline with futures as arguments (Chasapis, Unified futures, 2013, figure 3.13b). Each
// stage gets the future of the previous stage and waits for it itself. The loop that starts the
// stages never waits, so a slow item delays no other.
namespace {

block stage1(parameters const* settings, std::int64_t item) { return make(settings->seed, item, settings->size); }

block stage2(skua::shared_future<block> raw_block, int rounds) { return stir(raw_block.get(), rounds); }

void stage3(skua::shared_future<block> mixed_block, std::int64_t item, skua::sum<std::uint64_t> answer) {
  answer += static_cast<std::uint64_t>(item + 1) * fold(mixed_block.get());
}

}  // namespace

std::uint64_t run_parallel(parameters const& settings) {
  skua::sum<std::uint64_t> answer;
  skua::finish([&] {
    for (std::int64_t item = 0; item < settings.items; ++item) {
      skua::shared_future<block> raw_block = skua::async(stage1, &settings, item).share();
      skua::shared_future<block> mixed_block = skua::async(stage2, std::move(raw_block), settings.rounds).share();
      skua::spawn(stage3, std::move(mixed_block), item, answer);
    }
  });
  return answer.get();
}

}  // namespace apps::pipeline
