// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract of every transport about lost places, if its places can die.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "player.hpp"
#include "world.hpp"

namespace transport_test {
namespace {

class losing : public testing::TestWithParam<world> {
 protected:
  static constexpr int places = 4, victim = 2;
  void run(body const& test_body) const { GetParam().run({places, std::size_t{16} << 10, victim}, test_body); }
};

[[noreturn]] void die() {
  ::kill(::getpid(), SIGKILL);
  ::abort();
}

void expect_killed(player const& me, endpoint const& end) {
  ASSERT_EQ(me.losses.size(), 1u);
  EXPECT_EQ(me.losses[0].first, 2);
  EXPECT_EQ(me.losses[0].second,
            end.here() == 0 ? "was killed by signal 9 (Killed)" : "has disappeared (killed or crashed)");
}

constexpr double soon = 5;  // seconds; the transport promises one on a machine that is not overloaded

/// The killed place writes when it died; the others compare.
void stamp(blackboard& board) {
  board.word[0] = static_cast<std::uint64_t>(steady_clock::now().time_since_epoch().count());
}
double seconds_since(blackboard const& board) {
  auto const died = steady_clock::duration(static_cast<steady_clock::rep>(board.word[0].load()));
  return std::chrono::duration<double>(steady_clock::now().time_since_epoch() - died).count();
}

TEST_P(losing, is_reported_to_all_places_that_sleep_without_limit) {
  run([](endpoint& end, blackboard& board) {
    player me(end);
    me.may_lose = true;
    me.meet();
    if (end.here() == victim) {
      wait_for([&] { return board.word[1] == places - 1; });
      stamp(board);
      die();
    }
    while (end.poll(me, 10) != 0) {
    }
    ++board.word[1];
    while (me.losses.empty()) {
      end.sleep(0);
      end.poll(me, 10);
    }
    EXPECT_LT(seconds_since(board), soon);
    expect_killed(me, end);
    EXPECT_FALSE(end.has_incoming());
    EXPECT_EQ(end.poll(me, 10), 0) << "reported twice";
    end.begin_shutdown();
  });
}

TEST_P(losing, is_reported_to_all_busy_places) {
  run([](endpoint& end, blackboard& board) {
    player me(end, [](int, std::uint32_t, bytes) {});
    me.may_lose = true;
    me.meet();
    if (end.here() == victim) {
      stamp(board);
      die();
    }
    me.until([&] { return !me.losses.empty(); },
             [&] {
               for (int to = 0; to < places; ++to)
                 if (to != end.here()) (void)end.try_send(to, 0, {}, {});
             });
    EXPECT_LT(seconds_since(board), soon);
    expect_killed(me, end);
    end.begin_shutdown();
    ++board.word[1];
    me.until([&] { return board.word[1] == places - 1; });
  });
}

TEST_P(losing, comes_after_the_last_words) {
  run([](endpoint& end, blackboard&) {
    constexpr std::uint32_t count = 25;
    std::uint32_t next_number = 0;
    player me(end, [&](int from, std::uint32_t kind, bytes) {
      if (end.here() == victim) return;  // the other places fill its ring
      EXPECT_EQ(from, victim);
      EXPECT_EQ(kind, next_number);
      ++next_number;
    });
    me.may_lose = true;
    me.meet();
    if (end.here() == victim) {
      for (std::uint32_t i = 0; i < count; ++i)
        for (int to = 0; to < places; ++to)
          if (to != victim && !end.try_send(to, i, {}, {})) ADD_FAILURE() << "full";
      die();
    }
    // The death is known (its full ring takes every message) before the first poll.
    wait_for([&] {
      bool accepted = true;
      for (int i = 0; i < 1000 && accepted; ++i) accepted = end.try_send(victim, 0, {}, {});
      return accepted;
    });
    while (me.losses.empty()) {
      end.poll(me, 3);
    }
    EXPECT_EQ(next_number, count);
    expect_killed(me, end);
    end.begin_shutdown();
  });
}

TEST_P(losing, leaves_whole_messages_in_order) {
  for (int round = 0; round < 20; ++round)
    run([round](endpoint& end, blackboard& board) {
      std::uint32_t next_number = 0;
      player me(end, [&](int, std::uint32_t kind, bytes text) {
        EXPECT_EQ(kind, next_number) << "lost or repeated";
        EXPECT_EQ(text.size(), kind * 37 % 900);
        EXPECT_TRUE(std::ranges::all_of(text, [&](std::byte b) { return b == static_cast<std::byte>(kind); }))
            << "half a message";
        ++next_number;
      });
      me.may_lose = true;
      me.meet();
      if (end.here() == victim) {
        board.word[1] = static_cast<std::uint64_t>(::getpid());
        std::vector<std::byte> text(900);
        for (std::uint32_t i = 0;; ++i) {
          std::fill(text.begin(), text.end(), static_cast<std::byte>(i));
          for (int to = 0; to < places; ++to)
            if (to != victim) me.send(to, i, {}, bytes(text).first(i * 37 % 900));
        }
      }
      if (end.here() == 0) {
        me.until([&] { return next_number > 200 + static_cast<std::uint32_t>(round) * 7; });
        wait_for([&] { return board.word[1] != 0; });
        ::kill(static_cast<pid_t>(board.word[1].load()), SIGKILL);
      }
      me.until([&] { return !me.losses.empty(); });
      expect_killed(me, end);
      end.begin_shutdown();
      ++board.word[2];
      me.until([&] { return board.word[2] == places - 1; });
    });
}

TEST_P(losing, lets_later_messages_vanish) {
  run([](endpoint& end, blackboard&) {
    player me(end, [](int, std::uint32_t, bytes) {});
    me.may_lose = true;
    me.meet();
    if (end.here() == victim) die();
    me.until([&] { return !me.losses.empty(); });
    std::byte const text[600] = {};
    for (int i = 0; i < 10'000; ++i) ASSERT_TRUE(end.try_send(victim, 0, {}, text));
    end.begin_shutdown();
  });
}

TEST_P(losing, is_no_loss_after_leave) {
  run([](endpoint& end, blackboard& board) {
    player me(end, [](int, std::uint32_t, bytes) {});
    me.meet();
    end.begin_shutdown();
    ++board.word[0];
    wait_for([&] { return board.word[0] == places; });
    if (end.here() == victim) die();
    wait_for([&] {  // its death is known when its full ring takes every message
      bool accepted = true;
      for (int i = 0; i < 1000 && accepted; ++i) accepted = end.try_send(victim, 0, {}, {});
      return accepted;
    });
    EXPECT_FALSE(end.has_incoming());
    EXPECT_EQ(end.poll(me, 10), 0);
    ++board.word[1];
    wait_for([&] { return board.word[1] == places - 1; });
  });
}

TEST_P(losing, is_no_loss_when_only_the_dying_one_has_left) {
  run([](endpoint& end, blackboard& board) {
    player me(end, [](int, std::uint32_t, bytes) {});
    me.meet();
    if (end.here() == victim) {
      end.begin_shutdown();
      die();
    }
    wait_for([&] {
      bool accepted = true;
      for (int i = 0; i < 1000 && accepted; ++i) accepted = end.try_send(victim, 0, {}, {});
      return accepted;
    });
    EXPECT_FALSE(end.has_incoming());
    EXPECT_EQ(end.poll(me, 10), 0);
    end.begin_shutdown();
    ++board.word[0];
    wait_for([&] { return board.word[0] == places - 1; });
  });
}

TEST_P(losing, is_not_reported_to_places_that_have_left) {
  for (bool const before : {true, false})
    run([before](endpoint& end, blackboard& board) {
      player me(end, [](int, std::uint32_t, bytes) {});
      me.meet();
      if (end.here() == victim) {
        wait_for([&] { return board.word[0] == places - 1; });
        die();
      }
      while (end.poll(me, 10) != 0) {  // meet() of the others
      }
      if (before) end.begin_shutdown();
      ++board.word[0];
      if (before) {
        wait_for([&] {
          bool accepted = true;
          for (int i = 0; i < 1000 && accepted; ++i) accepted = end.try_send(victim, 0, {}, {});
          return accepted;
        });
        EXPECT_FALSE(end.has_incoming());
      } else {
        wait_for([&] { return end.has_incoming(); });  // the loss counts as something to poll for
        end.begin_shutdown();
      }
      EXPECT_EQ(end.poll(me, 10), 0);
      ++board.word[1];
      wait_for([&] { return board.word[1] == places - 1; });
    });
}

TEST_P(losing, tells_the_exit_code) {
  run([](endpoint& end, blackboard&) {
    player me(end);
    me.may_lose = true;
    me.meet();
    if (end.here() == victim) ::_exit(3);
    me.until([&] { return !me.losses.empty(); });
    ASSERT_EQ(me.losses.size(), 1u);
    if (end.here() == 0) {
      EXPECT_EQ(me.losses[0].second, "ended with exit code 3");
    }
    end.begin_shutdown();
  });
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(losing);
INSTANTIATE_TEST_SUITE_P(transports, losing, testing::ValuesIn(process_worlds()),
                         [](auto const& test) { return name_of(test.param); });

}  // namespace
}  // namespace transport_test
