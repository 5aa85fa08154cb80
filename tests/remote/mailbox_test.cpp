// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/mailbox.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "remote/narrow_endpoint.hpp"

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

/// Joins the messages that the endpoint has. Together they must be one message of the expected
/// kind.
std::vector<std::byte> joined_message(mailbox& m, narrow_endpoint& e, kind expected) {
  std::vector<std::byte> message;
  while (!e.accepted.empty()) {
    auto const next = std::move(e.accepted.front());
    e.accepted.pop_front();
    auto message_kind = static_cast<kind>(next.kind);
    bytes body = next.body;
    if (message_kind == kind::fragment) body = m.assemble(1, body, message_kind);
    if (message_kind == kind::fragment) continue;
    EXPECT_EQ(message_kind, expected);
    EXPECT_TRUE(e.accepted.empty());
    message.assign(body.begin(), body.end());
  }
  return message;
}

TEST(mailbox, heads_and_bodies_of_any_size_arrive_as_one_message) {
  narrow_endpoint e(narrow_largest);
  mailbox m(e);
  for (std::size_t head = 0; head <= 30; head += 10) {
    for (std::size_t size = 0; size < 500; ++size) {
      auto const content = text(head + size);
      m.send_parts(1, kind::post, bytes(content).first(head), bytes(content).subspan(head));
      ASSERT_EQ(joined_message(m, e, kind::post), content) << head << " and " << size;
      e.capacity = 1000;
    }
  }
  EXPECT_EQ(e.wakes, 0);
}

TEST(mailbox, what_does_not_fit_wakes_the_poller_once_and_goes_in_order) {
  narrow_endpoint e(narrow_largest);
  mailbox m(e);
  auto const content = text(1000);
  e.capacity = 2;
  m.send(1, kind::post, content);
  EXPECT_EQ(e.wakes, 1);
  EXPECT_TRUE(m.anything_waits());
  for (; m.anything_waits(); e.capacity = 3) m.flush();
  EXPECT_EQ(joined_message(m, e, kind::post), content);
  e.capacity = 0;
  m.send(1, kind::post, content);
  EXPECT_EQ(e.wakes, 2);
}

}  // namespace
}  // namespace place_test
