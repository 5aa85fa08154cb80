// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Index gather: reads random words of a table over all places.

#include <skua/skua.hpp>

#include "../common/stopwatch.hpp"
#include "checks.hpp"
#include "kernels.hpp"

namespace apps::bale {
namespace {

void read_directly(shared_words const& table, shared_words const& sources, shared_words const& answers) {
  skua::for_async(sources,
                  [table, answers](std::size_t i, std::uint64_t const& word) { answers[i] = table[word].get(); });
}

// The task at the word's place sends the value back in another task.
void read_aggregated(shared_words const& table, shared_words const& sources, shared_words const& answers) {
  using pointer = skua::global_ptr<std::uint64_t>;
  skua::for_async(sources, [table, answers](std::size_t i, std::uint64_t const& word) {
    pointer const word_pointer = table.pointer(word);
    auto const answer = [](pointer source, pointer target) {
      call_at(target.where(), [](pointer local, std::uint64_t value) { *local = value; }, target, (*source).get());
    };
    call_at(word_pointer.where(), answer, word_pointer, answers.pointer(i));
  });
}

}  // namespace

outcome index_gather(parameters const& p, style method) {
  shared_words const table(p.size);
  shared_words const sources = words_of_operations(p);
  shared_words const answers(p.operations());
  skua::finish([&] { skua::for_async(table, [](std::size_t i, std::uint64_t& word) { word = splitmix::mix64(i); }); });
  stopwatch const watch;
  skua::finish([&] { (method == style::direct ? read_directly : read_aggregated)(table, sources, answers); });
  double const seconds = watch.seconds();
  return {p.operations(), seconds, errors_of_gather(p, copy_of(answers))};
}

}  // namespace apps::bale
