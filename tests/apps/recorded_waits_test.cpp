// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The recorder of tasks: a record has the dependences that come from each way to wait.

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "recorder_support.hpp"

namespace {

using namespace recorder_test;
using namespace std::chrono_literals;

class recorded_waits : public recorder {};

TEST_F(recorded_waits, futures_that_are_passed_on_make_a_chain) {
  auto const limits = bounds_of_serial(1.2, [] {
    skua::shared_future<int> last = skua::async([] {
                                      compute(2ms);
                                      return 0;
                                    }).share();
    skua::finish([&last] {
      for (int i = 0; i < 8; ++i) {
        last = skua::async([before = last] {
                 int const n = before.get();
                 compute(2ms);
                 return n + 1;
               }).share();
      }
    });
    EXPECT_EQ(last.get(), 8);
  });
  EXPECT_GE(limits.work, 16'000'000u);
  EXPECT_LE(limits.parallelism(), 1.2);
}

TEST_F(recorded_waits, tasks_after_futures_and_coroutines) {
  auto const limits = bounds_of_parallel(2.0, [] {
    std::vector<skua::shared_future<void>> first;
    for (int i = 0; i < 4; ++i) first.push_back(skua::async([] { compute(2ms); }).share());
    skua::finish([&first] {
      for (int i = 0; i < 4; ++i) {
        skua::spawn(skua::after(first[static_cast<std::size_t>(i)]), [] { compute(2ms); });
        skua::spawn(
            [](skua::shared_future<void> f) -> skua::task<void> {
              co_await f;
              compute(2ms);
            },
            first[static_cast<std::size_t>(i)]);
      }
    });
  });
  EXPECT_GE(limits.work, 22'000'000u);
  EXPECT_GE(limits.span, 3'600'000u) << "what waits for a future starts before it is there";
  EXPECT_GE(limits.parallelism(), 2.0);
}

TEST_F(recorded_waits, phases_of_a_barrier) {
  auto const limits = bounds_of_serial(1.2, [] {
    skua::barrier meeting(3);
    skua::finish([&meeting] {
      for (int i = 0; i < 3; ++i) {
        skua::spawn([&meeting, i] {
          for (int phase = 0; phase < 3; ++phase) {
            if (phase == i) compute(4ms);  // in each phase another task
            meeting.arrive_and_wait();
          }
        });
      }
    });
  });
  EXPECT_LE(limits.parallelism(), 1.2);
}

/// Each object lies where the one before lay. Nothing may wait for an event of the next one.
TEST_F(recorded_waits, objects_one_after_the_other_in_the_same_place) {
  record const r = record_of([] {
    std::optional<skua::latch> opened;
    std::optional<skua::barrier<>> meeting;
    std::optional<skua::event> done;
    for (int i = 0; i < 8; ++i) {
      opened.emplace(2);
      meeting.emplace(2);
      done.emplace();
      skua::finish([&] {
        skua::spawn([&] {
          opened->count_down();
          meeting->arrive_and_wait();
        });
        skua::spawn([&] {
          opened->count_down();
          meeting->arrive_and_wait();
          done->set();
        });
      });
      opened->wait();
      done->wait();
    }
  });
  EXPECT_GT(bounds_of(r, "record").span, 0u);
}

/// The first task to count down must not become one with what the second one waits for.
TEST_F(recorded_waits, a_task_that_waits_for_a_future_opens_the_same_latch) {
  record const r = record_of([] {
    for (int i = 0; i < 50; ++i) {
      skua::finish([] {
        skua::latch opened(2);
        auto first = skua::async([&opened] {
          opened.count_down();
          return 1;
        });
        skua::spawn([&opened, second = std::move(first)]() mutable {
          static_cast<void>(second.get());
          opened.count_down();
        });
        opened.wait();
      });
    }
  });
  EXPECT_GT(bounds_of(r, "record").span, 0u);
}

/// Programs of 40 ms without anything parallel: each two of their tasks depend on each other by one
/// way to wait, and the record must have it.
class serial_program : public recorder {
 protected:
  /// The parallelism in the record of a program that runs the body 20 times.
  template <class Body>
  double parallelism_of(Body const& body) {
    auto const limits = bounds_of_serial(1.1, [&body] {
      for (int i = 0; i < 20; ++i) body();
    });
    EXPECT_GE(limits.work, 38'000'000u);
    return limits.parallelism();
  }
};

TEST_F(serial_program, coroutine_that_awaits_scopes) {
  record const r = record_of([] {
    auto const rounds = []() -> skua::task<void> {
      for (int i = 0; i < 20; ++i) {
        co_await skua::finish([]() -> skua::task<void> {
          skua::spawn([] { compute(20us); });  // the last to run
          skua::spawn([] { compute(2ms); });
          co_return;
        });
      }
    };
    skua::async(rounds).get();
  });
  auto const limits = bounds_of(r, "record");
  EXPECT_GE(limits.work, 38'000'000u);
  EXPECT_LE(limits.parallelism(), 1.1);
}

TEST_F(serial_program, invoke_with_a_waiting_caller) {
  EXPECT_LE(parallelism_of([] { skua::invoke([] { compute(2ms); }, [] { skua::yield(); }); }), 1.1);
}

TEST_F(serial_program, event_that_is_set_before_a_wait_with_a_limit) {
  EXPECT_LE(parallelism_of([] {
              skua::event is_done;
              skua::finish([&is_done] {
                skua::spawn([&is_done] {
                  EXPECT_TRUE(is_done.wait_for(1s));
                  compute(1ms);
                });
                skua::spawn([&is_done] {
                  compute(1ms);
                  is_done.set();
                });
              });
            }),
            1.1);
}

TEST_F(serial_program, future_of_a_coroutine) {
  EXPECT_LE(parallelism_of([] {
              auto f = skua::async([]() -> skua::task<int> {
                compute(1ms);
                co_return 1;
              });
              while (f.wait_for(0s) != std::future_status::ready) skua::yield();
              skua::finish([&f] {
                skua::spawn([&f] {
                  EXPECT_EQ(f.get(), 1);
                  compute(1ms);
                });
              });
            }),
            1.1);
}

TEST_F(serial_program, future_of_a_packaged_task) {
  EXPECT_LE(parallelism_of([] {
              skua::packaged_task<int()> p([] {
                compute(1ms);
                return 1;
              });
              skua::future<int> f = p.get_future();
              skua::finish([&p, &f] {
                skua::spawn([&f] {
                  EXPECT_EQ(f.get(), 1);
                  compute(1ms);
                });
                skua::spawn([&p] { p(); });
              });
            }),
            1.1);
}

/// The second event lies where the first one did. An external thread sets it, so that nothing
/// recorded comes before the task that waits for it.
TEST_F(recorded_waits, an_event_that_a_thread_sets_depends_on_no_task) {
  auto const limits = bounds_of_parallel(1.5, [] {
    std::optional<skua::event> done(std::in_place);
    skua::finish([&done] {
      skua::spawn([&done] {
        compute(8ms);
        done->set();
      });
      while (!done->is_set()) skua::yield();
      done.emplace();
      std::thread([&done] { done->set(); }).join();
      skua::spawn([&done] {
        done->wait();
        compute(8ms);
      });
    });
  });
  EXPECT_GE(limits.parallelism(), 1.5);
}

}  // namespace
