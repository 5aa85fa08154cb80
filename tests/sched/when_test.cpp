// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// when_all and when_any: order, empty lists, failures, mixed types, completion by other threads.
#include "sched/future_support.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <skua/finish.hpp>
#include <skua/promise.hpp>
#include <skua/spawn.hpp>
#include <skua/when.hpp>

namespace {

using test::future_error_of;

TASK_TEST(when, all_of_a_few) {
  auto shared = skua::async([] { return 3; }).share();
  auto [a, b, c, d] = skua::when_all(skua::async([] { return 1; }), skua::async([] { return std::string("two"); }),
                                     shared, skua::async([]() -> void { throw 4; }))
                          .get();
  EXPECT_EQ(a.get(), 1);
  EXPECT_EQ(b.get(), "two");
  EXPECT_EQ(c.get(), 3);
  EXPECT_THROW(d.get(), int);
  EXPECT_EQ(shared.get(), 3);
  EXPECT_TRUE(skua::when_all().is_ready());
}

TEST(when, all_is_ready_with_the_last) {
  skua::promise<int> p, q;
  std::vector<skua::future<int>> futures;
  futures.push_back(p.get_future());
  futures.push_back(q.get_future());
  auto combined = skua::when_all(futures.begin(), futures.end());
  EXPECT_FALSE(futures[0].valid());
  q.set_value(2);
  EXPECT_FALSE(combined.is_ready());
  p.set_value(1);
  EXPECT_TRUE(combined.is_ready());
  auto results = combined.get();
  EXPECT_EQ(results[0].get() + 10 * results[1].get(), 21);
}

TASK_TEST(when, all_of_many_tasks) {
  std::vector<skua::future<int>> futures;
  for (int i = 0; i < 500; ++i) futures.push_back(skua::async([i] { return i; }));
  auto sum = skua::when_all(futures.begin(), futures.end()).then([](auto combined) {
    int s = 0;
    for (auto& f : combined.get()) s += f.get();
    return s;
  });
  EXPECT_EQ(sum.get(), 500 * 499 / 2);
}

TEST(when, any_names_the_first) {
  skua::promise<int> p;
  skua::promise<std::string> q;
  auto combined = skua::when_any(p.get_future(), q.get_future());
  EXPECT_FALSE(combined.is_ready());
  q.set_value("q");
  ASSERT_TRUE(combined.is_ready());
  auto r = combined.get();
  EXPECT_EQ(r.index, 1u);
  EXPECT_EQ(std::get<1>(r.futures).get(), "q");
  EXPECT_FALSE(std::get<0>(r.futures).is_ready());
  p.set_value(5);
  EXPECT_EQ(std::get<0>(r.futures).get(), 5);
}

TEST(when, any_of_ready_none_and_dropped) {
  std::vector<skua::future<int>> futures;
  EXPECT_EQ(skua::when_any(futures.begin(), futures.end()).get().index, static_cast<std::size_t>(-1));
  skua::promise<int> p;
  futures.push_back(p.get_future());
  futures.push_back(skua::make_ready_future(1));
  EXPECT_EQ(skua::when_any(futures.begin(), futures.end()).get().index, 1u);
  p.set_value(1);  // no future is left to receive it
  skua::future<int> empty;
  EXPECT_EQ(future_error_of([&] { (void)skua::when_all(std::move(empty)); }), std::future_errc::no_state);
}

// The futures of the losers are returned usable, even when their tasks have not started.
TASK_TEST(when, any_gives_the_others_back) {
  std::vector<skua::future<int>> futures;
  for (int i = 0; i < 100; ++i) futures.push_back(skua::async([i] { return i; }));
  auto r = skua::when_any(futures.begin(), futures.end()).get();
  int sum = 0;
  for (auto& f : r.futures) sum += f.get();
  EXPECT_EQ(sum, 4950);
  EXPECT_LT(r.index, 100u);
}

TEST(when, completed_from_many_threads) {
  for (int round = 0; round < 50; ++round) {
    std::vector<skua::promise<int>> promises(4);
    std::vector<skua::future<int>> futures;
    for (auto& p : promises) futures.push_back(p.get_future());
    auto combined = skua::when_all(futures.begin(), futures.end());
    std::vector<std::thread> threads;
    for (auto& p : promises) threads.emplace_back([&p] { p.set_value(1); });
    int sum = 0;
    for (auto& f : combined.get()) sum += f.get();
    EXPECT_EQ(sum, 4);
    for (auto& t : threads) t.join();
  }
}

}  // namespace
