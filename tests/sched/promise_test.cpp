// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// promise: setting once, from tasks and threads, at the end of a task; the standard errors.
#include "sched/future_support.hpp"

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <skua/finish.hpp>
#include <skua/promise.hpp>
#include <skua/spawn.hpp>

namespace {

using test::future_error_of;

static_assert(!std::is_copy_constructible_v<skua::promise<int>>);
static_assert(std::uses_allocator_v<skua::promise<int>, std::allocator<int>>);

TEST(promise, values_references_and_nothing) {
  skua::promise<std::unique_ptr<int>> moved;
  auto a = moved.get_future();
  moved.set_value(std::make_unique<int>(5));
  EXPECT_EQ(*a.get(), 5);
  int x = 0;
  skua::promise<int&> reference;
  reference.set_value(x);
  reference.get_future().get() = 6;
  EXPECT_EQ(x, 6);
  skua::promise<void> nothing;
  nothing.set_value();
  EXPECT_TRUE(nothing.get_future().is_ready());
}

/// An allocator with the required members only.
template <class T>
struct counting_allocator {
  using value_type = T;
  int* blocks;
  explicit counting_allocator(int* count) : blocks(count) {}
  template <class U>
  explicit counting_allocator(counting_allocator<U> const& other) : blocks(other.blocks) {}
  T* allocate(std::size_t n) {
    ++*blocks;
    return std::allocator<T>().allocate(n);
  }
  void deallocate(T* p, std::size_t n) {
    --*blocks;
    std::allocator<T>().deallocate(p, n);
  }
  friend bool operator==(counting_allocator const&, counting_allocator const&) = default;
};

TEST(promise, state_is_in_memory_of_the_allocator) {
  int blocks = 0;
  skua::shared_future<std::vector<int>> kept;
  {
    skua::promise<std::vector<int>> p(std::allocator_arg, counting_allocator<char>(&blocks));
    skua::promise<void> nothing(std::allocator_arg, counting_allocator<void*>(&blocks));
    EXPECT_EQ(blocks, 2);
    kept = p.get_future().share();
    p.set_value({1, 2});
  }
  EXPECT_EQ(blocks, 1);
  EXPECT_EQ(kept.get().size(), 2u);
  kept = {};
  EXPECT_EQ(blocks, 0);
}

TEST(promise, errors_say_what_the_program_has_done) {
  auto const says = [](char const* cause, auto const& mistake) {
    try {
      mistake();
      ADD_FAILURE() << "no error: " << cause;
    } catch (std::future_error const& e) {
      std::string const text = e.what();
      std::future_error const usual(static_cast<std::future_errc>(e.code().value()));
      EXPECT_TRUE(text.starts_with(usual.what()) && text.find(cause) != std::string::npos) << text;
      EXPECT_NE(text.find("errors_say_what_the_program_has_done"), std::string::npos) << text;  // the function
    }
  };
  skua::promise<int> p;
  auto f = p.get_future();
  p.set_value(1);
  says("it has a result or an exception already", [&] { p.set_value(2); });
  says("get_future() was called before", [&] { (void)p.get_future(); });
  (void)f.get();
  says("is empty, because get() has taken its result", [&] { (void)f.get(); });
  auto broken = skua::promise<int>().get_future();
  says("was destroyed, or reset, before it had a result", [&] { (void)broken.get(); });
}

TEST(promise, swaps_and_assigns) {
  skua::promise<int> a, b;
  auto fa = a.get_future();
  swap(a, b);
  b.set_value(1);
  EXPECT_EQ(fa.get(), 1);
  auto fa2 = a.get_future();
  a = skua::promise<int>();
  EXPECT_EQ(future_error_of([&] { fa2.get(); }), std::future_errc::broken_promise);
}

struct throws_on_copy {
  throws_on_copy() = default;
  throws_on_copy(throws_on_copy const&) { throw 7; }
  throws_on_copy(throws_on_copy&&) noexcept {}
};

TEST(promise, a_value_that_cannot_be_stored_leaves_it_open) {
  skua::promise<throws_on_copy> p;
  throws_on_copy const v;
  EXPECT_THROW(p.set_value(v), int);
  p.set_value(throws_on_copy());
  EXPECT_TRUE(p.get_future().is_ready());
}

// The waiter may destroy the promise as soon as the value is set.
TASK_TEST(promise, may_be_destroyed_by_the_woken) {
  for (int i = 0; i < 300; ++i) {
    auto p = std::make_unique<skua::promise<int>>();
    auto f = p->get_future();
    skua::finish([&] {
      skua::spawn([q = p.get()] { q->set_value(1); });
      skua::spawn([&] {
        f.get();
        p.reset();
      });
    });
  }
}

TASK_TEST(promise, racing_setters_one_wins) {
  skua::promise<int> p;
  auto f = p.get_future();
  std::atomic<int> lost{0};
  skua::finish([&] {
    for (int i = 0; i < 20; ++i) {
      skua::spawn(
          [&, i] { lost += future_error_of([&] { p.set_value(i); }) == std::future_errc::promise_already_satisfied; });
    }
  });
  EXPECT_EQ(lost, 19);
  EXPECT_TRUE(f.is_ready());
}

TASK_TEST(promise, at_thread_exit_means_the_end_of_the_task) {
  for (int variant = 0; variant < 3; ++variant) {
    skua::promise<int> p;
    auto f = p.get_future();
    bool last_word = false;
    auto work = [&] {
      p.set_value_at_thread_exit(3);
      skua::finish([] { skua::spawn([] {}); });  // the end of other tasks does not count
      skua::async([] {}).get();
      EXPECT_FALSE(f.is_ready());
      EXPECT_EQ(future_error_of([&] { p.set_value(4); }), std::future_errc::promise_already_satisfied);
      last_word = true;
    };
    if (variant == 0) {
      skua::spawn(work);
      EXPECT_EQ(f.get(), 3);
    } else if (variant == 1) {
      skua::async(work).get();  // its own result is set slightly before the end of the task
      EXPECT_EQ(f.get(), 3);
    } else {
      skua::finish([&] { skua::spawn(work); });
      EXPECT_TRUE(f.is_ready());
    }
    EXPECT_TRUE(last_word);
  }
}

TASK_TEST(promise, at_thread_exit_of_a_coroutine_means_its_end) {
  skua::promise<int> of_task, of_body;
  auto first = of_task.get_future();
  auto second = of_body.get_future();
  skua::promise<void> gate;
  skua::shared_future<void> const opened = gate.get_future().share();
  std::atomic<bool> waits{false};
  auto const body = [&]() -> skua::task<> {
    of_body.set_value_at_thread_exit(2);  // the body of a finish is a part of the task around it
    waits = true;
    co_await opened;
  };
  auto const coroutine = [&]() -> skua::task<> {
    of_task.set_value_at_thread_exit(1);
    co_await skua::finish(body());
    EXPECT_FALSE(first.is_ready());
    EXPECT_FALSE(second.is_ready());
    co_await skua::async([] {});
    EXPECT_FALSE(first.is_ready());
    EXPECT_FALSE(second.is_ready());
  };
  skua::finish([&] {
    skua::spawn([&] { return coroutine(); });
    skua::spawn([&] {
      EXPECT_TRUE(sync_test::comes_true([&] { return waits.load(); }));
      for (int i = 0; i < 10; ++i) skua::yield();
      EXPECT_FALSE(first.is_ready());
      EXPECT_FALSE(second.is_ready());
      gate.set_value();
    });
  });
  EXPECT_EQ(first.get(), 1);
  EXPECT_EQ(second.get(), 2);
}

TEST(promise, at_thread_exit_of_a_external_thread) {
  skua::promise<int> p;
  auto f = p.get_future();
  std::thread([&] {
    p.set_exception_at_thread_exit(std::make_exception_ptr(5));
    EXPECT_FALSE(f.is_ready());
  }).join();
  EXPECT_THROW(f.get(), int);
}

}  // namespace
