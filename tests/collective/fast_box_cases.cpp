// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short operations one after another, which use fast boxes after the first few: members that are
// late or far ahead, with long messages in between.
#include <chrono>
#include <random>
#include <vector>

#include <skua/collective.hpp>

#include "remote/cases.hpp"

namespace {

using namespace place_test;
namespace collective = skua::collective;

/// The delay of a member that computes between two operations: mostly none, sometimes so long that
/// the other members go to sleep.
void be_late(std::mt19937& random) {
  unsigned const choice = random() % 64;
  if (choice == 0) skua::sleep_for(std::chrono::microseconds(random() % 2000));
  if (choice == 1) skua::yield();
}

SPMD_CASE(collective_short_ones_and_late_members) {
  int const n = skua::places();
  int const me = skua::here();
  std::mt19937 random(static_cast<unsigned>(me) + 1);
  for (int i = 0; i < fewer(240, 120); ++i) {
    be_late(random);
    switch (i % 5) {
      case 0:
        SAME(collective::allreduce(me + i, std::plus<>()), n * (n - 1) / 2 + n * i);
        break;
      case 1:
        SAME(collective::broadcast(me + i, i % n), i % n + i);
        break;
      case 2:
        collective::barrier();
        break;
      case 3: {
        auto const gathered = collective::allgather(me * i);
        for (int r = 0; r < n; ++r) SAME(gathered[static_cast<std::size_t>(r)], r * i);
        break;
      }
      default: {
        // Four bytes, the capacity of a fast-box entry, one byte more, and much more: in one
        // sequence.
        std::size_t const sizes[] = {4, 32, 33, 70'000};
        std::vector<char> text(sizes[static_cast<std::size_t>(i / 5) % 4], static_cast<char>('a' + me));
        collective::broadcast(std::span(text), (i / 5) % n);
        CHECK(text == std::vector<char>(text.size(), static_cast<char>('a' + (i / 5) % n)));
      }
    }
  }
}

PLACE_CASE(collective_short_ones_and_a_failure) {
  // A member that leaves with an exception sends a message. The fast-box entries that other members
  // have sent to it are dropped.
  skua::run_spmd([] {
    int const n = skua::places();
    for (int i = 0; i < 12; ++i) {
      SAME(collective::allreduce(1, std::plus<>()), n);
      if (i % 4 != 3 || n == 1) continue;
      bool failed = false;
      try {
        (void)collective::allreduce(skua::here(), [](int a, int b) {
          if (a + b >= 0) throw std::runtime_error("no sum");
          return a;
        });
      } catch (std::runtime_error const&) {
        failed = true;
      }
      CHECK(failed);
    }
  });
}

}  // namespace
