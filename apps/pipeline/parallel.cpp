// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pipeline with futures as arguments (Chasapis, Unified futures, 2013, figure 3.13b). A stage
// is started with the future of the stage before it and waits there itself: whoever starts the
// stages never waits, so a slow item holds up no other.

#include <skua/skua.hpp>
#include <utility>

#include "problem.hpp"

namespace apps::pipeline {
namespace {

block stage1(parameters const* of, std::int64_t item) { return make(of->seed, item, of->size); }

block stage2(skua::shared_future<block> made, int rounds) { return stir(made.get(), rounds); }

void stage3(skua::shared_future<block> stirred, std::int64_t item, skua::sum<std::uint64_t> answer) {
  answer += static_cast<std::uint64_t>(item + 1) * fold(stirred.get());
}

}  // namespace

std::uint64_t run_parallel(parameters const& of) {
  skua::sum<std::uint64_t> answer;
  skua::finish([&] {
    for (std::int64_t item = 0; item < of.items; ++item) {
      skua::shared_future<block> made = skua::async(stage1, &of, item).share();
      skua::shared_future<block> stirred = skua::async(stage2, std::move(made), of.rounds).share();
      skua::spawn(stage3, std::move(stirred), item, answer);
    }
  });
  return answer.get();
}

}  // namespace apps::pipeline
