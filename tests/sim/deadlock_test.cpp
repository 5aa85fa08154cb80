// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The deadlock detector in simulated networks. Waves run all the time. Most of the time all workers
// sleep and a message is under way for as long as several waves take. A report where there is no
// deadlock ends the process.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <string>

#include <skua/skua.hpp>

#include "core/place.hpp"
#include "remote/job.hpp"
#include "sim/fault_injector.hpp"
#include "sim/sim_place.hpp"
#include "sim/simulator.hpp"

namespace {

/// Meddles with the world of a runtime, which must outlive it.
class injector : public skua::sim::fault_injector {
 public:
  /// Must be called in a task.
  void begin() {
    world_ = &static_cast<skua::sim::sim_place*>(skua::sched::place_of(skua::sched::self())->machine)->of();
    world_->injector = this;
  }

 protected:
  ~injector() {
    if (world_ != nullptr) world_->injector = nullptr;
  }
  skua::sim::simulator* world_ = nullptr;
};

/// Begins a wave after every few steps of the world, and delays posts.
class waves final : public injector {
 public:
  void stepped() override {
    if (++steps_ % 4 == 0) detector().begin();
  }
  message_fault sends(int, int, std::uint32_t kind, std::vector<std::byte>&) override {
    if (kind != static_cast<std::uint32_t>(skua::remote::kind::post)) return {};
    return {1, world_->random() % 200'000};
  }
  [[nodiscard]] skua::remote::deadlock_detector& detector() const { return world_->job->nodes.front()->deadlocks(); }

 private:
  unsigned steps_ = 0;
};

/// Loses the n-th post between two places, and delays every message of that pair.
class lossy_pair final : public injector {
 public:
  lossy_pair(int from, int to, int lost_number, std::uint64_t late_ns)
      : from_(from), to_(to), lost_number_(lost_number), late_ns_(late_ns) {}
  message_fault sends(int from, int to, std::uint32_t kind, std::vector<std::byte>&) override {
    looks += kind == static_cast<std::uint32_t>(skua::remote::kind::ask_losses) ? 1 : 0;
    if (from != from_ || to != to_) return {};
    bool const is_post = kind == static_cast<std::uint32_t>(skua::remote::kind::post);
    return {is_post && ++posts_ == lost_number_ ? 0 : 1, late_ns_};
  }

  int looks = 0;  ///< messages that ask for lost posts

 private:
  int from_, to_, lost_number_;
  std::uint64_t late_ns_;
  int posts_ = 0;
};

skua::options travel_settings(int seed, int places, std::string const& network) {
  skua::options o;
  o.sim = "places=" + std::to_string(places) + ",workers=" + std::to_string(1 + seed % 2) + "," + network +
          ",seed=" + std::to_string(seed);
  if (seed % 5 == 0) o.sim += ",slow=1:20";
  o.steal = seed % 2 == 0 ? "lifeline" : "random";
  return o;
}

/// Travels from place to place, as a task, a call, the result of a future and a post.
void travel(int hops_left, skua::count arrived) {
  ++arrived;
  if (hops_left == 0) return;
  int const next = (skua::here() + 1 + hops_left % (skua::places() - 1)) % skua::places();
  switch (hops_left % 4) {
    case 0:
      return skua::spawn(skua::on(next), &travel, hops_left - 1, arrived);
    case 1:
      return skua::at(next, &travel, hops_left - 1, arrived);
    case 2:
      return skua::async(skua::on(next), &travel, hops_left - 1, arrived).get();
    default:
      skua::sleep_for(std::chrono::microseconds(hops_left));
      return travel(hops_left - 1, arrived);
  }
}

skua::promise<void>* arrival = nullptr;  // of the current run; all places are in this process

/// Travels from place to place as a post, and at last to place 0.
void travel_by_post(int hops_left) {
  if (skua::here() == 0) return arrival->set_value();
  int const next = hops_left == 0 ? 0 : 1 + skua::here() % (skua::places() - 1);
  skua::post(skua::on(next), &travel_by_post, hops_left - 1);
}

TEST(world_deadlock, is_never_reported_while_a_post_is_under_way) {
  constexpr int seeds = 60;
  std::uint64_t waves_ended = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    skua::runtime program{travel_settings(seed, 3 + seed % 2, "latency=2us,jitter=2")};
    waves often;
    program.run([&] {
      often.begin();
      skua::promise<void> p;
      arrival = &p;
      skua::post(skua::on(1), &travel_by_post, 8);
      p.get_future().get();
      waves_ended += often.detector().waves();
    });
  }
  EXPECT_GT(waves_ended, 10u * seeds);
}

TEST(world_deadlock, is_never_reported_where_a_message_is_under_way) {
  constexpr int seeds = 60;
  constexpr int hops = 40;
  std::uint64_t waves_ended = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    skua::runtime program{travel_settings(seed, 2 + seed % 4, "latency=100us,jitter=4,loss=0.5")};
    waves often;
    program.run([&] {
      often.begin();
      skua::count arrived;
      skua::finish([=] { travel(hops, arrived); });
      EXPECT_EQ(arrived.get(), static_cast<std::uint64_t>(hops) + 1);
      skua::post(skua::on(1), [] { skua::sleep_for(std::chrono::milliseconds(1)); });
      waves_ended += often.detector().waves();
    });
  }
  EXPECT_GT(waves_ended, 5u * seeds);
}

// Posts and their numbers take the same slow way between two places; the waves of place 0 do not.
TEST(world_deadlock, no_post_is_reported_lost_on_a_slow_way) {
  constexpr int seeds = 40;
  int looks = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    int const places = seed % 4 == 0 ? 20 : 3;  // 20: the tree of waves has two levels
    skua::runtime program{travel_settings(seed, places, "latency=2us,jitter=3")};
    lossy_pair slow(1, 2, 0, 1'000'000'000ull * (1 + static_cast<std::uint64_t>(seed) % 9));
    static int arrived;
    arrived = 0;
    program.run([&] {
      slow.begin();
      skua::post(skua::on(1), [] {
        for (int i = 0; i < 3; ++i) skua::post(skua::on(2), [] { ++arrived; });
      });
    });
    EXPECT_EQ(arrived, 3);
    looks += slow.looks;
  }
  EXPECT_GT(looks, seeds);
}

TEST(world_deadlock_death, a_lost_post_is_reported) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  for (int seed = 1; seed <= 4; ++seed) {
    auto const lose_one = [seed] {
      int const places = seed % 2 == 0 ? 20 : 3;
      int const from = seed % 2 == 0 ? 18 : 1;  // 18: a leaf of the tree of waves
      skua::runtime program{travel_settings(seed, places, "latency=2us,jitter=3")};
      lossy_pair lossy(from, 2, 1 + seed % 3, 0);
      program.run([&] {
        lossy.begin();
        skua::post(skua::on(from), [] {
          for (int i = 0; i < 3; ++i) skua::post(skua::on(2), [] {});
        });
      });
    };
    std::string const sender = seed % 2 == 0 ? "18" : "1";
    EXPECT_EXIT(lose_one(), testing::KilledBySignal(SIGABRT),
                "skua: deadlock: the run waits for posts that were lost:\n"
                "  a post of place " +
                    sender + " to place 2 was lost: 3 sent, 2 received\n");
  }
}

TEST(world_deadlock_death, is_found_by_waves) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  for (int seed = 1; seed <= 4; ++seed) {
    // With waves the world never stops by itself, so the waves must find the deadlock.
    auto const stuck = [seed] {
      waves often;
      skua::runtime program{travel_settings(seed, 4, "latency=100us,jitter=24")};
      program.run([&] {
        often.begin();
        skua::finish([] {
          skua::spawn(skua::on(3), skua::named("the waiter"), [] {
            skua::promise<int> never;
            (void)never.get_future().get();
          });
        });
      });
    };
    EXPECT_DEATH(stuck(), "skua: deadlock: .*\n.*  place 3: the waiter waits for future");
  }
}

}  // namespace
