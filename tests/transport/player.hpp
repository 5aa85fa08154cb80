// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A place in a test: a sink with a deadline on everything that it waits for. Each message puts the
// deadline off, as a loaded machine may need minutes for a test that moves much.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "transport/transport.hpp"

namespace transport_test {

using skua::transport::bytes;
using skua::transport::endpoint;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

inline constexpr auto time_limit = 30s;

inline bytes bytes_of(void const* data, std::size_t size) { return {static_cast<std::byte const*>(data), size}; }
template <class T>
bytes bytes_of(T const& value) {
  return bytes_of(&value, sizeof value);
}

class player final : public skua::transport::sink {
 public:
  using handler = std::function<void(int from, std::uint32_t kind, bytes body)>;

  explicit player(endpoint& end, handler on_message = {})
      : end_(end), on_message_(std::move(on_message)), met_(static_cast<std::size_t>(end.places())) {}

  void receive(int from, std::uint32_t kind, bytes body) noexcept override {
    if (kind == meeting)
      ++met_[static_cast<std::size_t>(from)];
    else if (on_message_)
      on_message_(from, kind, body);
    else
      ADD_FAILURE() << "an unexpected message from " << from;
  }
  void lost(int place, char const* cause) noexcept override {
    losses.emplace_back(place, cause);
    if (!may_lose) ADD_FAILURE() << "place " << end_.here() << " was told that place " << place << ' ' << cause;
  }

  /// Polls, or calls `otherwise`, until the condition holds. Returns false after half a minute
  /// without a message.
  template <class Condition>
  bool until(Condition holds, std::function<void()> const& otherwise = {}) {
    auto deadline = steady_clock::now() + time_limit;
    while (!holds()) {
      if (otherwise) otherwise();
      if (end_.poll(*this, 64) == 0)
        std::this_thread::yield();
      else
        deadline = steady_clock::now() + time_limit;
      if (steady_clock::now() > deadline || (!may_lose && !losses.empty())) {
        ADD_FAILURE() << "place " << end_.here() << " has waited too long";
        return false;
      }
    }
    return true;
  }

  /// Sends; polls as long as the message is refused.
  bool send(int to, std::uint32_t kind, bytes head, bytes body = {}) {
    return until([&] { return end_.try_send(to, kind, head, body); });
  }

  /// Waits until all places are here; all of their earlier messages have arrived then.
  bool meet() {
    ++rendezvous_count_;
    for (int place = 0; place < end_.places(); ++place)
      if (place != end_.here() && !send(place, meeting, {})) return false;
    return until([&] {
      for (int place = 0; place < end_.places(); ++place)
        if (place != end_.here() && met_[static_cast<std::size_t>(place)] < rendezvous_count_) return false;
      return true;
    });
  }

  /// Ends a body in the orderly way.
  void finish() {
    meet();
    end_.begin_shutdown();
  }

  bool may_lose = false;
  std::vector<std::pair<int, std::string>> losses;

 private:
  static constexpr std::uint32_t meeting = 0xffffffff;

  endpoint& end_;
  handler on_message_;
  std::vector<int> met_;
  int rendezvous_count_ = 0;
};

/// Waits for the blackboard or anything else outside the transport.
template <class Condition>
bool wait_for(Condition holds) {
  auto const deadline = steady_clock::now() + time_limit;
  while (!holds()) {
    if (steady_clock::now() > deadline) {
      ADD_FAILURE() << "waited too long";
      return false;
    }
    std::this_thread::yield();
  }
  return true;
}

}  // namespace transport_test
