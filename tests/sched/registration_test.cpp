// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registrations with phasers that outlive a call: those of coroutines, which continue on other
// fibres, and those of tasks whose start fails.
#include <atomic>
#include <memory>
#include <stdexcept>

#include <skua/coroutine.hpp>
#include <skua/finish.hpp>
#include <skua/phaser.hpp>
#include <skua/promise.hpp>
#include <skua/spawn.hpp>

#include "sync_support.hpp"

namespace {

using namespace sync_test;
using skua::phased;
using skua::phaser;
using skua::phaser_mode;

/// A future for which a coroutine suspends: another task makes it ready.
skua::future<void> soon() {
  auto const p = std::make_shared<skua::promise<void>>();
  skua::spawn([p] {
    skua::yield();
    p->set_value();
  });
  return p->get_future();
}

TASK_TEST(registration, of_a_coroutine_lasts_until_its_end) {
  constexpr int members = 5, phases = 10;
  std::atomic<int> arrived{0};
  skua::finish([&arrived] {
    phaser const ph(phaser_mode::signal_wait);
    for (int m = 0; m < members; ++m) {
      skua::spawn(phased(ph), [ph, &arrived]() -> skua::task<> {
        for (int i = 1; i <= phases; ++i) {
          co_await soon();
          EXPECT_TRUE(ph.registered());
          ++arrived;
          ph.next();
          EXPECT_GE(arrived, i * members);
        }
      });
    }
    ph.drop();
  });
  EXPECT_EQ(arrived, members * phases);
}

TASK_TEST(registration, of_an_async_coroutine_has_ended_when_its_future_is_ready) {
  skua::finish([] {
    phaser const ph(phaser_mode::signal_wait);
    auto f = skua::async(phased(ph), [ph]() -> skua::task<int> {
      co_await soon();
      ph.next();
      co_await soon();
      co_return 7;
    });
    ph.next();
    EXPECT_EQ(f.get(), 7);
    ph.next();  // waits for no one
  });
}

TASK_TEST(registration, of_a_coroutine_is_also_that_of_the_body_of_its_finish) {
  skua::finish([] {
    phaser const ph(phaser_mode::signal_wait);
    skua::spawn(phased(ph), [ph]() -> skua::task<> {
      co_await skua::finish([ph]() -> skua::task<> {
        EXPECT_TRUE(ph.registered());
        co_await soon();
        EXPECT_TRUE(ph.registered());
        ph.next();
      });
      EXPECT_TRUE(ph.registered());
      co_await soon();
      ph.next();
    });
    ph.next();
    ph.next();
  });
}

TASK_TEST(registration, in_the_body_of_a_coroutines_finish_ends_with_it) {
  skua::async([]() -> skua::task<> {
    co_await skua::finish([]() -> skua::task<> {
      phaser const ph(phaser_mode::signal_wait);
      co_await soon();
      EXPECT_TRUE(ph.registered());
      skua::spawn(phased(ph), [ph] {
        for (int i = 0; i < 5; ++i) ph.next();
      });
      for (int i = 0; i < 3; ++i) ph.next();
      co_await soon();
    });
  }).get();
}

TASK_TEST(registration, of_a_task_is_not_that_of_a_coroutine_that_it_starts) {
  skua::finish([] {
    phaser const ph(phaser_mode::signal_wait);
    skua::finish([ph] {
      skua::spawn([ph]() -> skua::task<> {
        EXPECT_FALSE(ph.registered());
        co_await soon();
        EXPECT_FALSE(ph.registered());
      });
    });
    EXPECT_TRUE(ph.registered());
    ph.next();
  });
}

/// Throws at the copy with that number.
struct fragile {
  int* copies_left;

  explicit fragile(int* n) : copies_left(n) {}
  fragile(fragile const& other) : copies_left(other.copies_left) {
    if (--*copies_left == 0) throw std::runtime_error("a copy");
  }
  fragile& operator=(fragile const&) = delete;
  void operator()() const {}
};

TASK_TEST(registration, of_a_task_whose_function_cannot_be_copied_ends) {
  constexpr int tries = 10;
  int copies_left[tries];
  int failed = 0;
  skua::finish([&] {
    phaser const ph(phaser_mode::signal_wait);
    for (int i = 0; i < tries; ++i) {
      copies_left[i] = i + 1;
      fragile const f(&copies_left[i]);
      try {
        skua::spawn(phased(ph), f);
      } catch (std::runtime_error const&) {
        ++failed;
      }
    }
    ph.next();  // waits for the tasks that have started
  });
  EXPECT_GT(failed, 1);
  EXPECT_LT(failed, tries);
}

}  // namespace
