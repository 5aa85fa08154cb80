// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A pipeline of three stages: make a block of numbers, stir it, fold it to one number. It stands
// for programs such as image search, where every item passes through the same chain of functions
// and items do not depend on each other.

#pragma once

#include <cstdint>
#include <skua/reducer.hpp>
#include <vector>

namespace apps::pipeline {

inline constexpr std::int64_t largest_items = 10'000'000;
inline constexpr std::int64_t largest_size = 16'777'216;

using block = std::vector<std::uint64_t>;

/// Stage 1: the block of item `item`, generated from its number.
[[nodiscard]] block make(std::uint64_t seed, std::int64_t item, std::int64_t size);

/// Stage 2: the block with each word mixed with its predecessor, `rounds` times over.
[[nodiscard]] block stir(block words, int rounds);

/// Stage 3: one number that depends on every word and its position.
[[nodiscard]] std::uint64_t fold(block const& input) noexcept;

struct parameters {
  std::int64_t items = 0;
  std::int64_t size = 0;  ///< words per block
  int rounds = 0;         ///< work in stage 2
  std::uint64_t seed = 0;
};

/// The answer: the sum of (item + 1) times the folded number of each item, modulo 2^64.
[[nodiscard]] std::uint64_t run_sequential(parameters const& settings);

/// The place of a job: at any place that is idle, or at the places in turn (the stages of an item
/// are at different places then, if the number of places is not 1).
enum class placement { any, round_robin };

struct parallel_result {
  std::uint64_t answer = 0;
  std::uint64_t remote_jobs = 0;  ///< jobs that ran at a place other than 0
};

/// Three jobs per item; each stage takes the future of the stage before it. `items` counts those
/// that have passed all three. Call inside a task.
[[nodiscard]] parallel_result run_parallel(parameters const& settings, placement where, skua::count items = {});

}  // namespace apps::pipeline
