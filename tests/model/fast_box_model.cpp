// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fast box from one member of a set to another: each entry is read once and in order, none is
// overwritten, and a message wakes a reader that has gone to sleep. Production header:
// src/collective/fast_box.hpp.
#include <gtest/gtest.h>

#include "collective/fast_box.hpp"

#include "explore/expect.hpp"

namespace {

namespace model = skua::model;
using model::atomic;
using model::bounds;
using skua::collective::fast_box;
using skua::collective::fast_box_entries;
using skua::collective::fast_box_entry;
using skua::collective::fast_box_reader;
using skua::collective::fast_box_writer;
using skua::collective::message_kind;
constexpr auto relaxed = std::memory_order_relaxed;

struct members {
  fast_box box;
  fast_box_writer writer;
  fast_box_reader reader;
  atomic<int> messages{0};  // the reader sleeps until this grows
  int entries_read = 0;

  members() {
    writer.open(&box);
    reader.open(&box);
  }
  void write(int number) {
    while (!writer.write(message_kind::piece, static_cast<std::uint64_t>(number), 0, 0, {})) skua::base::cpu_relax();
    if (!writer.reader_sleeps()) return;
    messages.fetch_add(1, relaxed);
    model::wake(messages, 1);
  }
  void read() {
    reader.read([this](fast_box_entry const& l) {
      model::check(l.which_round() == static_cast<std::uint64_t>(++entries_read), "not the next entry");
    });
  }
};

/// The writer writes `entries` of them; the reader polls all the time.
auto polling_reader(int entries) {
  return [entries](model::execution& run) {
    members& m = run.make<members>();
    run.thread([&m, entries] {
      for (int i = 1; i <= entries; ++i) m.write(i);
    });
    run.thread([&m, entries] {
      while (m.entries_read < entries) {
        m.read();
        if (m.entries_read < entries && !m.reader.any()) skua::base::cpu_relax();
      }
    });
  };
}

/// Whenever the reader finds no entry, it sleeps until a message arrives.
auto sleeping_reader(int entries, bool looks_again = true) {
  return [entries, looks_again](model::execution& run) {
    members& m = run.make<members>();
    run.thread([&m, entries] {
      for (int i = 1; i <= entries; ++i) m.write(i);
    });
    run.thread([&m, entries, looks_again] {
      while (m.entries_read < entries) {
        int const messages_before = m.messages.load(relaxed);
        m.reader.begin_sleep();
        if (looks_again || messages_before != 0) m.read();
        if (m.entries_read < entries) model::wait(m.messages, messages_before);
        m.reader.end_sleep();
        m.read();
      }
    });
  };
}

TEST(fast_box, are_read_in_order_and_not_overwritten) {
  EXPECT_TRUE(holds(model::explore(bounds("fast_box.1", 4), polling_reader(1))));
  EXPECT_TRUE(
      holds(model::explore(bounds("fast_box.full", 3), polling_reader(static_cast<int>(fast_box_entries) + 1))));
  EXPECT_TRUE(
      holds(model::explore(bounds("fast_box.around", 2), polling_reader(2 * static_cast<int>(fast_box_entries) + 1))));
}

TEST(fast_box, none_is_slept_through) {
  EXPECT_TRUE(holds(model::explore(bounds("fast_box.sleeps", 4), sleeping_reader(1))));
  EXPECT_TRUE(holds(model::explore(bounds("fast_box.sleeps_twice", 3), sleeping_reader(2))));
  EXPECT_TRUE(caught(bounds("fast_box.looks_once", 3), sleeping_reader(1, false), "deadlock"));
}

TEST(fast_box, mutations_are_caught) {
  EXPECT_TRUE(caught(bounds("fast_box.", 3, "fast_box.stamp"), polling_reader(1), "not the next entry"));
  EXPECT_TRUE(caught(bounds("fast_box.", 3, "fast_box.write_fence"), sleeping_reader(1), "deadlock"));
  EXPECT_TRUE(caught(bounds("fast_box.", 3, "fast_box.sleep_fence"), sleeping_reader(1), "deadlock"));
  EXPECT_TRUE(model::all_planted("fast_box.", {"fast_box.stamp", "fast_box.write_fence", "fast_box.sleep_fence"}));
}

}  // namespace
