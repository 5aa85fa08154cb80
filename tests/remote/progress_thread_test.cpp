// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which thread of a place handles its messages, with a transport whose messages have no contents.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

#include <skua/detail/core/submit.hpp>
#include <skua/skua.hpp>

#include "core/place.hpp"
#include "remote/narrow_endpoint.hpp"
#include "remote/node.hpp"

namespace {

using namespace std::chrono_literals;

/// Its worker and its progress thread sleep for a moment, whatever wakes them. The two places have
/// different hosts.
class empty_messages final : public place_test::narrow_endpoint {
 public:
  empty_messages() noexcept : narrow_endpoint(1024) {}

  std::atomic<int> incoming{0};
  std::atomic<bool> suppressed{false};
  /// Of the progress thread. A sleep without a limit may be one in which a worker searches.
  std::atomic<int> sleeps_until_a_message{0};
  std::atomic<std::uint64_t> longest_relying_sleep{0};  ///< ns
  std::atomic<int> worker_sleeps{0};
  std::atomic<bool> was_suppressed_in_sleep{false};  ///< of a worker

  bool same_host(int place) const noexcept override { return place == 0; }
  bool try_send(int, std::uint32_t, skua::transport::bytes, skua::transport::bytes) noexcept override { return true; }
  int poll(skua::transport::sink&, int) noexcept override { return incoming.exchange(0); }
  bool has_incoming() const noexcept override { return incoming != 0; }
  void sleep(std::uint64_t timeout_ns) noexcept override {
    if (!suppressed) ++sleeps_until_a_message;
    if (suppressed && timeout_ns > longest_relying_sleep) longest_relying_sleep = timeout_ns;
    std::this_thread::sleep_for(20us);
  }
  void wake() noexcept override {}
  bool sleep_as_worker(skua::base::atomic<std::uint32_t> const&, std::uint64_t, bool&) noexcept override {
    ++worker_sleeps;
    if (suppressed) was_suppressed_in_sleep = true;
    std::this_thread::sleep_for(1ms);
    return true;
  }
  void suppress_wakeups(bool on) noexcept override { suppressed = on; }
};

template <class Condition>
bool becomes(Condition condition) {
  auto const deadline = std::chrono::steady_clock::now() + 60s;
  while (!condition() && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
  return condition();
}

/// One worker, which runs a chain of tasks. A message comes during each of them.
class progress_thread : public testing::Test {
 protected:
  progress_thread() {
    place.start();
    node.start();
    queue_next();
  }
  ~progress_thread() override {
    chain_ends = true;
    EXPECT_TRUE(becomes([this] { return has_ended.load(); }));
    node.stop();
    place.stop_threads();
    place.remote = nullptr;
  }
  void queue_next() {
    skua::sched::submit(&place, skua::sched::make_task(nullptr, &place, [this] { run_one(); }, 0));
  }
  void run_one() {
    if (chain_ends) return has_ended.store(true);
    messages.incoming = 1;
    queue_next();
  }

  empty_messages messages;
  std::atomic<bool> chain_ends{false}, has_ended{false};
  skua::sched::place place{skua::options{.workers = 1}, 0, 2};
  skua::remote::node node{place, messages, skua::options{.workers = 1}, {}};
};

// A message that woke the progress thread would take the processor from the worker.
TEST_F(progress_thread, a_worker_that_handles_messages_is_relied_on) {
  EXPECT_TRUE(becomes([this] { return messages.longest_relying_sleep != 0; }));
  EXPECT_LE(messages.longest_relying_sleep, 1'000'000u) << "a message may come while the worker is in a long task";
}

TEST_F(progress_thread, a_worker_that_computes_is_not_relied_on) {
  ASSERT_TRUE(becomes([this] { return messages.longest_relying_sleep != 0; }));
  bool wakes = false;
  skua::sched::submit(&place, skua::sched::make_task(
                                  nullptr, &place,
                                  [&, this] {
                                    int const before = messages.sleeps_until_a_message;
                                    wakes = becomes([&] { return messages.sleeps_until_a_message > before; });
                                    chain_ends = true;
                                  },
                                  0));
  EXPECT_TRUE(becomes([this] { return has_ended.load(); }));
  EXPECT_TRUE(wakes);
}

TEST_F(progress_thread, a_worker_that_sleeps_is_not_relied_on) {
  ASSERT_TRUE(becomes([this] { return messages.longest_relying_sleep != 0; }));
  chain_ends = true;
  EXPECT_TRUE(becomes([this] { return messages.worker_sleeps > 10; }));
  messages.was_suppressed_in_sleep = false;
  EXPECT_TRUE(becomes([this] { return messages.worker_sleeps > 20; }));
  EXPECT_FALSE(messages.was_suppressed_in_sleep);
}

}  // namespace
