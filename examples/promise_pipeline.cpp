// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pipeline of promises: each stage of an item waits only for its two inputs.
#include <cstdio>
#include <vector>

#include <skua/finish.hpp>
#include <skua/promise.hpp>
#include <skua/run.hpp>
#include <skua/spawn.hpp>

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    constexpr std::size_t items = 200, stages = 5;
    // cell[s][i] is item i after stage s. It needs item i after stage s - 1, and item i - 1 after
    // stage s.
    std::vector<std::vector<skua::promise<long>>> cell(stages);
    std::vector<std::vector<skua::shared_future<long>>> value(stages);
    for (std::size_t s = 0; s < stages; ++s) {
      cell[s].resize(items);
      for (auto& p : cell[s]) value[s].push_back(p.get_future().share());
    }
    skua::finish([&] {
      for (std::size_t s = stages; s-- > 0;) {  // created in the wrong order on purpose: the data decide what runs when
        for (std::size_t i = items; i-- > 0;) {
          skua::spawn([&, s, i] {
            long const previous_stage = s > 0 ? value[s - 1][i].get() : static_cast<long>(i);
            long const previous_item = i > 0 ? value[s][i - 1].get() : 0;
            cell[s][i].set_value((previous_stage + previous_item) % 1'000'003);
          });
        }
      }
    });
    std::vector<long> expected(items);
    for (std::size_t i = 0; i < items; ++i) expected[i] = static_cast<long>(i);
    for (std::size_t s = 0; s < stages; ++s) {
      for (std::size_t i = 1; i < items; ++i) expected[i] = (expected[i] + expected[i - 1]) % 1'000'003;
    }
    long const last = value[stages - 1][items - 1].get();
    std::printf("the last item is %ld, it should be %ld\n", last, expected[items - 1]);
    return last == expected[items - 1] ? 0 : 1;
  });
}
