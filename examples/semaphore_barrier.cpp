// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Interfaces of <semaphore>, <barrier> and <latch> whose waits suspend tasks: far more tasks than
// workers may wait in them.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <vector>

#include <skua/skua.hpp>

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    // At most three of a hundred tasks are inside at a time.
    skua::counting_semaphore<> seats(3);
    std::atomic<int> inside{0};
    std::atomic<int> most{0};
    skua::latch all_served(100);
    skua::finish([&] {
      for (int i = 0; i < 100; ++i) {
        skua::spawn([&] {
          seats.acquire();
          int const now = ++inside;
          int seen = most.load();
          while (seen < now && !most.compare_exchange_weak(seen, now)) {
          }
          skua::yield();
          --inside;
          seats.release();
          all_served.count_down();
        });
      }
      all_served.wait();
    });

    // Fifty members meet ten times; whoever comes last tidies up between two rounds.
    constexpr std::size_t members = 50;
    std::vector<int> value(members, 0);
    int rounds = 0;
    bool together = true;
    auto between = [&]() noexcept {
      together = together && std::all_of(value.begin(), value.end(), [&](int v) { return v == rounds + 1; });
      ++rounds;
    };
    skua::barrier meeting(members, between);
    skua::finish([&] {
      for (std::size_t m = 0; m < members; ++m) {
        skua::spawn([&, m] {
          for (int r = 0; r < 10; ++r) {
            ++value[m];
            meeting.arrive_and_wait();
          }
        });
      }
    });
    std::printf("at most %d were inside; %d rounds, %s\n", most.load(), rounds,
                together ? "all together" : "not together");
    return most >= 1 && most <= 3 && rounds == 10 && together ? 0 : 1;
  });
}
