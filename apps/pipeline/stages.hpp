// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pipeline with futures as arguments (Chasapis, Unified futures, 2013, figure 3.13b). Each
// stage gets the future of the previous stage and waits for it itself. The loop that starts the
// stages never waits, so a slow item delays no other. A future that comes to another place fetches
// its block from the place of the loop, which has the results of all jobs.
//
// The work of a stage comes from Stages, a class of static functions make, stir and fold as in
// problem.hpp: the application computes, and the simulated workload of the same name
// (cli/sim/pipeline.cpp) only lets the time pass.

#pragma once

#include <cstdint>
#include <skua/skua.hpp>
#include <utility>

#include "problem.hpp"

namespace apps::pipeline {

struct counters {
  skua::count items;  // that have passed all stages
  skua::sum<std::uint64_t> answer = {};
  skua::count remote_jobs = {};

  void add_job() const {
    if (skua::here() != 0) ++remote_jobs;
  }
};

template <typename Stages>
block stage1(std::uint64_t seed, std::int64_t item, std::int64_t size, counters const& counts) {
  counts.add_job();
  return Stages::make(seed, item, size);
}

template <typename Stages>
block stage2(skua::future<block> raw_block, int rounds, counters const& counts) {
  counts.add_job();
  return Stages::stir(raw_block.get(), rounds);
}

template <typename Stages>
void stage3(skua::future<block> mixed_block, std::int64_t item, counters const& counts) {
  counts.add_job();
  counts.answer += static_cast<std::uint64_t>(item + 1) * Stages::fold(mixed_block.get());
  ++counts.items;
}

/// word(job) says where a job runs; the jobs are numbered in the order of the loop.
template <typename Stages, typename Word>
void start_stages(parameters const& settings, counters const& counts, Word const& word) {
  for (std::int64_t item = 0; item < settings.items; ++item) {
    std::int64_t const job = 3 * item;
    skua::future<block> raw_block = skua::async(word(job), stage1<Stages>, settings.seed, item, settings.size, counts);
    skua::future<block> mixed_block =
        skua::async(word(job + 1), stage2<Stages>, std::move(raw_block), settings.rounds, counts);
    skua::spawn(word(job + 2), stage3<Stages>, std::move(mixed_block), item, counts);
  }
}

template <typename Stages>
parallel_result run_stages(parameters const& settings, placement where, skua::count items = {}) {
  counters const counts{items};
  skua::finish([&] {
    if (where == placement::any)
      start_stages<Stages>(settings, counts, [](std::int64_t) { return skua::any; });
    else
      start_stages<Stages>(settings, counts,
                           [](std::int64_t job) { return skua::on(static_cast<int>(job % skua::places())); });
  });
  return {counts.answer.get(), static_cast<std::uint64_t>(counts.remote_jobs.get())};
}

}  // namespace apps::pipeline
