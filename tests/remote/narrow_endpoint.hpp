// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A transport endpoint for tests of mailboxes: its messages are small, it can refuse messages, and
// it keeps those that it accepts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "transport/transport.hpp"

namespace place_test {

class narrow_endpoint : public skua::transport::endpoint {
 public:
  struct message {
    std::uint32_t kind;
    std::vector<std::byte> body;
  };
  std::deque<message> accepted;
  int capacity = 1000;  ///< the number of messages that it will still accept
  int wakes = 0;

  /// `largest`: the maximum number of bytes of a message; a longer one ends the program.
  explicit narrow_endpoint(std::size_t largest) noexcept : largest_(largest) {}

  char const* name() const noexcept override { return "narrow"; }
  int here() const noexcept override { return 0; }
  int places() const noexcept override { return 2; }
  skua::transport::endpoint_limits limits() const noexcept override { return {largest_, true, 0}; }
  bool same_host(int) const noexcept override { return true; }
  std::string location(int) const override { return "nowhere"; }
  bool try_send(int, std::uint32_t kind, skua::transport::bytes head, skua::transport::bytes body) noexcept override {
    if (head.size() + body.size() > largest_) std::abort();
    if (capacity == 0) return false;
    --capacity;
    message m{kind, {head.begin(), head.end()}};
    m.body.insert(m.body.end(), body.begin(), body.end());
    accepted.push_back(std::move(m));
    return true;
  }
  int poll(skua::transport::sink&, int) noexcept override { return 0; }
  bool has_incoming() const noexcept override { return false; }
  void sleep(std::uint64_t) noexcept override {}
  void wake() noexcept override { ++wakes; }
  std::byte* memory(int) noexcept override { return nullptr; }
  void begin_shutdown() noexcept override {}

 private:
  std::size_t largest_;
};

}  // namespace place_test
