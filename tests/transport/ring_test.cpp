// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/ring.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <thread>
#include <vector>

#include "player.hpp"
#include "system/shared_memory.hpp"
#include "transport/segment.hpp"

namespace transport_test {
namespace {

using namespace skua::transport;

class ring : public testing::Test {
 protected:
  static constexpr std::size_t capacity = 4096;

  bool put(std::uint32_t kind, std::size_t size) {
    std::vector<std::byte> const text(size, static_cast<std::byte>(kind));
    return writer_.put(kind, bytes(text).first(size / 3), bytes(text).subspan(size / 3));
  }
  /// The oldest message must be this one.
  void take(std::uint32_t kind, std::size_t size) {
    ring_reader::message m;
    ASSERT_TRUE(reader_.front(m));
    EXPECT_EQ(m.kind, kind);
    EXPECT_EQ(m.body.size(), size);
    EXPECT_TRUE(std::ranges::all_of(m.body, [&](std::byte b) { return b == static_cast<std::byte>(kind); }));
    reader_.pop();
  }

  ring_shape shape_ = ring_shape::of(capacity);
  skua::system::mapping memory_ = skua::system::mapping::anonymous(shape_.footprint());
  ring_writer writer_{memory_.data(), shape_};
  ring_reader reader_{memory_.data(), shape_};
};

TEST_F(ring, has_the_shape_that_was_asked_for) {
  EXPECT_EQ(shape_.cells, 8u);
  EXPECT_EQ(shape_.bytes, 3072u);
  EXPECT_EQ(shape_.footprint(), capacity + line_pair);
  EXPECT_EQ(shape_.largest(), 768u);
}

TEST_F(ring, of_a_large_capacity_has_no_more_cells_than_a_cache_takes) {
  ring_shape const large = ring_shape::of(std::size_t{8} << 20);
  EXPECT_EQ(large.cells, ring_shape::most_cells);
  EXPECT_EQ(large.footprint(), (std::size_t{8} << 20) + line_pair);
  EXPECT_EQ(ring_shape::of(std::size_t{256} << 10).cells, ring_shape::most_cells);
}

TEST_F(ring, is_empty_at_first) {
  ring_reader::message m;
  EXPECT_FALSE(reader_.ready());
  EXPECT_FALSE(reader_.front(m));
}

TEST_F(ring, wraps_around_with_every_mixture_of_sizes) {
  std::uint32_t put_count = 0, take_count = 0;
  auto const size = [](std::uint32_t i) { return static_cast<std::size_t>(i) * 2654435761u % 769; };
  for (int turn = 0; turn < 20'000; ++turn) {
    while (put_count - take_count < static_cast<std::uint32_t>(turn % 9) && put(put_count, size(put_count)))
      ++put_count;
    if (put_count == take_count) continue;
    EXPECT_TRUE(reader_.ready());
    take(take_count, size(take_count));
    ++take_count;
  }
  EXPECT_GT(take_count, 10'000u);
}

TEST_F(ring, refuses_more_messages_than_cells) {
  for (std::uint32_t i = 0; i < shape_.cells; ++i) EXPECT_TRUE(put(i, 5));
  EXPECT_FALSE(put(99, 5));
  take(0, 5);
  EXPECT_TRUE(put(8, 5));
  EXPECT_FALSE(put(99, 5));
  for (std::uint32_t i = 1; i <= 8; ++i) take(i, 5);
  EXPECT_FALSE(reader_.ready());
}

TEST_F(ring, refuses_more_bytes_than_it_has_but_takes_short_messages_still) {
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_TRUE(put(i, 768));
  EXPECT_FALSE(put(99, 113));
  EXPECT_TRUE(put(4, 112));
  take(0, 768);
  EXPECT_TRUE(put(5, 113)) << "the first one's bytes are free";
  EXPECT_TRUE(put(6, 640));
  EXPECT_FALSE(put(99, 768));
  for (std::uint32_t i = 1; i < 4; ++i) take(i, 768);
  take(4, 112);
  take(5, 113);
  take(6, 640);
}

TEST_F(ring, takes_the_largest_message_wherever_the_last_one_ended) {
  for (std::size_t first = 0; first <= shape_.largest(); first += 16) {
    EXPECT_TRUE(put(1, first));
    take(1, first);
    EXPECT_TRUE(put(2, shape_.largest()));
    take(2, shape_.largest());
  }
}

TEST_F(ring, begins_again_where_it_began_while_the_reader_keeps_up) {
  ring_reader::message m;
  std::byte const* first = nullptr;
  for (std::uint32_t i = 0; i < 100; ++i) {
    ASSERT_TRUE(put(i, shape_.largest()));
    ASSERT_TRUE(reader_.front(m));
    if (i == 0) first = m.body.data();
    EXPECT_EQ(m.body.data(), first);
    if (i % 3 == 0) {  // a short message is still unread when the next long one arrives
      ASSERT_TRUE(put(1000 + i, 5));
      take(i, shape_.largest());
      ASSERT_TRUE(put(2000 + i, shape_.largest()));
      take(1000 + i, 5);
      take(2000 + i, shape_.largest());
    } else {
      take(i, shape_.largest());
    }
  }
}

TEST_F(ring, does_not_begin_again_over_what_is_unread) {
  for (std::uint32_t i = 0; i < 50; ++i) {
    ASSERT_TRUE(put(3 * i, 700));
    ASSERT_TRUE(put(3 * i + 1, 768));
    take(3 * i, 700);
    ASSERT_TRUE(put(3 * i + 2, 768));
    take(3 * i + 1, 768);
    take(3 * i + 2, 768);
  }
}

// The short message was written before the writer began again, and is read after that.
TEST_F(ring, keeps_its_room_when_an_older_short_message_is_read) {
  ASSERT_TRUE(put(0, 768));
  take(0, 768);
  ASSERT_TRUE(put(1, 5));
  ASSERT_TRUE(put(2, 768));
  take(1, 5);
  EXPECT_TRUE(put(3, 768));
  take(2, 768);
  take(3, 768);
}

TEST_F(ring, a_message_that_was_not_published_is_not_there) {
  // The state that a writer leaves if it is killed just before its last store.
  ASSERT_TRUE(put(0, 10));
  auto* const next = reinterpret_cast<ring_cell*>(memory_.data() + line_pair) + 1;
  next->kind = 7;
  std::memset(next->body, 0xff, sizeof next->body);
  take(0, 10);
  ring_reader::message m;
  EXPECT_FALSE(reader_.ready());
  EXPECT_FALSE(reader_.front(m));
}

TEST_F(ring, may_be_looked_at_while_others_write_and_read) {
  constexpr std::uint32_t count = 20'000;
  skua::base::atomic<bool> over{false};
  std::thread writer([&] {
    for (std::uint32_t i = 0; i < count; ++i) wait_for([&] { return put(i, i % 300); });
  });
  std::thread onlooker([&] {
    for (; !over; std::this_thread::yield()) (void)reader_.ready();
  });
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!wait_for([&] { return reader_.ready(); })) break;
    take(i, i % 300);
  }
  over = true;
  writer.join();
  onlooker.join();
}

/// Puts a message of one byte with a key, or joins one.
class joined_ring : public ring {
 protected:
  bool send(std::byte value, std::uint64_t key = 7) {
    bytes const body(&value, 1);
    return writer_.join(key, body) || writer_.put(1, {}, body, key);
  }
  /// The bytes of the oldest message.
  std::vector<int> take_bytes() {
    ring_reader::message m;
    std::vector<int> values;
    if (!reader_.front(m)) return values;
    for (std::byte const value : m.body) values.push_back(static_cast<int>(value));
    reader_.pop();
    return values;
  }
};

TEST_F(joined_ring, messages_join_the_newest_one_until_it_is_read) {
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(send(static_cast<std::byte>(i)));
  EXPECT_EQ(take_bytes(), (std::vector<int>{0})) << "nothing follows it yet when it is sent";
  EXPECT_TRUE(send(std::byte{5}));
  EXPECT_EQ(take_bytes(), (std::vector<int>{1, 2, 3, 4, 5}));
  EXPECT_TRUE(send(std::byte{6}));
  EXPECT_EQ(take_bytes(), (std::vector<int>{6}));
}

TEST_F(joined_ring, another_key_or_a_message_without_one_begins_anew) {
  EXPECT_TRUE(send(std::byte{0}));
  EXPECT_TRUE(send(std::byte{1}));
  EXPECT_TRUE(send(std::byte{2}, 8));
  EXPECT_TRUE(put(3, 1));
  EXPECT_TRUE(send(std::byte{4}));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(take_bytes(), std::vector<int>{i});
}

TEST_F(joined_ring, a_reader_that_keeps_up_gets_single_messages) {
  for (int i = 0; i < 50; ++i) {
    EXPECT_TRUE(send(static_cast<std::byte>(i)));
    EXPECT_EQ(take_bytes(), std::vector<int>{i});
  }
}

TEST_F(joined_ring, refuses_no_more_than_before_and_loses_no_room) {
  int sent = 0, received = 0;
  for (int round = 0; round < 200; ++round) {
    while (send(static_cast<std::byte>(sent % 128))) ++sent;
    for (std::vector<int> values = take_bytes(); !values.empty(); values = take_bytes()) {
      for (int const value : values) EXPECT_EQ(value, received++ % 128);
    }
  }
  EXPECT_EQ(received, sent);
  EXPECT_GT(sent, 200 * static_cast<int>(shape_.largest()));
}

TEST_F(joined_ring, all_arrive_in_order_while_the_reader_reads) {
  constexpr int count = 20'000;
  std::thread writer([&] {
    for (int i = 0; i < count; ++i) wait_for([&] { return send(static_cast<std::byte>(i % 128)); });
  });
  int received = 0;
  wait_for([&] {
    for (int const value : take_bytes()) EXPECT_EQ(value, received++ % 128);
    return received == count;
  });
  writer.join();
  EXPECT_EQ(received, count);
}

TEST(ring_death, a_message_that_is_too_long_breaks_the_contract) {
  auto const shape = ring_shape::of(4096);
  auto const memory = skua::system::mapping::anonymous(shape.footprint());
  ring_writer writer(memory.data(), shape);
  std::vector<std::byte> const text(shape.largest() + 1);
  EXPECT_DEATH((void)writer.put(0, text, {}), "a message is longer than the transport's largest_message");
}

TEST(segment, keeps_the_whole_of_many_places_moderate) {
  EXPECT_EQ(segment::usual_capacity(2), std::size_t{8} << 20);
  EXPECT_EQ(segment::usual_capacity(8), std::size_t{4} << 20);
  EXPECT_EQ(segment::usual_capacity(32), std::size_t{256} << 10);
  EXPECT_EQ(segment::usual_capacity(64), std::size_t{64} << 10);
  for (int places : {1, 2, 16, 33, 64, 100, 128})
    EXPECT_LE(segment::bytes_for(places, segment::usual_capacity(places)), std::size_t{260} << 20) << places;
}

TEST(segment, its_parts_do_not_overlap) {
  constexpr int places = 3;
  constexpr std::size_t capacity = 4096;
  segment const shared(places, capacity);
  std::byte* const high = reinterpret_cast<std::byte*>(&shared.header()) + segment::bytes_for(places, capacity);
  EXPECT_EQ(shared.places(), places);
  std::vector<std::byte*> starts;
  for (int from = 0; from < places; ++from)
    for (int to = 0; to < places; ++to) starts.push_back(shared.ring(from, to));
  std::ranges::sort(starts);
  EXPECT_GE(starts.front(), reinterpret_cast<std::byte*>(&shared.block(places - 1) + 1));
  for (std::size_t i = 1; i < starts.size(); ++i) EXPECT_GE(starts[i], starts[i - 1] + shared.shape().footprint());
  EXPECT_LE(starts.back() + shared.shape().footprint(), high);
}

}  // namespace
}  // namespace transport_test
