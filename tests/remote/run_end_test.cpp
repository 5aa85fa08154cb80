// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of a run waits for the remaining tasks of all places, and sends no messages until then.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include <skua/skua.hpp>

#include "remote/node.hpp"

namespace {

using namespace std::chrono_literals;

skua::options three_places() {
  skua::options o;
  o.workers = 1;
  o.places = 3;
  o.transport = "inproc";
  return o;
}

std::uint64_t messages_of_place_0() { return skua::remote::node_of(skua::sched::place_here()).end().sent().messages; }

// A place answers a wave only after its last task.
TEST(run_end, a_long_post_costs_no_messages) {
  skua::runtime program{three_places()};
  std::atomic<bool> done{false};
  program.run([] {});
  std::uint64_t const messages_before = messages_of_place_0();
  program.run([&done] {
    skua::post(skua::on(1), [&done] {
      std::this_thread::sleep_for(300ms);
      done = true;
    });
  });
  EXPECT_TRUE(done);
  EXPECT_LT(messages_of_place_0() - messages_before, 60u) << "place 0 has sent waves all the time";
}

// A post that posts: each wave except the last may meet a post that is under way.
TEST(run_end, a_chain_of_posts_is_waited_for) {
  skua::runtime program{three_places()};
  for (int length : {1, 2, 7, 50}) {
    std::atomic<int> ran{0};
    struct chain {
      static void next(int remaining, std::atomic<int>* count) {
        count->fetch_add(1);
        if (remaining > 1)
          skua::post(skua::on((skua::here() + 1) % skua::places()), [=] { next(remaining - 1, count); });
      }
    };
    program.run([&ran, length] { skua::post(skua::on(1), [&ran, length] { chain::next(length, &ran); }); });
    EXPECT_EQ(ran, length);
  }
}

// Because of external threads, the root scope of their place is never without a task for long.
TEST(run_end, runs_end_while_plain_threads_go_on) {
  skua::runtime program{three_places()};
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&stop] {
      while (!stop) EXPECT_EQ(skua::async([] { return 3; }).get(), 3);
    });
  }
  for (int k = 0; k < 50; ++k) {
    int const sum = program.run([] {
      skua::post(skua::on(2), [] {});
      return skua::at(1, [] { return skua::here(); });
    });
    EXPECT_EQ(sum, 1);
  }
  stop = true;
  for (std::thread& t : threads) t.join();
}

}  // namespace
