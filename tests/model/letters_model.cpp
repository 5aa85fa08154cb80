// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Letters from one member of a set to another: each is read once and in order, none is overwritten,
// and a reader that has gone to sleep is woken by a message. Production header:
// src/collective/letter_box.hpp.
#include <gtest/gtest.h>

#include "collective/letter_box.hpp"

#include "explore/expect.hpp"

namespace {

namespace model = skua::model;
using model::atomic;
using model::bounds;
using skua::collective::letter;
using skua::collective::letter_box;
using skua::collective::letter_reader;
using skua::collective::letter_writer;
using skua::collective::letters_in_box;
using skua::collective::saying;
constexpr auto relaxed = std::memory_order_relaxed;

struct members {
  letter_box box;
  letter_writer writer;
  letter_reader reader;
  atomic<int> messages{0};  // what the reader sleeps for
  int got = 0;

  members() {
    writer.open(&box);
    reader.open(&box);
  }
  void write(int number) {
    while (!writer.write(saying::piece, static_cast<std::uint64_t>(number), 0, 0, {})) skua::base::cpu_relax();
    if (!writer.reader_dozes()) return;
    messages.fetch_add(1, relaxed);
    model::wake(messages, 1);
  }
  void read() {
    reader.read([this](letter const& l) {
      model::check(l.which_round() == static_cast<std::uint64_t>(++got), "not the next letter");
    });
  }
};

/// The writer has so many letters, the reader looks all the time.
auto looking(int letters) {
  return [letters](model::execution& run) {
    members& m = run.make<members>();
    run.thread([&m, letters] {
      for (int i = 1; i <= letters; ++i) m.write(i);
    });
    run.thread([&m, letters] {
      while (m.got < letters) {
        m.read();
        if (m.got < letters && !m.reader.any()) skua::base::cpu_relax();
      }
    });
  };
}

/// The reader sleeps until a message comes whenever it has found nothing.
auto dozing(int letters, bool looks_again = true) {
  return [letters, looks_again](model::execution& run) {
    members& m = run.make<members>();
    run.thread([&m, letters] {
      for (int i = 1; i <= letters; ++i) m.write(i);
    });
    run.thread([&m, letters, looks_again] {
      while (m.got < letters) {
        int const seen = m.messages.load(relaxed);
        m.reader.doze();
        if (looks_again || seen != 0) m.read();
        if (m.got < letters) model::wait(m.messages, seen);
        m.reader.wake_up();
        m.read();
      }
    });
  };
}

TEST(letters, are_read_in_order_and_not_overwritten) {
  EXPECT_TRUE(holds(model::explore(bounds("letters.1", 4), looking(1))));
  EXPECT_TRUE(holds(model::explore(bounds("letters.full", 3), looking(static_cast<int>(letters_in_box) + 1))));
  EXPECT_TRUE(holds(model::explore(bounds("letters.around", 2), looking(2 * static_cast<int>(letters_in_box) + 1))));
}

TEST(letters, none_is_slept_through) {
  EXPECT_TRUE(holds(model::explore(bounds("letters.doze", 4), dozing(1))));
  EXPECT_TRUE(holds(model::explore(bounds("letters.doze_twice", 3), dozing(2))));
  EXPECT_TRUE(caught(bounds("letters.looks_once", 3), dozing(1, false), "deadlock"));
}

TEST(letters, mutations_are_caught) {
  EXPECT_TRUE(caught(bounds("letters.", 3, "letters.stamp"), looking(1), "not the next letter"));
  EXPECT_TRUE(caught(bounds("letters.", 3, "letters.write_fence"), dozing(1), "deadlock"));
  EXPECT_TRUE(caught(bounds("letters.", 3, "letters.doze_fence"), dozing(1), "deadlock"));
  EXPECT_TRUE(model::all_planted("letters.", {"letters.stamp", "letters.write_fence", "letters.doze_fence"}));
}

}  // namespace
