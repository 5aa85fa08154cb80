// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The explorer on the classic litmus tests: it must find every outcome that the memory model
// allows, and no outcome that the memory model forbids.
#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "explore/expect.hpp"

namespace {

namespace model = skua::model;
using model::atomic;
using model::named;
using model::options;
using namespace model::orders;

struct two {
  atomic<int> x{0};
  atomic<int> y{0};
  int a = -1;
  int b = -1;
};
using outcomes = std::set<std::pair<int, int>>;

enum class barrier { none, full, light_heavy, light_light, heavy_missing_light };

// Store buffering: may both threads miss the other's store?
outcomes store_buffering(char const* name, std::memory_order w, std::memory_order r, barrier f,
                         bool heavy_everywhere = false) {
  outcomes outcomes_seen;
  options o = named(name);
  o.heavy_fence_everywhere = heavy_everywhere;
  auto const separate = [f](bool first) {
    switch (f) {
      case barrier::none:
        break;
      case barrier::full:
        model::full_fence();
        break;
      case barrier::light_light:
        model::light_fence();
        break;
      case barrier::light_heavy:
        first ? model::light_fence() : model::heavy_fence();
        break;
      case barrier::heavy_missing_light:
        first ? void() : model::heavy_fence();
        break;
    }
  };
  EXPECT_TRUE(holds(model::explore(o, [&](model::execution& run) {
    two& s = run.make<two>();
    run.thread([&s, w, r, separate] {
      s.x.store(1, w);
      separate(true);
      s.a = s.y.load(r);
    });
    run.thread([&s, w, r, separate] {
      s.y.store(1, w);
      separate(false);
      s.b = s.x.load(r);
    });
    run.finally([&s, &outcomes_seen] { outcomes_seen.insert({s.a, s.b}); });
  })));
  return outcomes_seen;
}

TEST(litmus, store_buffering_shows_unless_sequential) {
  std::pair const both_missed{0, 0};
  EXPECT_EQ(store_buffering("sb.relaxed", relaxed, relaxed, barrier::none).size(), 4U);
  EXPECT_EQ(store_buffering("sb.acq_rel", release, acquire, barrier::none).count(both_missed), 1U);
  EXPECT_EQ(store_buffering("sb.light", release, acquire, barrier::light_light).count(both_missed), 1U);
  EXPECT_EQ(store_buffering("sb.no_light", relaxed, relaxed, barrier::heavy_missing_light).count(both_missed), 1U);
  EXPECT_EQ(store_buffering("sb.seq_cst", seq_cst, seq_cst, barrier::none).count(both_missed), 0U);
  EXPECT_EQ(store_buffering("sb.fences", relaxed, relaxed, barrier::full).count(both_missed), 0U);
  EXPECT_EQ(store_buffering("sb.asymmetric", relaxed, relaxed, barrier::light_heavy).count(both_missed), 0U);
  EXPECT_EQ(store_buffering("sb.everywhere", relaxed, relaxed, barrier::heavy_missing_light, true).count(both_missed),
            0U);
  EXPECT_EQ(store_buffering("sb.fences", relaxed, relaxed, barrier::full).size(), 3U);
}

// Message passing, by the memory orders of the flag or by fences.
auto message_passing(std::memory_order w, std::memory_order r, bool by_fences) {
  return [=](model::execution& run) {
    two& s = run.make<two>();
    run.thread([&s, w, by_fences] {
      s.x.store(1, relaxed);
      if (by_fences) model::fence(release);
      s.y.store(1, w);
    });
    run.thread([&s, r, by_fences] {
      if (s.y.load(r) == 1) {
        if (by_fences) model::fence(acquire);
        model::check(s.x.load(relaxed) == 1, "the flag arrived without the message");
      }
    });
  };
}

TEST(litmus, message_passing_needs_release_and_acquire) {
  EXPECT_TRUE(holds(model::explore(named("mp"), message_passing(release, acquire, false))));
  EXPECT_TRUE(holds(model::explore(named("mp.fences"), message_passing(relaxed, relaxed, true))));
  EXPECT_TRUE(holds(model::explore(named("mp.seq_cst"), message_passing(seq_cst, seq_cst, false))));
  EXPECT_TRUE(caught(named("mp.no_release"), message_passing(relaxed, acquire, false), "without the message"));
  EXPECT_TRUE(caught(named("mp.no_acquire"), message_passing(release, relaxed, false), "without the message"));
}

// A release sequence: an RMW between release and acquire continues the sequence of the store that
// it replaces; a plain store does not (C++20).
auto release_sequence(bool by_rmw) {
  return [=](model::execution& run) {
    two& s = run.make<two>();
    run.thread([&s, by_rmw] {
      s.x.store(1, relaxed);
      s.y.store(1, release);
      if (!by_rmw) s.y.store(2, relaxed);
    });
    run.thread([&s, by_rmw] {
      int one = 1;
      if (by_rmw) s.y.compare_exchange_strong(one, 2, relaxed);
    });
    run.thread([&s] {
      if (s.y.load(acquire) == 2) model::check(s.x.load(relaxed) == 1, "the sequence is broken");
    });
  };
}

TEST(litmus, release_sequence_continues_through_rmw_only) {
  EXPECT_TRUE(holds(model::explore(named("rs.rmw"), release_sequence(true))));
  EXPECT_TRUE(caught(named("rs.store"), release_sequence(false), "the sequence is broken"));
}

// Coherence: reads of one location never go back; reads of two may.
auto coherent_reads(bool one_location) {
  return [=](model::execution& run) {
    two& s = run.make<two>();
    run.thread([&s] {
      s.x.store(1, relaxed);
      s.y.store(1, relaxed);
      s.x.store(2, relaxed);
    });
    run.thread([&s, one_location] {
      int const first = one_location ? s.x.load(relaxed) : s.y.load(relaxed);
      model::check(s.x.load(relaxed) >= first, "a read went back");
    });
  };
}

TEST(litmus, coherence_holds_per_location) {
  EXPECT_TRUE(holds(model::explore(named("corr"), coherent_reads(true))));
  EXPECT_TRUE(caught(named("corr.two"), coherent_reads(false), "went back"));
}

// An RMW reads the newest value: no increment is lost. A load and a store lose one.
auto counting(bool by_rmw) {
  return [=](model::execution& run) {
    two& s = run.make<two>();
    for (int i = 0; i < 3; ++i) {
      run.thread([&s, by_rmw] {
        if (by_rmw)
          s.x.fetch_add(1, relaxed);
        else
          s.x.store(s.x.load(seq_cst) + 1, seq_cst);
      });
    }
    run.finally([&s] { model::check(s.x.load(relaxed) == 3, "an increment is lost"); });
  };
}

TEST(litmus, read_modify_write_is_atomic) {
  EXPECT_TRUE(holds(model::explore(named("count"), counting(true))));
  EXPECT_TRUE(caught(named("count.torn"), counting(false), "lost"));
}

}  // namespace
