// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract of every transport about messages.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "player.hpp"
#include "world.hpp"

namespace transport_test {
namespace {

class messages : public testing::TestWithParam<std::tuple<world, int>> {
 protected:
  void run(body const& test_body, std::size_t capacity = 0) const {
    std::get<0>(GetParam()).run({std::get<1>(GetParam()), capacity, -1}, test_body);
  }
};

/// The bytes of message `number`; any mix-up of messages is noticed.
std::vector<std::byte> pattern(std::uint64_t number, std::size_t size) {
  std::vector<std::byte> out(size);
  for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<std::byte>(number * 31 + i * 7 + (i >> 8));
  return out;
}

std::size_t some_size(std::uint64_t number, std::size_t largest) {
  std::uint64_t const x = (number + 1) * 0x9e3779b97f4a7c15u >> 40;
  return x % 16 == 0 ? x % (largest + 1) : x % 200;
}

TEST_P(messages, arrive_once_and_in_order_between_every_pair) {
  run(
      [](endpoint& end, blackboard&) {
        constexpr std::uint32_t count = 3000;
        std::vector<std::uint32_t> seen(static_cast<std::size_t>(end.places()));
        std::size_t const largest = end.limits().largest_message;
        player me(end, [&](int from, std::uint32_t kind, bytes text) {
          auto& expected = seen[static_cast<std::size_t>(from)];
          EXPECT_EQ(kind, expected);
          auto const expected_text = pattern(kind, some_size(kind, largest));
          EXPECT_TRUE(std::ranges::equal(text, expected_text))
              << "message " << kind << " of " << text.size() << " bytes";
          ++expected;
        });
        for (std::uint32_t i = 0; i < count; ++i) {
          auto const text = pattern(i, some_size(i, largest));
          std::size_t const cut = i % (text.size() + 1);
          for (int to = 0; to < end.places(); ++to)
            if (to != end.here() && !me.send(to, i, bytes(text).first(cut), bytes(text).subspan(cut))) return;
        }
        me.meet();
        for (int from = 0; from < end.places(); ++from)
          EXPECT_EQ(seen[static_cast<std::size_t>(from)], from == end.here() ? 0 : count) << "from " << from;
        me.finish();
      },
      std::size_t{16} << 10);
}

TEST_P(messages, many_threads_may_send) {
  run(
      [](endpoint& end, blackboard&) {
        constexpr std::uint32_t count = 2000, threads = 3;
        std::vector<std::uint32_t> seen(static_cast<std::size_t>(end.places()) * threads);
        player me(end, [&](int from, std::uint32_t kind, bytes text) {
          std::uint32_t number = 0;
          ASSERT_EQ(text.size(), sizeof number + kind * 90);
          std::memcpy(&number, text.data(), sizeof number);
          auto& expected = seen[static_cast<std::size_t>(from) * threads + kind];
          EXPECT_EQ(number, expected) << "thread " << kind << " of place " << from;
          ++expected;
        });
        std::vector<std::thread> senders;
        skua::base::atomic<std::uint32_t> done{0};
        for (std::uint32_t t = 0; t < threads; ++t)
          senders.emplace_back([&, t] {
            std::vector<std::byte> const filling(t * 90);  // fits into a cell, or into the byte area
            for (std::uint32_t i = 0; i < count; ++i)
              for (int to = 0; to < end.places(); ++to)
                if (to != end.here()) wait_for([&] { return end.try_send(to, t, bytes_of(i), filling); });
            ++done;
          });
        me.until([&] { return done == threads; });
        for (auto& thread : senders) thread.join();
        me.meet();
        for (std::size_t i = 0; i < seen.size(); ++i)
          EXPECT_EQ(seen[i], i / threads == static_cast<std::size_t>(end.here()) ? 0 : count);
        me.finish();
      },
      std::size_t{16} << 10);
}

TEST_P(messages, have_any_size_up_to_the_largest) {
  run([](endpoint& end, blackboard&) {
    std::size_t const largest = end.limits().largest_message;
    ASSERT_GE(largest, 1024u);
    std::vector<std::size_t> sizes;
    for (std::size_t size = 0; size <= 260; ++size) sizes.push_back(size);
    for (std::size_t size = 512; size < largest; size *= 2) sizes.insert(sizes.end(), {size - 1, size, size + 1});
    sizes.insert(sizes.end(), {largest - 1, largest, largest, largest});
    std::vector<std::size_t> next(static_cast<std::size_t>(end.places()));
    player me(end, [&](int from, std::uint32_t kind, bytes text) {
      std::size_t const index = next[static_cast<std::size_t>(from)]++;
      ASSERT_LT(index, sizes.size());
      EXPECT_EQ(text.size(), sizes[index]);
      EXPECT_TRUE(std::ranges::equal(text, pattern(kind, sizes[index])));
    });
    for (std::size_t size : sizes) {
      auto const text = pattern(size, size);
      for (int to = 0; to < end.places(); ++to)
        if (to != end.here() && !me.send(to, static_cast<std::uint32_t>(size), text)) return;
    }
    me.meet();
    for (int from = 0; from < end.places(); ++from)
      EXPECT_EQ(next[static_cast<std::size_t>(from)], from == end.here() ? 0 : sizes.size());
    me.finish();
  });
}

TEST_P(messages, are_refused_when_the_buffer_is_full_and_taken_again_afterwards) {
  for (std::size_t const size : {8u, 700u})
    run(
        [size](endpoint& end, blackboard& board) {
          std::uint64_t next = 0;
          player me(end, [&](int from, std::uint32_t, bytes text) {
            EXPECT_EQ(from, 0);
            std::uint64_t number = 0;
            std::memcpy(&number, text.data(), sizeof number);
            EXPECT_EQ(number, next) << "a refused message must not arrive";
            ++next;
          });
          std::vector<std::byte> const filling(size - sizeof next);
          if (end.here() == 0) {
            std::uint64_t next_number = 0;
            auto const attempt = [&] { return end.try_send(1, 1, bytes_of(next_number), filling); };
            for (; attempt(); ++next_number) ASSERT_LT(next_number, 100'000'000 / size) << "a buffer without bounds";
            EXPECT_GT(next_number, 1u);
            for (int i = 0; i < 1000; ++i) EXPECT_FALSE(attempt()) << "no place has made room";
            board.word[0] = next_number;
            for (std::uint64_t const goal = 3 * next_number; next_number < goal; ++next_number)
              if (!me.until(attempt)) return;
            board.word[1] = next_number;
          } else if (end.here() == 1) {
            if (!wait_for([&] { return board.word[0] != 0; })) return;
            me.until([&] { return board.word[1] != 0 && next == board.word[1]; });
          }
          me.finish();
        },
        std::size_t{16} << 10);
}

TEST_P(messages, that_join_others_arrive_behind_them) {
  run([](endpoint& end, blackboard&) {
    constexpr std::uint32_t count = 5000;
    std::vector<std::uint32_t> next(static_cast<std::size_t>(end.places()));
    player me(end, [&](int from, std::uint32_t, bytes text) {
      for (; !text.empty(); text = text.subspan(sizeof(std::uint32_t))) {
        std::uint32_t number = 0;
        std::memcpy(&number, text.data(), sizeof number);
        EXPECT_EQ(number, next[static_cast<std::size_t>(from)]++);
      }
    });
    for (std::uint32_t i = 0; i < count; ++i) {
      std::uint64_t const key = 1 + i / 100 % 2;
      for (int to = 0; to < end.places(); ++to) {
        if (to == end.here() || (i % 7 != 0 && end.try_join(to, key, bytes_of(i)))) continue;
        if (!me.until([&] { return end.try_send_joinable(to, 0, bytes_of(i), {}, key); })) return;
      }
    }
    me.meet();
    for (int from = 0; from < end.places(); ++from)
      EXPECT_EQ(next[static_cast<std::size_t>(from)], from == end.here() ? 0 : count);
    me.finish();
  });
}

TEST_P(messages, of_many_senders_that_flood_one_place_are_served_in_turn) {
  run(
      [](endpoint& end, blackboard& board) {
        std::set<int> senders;
        std::uint64_t received = 0;
        player me(end, [&](int from, std::uint32_t, bytes) {
          senders.insert(from);
          ++received;
        });
        if (end.here() == 0) {
          auto const full = static_cast<std::uint64_t>(end.places() - 1);
          if (!wait_for([&] { return board.word[0] == full; })) return;
          end.poll(me, static_cast<int>(board.word[3] / 2));
          EXPECT_EQ(senders.size(), full) << "a sender was not served in the first half";
          me.until([&] { return board.word[1] == full && received == board.word[2]; });
        } else {
          std::uint64_t next_number = 0;
          auto const attempt = [&] { return end.try_send(0, 0, bytes_of(next_number), {}); };
          while (attempt()) ++next_number;
          board.word[3] += next_number;
          ++board.word[0];
          for (int i = 0; i < 5000; ++i, ++next_number)
            if (!me.until(attempt)) return;
          board.word[2] += next_number;
          ++board.word[1];
        }
        me.finish();
      },
      std::size_t{16} << 10);
}

TEST_P(messages, are_pending_until_polled_and_poll_stops_where_told) {
  run([](endpoint& end, blackboard& board) {
    int received = 0;
    player me(end, [&](int, std::uint32_t, bytes) { ++received; });
    me.meet();
    if (end.here() == 1) {
      while (end.poll(me, 100) != 0) {  // meet() of the others
      }
      EXPECT_FALSE(end.has_incoming());
      EXPECT_EQ(end.poll(me, 10), 0);
      board.word[0] = 1;
      wait_for([&] { return end.has_incoming() && board.word[0] == 2; });
      EXPECT_EQ(end.poll(me, 0), 0);
      EXPECT_EQ(end.poll(me, 3), 3);
      EXPECT_TRUE(end.has_incoming());
      EXPECT_EQ(end.poll(me, 100), 7);
      EXPECT_EQ(received, 10);
      EXPECT_FALSE(end.has_incoming());
      board.word[0] = 3;
    } else if (end.here() == 0) {
      wait_for([&] { return board.word[0] == 1; });
      for (int i = 0; i < 10; ++i) EXPECT_TRUE(end.try_send(1, 0, {}, {}));
      board.word[0] = 2;
    }
    wait_for([&] { return board.word[0] == 3; });
    me.finish();
  });
}

TEST_P(messages, carry_what_was_written_before_them) {
  run([](endpoint& end, blackboard& board) {
    // A relaxed word, passed round and round: the place that has the message must see the newest
    // value.
    constexpr std::uint64_t rounds = 2000;
    int const next = (end.here() + 1) % end.places();
    bool over = false;
    player me(end, [&](int, std::uint32_t kind, bytes) {
      auto& word = board.word[0];
      EXPECT_EQ(word.load(std::memory_order_relaxed), kind);
      word.store(kind + 1, std::memory_order_relaxed);
      over = kind + static_cast<std::uint64_t>(end.places()) > rounds;
      if (kind < rounds) {
        EXPECT_TRUE(end.try_send(next, kind + 1, {}, {})) << "receive may send";
      }
    });
    if (end.here() == 0) {
      EXPECT_TRUE(end.try_send(next, 0, {}, {}));
    }
    me.until([&] { return over; });
    me.finish();
  });
}

TEST_P(messages, know_their_places) {
  run([](endpoint& end, blackboard& board) {
    EXPECT_STRNE(end.name(), "");
    EXPECT_GE(end.here(), 0);
    EXPECT_LT(end.here(), end.places());
    ++board.word[end.here()];
    player me(end);
    me.meet();
    for (int place = 0; place < end.places(); ++place) {
      EXPECT_EQ(board.word[place], 1u);
      EXPECT_NE(end.location(place).find("pid "), std::string::npos) << end.location(place);
    }
    me.finish();
  });
}

INSTANTIATE_TEST_SUITE_P(transports, messages, testing::Combine(testing::ValuesIn(worlds()), testing::Values(2, 5)),
                         [](auto const& test) {
                           return name_of(std::get<0>(test.param)) + "_" + std::to_string(std::get<1>(test.param));
                         });

}  // namespace
}  // namespace transport_test
