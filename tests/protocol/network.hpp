// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages under way. Two places see each other's messages in order; otherwise a message may take
// any time and overtake any other.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "remote/message.hpp"

namespace protocol {

using bytes = std::span<std::byte const>;

struct message {
  skua::remote::kind kind;
  std::vector<std::byte> body;
};

class network {
 public:
  explicit network(int places)
      : places_(places), links_(static_cast<std::size_t>(places) * static_cast<std::size_t>(places)) {}

  void put(int from, int to, skua::remote::kind kind, bytes body) {
    links_[link(from, to)].push_back({kind, {body.begin(), body.end()}});
    ++waiting_;
  }
  message take(int from, int to) {
    auto& l = links_[link(from, to)];
    message m = std::move(l.front());
    l.pop_front();
    --waiting_;
    return m;
  }
  /// For a broken network: the newest message first.
  message take_newest(int from, int to) {
    auto& l = links_[link(from, to)];
    message m = std::move(l.back());
    l.pop_back();
    --waiting_;
    return m;
  }
  [[nodiscard]] skua::remote::kind next(int from, int to) const { return links_[link(from, to)].front().kind; }
  [[nodiscard]] std::size_t waiting(int from, int to) const { return links_[link(from, to)].size(); }
  [[nodiscard]] bool empty() const { return waiting_ == 0; }
  [[nodiscard]] int places() const { return places_; }

 private:
  [[nodiscard]] std::size_t link(int from, int to) const {
    return static_cast<std::size_t>(from) * static_cast<std::size_t>(places_) + static_cast<std::size_t>(to);
  }

  int places_;
  std::vector<std::deque<message>> links_;
  std::size_t waiting_ = 0;
};

}  // namespace protocol
