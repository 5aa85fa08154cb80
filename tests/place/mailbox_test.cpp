// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "place/mailbox.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "place/narrow_endpoint.hpp"

namespace place_test {
namespace {

using skua::remote::kind;
using skua::remote::mailbox;
using skua::transport::bytes;

constexpr std::size_t narrow_largest = 100;

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
  narrow_endpoint e(narrow_largest);
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
  narrow_endpoint e(narrow_largest);
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
