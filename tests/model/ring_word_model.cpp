// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A message that others join until its reader comes: the reader reads all that has joined, and
// nothing joins afterwards. Production header: src/transport/ring_word.hpp.
#include <gtest/gtest.h>

#include "transport/ring_word.hpp"

#include "explore/expect.hpp"

namespace {

namespace model = skua::model;
using model::atomic;
using model::bounds;
using skua::transport::ring_word;
constexpr auto relaxed = std::memory_order_relaxed;
constexpr std::size_t most_bytes = 3;

struct cell {
  ring_word word;
  atomic<int> bytes[most_bytes]{};  // written by relaxed stores: only the word orders them
  std::size_t sent = 0;
  std::size_t received = 0;
};

/// The writer puts a message of one byte and joins others; the reader takes it.
auto joining(std::size_t bytes) {
  return [bytes](model::execution& run) {
    cell& c = run.make<cell>();
    run.thread([&c, bytes] {
      c.bytes[0].store(1, relaxed);
      c.word.publish(0, {1, true}, true);
      for (c.sent = 1; c.sent < bytes; ++c.sent) {
        c.bytes[c.sent].store(1, relaxed);
        if (!c.word.extend(0, c.sent, c.sent + 1)) break;
      }
    });
    run.thread([&c] {
      ring_word::extent extent{};
      while (!c.word.take(0, extent)) skua::base::cpu_relax();
      for (std::size_t i = 0; i < extent.length; ++i) model::check(c.bytes[i].load(relaxed) == 1, "a byte is missing");
      c.received = extent.length;
    });
    run.finally([&c] { model::check(c.sent == c.received, "what has joined was not read"); });
  };
}

TEST(ring_word, all_that_joins_is_read) {
  EXPECT_TRUE(holds(model::explore(bounds("ring_word.2", 4), joining(2))));
  EXPECT_TRUE(holds(model::explore(bounds("ring_word.3", 4), joining(3))));
}

TEST(ring_word, mutations_are_caught) {
  EXPECT_TRUE(caught(bounds("ring_word.", 3, "ring_word.extend"), joining(2), "a byte is missing"));
  EXPECT_TRUE(caught(bounds("ring_word.", 3, "ring_word.take"), joining(2), "was not read"));
  EXPECT_TRUE(model::all_planted("ring_word.", {"ring_word.extend", "ring_word.take"}));
}

}  // namespace
