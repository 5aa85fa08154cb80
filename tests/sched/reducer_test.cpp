// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/reducer.hpp>

#include <array>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "sync_support.hpp"

namespace {

using namespace sync_test;

TASK_TEST(reducer, plain_threads_add_too) {
  skua::sum<long> total;
  skua::vector_sum<int> sums(2);
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([=] {
      for (int i = 0; i < 1000; ++i) {
        total += 1;
        sums[1] += 1;
      }
    });
  }
  for (int i = 0; i < 1000; ++i) total += 1;
  skua::blocking([&] {
    for (std::thread& t : threads) t.join();
  });
  EXPECT_EQ(total.get(), 4000);
  EXPECT_EQ(sums.get(), (std::vector<int>{0, 3000}));
}

TASK_TEST(vector_sum, adds_elements_and_spans) {
  constexpr std::size_t n = 100;
  skua::vector_sum<long> r(n);
  EXPECT_EQ(r.size(), n);
  skua::finish([=] {
    for (std::size_t t = 0; t < n; ++t) {
      skua::spawn([=] {
        r[t] += static_cast<long>(t);
        std::array<long, n> ones;
        ones.fill(1);
        r += std::span<long const>(ones);
      });
    }
  });
  std::vector<long> const sums = r.get();
  for (std::size_t t = 0; t < n; ++t) {
    EXPECT_EQ(sums[t], static_cast<long>(n + t));
    EXPECT_EQ(r[t].get(), sums[t]);
  }
  r.reset();
  EXPECT_EQ(r.peek(), std::vector<long>(n, 0));
}

TEST(vector_sum, an_index_beyond_the_last_element_ends_the_program) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  auto const run = [](auto const& use) {
    test_support::with_workers([&use] {
      skua::vector_sum<int> const r(4);
      use(r);
    });
  };
  EXPECT_DEATH(run([](auto const& r) { r[4] += 1; }), "vector_sum: an index beyond the last element");
  EXPECT_DEATH(run([](auto const& r) { (void)r[7].get(); }), "vector_sum: an index beyond the last element");
}

TASK_TEST(best, keeps_the_best_value_with_its_payload) {
  skua::best_max<int, std::string> longest;
  skua::best_min<double, std::vector<int>> nearest;
  EXPECT_FALSE(longest.get().has_value());
  skua::finish([=] {
    for (int t = 0; t < 100; ++t) {
      skua::spawn([=] {
        longest.offer(t % 10, "payload " + std::to_string(t));
        nearest += {std::abs(t - 40.5), {t, t + 1}};
      });
    }
  });
  ASSERT_TRUE(longest.get().has_value());
  EXPECT_EQ(longest.get()->value, 9);
  EXPECT_EQ(longest.get()->payload, "payload 19");  // the least of ten equal values, under every schedule
  EXPECT_EQ(nearest.get()->payload, (std::vector<int>{40, 41}));
}

TASK_TEST(reducer_when, fires_once_and_also_after_the_shortest_run) {
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> fired{0};
    std::atomic<int> never{0};
    skua::finish([&] {
      skua::count n;
      n.when([](std::uint64_t k) { return k >= 10; }, [&] { ++fired; });
      n.when([](std::uint64_t k) { return k > 10; }, [&] { ++never; });
      for (int t = 0; t < 10; ++t) skua::spawn([n] { ++n; });
    });
    EXPECT_EQ(fired, 1);
    EXPECT_EQ(never, 0);
  }
}

TASK_TEST(reducer_when, an_action_may_lead_to_another) {
  std::vector<int> steps;
  skua::finish([&] {
    skua::count n;
    n.when([](std::uint64_t k) { return k == 1; },
           [&steps, n] {
             steps.push_back(1);
             n.when([](std::uint64_t k) { return k == 2; }, [&steps] { steps.push_back(2); });
             skua::spawn([n] { ++n; });
           });
    skua::spawn([n] { ++n; });
  });
  EXPECT_EQ(steps, (std::vector<int>{1, 2}));
}

TASK_TEST(reducer_when, fires_while_every_worker_is_busy) {
  std::atomic<bool> fired{false};
  skua::count n;
  n.when([](std::uint64_t k) { return k == 1; }, [&] { fired = true; });
  skua::finish([&] {
    for (int t = 0; t < skua::workers(); ++t) {
      skua::spawn([&, t] {
        if (t == 0) ++n;
        EXPECT_TRUE(spins_until([&] { return fired.load(); }));
      });
    }
  });
}

TASK_TEST(reducer_when, what_the_action_or_the_predicate_throws_goes_to_the_scope) {
  auto const action = [] {
    skua::count n;
    n.when([](std::uint64_t k) { return k == 1; }, [] { throw std::runtime_error("action"); });
    skua::spawn([n] { ++n; });
  };
  EXPECT_THROW(skua::finish(action), std::runtime_error);
  auto const predicate = [] {
    skua::count n;
    n.when([](std::uint64_t) -> bool { throw std::logic_error("predicate"); }, [] {});
  };
  EXPECT_THROW(skua::finish(predicate), std::logic_error);
}

TASK_TEST(reducer_every, reports_while_the_scope_lasts_and_not_after) {
  std::atomic<int> reports{0};
  std::atomic<std::uint64_t> last{0};
  skua::finish([&] {
    skua::count n;
    n.every(milliseconds(1), [&](std::uint64_t k) {
      EXPECT_GE(k, last);
      last = k;
      ++reports;
    });
    skua::spawn([&, n] {
      EXPECT_TRUE(comes_true([&] {
        ++n;
        return reports >= 3;
      }));
    });
  });
  int const at_end = reports;
  EXPECT_GE(at_end, 3);
  skua::sleep_for(milliseconds(10));
  EXPECT_EQ(reports, at_end);
}

TASK_TEST(reducer, dies_with_its_scope_and_not_before) {
  auto const token = std::make_shared<int>(0);
  struct keep_last {
    static std::shared_ptr<int> identity() { return nullptr; }
    std::shared_ptr<int> operator()(std::shared_ptr<int> const& a, std::shared_ptr<int> const& b) const {
      return b ? b : a;
    }
  };
  skua::finish([&] {
    skua::reducer<std::shared_ptr<int>, keep_last> r;
    skua::spawn([r, token] { r += token; });
  });
  EXPECT_EQ(token.use_count(), 1);
}

}  // namespace
