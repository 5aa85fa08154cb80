// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spawn and async: every task runs once, with its own copies of its function and arguments.
#include <skua/spawn.hpp>

#include <array>
#include <memory>
#include <thread>
#include <vector>

#include "core_support.hpp"

namespace {

using namespace core_test;

WORKERS_SUITE(spawn);

TASK_TEST_P(spawn, runs_every_task_once) {
  std::vector<std::atomic<int>> ran(10'000);
  skua::finish([&] {
    for (std::size_t i = 0; i < ran.size(); ++i) skua::spawn([&ran, i] { ++ran[i]; });
  });
  for (auto const& n : ran) ASSERT_EQ(n, 1);
}

struct adder {
  int base;
  int add(int x) const { return base + x; }
};

TASK_TEST_P(spawn, arguments_are_decayed_copies) {
  std::string text = "before";
  int target = 0;
  skua::finish([&] {
    skua::spawn(
        [](std::string s, int& out, std::unique_ptr<int> p) {
          EXPECT_EQ(s, "before");
          out = *p;
        },
        text, std::ref(target), std::make_unique<int>(7));
    text = "after";
  });
  EXPECT_EQ(target, 7);
  EXPECT_EQ(skua::async(&adder::add, adder{30}, 12).get(), 42);
  char const literal[] = "array";
  EXPECT_EQ(skua::async([](std::string const& s) { return s.size(); }, literal).get(), 5u);
}

template <std::size_t Bytes>
void closure_of_size() {
  std::array<unsigned char, Bytes> data{};
  for (std::size_t i = 0; i < Bytes; ++i) data[i] = static_cast<unsigned char>(i * 7 + Bytes);
  std::atomic<int> right{0};
  skua::finish([&] {
    for (int k = 0; k < 50; ++k) {
      skua::spawn([data, &right] {
        bool same = true;
        for (std::size_t i = 0; i < Bytes; ++i) same = same && data[i] == static_cast<unsigned char>(i * 7 + Bytes);
        right += same ? 1 : 0;
      });
    }
  });
  EXPECT_EQ(right, 50) << Bytes;
}

TASK_TEST_P(spawn, closures_of_every_size_class) {
  closure_of_size<1>();
  closure_of_size<40>();
  closure_of_size<41>();
  closure_of_size<56>();
  closure_of_size<120>();
  closure_of_size<121>();
  closure_of_size<248>();
  closure_of_size<1000>();
}

TASK_TEST_P(spawn, aligned_closures) {
  struct alignas(64) line {
    int x;
  };
  std::atomic<int> right{0};
  skua::finish([&] {
    for (int i = 0; i < 100; ++i) {
      skua::spawn(
          [l = line{i}, i, &right] { right += l.x == i && reinterpret_cast<std::uintptr_t>(&l) % 64 == 0 ? 1 : 0; });
    }
  });
  EXPECT_EQ(right, 100);
}

TEST_P(spawn, a_closure_is_destroyed_once_also_if_it_never_starts) {
  std::atomic<int> living{0};
  run([&] {
    skua::finish([&] {
      for (int i = 0; i < 200; ++i) skua::spawn([c = counted_object(living)] {});
    });
    EXPECT_EQ(living, 0);
    skua::finish([&] {
      skua::cancel();
      for (int i = 0; i < 200; ++i) skua::spawn([c = counted_object(living)] {});
      for (int i = 0; i < 200; ++i) (void)skua::async([c = counted_object(living)] {});
    });
    EXPECT_EQ(living, 0);
    auto f = skua::async([&] { return counted_object(living); });
    f.wait();
    EXPECT_EQ(living, 1);
  });
  EXPECT_EQ(living, 0) << "the result of a future that was never fetched";
}

TEST_P(spawn, a_closure_that_throws_when_copied_leaves_nothing_behind) {
  struct thrower {
    std::shared_ptr<int> value = std::make_shared<int>(1);
    thrower() = default;
    thrower(thrower const& other) : value(other.value) { throw std::runtime_error("copy"); }
    void operator()() const {}
  };
  run([] {
    thrower const t;
    EXPECT_THROW(skua::spawn(t), std::runtime_error);
    EXPECT_THROW((void)skua::async(t), std::runtime_error);
    EXPECT_EQ(t.value.use_count(), 1);
  });
}

TASK_TEST_P(spawn, a_child_may_wait_for_what_its_parent_does_later) {
  for (int i = 0; i < 200; ++i) {
    skua::event e;
    std::atomic<int> passed{0};
    skua::finish([&] {
      for (int k = 0; k < 3; ++k) {
        skua::spawn([&] {
          e.wait();
          ++passed;
        });
      }
      e.set();
    });
    EXPECT_EQ(passed, 3);
  }
}

void chain(long remaining, std::atomic<long>* links) {
  ++*links;
  if (remaining > 1) skua::spawn(&chain, remaining - 1, links);
}

TEST_P(spawn, a_chain_of_a_million_tasks_needs_no_stack) {
  skua::options o = settings();
  o.stack_bytes = 64 * 1024;
  skua::runtime place{o};
  place.run([] {
    long const length = fewer(1'000'000, 50'000);
    std::atomic<long> links{0};
    skua::finish([&] { skua::spawn(&chain, length, &links); });
    EXPECT_EQ(links, length);
  });
}

TASK_TEST_P(spawn, a_scope_waits_for_async_tasks_with_exceptions_in_their_futures) {
  std::atomic<int> ran{0};
  skua::finish_result const r = skua::finish([&] {
    for (int i = 0; i < 100; ++i) {
      (void)skua::async([&] {
        ++ran;
        throw std::runtime_error("stays");
      });
    }
  });
  EXPECT_EQ(ran, 100);
  EXPECT_TRUE(r.completed());
}

TEST_P(spawn, tasks_of_plain_threads_belong_to_the_run) {
  std::atomic<int> ran{0};
  run([&] {
    std::thread helper([&] {
      for (int i = 0; i < 100; ++i) {
        skua::spawn([&] {
          skua::yield();
          ++ran;
        });
      }
      EXPECT_EQ(skua::async([] { return 5; }).get(), 5);
    });
    skua::blocking([&] { helper.join(); });
  });
  EXPECT_EQ(ran, 100);
}

TEST_P(spawn, knows_where_it_runs) {
  EXPECT_EQ(skua::worker(), -1);
  run([&] {
    EXPECT_EQ(skua::here(), 0);
    EXPECT_EQ(skua::places(), 1);
    EXPECT_EQ(skua::workers(), workers());
    std::atomic<int> wrong{0};
    skua::finish([&] {
      for (int i = 0; i < 100; ++i) {
        skua::spawn([&] { wrong += skua::worker() < 0 || skua::worker() >= workers() ? 1 : 0; });
      }
    });
    EXPECT_EQ(wrong, 0);
  });
}

TASK_TEST_P(spawn, as_many_tasks_run_at_once_as_there_are_workers) {
  rendezvous meeting(skua::workers());
  std::atomic<int> met{0};
  skua::finish([&] {
    for (int i = 0; i < skua::workers(); ++i) skua::spawn([&] { met += meeting.meet() ? 1 : 0; });
  });
  EXPECT_EQ(met, skua::workers());
}

TASK_TEST_P(spawn, latent_tasks_run_while_their_parent_computes_without_a_call) {
  if (skua::workers() == 1 || thread_sanitizer) GTEST_SKIP() << "needs a second worker and forced exposure";
  std::atomic<int> ran{0};
  skua::finish([&] {
    for (int i = 0; i < 16; ++i) skua::spawn([&] { ++ran; });
    EXPECT_TRUE(spins_until([&] { return ran.load() == 16; })) << "tasks hid behind a parent that computes";
  });
}

}  // namespace
