// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Histogram: adds one to random words of a table over all places.

#include <skua/skua.hpp>

#include "../common/stopwatch.hpp"
#include "checks.hpp"
#include "kernels.hpp"

namespace apps::bale {
namespace {

void count_directly(shared_words const& table, shared_words const& targets) {
  skua::for_async(targets, [table](std::size_t, std::uint64_t const& word) {
    skua::global_atomic<std::uint64_t>(table.pointer(word)).add(1);
  });
}

void count_aggregated(shared_words const& table, shared_words const& targets) {
  skua::for_async(targets, [table](std::size_t, std::uint64_t const& word) {
    auto const counter = table.pointer(word);
    call_at(
        counter.where(),
        [](skua::global_ptr<std::uint64_t> local) { skua::global_atomic<std::uint64_t>(local).add(1); }, counter);
  });
}

}  // namespace

outcome histogram(parameters const& p, style method) {
  shared_words const table(p.size);
  shared_words const targets = words_of_operations(p);
  stopwatch const watch;
  skua::finish([&] { (method == style::direct ? count_directly : count_aggregated)(table, targets); });
  double const seconds = watch.seconds();
  return {p.operations(), seconds, errors_of_histogram(p, copy_of(table))};
}

}  // namespace apps::bale
