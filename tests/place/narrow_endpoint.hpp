// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An end of a transport whose messages are small, which has no room now and then, and which keeps
// what it was given: for tests of mailboxes.
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

class narrow_endpoint final : public skua::transport::endpoint {
 public:
  struct message {
    std::uint32_t kind;
    std::vector<std::byte> body;
  };
  std::deque<message> taken;
  int room = 1000;  ///< messages that it will take
  int wakes = 0;

  /// `largest`: bytes of a message; a longer one ends the program.
  explicit narrow_endpoint(std::size_t largest) noexcept : largest_(largest) {}

  char const* name() const noexcept override { return "narrow"; }
  int here() const noexcept override { return 0; }
  int places() const noexcept override { return 2; }
  skua::transport::limits bounds() const noexcept override { return {largest_, true, 0}; }
  bool near(int) const noexcept override { return true; }
  std::string whereabouts(int) const override { return "nowhere"; }
  bool try_send(int, std::uint32_t kind, skua::transport::bytes head, skua::transport::bytes body) noexcept override {
    if (head.size() + body.size() > largest_) std::abort();
    if (room == 0) return false;
    --room;
    message m{kind, {head.begin(), head.end()}};
    m.body.insert(m.body.end(), body.begin(), body.end());
    taken.push_back(std::move(m));
    return true;
  }
  int poll(skua::transport::sink&, int) noexcept override { return 0; }
  bool pending() const noexcept override { return false; }
  void sleep(std::uint64_t) noexcept override {}
  void wake() noexcept override { ++wakes; }
  std::byte* memory(int) noexcept override { return nullptr; }
  void leave() noexcept override {}

 private:
  std::size_t largest_;
};

}  // namespace place_test
