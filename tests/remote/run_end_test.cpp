// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of a run waits for the remaining tasks of all places, and sends no messages until then.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include <skua/skua.hpp>

#include "remote/node.hpp"
#include "remote/run_end.hpp"

namespace {

using namespace std::chrono_literals;

skua::options three_places() { return {.workers = 1, .places = 3, .transport = "inproc"}; }

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

/// What else happens while the only thread of a test sleeps, or pauses.
class scripted_machine final : public skua::system::machine {
 public:
  std::function<void()> asleep, paused;
  std::uint64_t now() noexcept override { return 0; }
  void sleep(skua::base::atomic<std::uint32_t>&, std::uint32_t, std::uint64_t) noexcept override { asleep(); }
  void wake(skua::base::atomic<std::uint32_t>&) noexcept override {}
  std::unique_ptr<skua::system::thread> start(std::function<void()>) override { return nullptr; }
  void pause(std::uint64_t) noexcept override { paused(); }
};

/// Places without workers, and the messages between them.
class idle_places {
 public:
  explicit idle_places(int count, skua::system::machine& machine) {
    for (int p = 0; p < count; ++p) places_.push_back(std::make_unique<place>(*this, p, count, machine));
  }
  skua::remote::run_end& at(int number) { return places_[static_cast<std::size_t>(number)]->end; }
  void send_post(int from, int to) {
    at(from).post_sent();
    at(from).post_handed_over(to);
    ++posts_under_way;
  }
  void receive_post(int from, int to) {
    at(to).post_received(from);
    --posts_under_way;
  }
  void deliver_waves() {
    while (!messages_.empty()) {
      message const next = std::move(messages_.front());
      messages_.pop_front();
      if (next.is_answer) {
        at(next.to).on_wave_answer(next.from, next.body);
      } else {
        at(next.to).on_wave(next.from, next.body);
      }
    }
  }
  int posts_under_way = 0;

 private:
  struct message {
    int from, to;
    bool is_answer;
    std::vector<std::byte> body;
  };
  struct place final : skua::remote::sender {
    place(idle_places& all, int number, int count, skua::system::machine& machine)
        : places(all), ground(skua::options{.workers = 1}, number, count, machine), end(ground, *this) {}
    void send(int to, skua::remote::kind type, std::span<std::byte const> body) noexcept override {
      bool const is_answer = type == skua::remote::kind::wave_answer;
      places.messages_.push_back({ground.number, to, is_answer, {body.begin(), body.end()}});
    }
    void send_parts(int, skua::remote::kind, std::span<std::byte const>, std::span<std::byte const>) noexcept override {
    }
    idle_places& places;
    skua::sched::place ground;
    skua::remote::run_end end;
  };
  std::vector<std::unique_ptr<place>> places_;
  std::deque<message> messages_;
};

// The first wave counts one post that place 1 has sent, and one that place 2 has received: its sums
// are equal. But place 0 has sent two posts after its answer, and one of them is still under way.
TEST(run_end, equal_sums_of_one_wave_do_not_end_a_run) {
  scripted_machine machine;
  idle_places places(3, machine);
  bool is_first_wave = true;
  machine.asleep = [&] {
    if (std::exchange(is_first_wave, false)) {  // place 0 has given its own answer
      places.send_post(1, 0);
      places.receive_post(1, 0);
      for (int i = 0; i < 2; ++i) places.send_post(0, 2);
      places.receive_post(0, 2);
    }
    places.deliver_waves();
  };
  machine.paused = [&] {
    if (places.posts_under_way != 0) places.receive_post(0, 2);
  };
  places.at(0).wait_for_posts();
  EXPECT_EQ(places.posts_under_way, 0);
}

}  // namespace
