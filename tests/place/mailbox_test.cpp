// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "place/mailbox.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <vector>

namespace place_test {
namespace {

using skua::remote::kind;
using skua::remote::mailbox;
using skua::transport::bytes;

/// Takes so many messages of at most 100 bytes, and keeps them.
class narrow_endpoint final : public skua::transport::endpoint {
 public:
  struct message {
    std::uint32_t kind;
    std::vector<std::byte> body;
  };
  static constexpr std::size_t largest = 100;
  std::deque<message> taken;
  int room = 1000;
  int wakes = 0;

  char const* name() const noexcept override { return "narrow"; }
  int here() const noexcept override { return 0; }
  int places() const noexcept override { return 2; }
  skua::transport::limits bounds() const noexcept override { return {largest, true, 0}; }
  bool near(int) const noexcept override { return true; }
  std::string whereabouts(int) const override { return "nowhere"; }
  bool try_send(int, std::uint32_t kind, bytes head, bytes body) noexcept override {
    EXPECT_LE(head.size() + body.size(), largest);
    if (room == 0) return false;
    --room;
    taken.push_back({kind, {head.begin(), head.end()}});
    taken.back().body.insert(taken.back().body.end(), body.begin(), body.end());
    return true;
  }
  int poll(skua::transport::sink&, int) noexcept override { return 0; }
  bool pending() const noexcept override { return false; }
  void sleep(std::uint64_t) noexcept override {}
  void wake() noexcept override { ++wakes; }
  std::byte* memory(int) noexcept override { return nullptr; }
  void leave() noexcept override {}
};

std::vector<std::byte> text(std::size_t n) {
  std::vector<std::byte> t(n);
  for (std::size_t i = 0; i < n; ++i) t[i] = static_cast<std::byte>(i * 7 + (i >> 8));
  return t;
}

/// What the messages that the endpoint has are together, which must be one of that kind.
std::vector<std::byte> whole(mailbox& m, narrow_endpoint& e, kind expected) {
  std::vector<std::byte> all;
  while (!e.taken.empty()) {
    auto const next = std::move(e.taken.front());
    e.taken.pop_front();
    auto what = static_cast<kind>(next.kind);
    bytes body = next.body;
    if (what == kind::fragment) body = m.assemble(1, body, what);
    if (what == kind::fragment) continue;
    EXPECT_EQ(what, expected);
    EXPECT_TRUE(e.taken.empty());
    all.assign(body.begin(), body.end());
  }
  return all;
}

TEST(mailbox, heads_and_bodies_of_any_size_arrive_as_one_message) {
  narrow_endpoint e;
  mailbox m(e);
  for (std::size_t head = 0; head <= 30; head += 10) {
    for (std::size_t size = 0; size < 500; ++size) {
      auto const all = text(head + size);
      m.send_parts(1, kind::post, bytes(all).first(head), bytes(all).subspan(head));
      ASSERT_EQ(whole(m, e, kind::post), all) << head << " and " << size;
      e.room = 1000;
    }
  }
  EXPECT_EQ(e.wakes, 0);
}

TEST(mailbox, what_does_not_fit_wakes_the_poller_once_and_goes_in_order) {
  narrow_endpoint e;
  mailbox m(e);
  auto const all = text(1000);
  e.room = 2;
  m.send(1, kind::post, all);
  EXPECT_EQ(e.wakes, 1);
  EXPECT_TRUE(m.anything_waits());
  for (; m.anything_waits(); e.room = 3) m.flush();
  EXPECT_EQ(whole(m, e, kind::post), all);
  e.room = 0;
  m.send(1, kind::post, all);
  EXPECT_EQ(e.wakes, 2);
}

}  // namespace
}  // namespace place_test
