// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pipeline with futures as arguments (Chasapis, Unified futures, 2013, figure 3.13b). Each
// stage gets the future of the previous stage and waits for it itself. The loop that starts the
// stages never waits, so a slow item delays no other.

#include <skua/skua.hpp>
#include <utility>

#include "problem.hpp"

namespace apps::pipeline {
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
