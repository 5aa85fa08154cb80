// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interfaces of <semaphore>, <barrier> and <latch>. Their waits suspend tasks, so far more
// tasks than workers can wait.
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
    std::atomic<int> peak{0};
    skua::latch all_served(100);
    skua::finish([&] {
      for (int i = 0; i < 100; ++i) {
        skua::spawn([&] {
          seats.acquire();
          int const occupancy = ++inside;
          int old_peak = peak.load();
          while (old_peak < occupancy && !peak.compare_exchange_weak(old_peak, occupancy)) {
          }
          skua::yield();
          --inside;
          seats.release();
          all_served.count_down();
        });
      }
      all_served.wait();
    });

    // Fifty members meet ten times; the last member to arrive runs end_round.
    constexpr std::size_t members = 50;
    std::vector<int> value(members, 0);
    int rounds = 0;
    bool in_step = true;
    auto end_round = [&]() noexcept {
      in_step = in_step && std::all_of(value.begin(), value.end(), [&](int v) { return v == rounds + 1; });
      ++rounds;
    };
    skua::barrier round_end(members, end_round);
    skua::finish([&] {
      for (std::size_t m = 0; m < members; ++m) {
        skua::spawn([&, m] {
          for (int r = 0; r < 10; ++r) {
            ++value[m];
            round_end.arrive_and_wait();
          }
        });
      }
    });
    std::printf("at most %d were inside; %d rounds, %s\n", peak.load(), rounds,
                in_step ? "all together" : "not together");
    return peak >= 1 && peak <= 3 && rounds == 10 && in_step ? 0 : 1;
  });
}
