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
      model::check(l.which_round() == static_cast<std::uint64_t>(++entries_read), "not the next letter");
    });
  }
};

/// The writer writes `letters` entries; the reader polls all the time.
auto polling_reader(int letters) {
  return [letters](model::execution& run) {
    members& m = run.make<members>();
    run.thread([&m, letters] {
      for (int i = 1; i <= letters; ++i) m.write(i);
    });
    run.thread([&m, letters] {
      while (m.entries_read < letters) {
        m.read();
        if (m.entries_read < letters && !m.reader.any()) skua::base::cpu_relax();
      }
    });
  };
}

/// Whenever the reader finds no entry, it sleeps until a message arrives.
auto sleeping_reader(int letters, bool looks_again = true) {
  return [letters, looks_again](model::execution& run) {
    members& m = run.make<members>();
    run.thread([&m, letters] {
      for (int i = 1; i <= letters; ++i) m.write(i);
    });
    run.thread([&m, letters, looks_again] {
      while (m.entries_read < letters) {
        int const messages_before = m.messages.load(relaxed);
        m.reader.begin_sleep();
        if (looks_again || messages_before != 0) m.read();
        if (m.entries_read < letters) model::wait(m.messages, messages_before);
        m.reader.end_sleep();
        m.read();
      }
    });
  };
}

TEST(letters, are_read_in_order_and_not_overwritten) {
  EXPECT_TRUE(holds(model::explore(bounds("letters.1", 4), polling_reader(1))));
  EXPECT_TRUE(holds(model::explore(bounds("letters.full", 3), polling_reader(static_cast<int>(fast_box_entries) + 1))));
  EXPECT_TRUE(
      holds(model::explore(bounds("letters.around", 2), polling_reader(2 * static_cast<int>(fast_box_entries) + 1))));
}

TEST(letters, none_is_slept_through) {
  EXPECT_TRUE(holds(model::explore(bounds("letters.doze", 4), sleeping_reader(1))));
  EXPECT_TRUE(holds(model::explore(bounds("letters.doze_twice", 3), sleeping_reader(2))));
  EXPECT_TRUE(caught(bounds("letters.looks_once", 3), sleeping_reader(1, false), "deadlock"));
}

TEST(letters, mutations_are_caught) {
  EXPECT_TRUE(caught(bounds("letters.", 3, "letters.stamp"), polling_reader(1), "not the next letter"));
  EXPECT_TRUE(caught(bounds("letters.", 3, "letters.write_fence"), sleeping_reader(1), "deadlock"));
  EXPECT_TRUE(caught(bounds("letters.", 3, "letters.doze_fence"), sleeping_reader(1), "deadlock"));
  EXPECT_TRUE(model::all_planted("letters.", {"letters.stamp", "letters.write_fence", "letters.doze_fence"}));
}

}  // namespace
