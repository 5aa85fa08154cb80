// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lost posts, in a network of queues: messages between two places keep their order, all others come
// in any order. Every loss is found at rest, and none where there is none.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "remote/lost_posts.hpp"

namespace {

using skua::remote::kind;
using skua::remote::lost_posts;

/// Places that only count posts, and the queues between them.
class network {
 public:
  network(int places, std::uint64_t seed) : random_(seed) {
    for (int p = 0; p < places; ++p) places_.push_back(std::make_unique<place>(*this, p, places));
  }

  void post(int from, int to, bool is_lost) {
    if (!is_lost) push(from, to, kind::post, {});
    places_[static_cast<std::size_t>(from)]->counts.sent(to);
    if (is_lost) ++lost_[{from, to}];
  }
  /// Delivers a message of a pair that is chosen at random; false: there is none.
  bool deliver_one() {
    message m;
    {
      std::lock_guard const hold(lock_);
      if (queues_.empty()) return false;
      auto queue = std::next(queues_.begin(), static_cast<std::ptrdiff_t>(random_() % queues_.size()));
      m = std::move(queue->second.front());
      queue->second.erase(queue->second.begin());
      if (queue->second.empty()) queues_.erase(queue);
    }
    deliver(m);
    return true;
  }
  /// Place 0 asks. `meanwhile` is called before each delivery.
  template <class F>
  std::vector<lost_posts::loss> find(F const& meanwhile) {
    std::vector<lost_posts::loss> losses;
    std::atomic<bool> done{false};
    std::thread asker([&] {
      losses = places_.front()->counts.find();
      done = true;
    });
    while (!done) {
      meanwhile();
      if (!deliver_one()) std::this_thread::yield();
    }
    asker.join();
    std::ranges::sort(losses, {}, [](auto const& l) { return std::pair(l.sender, l.receiver); });
    return losses;
  }
  [[nodiscard]] std::map<std::pair<int, int>, std::uint64_t> const& lost() const { return lost_; }
  std::uint64_t random(std::uint64_t below) { return random_() % below; }

 private:
  struct message {
    int from = 0, to = 0;
    kind type{};
    std::vector<std::byte> body;
  };
  struct place final : skua::remote::sender {
    place(network& n, int number, int places)
        : net(n), own(number), counts(number, places, skua::system::real_machine(), *this) {}
    void send(int to, kind type, std::span<std::byte const> body) noexcept override {
      net.push(own, to, type, {body.begin(), body.end()});
    }
    void send_parts(int, kind, std::span<std::byte const>, std::span<std::byte const>) noexcept override {}

    network& net;
    int own;
    lost_posts counts;
  };

  void push(int from, int to, kind type, std::vector<std::byte> body) {
    std::lock_guard const hold(lock_);
    queues_[{from, to}].push_back({from, to, type, std::move(body)});
  }
  void deliver(message const& m) {
    lost_posts& at = places_[static_cast<std::size_t>(m.to)]->counts;
    switch (m.type) {
      case kind::post:
        return at.received(m.from);
      case kind::ask_losses:
        return at.on_ask();
      case kind::losses:
        return at.on_losses(m.body);
      case kind::post_count:
        return at.on_count(m.from, m.body);
      case kind::post_count_answer:
        return at.on_count_answer(m.from, m.body);
      default:
        FAIL() << "a message of another kind";
    }
  }

  std::mt19937_64 random_;
  std::mutex lock_;
  std::map<std::pair<int, int>, std::vector<message>> queues_;  // none is empty
  std::map<std::pair<int, int>, std::uint64_t> lost_;
  std::vector<std::unique_ptr<place>> places_;
};

/// Random posts, of which one in `one_lost_in` is lost (0: none); about half have come.
void post_at_random(network& n, int places, std::uint64_t one_lost_in) {
  for (std::uint64_t i = n.random(60); i > 0; --i) {
    int const from = static_cast<int>(n.random(static_cast<std::uint64_t>(places)));
    int const to = static_cast<int>(n.random(static_cast<std::uint64_t>(places)));
    if (from != to) n.post(from, to, one_lost_in != 0 && n.random(one_lost_in) == 0);
    if (n.random(2) == 0) n.deliver_one();
  }
}

constexpr int sizes[] = {2, 3, 5, 17, 18, 40};  // above 17 the tree of places has two levels

TEST(lost_posts, are_all_found_at_rest) {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    int const places = sizes[seed % std::size(sizes)];
    network n(places, seed);
    for (int round = 0; round < 3; ++round) {
      post_at_random(n, places, 4);
      auto const losses = n.find([] {});
      ASSERT_EQ(losses.size(), n.lost().size());
      auto expected = n.lost().begin();
      for (auto const& l : losses) {
        EXPECT_EQ(std::pair(l.sender, l.receiver), expected->first);
        EXPECT_EQ(l.sent - l.received, expected->second);
        ++expected;
      }
    }
  }
}

TEST(lost_posts, are_not_found_while_posts_are_under_way) {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    int const places = sizes[seed % std::size(sizes)];
    network n(places, seed);
    int posts_left = 100;  // of tasks that run while place 0 asks
    for (int round = 0; round < 3; ++round) {
      post_at_random(n, places, 0);
      auto const losses = n.find([&] {
        if (posts_left-- <= 0) return;
        n.post(static_cast<int>(n.random(static_cast<std::uint64_t>(places) - 1)), places - 1, false);
      });
      ASSERT_TRUE(losses.empty()) << losses.front().sender << " to " << losses.front().receiver;
    }
  }
}

TEST(lost_posts, have_a_line_each_in_the_report) {
  std::vector<lost_posts::loss> losses{{3, 1, 12, 11}, {0, 2, 5, 0}};
  EXPECT_EQ(skua::remote::text_of(losses),
            "skua: deadlock: the run waits for posts that were lost:\n"
            "  a post of place 0 to place 2 was lost: 5 sent, 0 received\n"
            "  a post of place 3 to place 1 was lost: 12 sent, 11 received\n");
  losses.assign(10, {1, 2, 3, 2});
  std::string const text = skua::remote::text_of(losses);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 10);
  EXPECT_TRUE(text.ends_with("\n  and 2 more\n")) << text;
}

}  // namespace
