// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registrations with a completion: any order of removals, and very many of them.
#include <skua/detail/core/wait_list.hpp>

#include <algorithm>
#include <chrono>
#include <random>
#include <vector>

#include "sync_support.hpp"

namespace {

using namespace sync_test;
using skua::sched::completion;
using skua::sched::parker;
using skua::sched::wait_node;
using skua::sched::wake_reason;

struct recording_node : wait_node {
  int number = 0;
  std::vector<int>* fired = nullptr;
};

constexpr skua::sched::wait_callback recording{[](wait_node*) noexcept { return true; },
                                               [](wait_node* n) noexcept {
                                                 auto* const node = static_cast<recording_node*>(n);
                                                 node->fired->push_back(node->number);
                                               }};

TEST(wait_list, fires_what_was_not_removed_in_the_order_of_registration) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    completion c;
    std::vector<int> fired, expected;
    std::vector<recording_node> nodes(40);
    std::vector<recording_node*> idle;
    for (recording_node& n : nodes) {
      n.number = static_cast<int>(&n - nodes.data());
      n.fired = &fired;
      n.callback = &recording;
      idle.push_back(&n);
    }
    for (int i = 0; i < 400; ++i) {
      bool const adds = expected.empty() || (!idle.empty() && random() % 5 < 3);
      if (adds) {
        std::size_t const k = random() % idle.size();
        ASSERT_TRUE(c.add(idle[k]));
        expected.push_back(idle[k]->number);
        idle.erase(idle.begin() + static_cast<std::ptrdiff_t>(k));
      } else {
        auto const k = expected.begin() + static_cast<std::ptrdiff_t>(random() % expected.size());
        auto& node = nodes[static_cast<std::size_t>(*k)];
        c.remove(&node);
        idle.push_back(&node);
        expected.erase(k);
      }
    }
    ASSERT_TRUE(c.complete());
    ASSERT_EQ(fired, expected);
  }
}

// The completer drops the node of a waiter that a timeout has claimed. The waiter removes it only
// after reset(), when the node before it has been registered again.
TEST(wait_list, a_late_removal_leaves_later_registrations_alone) {
  completion c;
  std::vector<int> fired;
  std::vector<recording_node> nodes(2);
  for (recording_node& n : nodes) {
    n.number = static_cast<int>(&n - nodes.data());
    n.fired = &fired;
    n.callback = &recording;
  }
  parker claimed;
  claimed.open();
  wait_node last, late;
  late.waiter = &claimed;
  ASSERT_TRUE(c.add(&last) && c.add(&late) && c.add(&nodes[0]));
  c.remove(&last);  // now `late` is linked to the node before it
  ASSERT_TRUE(claimed.try_win(wake_reason::timeout));
  ASSERT_TRUE(c.complete());
  ASSERT_TRUE(c.reset());
  ASSERT_TRUE(c.add(&nodes[1]) && c.add(&nodes[0]));
  c.remove(&late);
  ASSERT_TRUE(c.complete());
  EXPECT_EQ(fired, (std::vector<int>{0, 1, 0}));
}

// A removal walked through all registrations: these waits took more than a minute.
TEST(wait_list, many_timeouts_on_one_event_take_no_minutes) {
  skua::runtime place{skua::options{.workers = 2}};
  std::atomic<long> expired{0};
  place.run([&] {
    skua::event never;
    skua::finish([&] {
      for (int i = 0; i < 4000; ++i) {
        skua::spawn([&never, &expired, i] {
          for (int k = 0; k < 50; ++k) {
            if (!never.wait_for(std::chrono::microseconds((7 * i + 13 * k) % 2000))) ++expired;
          }
        });
      }
    });
  });
  EXPECT_EQ(expired, 4000 * 50);
}

TASK_TEST(wait_list, timeouts_race_with_set_and_reset) {
  skua::event e;
  std::atomic<int> left{50};
  std::atomic<long> ended{0};
  skua::finish([&] {
    for (int i = 0; i < 50; ++i) {
      skua::spawn([&, i] {
        for (int k = 0; k < 100; ++k) {
          (void)e.wait_for(std::chrono::microseconds((i + k) % 50));
          ++ended;
        }
        --left;
      });
    }
    while (left != 0) {
      e.set();
      (void)e.reset();
      skua::yield();
    }
  });
  EXPECT_EQ(ended, 50 * 100);
}

}  // namespace
