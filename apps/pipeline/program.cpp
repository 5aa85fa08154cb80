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

// The pipeline with futures as arguments (Chasapis, Unified futures, 2013, figure 3.13b). Each
// stage gets the future of the previous stage and waits for it itself. The loop that starts the
// stages never waits, so a slow item delays no other. A future that comes to another place fetches
// its block from the place of the loop, which has the results of all jobs.
namespace {

struct counters {
  skua::sum<std::uint64_t> answer;
  skua::count remote_jobs;

  void add_job() const {
    if (skua::here() != 0) ++remote_jobs;
  }
};

block stage1(std::uint64_t seed, std::int64_t item, std::int64_t size, counters const& counts) {
  counts.add_job();
  return make(seed, item, size);
}

block stage2(skua::future<block> raw_block, int rounds, counters const& counts) {
  counts.add_job();
  return stir(raw_block.get(), rounds);
}

void stage3(skua::future<block> mixed_block, std::int64_t item, counters const& counts) {
  counts.add_job();
  counts.answer += static_cast<std::uint64_t>(item + 1) * fold(mixed_block.get());
}

/// word(job) says where a job runs; the jobs are numbered in the order of the loop.
template <typename Word>
void start_stages(parameters const& settings, counters const& counts, Word const& word) {
  for (std::int64_t item = 0; item < settings.items; ++item) {
    std::int64_t const job = 3 * item;
    skua::future<block> raw_block = skua::async(word(job), stage1, settings.seed, item, settings.size, counts);
    skua::future<block> mixed_block = skua::async(word(job + 1), stage2, std::move(raw_block), settings.rounds, counts);
    skua::spawn(word(job + 2), stage3, std::move(mixed_block), item, counts);
  }
}

}  // namespace

parallel_result run_parallel(parameters const& settings, placement where) {
  counters const counts;
  skua::finish([&] {
    if (where == placement::any)
      start_stages(settings, counts, [](std::int64_t) { return skua::any; });
    else
      start_stages(settings, counts, [](std::int64_t job) { return skua::on(static_cast<int>(job % skua::places())); });
  });
  return {counts.answer.get(), static_cast<std::uint64_t>(counts.remote_jobs.get())};
}

}  // namespace apps::pipeline
